package agent

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/office"
)

// picky is a hall that cannot keep one line of the audit, nor one version of one sale, and names them.
type picky struct {
	*hall
	line    uint64 // 0 for none
	sale    journal.SaleID
	version uint64
	refused []time.Time
	came    map[journal.SaleID]time.Time // first
	heard   []time.Time
}

func (p *picky) Rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	var rejected []office.Rejected
	kept := *b
	p.mu.Lock()
	p.heard = append(p.heard, time.Now())
	if i := slices.IndexFunc(b.Audit, func(r office.AuditRow) bool { return r.Seq == p.line }); i >= 0 {
		kept.Audit, rejected = b.Audit[:i], append(rejected, office.Rejected{Chain: office.ChainAudit, Seq: p.line, Why: "the office's database refuses it"})
	}
	kept.Sales = slices.DeleteFunc(slices.Clone(b.Sales), func(s office.Sale) bool { return s.ID == p.sale && s.Version == p.version })
	if len(kept.Sales) < len(b.Sales) {
		rejected = append(rejected, office.Rejected{Sale: p.sale, Why: "the office's database refuses it"})
	}
	for _, s := range kept.Sales {
		if p.came[s.ID].IsZero() {
			p.came[s.ID] = time.Now()
		}
	}
	if len(rejected) > 0 {
		p.refused = append(p.refused, time.Now())
	}
	p.mu.Unlock()
	cursor, err := p.hall.Rows(ctx, &kept)
	if err == nil && len(rejected) > 0 {
		return office.Cursor{}, &office.Refusal{Code: office.CodeMalformed, Cursor: &cursor, Rejected: rejected}
	}
	return cursor, err
}

func newPicky() *picky { return &picky{hall: newHall(), came: map[journal.SaleID]time.Time{}} }

// TestRowsThatTheOfficeCannotKeepDelayNoOther: for an hour a line of the audit and an open sale are
// refused. Sales come as they are made, the till is heard as often as ever, and a person sees why some
// rows wait. Both are tried again rarely, and go once the office keeps them.
func TestRowsThatTheOfficeCannotKeepDelayNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, p := &desk{T: t, Memory: storetest.NewMemory()}, newPicky()
		d.end(d.open("20261120", 1), true)
		refused := d.open("20261120", 2)
		p.line, p.sale, p.version = 1, refused.ID, refused.Version
		a, began := start(t, d, p), time.Now()
		time.Sleep(10 * time.Second)
		made := map[journal.SaleID]time.Time{}
		for n := 3; n < 13; n++ { // a sale each six minutes
			s := d.end(d.open("20261120", n), n == 12) // the line of the last one waits, the sale does not
			made[s.ID] = time.Now()
			a.Wake(s.ID)
			time.Sleep(6 * time.Minute)
		}
		synctest.Wait()
		if st := a.Status(); !st.Failing || st.Refused != office.CodeMalformed || st.Err == nil || st.Since.After(began.Add(time.Second)) || st.Pending != 2 ||
			time.Since(st.Heard) > beatEvery+lookEvery {
			t.Errorf("status %+v", st)
		}
		p.mu.Lock()
		for id, at := range made {
			if late := p.came[id].Sub(at); p.came[id].IsZero() || late > lookEvery {
				t.Errorf("sale %s came %v after it was made", id, late)
			}
		}
		for i := 1; i < len(p.heard); i++ {
			if silent := p.heard[i].Sub(p.heard[i-1]); silent > beatEvery+lookEvery {
				t.Errorf("the till was silent for %v", silent)
			}
		}
		if n := len(p.refused); n < 2 || n > 5 {
			t.Errorf("refused %d times within an hour", n)
		}
		p.line, p.sale = 0, ""
		p.mu.Unlock()
		time.Sleep(2 * hopelessPause)
		synctest.Wait()
		_, _, _, cursor := p.seen()
		if st := a.Status(); st.Failing || st.Refused != "" || st.Pending != 0 || cursor.Chains[office.ChainAudit].Seq != 2 || p.came[refused.ID].IsZero() {
			t.Errorf("after the office keeps them: status %+v, cursor %+v, sale at %v", st, cursor, p.came[refused.ID])
		}
	})
}

// TestARefusedSaleGoesOnceItIsAnother: what was refused is one version of it.
func TestARefusedSaleGoesOnceItIsAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, p := &desk{T: t, Memory: storetest.NewMemory()}, newPicky()
		s := d.open("20261120", 1)
		p.sale, p.version = s.ID, s.Version
		a := start(t, d, p)
		time.Sleep(time.Minute)
		d.end(s, false)
		a.Wake(s.ID)
		time.Sleep(time.Second)
		synctest.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.came[s.ID].IsZero() || len(p.refused) != 1 {
			t.Errorf("refused %d times, came at %v", len(p.refused), p.came[s.ID])
		}
	})
}

// TestARefusalThatNamesNothingIsTriedRarely: the next batch would be the same.
func TestARefusalThatNamesNothingIsTriedRarely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		d.open("20261120", 1)
		cursor := h.cursor
		h.once = &office.Refusal{Code: office.CodeMalformed, Cursor: &cursor, Rejected: []office.Rejected{{Why: "the office's database refuses this batch"}}}
		a := start(t, d, h)
		time.Sleep(hopelessPause - time.Second)
		synctest.Wait()
		if taken, _, _, _ := h.seen(); len(taken) != 0 || a.Status().Refused != office.CodeMalformed {
			t.Errorf("sent %d times, status %+v", len(taken), a.Status())
		}
		time.Sleep(hopelessPause + time.Minute)
		synctest.Wait()
		if taken, _, _, _ := h.seen(); len(taken) == 0 {
			t.Error("never tried again")
		}
	})
}
