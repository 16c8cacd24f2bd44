package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// TakeCash is till.Till.TakeCash.
func (t *Teller) TakeCash(ctx context.Context, asked journal.Draft, given int64) (v journal.View, err error) {
	d := draft{Draft: asked}
	if err := t.allow(&d); err != nil {
		return journal.View{}, err
	}
	defer func() { d.end(err) }()
	due, err := t.mayTakeCash(d, given)
	if err != nil {
		return journal.View{}, err
	}
	d.Route = journal.RouteCash
	take := &cashTaking{t: t, draft: d, due: due, given: given}
	r, err := take.locked(ctx)
	if err != nil && take.indeterminate(err) {
		r, err = take.afterDoubt(ctx, err)
	}
	if err != nil {
		take.forget()
		return journal.View{}, journal.WithCode(err)
	}
	return r.view(), nil
}

// mayTakeCash refuses what can be refused before anything is locked.
func (t *Teller) mayTakeCash(d draft, given int64) (journal.CashDue, error) {
	if !t.cfg.Staff.Settings().Cash {
		return journal.CashDue{}, journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", journal.RouteCash))
	}
	due, err := t.cfg.Shift.DueInCash(d.Amount)
	if err != nil {
		return journal.CashDue{}, journal.Refuse(journal.CodeAmount, err)
	}
	if given < due.Due.Minor {
		return journal.CashDue{}, journal.Refuse(journal.CodeTooLittle, nil)
	}
	if err := t.Frozen(); err != nil {
		return journal.CashDue{}, err
	}
	if t.cfg.Room != nil {
		if err := t.cfg.Room(); err != nil {
			return journal.CashDue{}, journal.Refuse(journal.CodeDiskFull, err)
		}
	}
	if d.Replaces != "" {
		if err := t.orders.mayReplace(d); err != nil {
			return journal.CashDue{}, err
		}
	}
	return due, t.cfg.Shift.MayTake(d.Amount.Currency)
}

// cashTaking is one sale that is taken in cash.
type cashTaking struct {
	t     *Teller
	draft draft
	due   journal.CashDue
	given int64
	sale  journal.Sale   // as it was last tried to be written
	id    journal.SaleID // of sale, under the till's mu
}

// locked writes the sale down and, at the one that it replaces, that it was opened
// instead. No settlement of the order falls between the question whether it was
// paid and the moment from which it finds the cash: it takes these locks in the
// same order. Should the plug be pulled between the two commits, the next start
// makes the second before anything else: until somebody took note of the sale, it
// is among those that a start reads.
func (c *cashTaking) locked(ctx context.Context) (*run, error) {
	t := c.t
	if c.draft.Replaces == "" {
		t.adopting.Lock()
		defer t.adopting.Unlock()
		return c.write(ctx)
	}
	old, done, err := t.acquire(ctx, c.draft.Replaces)
	if err != nil {
		return nil, err
	}
	defer done()
	// Before the sale's lock, as reading back takes them: in another order each would
	// wait for the other.
	t.adopting.Lock()
	defer t.adopting.Unlock()
	old.write.Lock()
	defer old.write.Unlock()
	t.settling.Lock()
	defer t.settling.Unlock()
	if err := t.orders.mayReplace(c.draft); err != nil {
		return nil, err
	}
	r, err := c.write(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.replace(old); err != nil {
		t.cfg.Logger.Error("replaced by cash, and not recorded", "sale", old.id, "err", err)
		t.cfg.Work.Go(func() { c.join() })
		return r, nil
	}
	c.forget()
	return r, nil
}

// write makes the sale durable and puts it in hand. The caller holds adopting.
func (c *cashTaking) write(ctx context.Context) (*run, error) {
	c.sale = journal.Sale{
		Version: 1, Reference: c.draft.Reference, Amount: c.draft.Amount, Environment: c.t.cfg.Environment, BaseURL: c.t.cfg.BaseURL,
		Cashier: c.draft.Cashier, Step: journal.StepCash, Route: journal.RouteCash, Replaces: c.draft.Replaces,
	}
	if err := c.t.cfg.Writer.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) { return c.change(ctx, h, day) }); err != nil {
		return nil, err
	}
	return c.t.adopt(c.sale)
}

// change makes the sale and its cash receipt for the commit in which it is called.
func (c *cashTaking) change(ctx context.Context, h *journal.Head, day journal.Day) (journal.Change, error) {
	t, s := c.t, &c.sale
	now, set := t.cfg.Now(), t.cfg.Staff.Settings()
	s.CreatedAt, s.UpdatedAt, s.SettledAt = now, now, now
	s.Shift, s.CashSeq = h.Shift, h.Cash+1
	rec := journal.CashReceipt{Seq: s.CashSeq, Reference: s.Reference, Amount: s.Amount, Rounding: c.due.Rounding, Given: c.given, TakenAt: now,
		Shift: h.Shift, Shop: set.Shop, Place: set.Place, Till: set.Till, Cashier: s.Cashier, Environment: s.Environment}
	if h.Shift != 0 {
		state, err := t.cfg.Store.Shift(context.WithoutCancel(ctx), h.Shift)
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		}
		key := journal.TakenKey{Opened: h.Shift, Route: journal.RouteCash, Cashier: s.Cashier, Currency: s.Amount.Currency}
		figures, err := state.Figures.AddTaken(key, s.Amount.Minor, rec.Rounding, rec.Seq)
		if err == nil {
			_, err = journal.SumUp(state.Shift, figures, journal.Closing{Settings: set})
		}
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeSum, err)
		}
	}
	s.ID = journal.NewSaleID(day, h.Number+1)
	s.OrderID, s.Print = newOrderID(s.ID), t.cfg.Slips.Wanted()
	s.Record(now, journal.HistoryCash, s.Cashier)
	rec.SaleID = s.ID
	if s.Replaces != "" {
		c.remember()
	}
	rows := []journal.AuditRow{{By: s.Cashier, Action: journal.AuditCash, SaleID: s.ID, Detail: journal.CashNumber(rec.Seq) + " " + s.Amount.String()}}
	if g := c.draft.amount; g != nil {
		s.Record(now, journal.HistoryAmountAllowed, g.Word())
		rows = append(rows, g.Row(journal.AuditAmountAllowed, s.Amount.String()))
		rows[1].SaleID = s.ID
	}
	all := t.cfg.Writer.Rows(h, rows...)
	return journal.Change{Sale: s, Cash: &rec, Audit: append(all, t.noteStaleClock(h, s, day)...)}, nil
}

// replace writes down at the sale that cash was taken instead of it, and sets it
// aside if it is still open. The caller holds its write lock.
func (c *cashTaking) replace(old *run) error {
	by := c.sale.ID
	who, row := c.draft.replacing(by.Paper() + " " + journal.AsidePaidCash)
	return old.updateLocked(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			now := c.t.cfg.Now()
			s.ReplacedBy, s.Instead = by, append(slices.Clone(s.Instead), by)
			s.Record(now, journal.HistoryReplaced, by.Paper())
			if s.SetAside == nil && s.Status().Group() == journal.GroupOpen {
				s.SetAside = &journal.Decision{At: now, By: who, Reason: journal.AsidePaidCash}
			}
		},
		Audit: []journal.AuditRow{row},
	})
}

// join writes down later, at the sales that the order began with, that cash was
// taken.
func (c *cashTaking) join() {
	if c.sale.Replaces != "" && c.t.orders.joined(c.sale.ID) {
		c.forget()
	}
}

// indeterminate reports whether the sale may be on the disk although its commit
// reported an error. A store with a fault before it gave it no name.
func (c *cashTaking) indeterminate(err error) bool {
	certain := journal.CodeOf(err) != "" || errors.Is(err, journal.ErrRefused) || errors.Is(err, journal.ErrVersion)
	return !certain && c.sale.ID != ""
}

// afterDoubt waits until the disk can be read and says what became of the sale: in
// hand, or the error by which nothing was recorded. When the till closes over it,
// the next start shows what is there.
func (c *cashTaking) afterDoubt(ctx context.Context, cause error) (*run, error) {
	t := c.t
	for n := 0; ; n++ {
		if err := t.cfg.Writer.Wait(); err != nil {
			return nil, journal.Refuse(journal.CodeUnavailable, err)
		}
		found, err := t.cfg.Store.Sale(context.WithoutCancel(ctx), c.sale.ID)
		switch {
		case errors.Is(err, journal.ErrNotFound), err == nil && found.OrderID != c.sale.OrderID:
			return nil, journal.Refuse(journal.CodeStore, commit.NotWritten(cause))
		case err != nil:
			if !t.cfg.Work.Pause(n) {
				return nil, journal.Refuse(journal.CodeUnavailable, err)
			}
			continue
		}
		t.adopting.Lock()
		r, err := t.adopt(found)
		t.adopting.Unlock()
		c.join()
		return r, err
	}
}

// adopt puts a sale that is on the disk in hand and shows it. The caller holds
// adopting.
func (t *Teller) adopt(s journal.Sale) (*run, error) {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, journal.Refuse(journal.CodeUnavailable, nil)
	}
	r, known := t.runs[s.ID] // reading back may have been faster
	if !known {
		r = newRun(t, s)
		t.runs[s.ID] = r
	}
	t.mu.Unlock()
	if !known {
		r.publish(s, nil)
	}
	t.cfg.Slips.Queue(s)
	return r, nil
}

// remember keeps in mind, until the disk has it at the sale itself, that cash may
// have been taken instead of it.
func (c *cashTaking) remember() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.cashFor == nil {
		c.t.cashFor = map[journal.SaleID]*cashTaking{}
	}
	c.t.cashFor[c.draft.Replaces] = c
	c.id = c.sale.ID
}

// forget ends what remember began, and leaves alone what another taking of the same
// order still needs.
func (c *cashTaking) forget() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.cashFor[c.draft.Replaces] == c {
		delete(c.t.cashFor, c.draft.Replaces)
	}
}

// cashInstead is the sale that was, or may have been, taken in cash instead of
// another; blank for none.
func (o *orders) cashInstead(old journal.SaleID) journal.SaleID {
	o.t.mu.Lock()
	defer o.t.mu.Unlock()
	if c := o.t.cashFor[old]; c != nil {
		return c.id
	}
	return ""
}

// openSales reads the sales that a start takes in hand. Before anything is asked
// about one of them, each that cash was taken instead of knows it.
func (t *Teller) openSales(ctx context.Context) ([]journal.Sale, error) {
	sales, err := t.cfg.Store.OpenSales(ctx)
	if err != nil {
		return nil, err
	}
	joined := false
	for _, s := range sales {
		if s.CashSeq != 0 && s.Replaces != "" {
			if !t.orders.joined(s.ID) {
				return nil, errors.Join(t.cfg.Work.Context().Err(), fmt.Errorf("sale %s is not joined to its order", s.ID))
			}
			joined = true
		}
	}
	if !joined {
		return sales, nil
	}
	return t.cfg.Store.OpenSales(ctx)
}
