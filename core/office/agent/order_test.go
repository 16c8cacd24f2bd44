package agent

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/office"
)

// TestNewSalesGoInTheirOrder, whatever somebody names meanwhile: the office takes
// the newest that it has for the end of what it has.
func TestNewSalesGoInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		for n := range 2500 {
			d.end(d.open("20261120", n+1), n%50 == 0)
		}
		open := d.open("20261120", 2501)
		a := start(t, d, h)
		a.Wake(open.ID)
		time.Sleep(time.Minute)
		synctest.Wait()
		last, batches := journal.SaleID(""), 0
		for n, ids := range h.sales() {
			for _, id := range ids {
				if number := last.Number() + 1; id > last && id.Number() != number {
					t.Fatalf("batch %d goes on with %s after %s", n, id, last)
				}
				last = max(last, id)
			}
			batches++
		}
		if last != open.ID || batches < 3 {
			t.Errorf("%d batches, the last sale is %s", batches, last)
		}
	})
}

// TestAMarkIsGoneOnFrom: the link at the cursor comes out the same from the first
// row and from a mark, and a row after the mark that was changed shows.
func TestAMarkIsGoneOnFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{T: t, Memory: storetest.NewMemory()}
		s := d.open("20261120", 1)
		for range 60 {
			s = d.end(s, true)
		}
		r := reader{ctx: t.Context(), store: d, version: office.Version}
		mark, err := r.follow(office.ChainAudit, office.End{}, 20)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := r.follow(office.ChainAudit, office.End{}, 50)
		if err != nil {
			t.Fatal(err)
		}
		stated := func(mark office.End) office.Position {
			h := newHall()
			h.cursor.Newest = s.ID
			h.cursor.Chains[office.ChainAudit] = office.Known{Seq: 50, Mark: mark}
			_, stop := startStop(t, d, h)
			synctest.Wait()
			stop()
			taken, _, _, _ := h.seen()
			if len(taken) == 0 || len(taken[0].Audit) != 10 {
				t.Fatalf("%d batches", len(taken))
			}
			return taken[0].Chains[office.ChainAudit]
		}
		for _, from := range []office.End{{}, mark} {
			if got := stated(from); got != (office.Position{Seq: 50, Link: whole.Link, Newest: 60}) {
				t.Errorf("from %d: %+v", from.Seq, got)
			}
		}
		if got := stated(office.End{Seq: 20, Link: office.Link{1}}); got.Link == whole.Link {
			t.Error("what came before the mark does not matter")
		}
	})
}

// TestAnOfficeThatWentBack, to a copy of its own, gets what it has lost.
func TestAnOfficeThatWentBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		s := d.open("20261120", 1)
		for range 5 {
			s = d.end(s, true)
		}
		start(t, d, h)
		time.Sleep(lookEvery + time.Second)
		synctest.Wait()
		h.mu.Lock()
		sent := len(h.taken)
		back := h.cursor
		back.Newest, back.Chains = "", map[office.Chain]office.Known{office.ChainAudit: {Seq: 2}}
		h.cursor, h.once = back, &office.Refusal{Code: office.CodeStale, Cursor: &back}
		h.mu.Unlock()
		d.end(s, true)
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		taken, _, _, _ := h.seen()
		if len(taken) <= sent {
			t.Fatal("nothing was sent again")
		}
		again := taken[sent]
		want, err := (&reader{ctx: t.Context(), store: d, version: office.Version}).follow(office.ChainAudit, office.End{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Chains[office.ChainAudit]; got.Seq != 2 || got.Link != want.Link || len(again.Audit) != 4 || len(again.Sales) != 1 {
			t.Errorf("sent from %d: %d lines, %d sales", got.Seq, len(again.Audit), len(again.Sales))
		}
	})
}

// TestAnOfficeThatWentBackHearsOfSalesThatNoLineTells: its database was restored from a backup
// while the till went on. Sales that were over since, without a line in the audit, are open in
// the backup: days are compared at once, and the office is asked which sales it has as open.
func TestAnOfficeThatWentBackHearsOfSalesThatNoLineTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		a, b := d.open("20261120", 1), d.open("20261120", 2)
		start(t, d, h)
		time.Sleep(lookEvery + time.Second)
		synctest.Wait()
		h.mu.Lock()
		backup := h.cursor
		h.mu.Unlock()
		d.end(a, false)
		d.end(b, false)
		c := d.open("20261120", 3)
		time.Sleep(time.Minute)
		synctest.Wait()
		h.mu.Lock()
		backup.Open = []journal.SaleID{a.ID}
		sent, compared := len(h.taken), len(h.days)
		said := backup
		said.Open = nil // as a refusal has it
		h.cursor, h.again, h.once = backup, []journal.Day{"20261120"}, &office.Refusal{Code: office.CodeStale, Cursor: &said}
		h.mu.Unlock()
		d.end(c, false)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		taken, days, _, _ := h.seen()
		got := map[journal.SaleID]bool{}
		for _, x := range taken[sent:] {
			for i := range x.Sales {
				got[x.Sales[i].ID] = !x.Sales[i].Open
			}
		}
		if len(days) == compared || !got[a.ID] || !got[b.ID] || !got[c.ID] {
			t.Errorf("days were compared %d times more; told of as over: %v", len(days)-compared, got)
		}
	})
}
