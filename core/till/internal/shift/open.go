package shift

import (
	"context"
	"fmt"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/till/internal/staff"
)

// OpenShift lets a person take the present shift with what they found in the drawer, in
// minor units of the shop's currency. Where that differs from what the newest Z counted,
// the difference is a movement of the shift with a reason, in the same commit: no cash
// comes or goes between two shifts without a row. Errors: CodeShift where the shop uses
// none, CodeManager, CodeShiftOpen, CodeReason where it differs and nobody says why,
// CodeSum for a float below nothing or beyond reason, CodeClockAhead, CodeFrozen,
// CodeStore.
func (d *Desk) OpenShift(ctx context.Context, by string, found int64, reason string) (err error) {
	if err := d.cfg.Frozen(); err != nil {
		return err
	}
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActOpenShift, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	reason = strings.TrimSpace(reason)
	link := d.cfg.Link()
	return d.onShiftDay(ctx, func(h *journal.Head, s journal.ShiftState, day journal.Day) (journal.Change, error) {
		set := d.cfg.Staff.Settings()
		switch {
		case s.Opened != nil:
			return journal.Change{}, journal.Refuse(journal.CodeShiftOpen, nil)
		case found < 0:
			return journal.Change{}, journal.Refuse(journal.CodeSum, fmt.Errorf("a float of %d", found))
		}
		if err := d.believes(s.Shift, link); err != nil {
			return journal.Change{}, err
		}
		last, err := queries.LastCountOf(context.WithoutCancel(ctx), d.cfg.Store, set.Currency)
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		}
		next := s.Shift
		next.Version++
		if next.BookFrom != "" { // by the clock that is right again
			next.BookFrom = day
		}
		next.Opened = &journal.Opening{At: d.cfg.Now(), By: g.By, Currency: set.Currency, Float: found}
		detail := next.Label() + " " + money.Amount{Minor: found, Currency: set.Currency}.String()
		c := journal.Change{Shift: &next, Audit: []journal.AuditRow{g.Row(journal.AuditShiftOpened, detail)}}
		if last != nil {
			next.Opened.Float, next.Opened.Counted, next.Opened.Between = last.Minor, last.Z, found-last.Minor // none is below zero: it fits
		}
		if between := next.Opened.Between; between != 0 {
			next.Opened.Reason = reason
			row, told := floatMoved(g, set.Currency, between, reason)
			row.Seq, row.Shift, row.At = h.Movement+1, s.Number, next.Opened.At
			if err := row.Check(); err != nil {
				return journal.Change{}, journal.Refuse(journal.CodeReason, err)
			}
			c.Movements, c.Audit = []journal.Movement{row}, append(c.Audit, told)
		}
		if err := d.fits(next, s.Figures, c.Movements); err != nil {
			return journal.Change{}, err
		}
		c.Audit = d.cfg.Writer.Rows(h, c.Audit...)
		return c, nil
	})
}

// CorrectFloat records that a shift did not begin with what was typed, but with another
// sum: the difference is a movement with a reason, whatever came and went since. Nothing
// that was written is changed. Errors: CodeShift, CodeManager, CodeReason, CodeSum for a
// float below nothing, or the one that stands already, CodeFrozen, CodeStore.
func (d *Desk) CorrectFloat(ctx context.Context, by string, float int64, reason string) (err error) {
	if err := d.cfg.Frozen(); err != nil {
		return err
	}
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActCorrectFloat, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	if reason = strings.TrimSpace(reason); reason == "" {
		return journal.Refuse(journal.CodeReason, nil)
	}
	return d.onShift(ctx, func(h *journal.Head, s journal.ShiftState) (journal.Change, error) {
		if s.Opened == nil {
			return journal.Change{}, journal.Refuse(journal.CodeShift, nil)
		}
		stands, err := d.floatOf(ctx, s)
		if err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		}
		if float < 0 || float == stands {
			return journal.Change{}, journal.Refuse(journal.CodeSum, fmt.Errorf("a float of %d, where it is %d", float, stands))
		}
		row, told := floatMoved(g, s.Opened.Currency, float-stands, reason)
		row.Seq, row.Shift, row.At = h.Movement+1, s.Number, d.cfg.Now()
		if err := row.Check(); err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeReason, err)
		}
		moved := []journal.Movement{row}
		if err := d.fits(s.Shift, s.Figures, moved); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Movements: moved, Audit: d.cfg.Writer.Rows(h, told)}, nil
	})
}

// floatOf is what a shift began with, by all that was said of it so far.
func (d *Desk) floatOf(ctx context.Context, s journal.ShiftState) (int64, error) {
	float, before, add := s.Opened.Float, uint64(0), journal.Adder{}
	for {
		some, err := d.cfg.Store.Movements(context.WithoutCancel(ctx), s.Number, before, mostCounts)
		if err != nil || len(some) == 0 {
			return float, err
		}
		for _, m := range some {
			if before = m.Seq; m.Float {
				float = add.Sum(float, m.Signed())
			}
		}
	}
}

// floatMoved is the movement of what a float differs by, and the row that tells of it.
func floatMoved(g *staff.Grant, currency string, minor int64, reason string) (journal.Movement, journal.AuditRow) {
	m := journal.Movement{Kind: journal.MovementIn, Minor: minor, By: g.By, DelegatedBy: g.DelegatedBy, Reason: reason, Float: true}
	if minor < 0 {
		m.Kind, m.Minor = journal.MovementOut, -minor
	}
	return m, g.Row(journal.AuditFloat, money.Amount{Minor: minor, Currency: currency}.String()+" "+reason)
}

// fits refuses what the shift could not be summed up with any more.
func (d *Desk) fits(s journal.Shift, figures journal.ShiftFigures, moved []journal.Movement) (err error) {
	for _, m := range moved {
		if figures, err = figures.Move(m.Signed()); err != nil {
			return journal.Refuse(journal.CodeSum, err)
		}
	}
	if _, err = journal.SumUp(s, figures, journal.Closing{Settings: d.cfg.Staff.Settings()}); err != nil {
		return journal.Refuse(journal.CodeSum, err)
	}
	return nil
}
