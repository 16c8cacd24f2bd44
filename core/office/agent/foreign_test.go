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

// portal is an office before which something else answers one batch: JSON, status 200, and no word of the till.
type portal struct {
	*hall
	instead []office.Cursor
}

func (p *portal) Rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	p.mu.Lock()
	if len(p.instead) > 0 {
		one := p.instead[0]
		p.instead = p.instead[1:]
		p.mu.Unlock()
		return one, nil
	}
	p.mu.Unlock()
	return p.hall.Rows(ctx, b)
}

// TestAnAnswerOfSomethingElseIsNoAnswer: nothing counts as heard or sent by it, and what was to go goes.
func TestAnAnswerOfSomethingElseIsNoAnswer(t *testing.T) {
	for name, instead := range map[string]office.Cursor{"nobody's": {}, "another till's": {Version: 1, Till: 8, Epoch: 1}} {
		synctest.Test(t, func(t *testing.T) {
			d, p := &desk{T: t, Memory: storetest.NewMemory()}, &portal{hall: newHall()}
			s := d.open("20261120", 1)
			a := start(t, d, p)
			synctest.Wait()
			was := a.Status().Heard
			p.mu.Lock()
			p.instead = []office.Cursor{instead}
			p.mu.Unlock()
			time.Sleep(lookEvery)
			d.end(s, false)
			a.Wake(s.ID)
			time.Sleep(gathering)
			synctest.Wait()
			if st := a.Status(); !st.Heard.Equal(was) || !st.Failing {
				t.Errorf("%s: heard at %s, failing %v, after an answer that is %s", name, st.Heard, st.Failing, name)
			}
			time.Sleep(2 * hopelessPause)
			synctest.Wait()
			taken, _, _, _ := p.seen()
			sent := slices.ContainsFunc(taken, func(b *office.Batch) bool {
				return slices.ContainsFunc(b.Sales, func(one office.Sale) bool { return one.ID == s.ID && one.Version == 2 })
			})
			if st := a.Status(); !sent || st.Failing {
				t.Errorf("%s: sent %v, %+v", name, sent, st)
			}
		})
	}
}

// TestARefusalByTheCursorOfAnotherTillIsNotGoneOnFrom: the till's history is of its own.
func TestARefusalByTheCursorOfAnotherTillIsNotGoneOnFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		d.open("20261120", 1)
		h.once = &office.Refusal{Code: office.CodeEpoch, Cursor: &office.Cursor{Till: 8, Epoch: 5, Newest: journal.NewSaleID("20261231", 9)}}
		a := start(t, d, h)
		synctest.Wait()
		if st := a.Status(); st.Epoch != 1 || !st.Failing {
			t.Errorf("%+v", st)
		}
	})
}
