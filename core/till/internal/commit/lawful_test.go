package commit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till/internal/invariants"
	"sanduq/core/till/internal/work"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// writer is one over a store, with the notices that it publishes.
func writer(t testing.TB, store journal.Store, said *[]journal.Notice) *Writer {
	group := work.New()
	t.Cleanup(func() { group.Stop(); group.End() })
	return New(Config{Store: store, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Work: group,
		Publish: func(n journal.Notice) { *said = append(*said, n) }, Committed: func(journal.Change) {},
		Change: new(sync.Mutex), Reload: func(context.Context) error { return nil }, Reopened: func() {}})
}

// life is the commits of a sale that is paid by QR, each made from the one before it.
func life() []func(h *journal.Head, day journal.Day) journal.Change {
	var s journal.Sale
	sealed := journal.NewSecrets(make([]byte, 900))
	again := func(step journal.Step, state core.State) journal.Change {
		s.Version++
		s.Step, s.Session.State = step, state
		s.Record(s.CreatedAt, journal.HistoryQRShown, "")
		next := s
		return journal.Change{Sale: &next, Secrets: &sealed}
	}
	return []func(h *journal.Head, day journal.Day) journal.Change{
		func(h *journal.Head, day journal.Day) journal.Change {
			s = journal.Sale{ID: journal.NewSaleID(day, h.Number+1), Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Environment: core.Sandbox,
				CreatedAt: time.Now(), Route: core.RouteQR, Cashier: "Samira", BaseURL: "test"}
			s.OrderID = s.ID.Paper() + "-AAAAAAAA"
			c := again(journal.StepIntent, "")
			c.Secrets = nil
			return c
		},
		func(*journal.Head, journal.Day) journal.Change {
			s.Session = core.PaymentSession{PaymentID: "pay-" + string(s.ID), OrderID: s.OrderID, Amount: s.Amount}
			return again(journal.StepCreated, core.StatePending)
		},
		func(*journal.Head, journal.Day) journal.Change { return again(journal.StepQRIntent, core.StatePending) },
		func(*journal.Head, journal.Day) journal.Change {
			s.Session.QRPayload = fmt.Sprintf("%0300d", s.ID.Number())
			return again(journal.StepSession, core.StateQRGenerated)
		},
		func(h *journal.Head, _ journal.Day) journal.Change {
			h.Receipt++
			s.ReceiptSeq, s.SettledAt, s.Session.TransactionID = h.Receipt, time.Now(), "TX-"+string(s.ID)
			c := again(journal.StepSession, core.StateSuccess)
			r := journal.ReceiptOf(*c.Sale, journal.Settings{Shop: "Al Noor Market"}, h.Receipt, s.SettledAt)
			c.Receipt, c.Secrets = &r, &journal.Secrets{}
			h.Audit++
			c.Audit = []journal.AuditRow{{Seq: h.Audit, At: s.SettledAt, Action: journal.AuditSettled, SaleID: s.ID}}
			return c
		},
	}
}

// TestABentChangeIsNotWritten drops the receipt of a settlement, once its record is known
// to the Writer and once it is read.
func TestABentChangeIsNotWritten(t *testing.T) {
	for _, known := range []bool{true, false} {
		var said []journal.Notice
		store := storetest.NewMemory()
		w := writer(t, store, &said)
		steps := life()
		for _, step := range steps[:4] {
			if err := w.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) { return step(h, day), nil }); err != nil {
				t.Fatal(err)
			}
		}
		if !known {
			w.known = nil
		}
		id, before := w.Newest(), store.Commits()
		dropped := func(h *journal.Head, day journal.Day) (journal.Change, error) {
			c := steps[4](h, day)
			c.Receipt, c.Sale.ReceiptSeq = nil, 0
			return c, nil
		}
		for range 2 {
			err := w.Update(dropped)
			if journal.CodeOf(err) != journal.CodeOwnError || Indeterminate(Failed(nil, err)) {
				t.Errorf("known %v: %v", known, err)
			}
			steps[4] = func(*journal.Head, journal.Day) journal.Change { // the same once more
				s, _ := store.Sale(t.Context(), id)
				s.Version++
				s.Session.State = core.StateSuccess
				return journal.Change{Sale: &s}
			}
		}
		if store.Commits() != before || w.Fault() != nil || w.Broken() == nil || w.Broken().Err.(*invariants.Violation).Code != invariants.Paid {
			t.Errorf("known %v: %d commits, fault %v, broken %+v", known, store.Commits()-before, w.Fault(), w.Broken())
		}
		if len(said) != 1 || said[0].StoreFault != w.Broken() {
			t.Errorf("known %v: told %+v", known, said)
		}
	}
}

// BenchmarkLawful writes sales on the program's own storage, with its syncs, and says what
// part of a commit the invariants are: where the Writer knows the record, and where it has
// to read it. The budget of the first is 2 %.
func BenchmarkLawful(b *testing.B) {
	for _, known := range []bool{true, false} {
		b.Run(fmt.Sprintf("known=%v", known), func(b *testing.B) {
			dir := b.TempDir()
			store, err := storage.Open(b.Context(), storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = store.Close() }()
			var said []journal.Notice
			w := writer(b, store, &said)
			var checks, commits time.Duration
			n := 0
			for b.Loop() {
				for _, step := range life() {
					var c journal.Change
					var has journal.Head
					var on journal.Day
					build := func(h *journal.Head, day journal.Day) (journal.Change, error) {
						has, on = *h, day
						c = step(h, day)
						if !known {
							w.known = nil
						}
						began := time.Now()
						err := w.lawful(b.Context(), has, on, &c)
						checks += time.Since(began)
						return c, err
					}
					began := time.Now()
					if err := w.Update(build); err != nil {
						b.Fatal(err)
					}
					commits += time.Since(began)
					n++
				}
			}
			commits -= checks // which it made once more
			b.ReportMetric(float64(checks.Nanoseconds())/float64(n), "ns/check")
			b.ReportMetric(float64(commits.Nanoseconds())/float64(n), "ns/commit")
			b.ReportMetric(100*float64(checks)/float64(commits), "%-of-commit")
		})
	}
}
