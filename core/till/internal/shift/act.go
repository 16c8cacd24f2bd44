package shift

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/internal/staff"
)

// mostCounts bounds how often the drawer is counted in one shift while nothing
// moves: each count stays in its record. One that the closing needs, since cash came
// or went after the newest, is taken all the same.
const mostCounts = 100

// OpenToCount writes down who has the drawer opened to count it. It asks for no
// right, since the count does; the drawer is opened only after it has returned.
// Errors: CodeShift, CodeStore.
func (d *Desk) OpenToCount(ctx context.Context, by string) error {
	by = d.cfg.Staff.Whose(by)
	return d.onShift(ctx, func(h *journal.Head, s journal.ShiftState) (journal.Change, error) {
		if s.Opened == nil {
			return journal.Change{}, journal.Refuse(journal.CodeShift, nil)
		}
		return journal.Change{Audit: d.cfg.Writer.Rows(h, journal.AuditRow{By: by, Action: journal.AuditDrawer, Detail: s.Label()})}, nil
	})
}

// CountDrawer makes a count of the drawer durable and only then returns what
// should be in it, and the difference. Errors: CodeShift, CodeManager, CodeSum for
// a count that does not add up, CodeStep after too many with nothing moved since,
// CodeStore, CodeUnavailable.
func (d *Desk) CountDrawer(ctx context.Context, by string, cash journal.DrawerCount) (sum journal.DrawerSum, err error) {
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActCountDrawer, by)
	if err != nil {
		return journal.DrawerSum{}, err
	}
	defer func() { g.End(err) }()
	if len(cash.Pieces) > 0 {
		again, err := journal.CountDrawer(cash.Currency, cash.Pieces)
		if err != nil || again.Minor != cash.Minor {
			return journal.DrawerSum{}, journal.Refuse(journal.CodeSum, errors.Join(err, fmt.Errorf("%d counted, %d said", again.Minor, cash.Minor)))
		}
	}
	err = d.onShift(ctx, func(h *journal.Head, s journal.ShiftState) (journal.Change, error) {
		switch {
		case s.Opened == nil:
			return journal.Change{}, journal.Refuse(journal.CodeShift, nil)
		case cash.Currency != s.Opened.Currency:
			return journal.Change{}, journal.Refuse(journal.CodeShiftCurrency, nil)
		case cash.Minor < 0:
			return journal.Change{}, journal.Refuse(journal.CodeSum, nil)
		case len(s.Counts) >= mostCounts && s.CountedFor(h) == nil:
			return journal.Change{}, journal.Refuse(journal.CodeStep, fmt.Errorf("counted %d times", len(s.Counts)))
		}
		next := s.Shift
		next.Version++
		next.Counts = append(append([]journal.ShiftCount(nil), s.Counts...),
			journal.ShiftCount{At: d.cfg.Now(), By: g.By, Cash: cash, NewestCash: h.Cash, NewestMovement: h.Movement})
		z, err := journal.SumUp(next, s.Figures, journal.Closing{Settings: d.cfg.Staff.Settings(), Seq: h.Z + 1})
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeSum, err)
		}
		sum = *z.Drawer
		detail := next.Label() + " " + money.Amount{Minor: cash.Minor, Currency: cash.Currency}.String()
		return journal.Change{Shift: &next, Audit: d.cfg.Writer.Rows(h, g.Row(journal.AuditCounted, detail))}, nil
	})
	if err != nil {
		return journal.DrawerSum{}, err
	}
	return sum, nil
}

// MoveCash records cash that a person puts into the drawer or takes out of it, in
// minor units, with a reason; sale is the one that it is about, if any. Of more out
// than the drawer should hold it records that somebody asked for it, and refuses it
// with CodeDrawer, which names no sum: see MoveCashBeyond. Errors: CodeShift,
// CodeManager, CodeReason, CodeSum, CodeDrawer, CodeFrozen, CodeStore.
func (d *Desk) MoveCash(ctx context.Context, by string, kind journal.MovementKind, minor int64, reason string, sale journal.SaleID) error {
	asks, action := staff.ActCashIn, journal.AuditCashIn
	if kind == journal.MovementOut {
		asks, action = staff.ActCashOut, journal.AuditCashOut
	}
	reason, ok := journal.Written(reason)
	if !ok {
		return journal.Refuse(journal.CodeReason, nil)
	}
	return d.move(ctx, asks, action, by, journal.Movement{Kind: kind, Minor: minor, Reason: reason, Sale: sale}, false)
}

// MoveCashBeyond is MoveCash out of the drawer, said once more by a person whom it
// refused with CodeDrawer. The drawer is what it is: a float that was not typed in,
// or cash that nobody recorded, makes the book wrong and not the hand that takes.
// Errors: as MoveCash, without CodeDrawer.
func (d *Desk) MoveCashBeyond(ctx context.Context, by string, minor int64, reason string, sale journal.SaleID) error {
	reason, ok := journal.Written(reason)
	if !ok {
		return journal.Refuse(journal.CodeReason, nil)
	}
	return d.move(ctx, staff.ActCashBeyond, journal.AuditCashOut, by, journal.Movement{Kind: journal.MovementOut, Minor: minor, Reason: reason, Sale: sale}, true)
}

// HandOver records that the drawer goes from one person to the next, without
// closing the shift. Errors: CodeShift, CodeManager, CodeName, CodeFrozen,
// CodeStore.
func (d *Desk) HandOver(ctx context.Context, by, to string) error {
	to = strings.TrimSpace(to)
	if to == "" || journal.SameName(to, d.cfg.Staff.Whose(by)) {
		return journal.Refuse(journal.CodeName, nil)
	}
	return d.move(ctx, staff.ActHandOver, journal.AuditShiftHanded, by, journal.Movement{Kind: journal.MovementHand, To: to}, false)
}

// move writes a movement down. Where the drawer should hold less than is taken out,
// it writes down that somebody asked, unless they know: what is asked for in vain
// tells a little of what should be there, and leaves a row each time.
func (d *Desk) move(ctx context.Context, asks staff.Act, action journal.AuditAction, by string, m journal.Movement, knows bool) (err error) {
	if err := d.cfg.Frozen(); err != nil {
		return err
	}
	g, err := d.cfg.Staff.ClaimAnyone(asks, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	short := false
	err = d.onShift(ctx, func(h *journal.Head, s journal.ShiftState) (journal.Change, error) {
		if s.Opened == nil {
			return journal.Change{}, journal.Refuse(journal.CodeShift, nil)
		}
		row := m
		row.Seq, row.Shift, row.At, row.By, row.DelegatedBy = h.Movement+1, s.Number, d.cfg.Now(), g.By, g.DelegatedBy
		figures, err := s.Figures, row.Check()
		if row.Kind != journal.MovementHand && err == nil {
			figures, err = s.Figures.Move(row.Signed())
		}
		var after journal.Z
		if err == nil {
			after, err = journal.SumUp(s.Shift, figures, journal.Closing{Settings: d.cfg.Staff.Settings()})
		}
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeSum, err)
		}
		detail := strings.TrimSpace(row.To + " " + row.Reason)
		if row.Minor != 0 {
			detail = money.Amount{Minor: row.Minor, Currency: s.Opened.Currency}.String() + " " + detail
		}
		told := g.Row(action, detail)
		told.SaleID = row.Sale
		if short = row.Kind == journal.MovementOut && after.Drawer.Expected < 0 && !knows; short {
			told.Action = journal.AuditCashAsked
			return journal.Change{Audit: d.cfg.Writer.Rows(h, told)}, nil
		}
		return journal.Change{Movements: []journal.Movement{row}, Audit: d.cfg.Writer.Rows(h, told)}, nil
	})
	if err == nil && short {
		err = journal.Refuse(journal.CodeDrawer, nil)
	}
	return err
}

// onShift commits a change that is made of the present shift as the disk has it in
// that moment. Nobody is told that it was not saved while it may have been: anyone who
// then does it again moves cash twice. It waits a commit in doubt out. Errors:
// CodeShift where there is none, those of build, CodeStore, by which nothing was
// recorded, CodeUnavailable.
func (d *Desk) onShift(ctx context.Context, build func(*journal.Head, journal.ShiftState) (journal.Change, error)) error {
	return d.onShiftDay(ctx, func(h *journal.Head, s journal.ShiftState, _ journal.Day) (journal.Change, error) { return build(h, s) })
}

// onShiftDay is onShift for a change that is booked on the day of its commit.
func (d *Desk) onShiftDay(ctx context.Context, build func(*journal.Head, journal.ShiftState, journal.Day) (journal.Change, error)) error {
	return journal.WithCode(d.cfg.Writer.Confirm(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		s, err := d.cfg.Store.Shift(context.WithoutCancel(ctx), 0)
		switch {
		case errors.Is(err, journal.ErrNotFound):
			return journal.Change{}, journal.Refuse(journal.CodeShift, nil)
		case err != nil:
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		}
		return build(h, s, day)
	}))
}
