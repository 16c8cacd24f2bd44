package shift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sanduq/core/money"

	"sanduq/core/journal"
)

// Load reads which shift is present.
func (d *Desk) Load(ctx context.Context) error {
	state, err := d.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		d.present.Store(nil)
	case err != nil:
		return fmt.Errorf("read the present shift: %w", err)
	default:
		d.present.Store(&state.Shift)
	}
	return nil
}

// Committed takes in what a durable commit did to shift and cash, and reports whether
// there is news of the day. It is called in the order of the commits.
func (d *Desk) Committed(c journal.Change) (news bool) {
	switch {
	case c.Shift != nil:
		d.present.Store(c.Shift)
	case c.Z != nil:
		d.present.Store(nil)
	case c.Cash == nil && c.Receipt == nil && len(c.Movements)+len(c.Debts) == 0:
		return false
	}
	return true
}

// InUse reports whether the shop uses shifts.
func (d *Desk) InUse() bool { return d.present.Load() != nil }

// MayTake refuses to begin a sale, or to move cash, where the shop uses shifts
// and nobody has opened one. cash is the currency that would go into the drawer;
// blank for none. Errors: CodeShift, CodeShiftCurrency.
func (d *Desk) MayTake(cash string) error {
	s := d.present.Load()
	switch {
	case s == nil:
		return nil
	case s.Opened == nil:
		return journal.Refuse(journal.CodeShift, nil)
	case cash != "" && cash != s.Opened.Currency:
		return journal.Refuse(journal.CodeShiftCurrency, fmt.Errorf("%s in a drawer of %s", cash, s.Opened.Currency))
	}
	return nil
}

// NoShift reports whether no sale can begin because nobody has opened a shift.
func (d *Desk) NoShift() bool {
	s := d.present.Load()
	return s != nil && s.Opened == nil
}

// SwitchShifts completes the change of the settings where it switches shifts on
// or off, and refuses what an open shift forbids. Errors: CodeShiftOpen,
// CodeShiftCurrency, CodeClockAhead.
func (d *Desk) SwitchShifts(h *journal.Head, c *journal.Change, by string) error {
	present, set := d.present.Load(), c.Settings
	switch {
	case present != nil && present.Opened != nil && !set.Shifts:
		return journal.Refuse(journal.CodeShiftOpen, nil)
	case present != nil && present.Opened != nil && set.Currency != present.Opened.Currency:
		return journal.Refuse(journal.CodeShiftCurrency, nil)
	case present == nil && set.Shifts:
		c.Shift = &journal.Shift{Number: h.Z + 1, Version: 1, After: h.Z, Begun: d.cfg.Now()}
	case present != nil && !set.Shifts:
		if err := d.believes(*present, d.cfg.Link()); err != nil {
			return err
		}
		z, err := d.sumUp(h, d.cfg.Writer.DayOf(d.cfg.Now()), *set, by, "")
		if err != nil {
			return err
		}
		c.Z = &z
		c.Audit = append(c.Audit, d.cfg.Writer.Rows(h, journal.AuditRow{By: by, Action: journal.AuditShiftClosed, Detail: journal.ZNumber(z.Seq)})...)
	}
	return nil
}

// DueInCash is what a customer who pays an amount in cash has to give here, by the
// smallest coin that the shop hands out. Errors: as journal.DueInCash.
func (d *Desk) DueInCash(amount money.Amount) (journal.CashDue, error) {
	coin := int64(0)
	if set := d.cfg.Staff.Settings(); set.Currency == amount.Currency {
		coin = set.Coin
	}
	return journal.DueInCash(amount, cmp.Or(coin, journal.SmallestCoin(amount.Currency), 1))
}
