package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// orders looks at all sales of one order together: whether another payment may be
// opened, and what was taken before.
type orders struct {
	t *Teller
}

// mayReplace refuses a new payment for an order one of whose payments was paid
// or may be on its way, unless a manager allows it. Errors: CodeStep,
// CodeManager, CodeNoSale, and CodeStore, by which nothing is known.
func (o *orders) mayReplace(d draft) error {
	if d.Replaces == "" {
		return nil
	}
	old, err := o.onDisk(o.t.cfg.Work.Context(), d.Replaces)
	if err != nil {
		return err
	}
	others, err := o.linked(o.t.cfg.Work.Context(), old)
	if err != nil {
		return err
	}
	for _, s := range append(others, old) {
		if err := o.replaceable(s, d); err != nil {
			return err
		}
	}
	return nil
}

// mayOpen is mayReplace in the moment before a payment is opened, while no
// settlement is being written. It waits for a store with a fault, whether or not
// the payment replaces another. CodeUnavailable means that the till closes.
func (o *orders) mayOpen(d draft) error {
	for n := 0; ; n++ {
		o.t.settling.Lock()
		err := o.mayReplace(d)
		trouble := o.t.cfg.Writer.Fault() // last, since nothing may be waited for between this and the payment
		o.t.settling.Unlock()
		if trouble == nil && journal.CodeOf(err) != journal.CodeStore {
			return err
		}
		if err := o.t.cfg.Writer.Wait(); err != nil {
			return journal.Refuse(journal.CodeUnavailable, err)
		}
		if !o.t.cfg.Work.Pause(n) {
			return journal.Refuse(journal.CodeUnavailable, o.t.cfg.Work.Context().Err())
		}
	}
}

// replaceable refuses a new payment beside a sale of the same order.
func (o *orders) replaceable(s journal.Sale, d draft) error {
	switch {
	case s.Session.State == core.StateSuccess || s.Status() == journal.StatusPaid:
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale %s is paid", s.ID))
	case s.TookCash():
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale %s was taken in cash", s.ID))
	case s.NeedsManager() && !d.replace.Holds():
		return journal.Refuse(journal.CodeManager, fmt.Errorf("sale %s may be paid any moment", s.ID))
	}
	return nil
}

// replaced writes down at the old sale that a new one was opened instead, and
// sets it aside if it is still open. Until that is on disk the new payment is
// not opened: of the two, each must find the other when it is paid. Since the
// new sale's announcement took its time, whether the old one may still be
// replaced is looked at again under its lock. False means that it must not be,
// and the new sale says why; or that the till closes.
func (o *orders) replaced(d draft, by *run) bool {
	if d.Replaces == "" {
		return true
	}
	if !o.joined(d.Replaces) {
		return false
	}
	r, done, err := o.t.acquire(o.t.cfg.Work.Context(), d.Replaces)
	if err != nil {
		o.notReplaced(by, err)
		return false
	}
	defer done()
	who, row := d.replacing(by.id.Paper() + " " + d.Reason)
	err = r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool { return o.replaceable(s, d) == nil },
		Mutate: func(s *journal.Sale) {
			now := o.t.cfg.Now()
			s.ReplacedBy = by.id
			s.Instead = append(slices.Clone(s.Instead), by.id)
			s.Record(now, journal.HistoryReplaced, by.id.Paper())
			if s.SetAside == nil && s.Status().Group() == journal.GroupOpen {
				s.SetAside = &journal.Decision{At: now, By: who, Reason: d.Reason}
			}
		},
		Audit:  []journal.AuditRow{row},
		Insist: commit.UntilDurable,
	})
	if err == nil {
		return true
	}
	if why := o.mayOpen(d); why != nil {
		err = why
	}
	if o.t.cfg.Work.Context().Err() == nil {
		o.notReplaced(by, err)
	}
	return false
}

// notReplaced writes down that a new payment was not opened, since the order
// may be paid already. Nothing was sent.
func (o *orders) notReplaced(r *run, cause error) {
	o.t.cfg.Logger.Warn("payment not opened", "sale", r.id, "err", cause)
	_ = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			s.Step = journal.StepNotSent
			s.Refusal = &journal.Refusal{Operation: core.OpInitiate, Code: journal.RefusalPaid, At: o.t.cfg.Now()}
			if journal.CodeOf(cause) == journal.CodeManager {
				s.Refusal.Code = journal.RefusalManager
			}
			s.Record(s.Refusal.At, journal.HistoryNotReplaced, s.Replaces.Paper())
		},
		Insist: commit.UntilDurable,
	})
}

// joined writes down, at each sale that an order began with, which one was
// opened instead of it. One is left out where a charge was recorded although
// its commit reported an error: nothing was sent for it, but what is opened
// instead of it now must be found from the first one too. False means that the
// till closes.
func (o *orders) joined(id journal.SaleID) bool {
	for seen := map[journal.SaleID]bool{}; !seen[id]; {
		seen[id] = true
		s, err := o.t.stored(o.t.cfg.Work.Context(), id)
		if err != nil || s.Replaces == "" {
			break
		}
		r, done, err := o.t.acquire(o.t.cfg.Work.Context(), s.Replaces)
		if err != nil {
			break
		}
		if !slices.Contains(r.view().Instead, id) {
			err = r.Update(commit.SaleUpdate{
				Mutate: func(old *journal.Sale) { old.Instead = append(slices.Clone(old.Instead), id) },
				Insist: commit.UntilDurable,
			})
		}
		done()
		if err != nil {
			return false
		}
		id = s.Replaces
	}
	return o.t.cfg.Work.Context().Err() == nil
}

// unpaid refuses to go on with a sale whose order was paid by another one, or taken in
// cash: what became of that money, a person has to settle first.
func (o *orders) unpaid(s journal.Sale) error {
	others, err := o.linked(o.t.cfg.Work.Context(), s)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other.Status() == journal.StatusPaid || other.TookCash() {
			return journal.Refuse(journal.CodeStep, fmt.Errorf("sale %s of the order is paid", other.ID))
		}
	}
	return nil
}

// linked returns the other sales of the order that s is a payment of, as they
// are on the disk, nearest first. CodeStore while the store has a fault.
func (o *orders) linked(ctx context.Context, s journal.Sale) ([]journal.Sale, error) {
	var found []journal.Sale
	seen := map[journal.SaleID]bool{"": true, s.ID: true}
	for next := append([]journal.SaleID{s.Replaces, o.cashInstead(s.ID)}, s.Instead...); len(next) > 0; {
		id := next[0]
		next = next[1:]
		if seen[id] {
			continue
		}
		seen[id] = true
		other, err := o.onDisk(ctx, id)
		if journal.CodeOf(err) == journal.CodeStore {
			return nil, err
		}
		if err != nil {
			o.t.cfg.Logger.Error("linked sale not read", "sale", id, "err", err)
			continue
		}
		found = append(found, other)
		next = append(append(next, other.Replaces, o.cashInstead(id)), other.Instead...)
	}
	return found, nil
}

// onDisk returns a sale as it is on the disk. After a commit whose outcome was
// indeterminate that may be further than the one in hand, until that was read back.
// Errors: CodeStore while the store has a fault, CodeNoSale.
func (o *orders) onDisk(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s, err := o.t.cfg.Store.Sale(context.WithoutCancel(ctx), id) // no more cut off than a commit
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, journal.ErrPoisoned):
		return journal.Sale{}, journal.Refuse(journal.CodeStore, err)
	}
	return o.t.stored(ctx, id)
}

// stored returns a sale from hand or from the store.
func (t *Teller) stored(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	t.mu.Lock()
	r := t.runs[id]
	t.mu.Unlock()
	if r != nil {
		return r.view().Sale, nil
	}
	s, err := t.cfg.Store.Sale(ctx, id)
	if err != nil {
		return journal.Sale{}, journal.Refuse(journal.CodeNoSale, err)
	}
	return s, nil
}
