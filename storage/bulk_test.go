package storage

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/practice/demo"
	"sanduq/core/till"
)

func practiceTill(t testing.TB, s *Store) *till.Till {
	t.Helper()
	d, err := till.Open(context.Background(), till.Config{Store: s, Environment: core.Sandbox, BaseURL: "embedded", Zone: time.UTC,
		Now:      func() time.Time { return time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC) },
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func TestABlockIsAllOrNothing(t *testing.T) {
	s := openTest(t, t.TempDir())
	row := func(seq uint64) journal.Change {
		return journal.Change{Audit: []journal.AuditRow{{Seq: seq, Action: journal.AuditSettings}}}
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(1), row(2)}); err != nil {
		t.Fatal(err)
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(3), row(5)}); !errors.Is(err, journal.ErrRefused) {
		t.Errorf("a gap in a block: %v", err)
	}
	if h, err := s.Head(t.Context(), "20261120"); err != nil || h.Audit != 2 {
		t.Errorf("after a refused block: %+v, %v", h, err)
	}
	if err := s.CommitAll(t.Context(), nil); err != nil {
		t.Errorf("an empty block: %v", err)
	}
	failNext(s, storetest.Lost, errors.New("injected"))
	if err := s.CommitAll(t.Context(), []journal.Change{row(3)}); err == nil {
		t.Error("a block that failed was reported as durable")
	}
	if err := s.CommitAll(t.Context(), []journal.Change{row(3)}); !errors.Is(err, journal.ErrPoisoned) {
		t.Errorf("after a doubtful block: %v", err)
	}
}

// BenchmarkFill writes 100,000 invented sales with receipts into a new store.
func BenchmarkFill(b *testing.B) {
	for b.Loop() {
		d := practiceTill(b, openTest(b, b.TempDir()))
		if err := demo.Fill(context.Background(), d, 100_000, 1, nil); err != nil {
			b.Fatal(err)
		}
	}
}
