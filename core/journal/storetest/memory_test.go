package storetest_test

import (
	"context"
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

func TestMemoryKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Harness {
		m := storetest.NewMemory()
		return storetest.Harness{
			Store: m,
			Fail:  func(o storetest.Outcome) { m.FailNext(o) },
			Full: func() {
				m.FailWith(journal.ErrFull)
				m.FailNext(storetest.Lost)
			},
			Crash: func(*testing.T) journal.Store { return m.Crash() },
		}
	})
}

func TestMemoryGoesBackToAnyCommit(t *testing.T) {
	m := storetest.NewMemory()
	for _, shop := range []string{"A", "B", "C"} {
		if err := m.Commit(context.Background(), journal.Change{Settings: &journal.Settings{Shop: shop}}); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range []string{"", "A", "B", "C"} {
		got, err := m.At(n).Settings(context.Background())
		if want == "" && !errors.Is(err, journal.ErrNotFound) || got.Shop != want {
			t.Errorf("after %d commits: %q, error %v", n, got.Shop, err)
		}
	}
}

func TestMemoryHookDecides(t *testing.T) {
	m := storetest.NewMemory()
	var seen []int
	m.OnCommit(func(n int, _ journal.Change) storetest.Outcome {
		seen = append(seen, n)
		if n == 1 {
			return storetest.Kept
		}
		return storetest.Stored
	})
	ctx, change := context.Background(), journal.Change{Settings: &journal.Settings{Shop: "A"}}
	first, second, third := m.Commit(ctx, change), m.Commit(ctx, change), m.Commit(ctx, change)
	if first != nil || !errors.Is(second, storetest.ErrInjected) || !errors.Is(third, journal.ErrPoisoned) {
		t.Errorf("commits returned %v, %v, %v", first, second, third)
	}
	if m.Commits() != 2 || len(seen) != 2 {
		t.Errorf("%d commits on the disk, hook asked %v", m.Commits(), seen)
	}
	gone := errors.New("gone")
	m.FailReads(gone)
	if err := m.Reopen(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Settings(ctx); !errors.Is(err, gone) {
		t.Errorf("read returned %v", err)
	}
}
