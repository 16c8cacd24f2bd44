//go:build linux

package histories

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/till/tests/injected"
	"sanduq/core/wire"
)

// TestBentPartsAreRefused plays histories with a part that does not keep the law, until
// porcupine refuses one.
func TestBentPartsAreRefused(t *testing.T) {
	room := bankRoom(t)
	shared := newHall(t)
	for i, of := range bents() {
		t.Run(of.name, func(t *testing.T) {
			h := shared
			if of.sql != "" {
				h = newHall(t)
				if _, err := h.readers[0].Exec(t.Context(), of.sql); err != nil {
					t.Fatal(err)
				}
			}
			for k := range uint64(40) {
				seed := uint64(i+1)*1_000_000 + k
				said := play(t, h, seed, room, of.bent()).unordered()
				if said == "" {
					continue
				}
				_, short, _ := strings.Cut(said, "The shortest part that is not:\n")
				t.Logf("history %d, seed %d:\n%s", k+1, seed, short)
				return
			}
			t.Error("porcupine refuses none of 40 histories")
		})
	}
}

type bending struct {
	name string
	sql  string // that lets the database have the fault
	bent func() bent
}

func bents() []bending {
	statuses := func(from, to core.State, word string) func() bent {
		return func() bent {
			n := 0
			return bent{api: injected.Status(func(r wire.StatusResult, err error) (wire.StatusResult, error) {
				if err == nil && r.State == from {
					n++
					r.State, r.RawStatus = to, word
					if to == core.StateSuccess {
						r.TransactionID = fmt.Sprint("T-", n)
					}
				}
				return r, err
			})}
		}
	}
	return []bending{
		{name: "the till shows PAID before the commit and is killed", bent: func() bent { return bent{store: unwritten} }},
		{name: "the till forgets a paid sale at its restart", bent: func() bent { return bent{store: forgotten} }},
		{name: "the till shows PAID before anything was debited", bent: statuses(core.StatePending, core.StateSuccess, "SUCCESS")},
		{name: "the till calls a payment failed that the bank carries out", bent: statuses(core.StateWaitingPayment, core.StateFailed, "FAILED")},
		{name: "the till does not write down that a sale is set aside", bent: func() bent {
			return bent{store: func(_ *world, _ *process, s journal.Store) journal.Store {
				return injected.Sale(func(s *journal.Sale) { s.SetAside = nil })(s)
			}}
		}},
		{name: "the office acknowledges before its commit", bent: func() bent { return bent{rows: acknowledged} }},
		{name: "an older batch overwrites a newer state at the office", sql: "ALTER TABLE sales DISABLE TRIGGER sale_goes_on", bent: func() bent { return bent{rows: overwritten()} }},
		{name: "the office says PAID before the till", bent: func() bent {
			return bent{asked: func(_ *world, _ int, _ journal.SaleID, r record) record {
				if r.Status == string(journal.StatusWaiting) {
					r.Version, r.Status = r.Version+1, paid
				}
				return r
			}}
		}},
		{name: "a second connection to the office reads an older value", bent: func() bent { return bent{asked: outdated()} }},
		{name: "the bank books a code twice and the till is silent", bent: func() bent {
			return bent{debit: func(w *world, order string, n int) int {
				for _, o := range w.known() {
					for _, p := range o.payments {
						if s, err := w.memory.Sale(context.Background(), p.id); err == nil && p.order == order && s.CodeSubmitted {
							return 2 * n
						}
					}
				}
				return n
			}}
		}},
	}
}

// unwritten is a store that calls a settled sale written that it has only in memory, and
// takes nothing after it: its process is about to be killed.
func unwritten(_ *world, p *process, s journal.Store) journal.Store {
	return &volatile{Store: s, p: p}
}

type volatile struct {
	journal.Store
	p    *process
	mu   sync.Mutex
	lies journal.SaleID
}

// Commit implements journal.Store.
func (v *volatile) Commit(ctx context.Context, c journal.Change) error {
	v.mu.Lock()
	if v.lies == "" && c.Receipt != nil {
		v.lies = c.Receipt.SaleID
	}
	lies := v.lies
	v.mu.Unlock()
	switch {
	case lies == "":
		return v.Store.Commit(ctx, c)
	case c.Sale == nil || c.Sale.ID != lies || v.p.dead.Load():
		return errDead
	}
	return nil
}

// forgotten is a store in which a new process finds no sale that is paid.
func forgotten(w *world, _ *process, s journal.Store) journal.Store {
	if w.runs == 1 {
		return s
	}
	return forgetful{s}
}

type forgetful struct{ journal.Store }

// Sale implements journal.Store.
func (f forgetful) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s, err := f.Store.Sale(ctx, id)
	if err == nil && s.Status() == journal.StatusPaid {
		return journal.Sale{}, journal.ErrNotFound
	}
	return s, err
}

// OpenSales implements journal.Store.
func (f forgetful) OpenSales(ctx context.Context) (open []journal.Sale, err error) {
	all, err := f.Store.OpenSales(ctx)
	for _, s := range all {
		if s.Status() != journal.StatusPaid {
			open = append(open, s)
		}
	}
	return open, err
}

// acknowledged answers a batch that no database has.
func acknowledged(m mail, b *office.Batch) (c office.Cursor, err error) {
	ends, err := b.Ends()
	if err != nil || len(b.Sales) == 0 || !m.chance(2) {
		m.hall.do(func() { c, err = m.client.Rows(context.Background(), b) })
		return c, err
	}
	c = office.Cursor{Version: b.Version, Till: b.Till, Epoch: b.Epoch, Chains: map[office.Chain]office.Known{}}
	for chain, end := range ends {
		c.Chains[chain] = office.Known{Seq: end.Seq, Mark: end}
	}
	for _, s := range b.Sales {
		c.Newest = max(c.Newest, s.ID)
	}
	return c, nil
}

// overwritten lets what was sent before come again after a batch.
func overwritten() func(mail, *office.Batch) (office.Cursor, error) {
	before := map[journal.SaleID]office.Sale{}
	var mu sync.Mutex
	return func(m mail, b *office.Batch) (c office.Cursor, err error) {
		m.hall.do(func() {
			mu.Lock()
			defer mu.Unlock()
			if c, err = m.client.Rows(context.Background(), b); err != nil {
				return
			}
			for _, s := range b.Sales {
				if old, there := before[s.ID]; there {
					if _, err := m.hall.readers[0].Exec(context.Background(), "UPDATE sales SET version = $1, status = $2 WHERE day = $3 AND till_id = $4 AND number = $5",
						old.Version, string(old.Status), s.ID.Day().Time(time.UTC), m.number, s.ID.Number()); err != nil {
						m.broken("%v", err)
					}
				}
				before[s.ID] = s
			}
		})
		return c, err
	}
}

// outdated lets the second connection read what was read on the first when it was
// asked last.
func outdated() func(*world, int, journal.SaleID, record) record {
	first := map[journal.SaleID]record{}
	var mu sync.Mutex
	return func(_ *world, connection int, id journal.SaleID, r record) record {
		mu.Lock()
		defer mu.Unlock()
		if old, there := first[id]; there && connection == 1 {
			return old
		}
		first[id] = r
		return r
	}
}
