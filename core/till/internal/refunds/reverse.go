package refunds

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/internal/staff"
)

// Reversal reads, by the number of a cash receipt, what its reversal has to know. Errors:
// CodeNoSale, CodeStep where the cash is off already, CodeStore.
func (l *Ledger) Reversal(ctx context.Context, number uint64) (journal.Reversal, error) {
	r, err := l.cfg.Store.CashReceipt(ctx, number)
	var s journal.Sale
	if err == nil {
		s, err = l.cfg.Store.Sale(ctx, r.SaleID)
	}
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return journal.Reversal{}, journal.Refuse(journal.CodeNoSale, err)
	case err != nil:
		return journal.Reversal{}, journal.Refuse(journal.CodeStore, err)
	}
	return l.reversal(ctx, s)
}

func (l *Ledger) reversal(ctx context.Context, s journal.Sale) (r journal.Reversal, err error) {
	if !s.TookCash() {
		return journal.Reversal{}, journal.Refuse(journal.CodeStep, fmt.Errorf("sale %s holds no cash", s.ID))
	}
	if r.Cash, err = l.cfg.Store.CashReceipt(ctx, s.CashSeq); err != nil {
		return journal.Reversal{}, journal.Refuse(journal.CodeStore, err)
	}
	if r.Cash.Shift == 0 {
		return r, nil
	}
	shift, err := l.cfg.Store.Shift(ctx, r.Cash.Shift)
	if err != nil {
		return journal.Reversal{}, journal.Refuse(journal.CodeStore, err)
	}
	if r.Z = shift.Z; r.Z == 0 {
		return r, nil
	}
	z, err := l.cfg.Store.Z(ctx, r.Z)
	if err != nil {
		return journal.Reversal{}, journal.Refuse(journal.CodeStore, err)
	}
	if z.Drawer != nil && z.Drawer.Difference < 0 {
		claimed, err := l.claimed(ctx, r.Cash.Shift)
		if err != nil {
			return journal.Reversal{}, journal.Refuse(journal.CodeStore, err)
		}
		r.Missing = max(0, min(-z.Drawer.Difference-claimed, r.Cash.Due().Minor))
	}
	return r, nil
}

// claimed is how much of what the count of a shift found missing, in minor units, earlier
// reversals of its cash have put into the book again. It returns the store's error.
func (l *Ledger) claimed(ctx context.Context, shift uint64) (minor int64, err error) {
	all, err := l.ReturnedDebts(ctx)
	for _, d := range all {
		if d.Cause != journal.DebtReversed {
			continue
		}
		s, err := l.cfg.Store.Sale(ctx, d.Sale)
		if err != nil {
			return 0, err
		}
		cash, err := l.cfg.Store.CashReceipt(ctx, s.CashSeq)
		if err != nil {
			return 0, err
		}
		if cash.Shift != shift {
			continue
		}
		rows, err := l.cfg.Store.DebtRows(ctx, d.Number)
		if err != nil {
			return 0, err
		}
		back, err := l.putBack(ctx, rows[0].Shift, d.Sale)
		if err != nil {
			return 0, err
		}
		minor += back // parts of one difference: no overflow
	}
	return minor, err
}

// putBack is what the reversal of a sale's cash, in a shift, put into the book again.
func (l *Ledger) putBack(ctx context.Context, shift uint64, of journal.SaleID) (int64, error) {
	if shift == 0 {
		return 0, nil
	}
	for before := uint64(0); ; {
		some, err := l.cfg.Store.Movements(ctx, shift, before, 100)
		if err != nil || len(some) == 0 {
			return 0, err
		}
		for _, m := range some {
			if m.Sale == of && m.Kind == journal.MovementIn {
				return m.Minor, nil
			}
			before = m.Seq
		}
	}
}

// ReverseCash takes the cash of a sale off again, which somebody recorded wrongly: what
// the customer had to give is a movement out of the drawer that names the sale, and the
// sale's amount counts as returned in the shift and on the day of the reversal. The sale,
// its cash receipt and every Z stay as they are. Bank money of the order that was owed back
// since cash was taken too, and is the only money of it now, is kept in the same commit, for
// the number of the cash receipt as the reason. missing is how much of it the count of
// the sale's own Z has found missing already, in minor units: that was never in the
// drawer, and is put into the book again in the same commit. Errors: CodeManager,
// CodeReason, CodeNoSale, CodeStep as Reversal, CodeSum for more missing than that Z says,
// CodeShift where no shift is open, CodeShiftCurrency, CodeDrawer where less is in the
// drawer than goes out, CodeFrozen, CodeStore.
func (l *Ledger) ReverseCash(ctx context.Context, id journal.SaleID, by string, missing int64, reason string) (err error) {
	if err := l.cfg.Frozen(); err != nil {
		return err
	}
	reason, ok := journal.Written(reason) // as a movement holds it
	if !ok {
		return journal.Refuse(journal.CodeReason, nil)
	}
	g, err := l.cfg.Staff.ClaimAnyone(staff.ActReverseCash, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	of, done, err := l.cfg.Sales.Acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	if err = l.reverse(ctx, of, g, missing, reason); err == nil {
		l.cfg.Reversed(id, g.By)
	}
	return err
}

func (l *Ledger) reverse(ctx context.Context, of Sale, g *staff.Grant, missing int64, reason string) error {
	of.Lock()
	defer of.Unlock()
	var next journal.Sale
	var only journal.Debt
	err := l.cfg.Writer.ConfirmUnder(l.cfg.Sales.Settling(), func(h *journal.Head, day journal.Day) (c journal.Change, err error) {
		next = of.Sale()
		r, err := l.reversal(context.WithoutCancel(ctx), next)
		switch {
		case err != nil:
			return journal.Change{}, err
		case missing < 0 || missing > r.Missing:
			return journal.Change{}, journal.Refuse(journal.CodeSum, fmt.Errorf("%d missing, the Z says %d", missing, r.Missing))
		}
		if c.Movements, err = l.taken(ctx, h, g, r, missing, reason); err != nil {
			return journal.Change{}, err
		}
		now := l.cfg.Now()
		next.Version++
		next.UpdatedAt, next.Reversed = now, &journal.Decision{At: now, By: g.Word(), Reason: reason}
		next.Record(now, journal.HistoryReversed, g.Word())
		opened := Opening(h, next, next.ID, journal.DebtReversed, now)
		h.DebtRow++
		back := journal.DebtRow{Seq: h.DebtRow, Debt: opened.Debt, Kind: journal.DebtReturned, At: now, By: g.By, DelegatedBy: g.DelegatedBy, Shift: h.Shift,
			Minor: next.Amount.Minor, Open: next.Amount.Minor, Reference: journal.CashNumber(next.CashSeq)}
		opened.By, opened.DelegatedBy, back.BookedAt = g.By, g.DelegatedBy, bookedAt(now, day)
		row := g.Row(journal.AuditCashReversed, journal.CashNumber(next.CashSeq)+" "+r.Cash.Due().String()+" "+reason)
		row.SaleID = next.ID
		c.Debts = []journal.DebtRow{opened, back}
		told := l.alone(next.ID, back, l.staleClock(next.ID, day, row))
		if only, err = l.keepOnly(context.WithoutCancel(ctx), next, &back); err != nil {
			return journal.Change{}, err
		}
		if only.Number != 0 {
			h.DebtRow++
			back.Seq = h.DebtRow
			c.Debts = append(c.Debts, back)
			told = append(told, l.alone(only.Sale, back, []journal.AuditRow{{By: g.By, DelegatedBy: g.DelegatedBy, Action: journal.AuditOwedKept, SaleID: only.Sale,
				Detail: money.Amount{Minor: back.Minor, Currency: only.Amount.Currency}.String() + " " + back.Reason}})...)
		}
		if next.OwedEnd, err = l.OwedEnd(context.WithoutCancel(ctx), next.ID, only); err != nil {
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		}
		c.Sale, c.Audit = &next, l.cfg.Writer.Rows(h, told...)
		return c, nil
	})
	if err == nil {
		of.Publish(next)
		if only.Number != 0 {
			l.FollowSale(only.Sale)
			l.FollowSale(only.With)
		}
	}
	return journal.WithCode(err)
}

// keepOnly makes of the row that returns the cash of a sale the one that keeps the bank money
// of its order, where that is the only money left. It returns the entry after it; zero for
// none. Errors: CodeStore.
func (l *Ledger) keepOnly(ctx context.Context, off journal.Sale, row *journal.DebtRow) (d journal.Debt, err error) {
	order, err := l.cfg.Sales.Order(ctx, off)
	if err != nil {
		return journal.Debt{}, err
	}
	all, err := l.Takings(ctx, append(order, off))
	if err != nil {
		return journal.Debt{}, journal.Refuse(journal.CodeStore, err)
	}
	paid, there := Released(all)
	if !there {
		return journal.Debt{}, nil
	}
	if d, _, err = l.own(ctx, paid.ID); err != nil {
		return journal.Debt{}, journal.Refuse(journal.CodeStore, err)
	}
	row.Debt, row.Kind, row.Minor, row.Open, row.Reason, row.Reference = d.Number, journal.DebtKept, d.Open(), d.Open(), row.Reference, ""
	if d, err = d.Append(*row); err != nil {
		return journal.Debt{}, debtRefused(err)
	}
	return d, nil
}

// taken are the movements of a reversal; none where the shop uses no shifts.
func (l *Ledger) taken(ctx context.Context, h *journal.Head, g *staff.Grant, r journal.Reversal, missing int64, reason string) (moved []journal.Movement, err error) {
	if h.Shift == 0 {
		return nil, nil
	}
	s, err := l.cfg.Store.Shift(context.WithoutCancel(ctx), 0)
	switch {
	case err != nil:
		return nil, journal.Refuse(journal.CodeStore, err)
	case s.Opened == nil:
		return nil, journal.Refuse(journal.CodeShift, nil)
	case s.Opened.Currency != r.Cash.Amount.Currency:
		return nil, journal.Refuse(journal.CodeShiftCurrency, nil)
	}
	move := func(kind journal.MovementKind, minor int64, reason string) {
		h.Movement++
		moved = append(moved, journal.Movement{Seq: h.Movement, Shift: h.Shift, Kind: kind, At: l.cfg.Now(), By: g.By, DelegatedBy: g.DelegatedBy, Minor: minor, Reason: reason, Sale: r.Cash.SaleID})
	}
	if missing > 0 {
		move(journal.MovementIn, missing, journal.CashNumber(r.Cash.Seq)+", "+journal.ZNumber(r.Z))
	}
	move(journal.MovementOut, r.Cash.Due().Minor, reason)
	figures := s.Figures
	for _, m := range moved {
		if err = m.Check(); err == nil {
			figures, err = figures.Move(m.Signed())
		}
		if err != nil {
			return nil, journal.Refuse(journal.CodeSum, err)
		}
	}
	after, err := journal.SumUp(s.Shift, figures, journal.Closing{Settings: l.cfg.Staff.Settings()})
	switch {
	case err != nil:
		return nil, journal.Refuse(journal.CodeSum, err)
	case after.Drawer.Expected < 0 && r.Cash.Shift != s.Number: // in its own shift the sale is in the drawer's book
		return nil, journal.Refuse(journal.CodeDrawer, fmt.Errorf("%s", money.Amount{Minor: after.Drawer.Expected, Currency: after.Drawer.Currency}))
	}
	return moved, nil
}
