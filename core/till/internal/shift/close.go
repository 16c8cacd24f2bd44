package shift

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/till/internal/staff"
)

// mostNamed is how many sales a Z names one by one: of those still open, and of
// those whose money is owed back. Their sums are of all.
const mostNamed = 40

// X sums up the present shift as it stands, without ending it. Who may not see what
// should be in the drawer gets no sum of cash: a count would not be blind. Errors: CodeShift,
// CodeManager, CodeSum, CodeStore.
func (d *Desk) X(ctx context.Context, by string) (z journal.Z, err error) {
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActX, by)
	if err != nil {
		return journal.Z{}, err
	}
	defer func() { g.End(err) }()
	s, err := d.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return journal.Z{}, journal.Refuse(journal.CodeShift, nil)
	case err != nil:
		return journal.Z{}, journal.Refuse(journal.CodeStore, err)
	}
	c, err := d.closing(ctx, d.cfg.Staff.Settings(), g.By)
	if err != nil {
		return journal.Z{}, err
	}
	z, err = journal.SumUp(s.Shift, s.Figures, c)
	if err != nil {
		return journal.Z{}, journal.Refuse(journal.CodeSum, err)
	}
	if !d.seesExpected() {
		z.HideExpected()
	}
	return z, d.cfg.Staff.SumsSeen(g, "X")
}

// CloseShift ends the shift of a number with its Z and begins the next, in one
// commit; what was paid until that very commit is in it. The drawer of a shift
// that somebody opened must have been counted since cash came or went, and a
// difference needs a reason. Errors: CodeShiftClosed, with the Z, where somebody
// has closed it before; CodeManager, CodeCount, CodeCountStale, CodeReason,
// CodeClockAhead, CodeFrozen, CodeShift, CodeSum, CodeStore.
func (d *Desk) CloseShift(ctx context.Context, number uint64, by, reason string) (z journal.Z, err error) {
	if err := d.cfg.Frozen(); err != nil {
		return journal.Z{}, err
	}
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActCloseShift, by)
	if err != nil {
		return journal.Z{}, err
	}
	defer func() { g.End(err) }()
	reason = strings.TrimSpace(reason)
	link := d.cfg.Link()
	err = d.onShiftDay(ctx, func(h *journal.Head, s journal.ShiftState, day journal.Day) (journal.Change, error) {
		if s.Number != number {
			return journal.Change{}, journal.Refuse(journal.CodeShiftClosed, nil)
		}
		if err := s.CountedFor(h); err != nil {
			return journal.Change{}, err
		}
		if err := d.believes(s.Shift, link); err != nil {
			return journal.Change{}, err
		}
		if z, err = d.sumUp(h, day, d.cfg.Staff.Settings(), g.By, reason); err != nil {
			return journal.Change{}, err
		}
		if z.Drawer != nil && z.Drawer.Difference != 0 && reason == "" {
			return journal.Change{}, journal.Refuse(journal.CodeReason, nil)
		}
		next := journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}
		return journal.Change{Z: &z, Shift: &next,
			Audit: d.cfg.Writer.Rows(h, g.Row(journal.AuditShiftClosed, strings.TrimSpace(journal.ZNumber(z.Seq)+" "+reason)))}, nil
	})
	switch journal.CodeOf(err) {
	case "":
		return z, nil
	case journal.CodeShiftClosed:
		old, readErr := d.cfg.Store.Shift(ctx, number)
		if readErr == nil {
			z, readErr = d.cfg.Store.Z(ctx, old.Z)
		}
		if readErr != nil {
			return journal.Z{}, journal.Refuse(journal.CodeShift, fmt.Errorf("shift %d: %w", number, readErr))
		}
		return z, err
	}
	return journal.Z{}, err
}

// sumUp makes the Z of the present shift, for the commit in which it is called.
func (d *Desk) sumUp(h *journal.Head, day journal.Day, set journal.Settings, by, reason string) (journal.Z, error) {
	ctx := context.Background()
	s, err := d.cfg.Store.Shift(ctx, 0)
	if err != nil {
		return journal.Z{}, journal.Refuse(journal.CodeStore, err)
	}
	c, err := d.closing(ctx, set, by)
	if err != nil {
		return journal.Z{}, err
	}
	newest, err := d.cfg.Store.Zs(ctx, 0, 1)
	if err != nil {
		return journal.Z{}, journal.Refuse(journal.CodeStore, err)
	}
	c.Seq, c.Reason, c.Booked = h.Z+1, reason, day
	if len(newest) > 0 {
		c.Before = newest[0].Seq
	}
	z, err := journal.SumUp(s.Shift, s.Figures, c)
	if err != nil {
		return journal.Z{}, journal.Refuse(journal.CodeSum, err)
	}
	return z, nil
}

// closing is what an X or a Z says beside its shift: what may still be paid, and
// what is owed back.
func (d *Desk) closing(ctx context.Context, set journal.Settings, by string) (journal.Closing, error) {
	c := journal.Closing{Settings: set, Environment: d.cfg.Environment, At: d.cfg.Now(), By: by}
	sales, err := d.cfg.Store.OpenSales(ctx)
	if err != nil {
		return c, journal.Refuse(journal.CodeStore, err)
	}
	if c.Open, err = stillOpen(sales); err != nil {
		return c, err
	}
	debts, err := d.cfg.Store.Debts(ctx, journal.DebtQuery{Open: true, Limit: mostNamed})
	if err != nil {
		return c, journal.Refuse(journal.CodeStore, err)
	}
	for _, d := range debts {
		c.OwedBy = append(c.OwedBy, d.Sale)
	}
	return c, nil
}

func stillOpen(sales []journal.Sale) (journal.StillOpen, error) {
	var open journal.StillOpen
	add := journal.Adder{}
	for _, s := range sales {
		if s.Status().Group() != journal.GroupOpen {
			continue
		}
		if len(open.Sales) < mostNamed {
			open.Sales = append(open.Sales, s.ID)
		}
		if open.Sums == nil {
			open.Sums = map[string]journal.Tally{}
		}
		sum := open.Sums[s.Amount.Currency]
		open.Sums[s.Amount.Currency] = journal.Tally{Number: sum.Number + 1, Minor: add.Sum(sum.Minor, s.Amount.Minor)}
	}
	if add.Over {
		return open, journal.Refuse(journal.CodeSum, nil)
	}
	return open, nil
}
