package till

import (
	"context"
	"fmt"
	"slices"
)

// mayReplace refuses a new payment for an order whose old one may be on its
// way, unless a manager allows it.
func (t *Till) mayReplace(d Draft) error {
	if d.Replaces == "" {
		return nil
	}
	old, err := t.stored(context.Background(), d.Replaces)
	if err != nil {
		return err
	}
	switch {
	case old.Status() == StatusPaid:
		return refuse(CodeStep, fmt.Errorf("sale %s is paid", old.ID))
	case old.NeedsManager() && !t.manager(d.Manager):
		return refuse(CodeManager, fmt.Errorf("sale %s may be paid any moment", old.ID))
	}
	return nil
}

// replaced writes down at the old sale that a new one was opened instead, and
// sets it aside if it is still open. Until that is on disk the new payment is
// not opened: of the two, each must find the other when it is paid. False means
// that the till closes.
func (t *Till) replaced(d Draft, by SaleID) bool {
	if d.Replaces == "" {
		return true
	}
	if !t.joined(d.Replaces) {
		return false
	}
	r, done, err := t.borrow(t.ctx, d.Replaces)
	if err != nil {
		return t.ctx.Err() == nil
	}
	defer done()
	who := d.Manager
	if who == "" {
		who = d.Cashier
	}
	err = r.keep(func(s *Sale) {
		now := t.now()
		s.ReplacedBy = by
		s.Instead = append(slices.Clone(s.Instead), by)
		s.note(now, FactReplaced, by.Paper())
		if s.SetAside == nil && s.Status().Group() == GroupOpen {
			s.SetAside = &Mark{At: now, By: who, Reason: d.Reason}
		}
	}, AuditRow{By: who, Action: AuditReplaced, Detail: by.Paper() + " " + d.Reason})
	return err == nil
}

// joined writes down, at each sale that an order began with, which one was
// opened instead of it. One is left out where a charge was recorded although
// its commit reported an error: nothing was sent for it, but what is opened
// instead of it now must be found from the first one too. False means that the
// till closes.
func (t *Till) joined(id SaleID) bool {
	for seen := map[SaleID]bool{}; !seen[id]; {
		seen[id] = true
		s, err := t.stored(t.ctx, id)
		if err != nil || s.Replaces == "" {
			break
		}
		r, done, err := t.borrow(t.ctx, s.Replaces)
		if err != nil {
			break
		}
		if !slices.Contains(r.view().Instead, id) {
			err = r.keep(func(old *Sale) { old.Instead = append(slices.Clone(old.Instead), id) })
		}
		done()
		if err != nil {
			return false
		}
		id = s.Replaces
	}
	return t.ctx.Err() == nil
}

// twin returns the sale of the same order that was paid as well, if there is
// one: the sale that s replaces, or one that replaces s.
func (t *Till) twin(ctx context.Context, s Sale) SaleID {
	seen := map[SaleID]bool{s.ID: true}
	next := append([]SaleID{s.Replaces}, s.Instead...)
	for len(next) > 0 {
		id := next[0]
		next = next[1:]
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		other, err := t.stored(ctx, id)
		if err != nil {
			t.log.Error("linked sale not read", "sale", id, "err", err)
			continue
		}
		if other.Status() == StatusPaid {
			return id
		}
		next = append(append(next, other.Replaces), other.Instead...)
	}
	return ""
}

// stored returns a sale from hand or from the store.
func (t *Till) stored(ctx context.Context, id SaleID) (Sale, error) {
	t.mu.Lock()
	r := t.runs[id]
	t.mu.Unlock()
	if r != nil {
		return r.view().Sale, nil
	}
	s, err := t.cfg.Store.Sale(ctx, id)
	if err != nil {
		return Sale{}, refuse(CodeNoSale, err)
	}
	return s, nil
}
