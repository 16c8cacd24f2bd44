package refunds

import (
	"context"
	"errors"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/internal/staff"
)

// Opening is the row that opens an entry of what is owed back: the money of s, which
// came although the sale with was paid too. It is written in the commit by which
// the till learns of it.
func Opening(h *journal.Head, s journal.Sale, with journal.SaleID, cause journal.DebtCause, at time.Time) journal.DebtRow {
	h.Debt++
	h.DebtRow++
	return journal.DebtRow{Seq: h.DebtRow, Debt: h.Debt, Kind: journal.DebtOpened, At: at, Shift: h.Shift, Cause: cause, Sale: s.ID, With: with, Amount: s.Amount}
}

// NoteDebt records that somebody took note of an entry of what is owed back: its
// banner goes, and nothing else. Errors: CodeDebt, CodeStore.
func (l *Ledger) NoteDebt(ctx context.Context, number uint64, by string) error {
	d, err := l.onDebt(ctx, number, journal.DebtRow{Kind: journal.DebtNoted, By: l.cfg.Staff.Whose(by)}, journal.AuditOwedNoted, "", nil, false)
	if err != nil {
		return err
	}
	if err = l.cfg.ReadAlert(ctx, d.Sale); journal.CodeOf(err) == journal.CodeNoSale {
		return nil
	}
	return err
}

// ReturnDebt records a manager's word that what was owed back, or a part of it,
// was returned through the bank, with the bank's reference. open is what the
// manager saw to be open. The till moves no money. Errors: CodeDebt, CodeManager,
// CodeDebtMoved, CodeDebtSum, CodeReference, CodeReferenceUsed where the reference closed
// another entry already (see ReturnDebtToo), CodeStore; CodeFrozen while the journal was
// put back and nobody has confirmed it: it may have been returned since.
func (l *Ledger) ReturnDebt(ctx context.Context, number uint64, by string, minor, open int64, reference string) error {
	return l.closeDebt(ctx, number, by, journal.AuditOwedReturned, returnedRow(minor, open, reference), false)
}

// ReturnDebtToo is ReturnDebt, said once more by a person whom it refused with
// CodeReferenceUsed: one transfer returned both. The audit names the other entry.
// Errors: as ReturnDebt, without CodeReferenceUsed.
func (l *Ledger) ReturnDebtToo(ctx context.Context, number uint64, by string, minor, open int64, reference string) error {
	return l.closeDebt(ctx, number, by, journal.AuditOwedReturned, returnedRow(minor, open, reference), true)
}

func returnedRow(minor, open int64, reference string) journal.DebtRow {
	return journal.DebtRow{Kind: journal.DebtReturned, Minor: minor, Open: open, Reference: strings.TrimSpace(reference)}
}

// KeepDebt is ReturnDebt for what the shop keeps because the customer agreed, with
// the reason.
func (l *Ledger) KeepDebt(ctx context.Context, number uint64, by string, minor, open int64, reason string) error {
	return l.closeDebt(ctx, number, by, journal.AuditOwedKept, journal.DebtRow{Kind: journal.DebtKept, Minor: minor, Open: open, Reason: strings.TrimSpace(reason)}, false)
}

// closeDebt writes a row that closes an entry, or a part of it; too allows a reference
// that another entry has.
func (l *Ledger) closeDebt(ctx context.Context, number uint64, by string, action journal.AuditAction, row journal.DebtRow, too bool) (err error) {
	if err := l.cfg.Frozen(); err != nil { // it may have been returned since the journal's newest row
		return err
	}
	a := staff.ActReturnDebt
	switch {
	case row.Kind == journal.DebtKept:
		a = staff.ActKeepDebt
	case too:
		a = staff.ActReturnDebtToo
	}
	g, err := l.cfg.Staff.ClaimAnyone(a, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	row.By = g.By
	if _, err := l.usedBy(ctx, number, row.Reference); err != nil { // read before a commit has to wait for it
		return journal.Refuse(journal.CodeStore, err)
	}
	of, done, err := l.saleOfDebt(ctx, number)
	if err != nil {
		return err
	}
	defer done()
	d, err := l.onDebt(ctx, number, row, action, g.DelegatedBy, of, too)
	if err == nil && d.Open() == 0 && d.With != d.Sale {
		l.FollowSale(d.With)
	}
	return err
}

// onDebt writes one more row of an entry, as the disk has it in that moment, and
// returns the entry after it. A row that closes it is committed together with what
// the sale of then says, which is nil where there is no such record. It waits a
// commit in doubt out, as onShift does.
func (l *Ledger) onDebt(ctx context.Context, number uint64, row journal.DebtRow, action journal.AuditAction, delegatedBy string, of Sale, too bool) (d journal.Debt, err error) {
	if of != nil {
		of.Lock()
		defer of.Unlock()
	}
	var says *journal.Sale
	err = l.cfg.Writer.Confirm(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		now, there, err := l.debt(ctx, number)
		switch {
		case err != nil:
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		case !there:
			return journal.Change{}, journal.Refuse(journal.CodeDebt, nil)
		}
		d = now
		if row.Kind == journal.DebtNoted && d.Noted != nil {
			return journal.Change{}, nil
		}
		h.DebtRow++
		row.Seq, row.Debt, row.At, row.Shift, row.DelegatedBy = h.DebtRow, number, l.cfg.Now(), h.Shift, delegatedBy
		row.BookedAt = bookedAt(row.At, day)
		after, err := d.Append(row)
		if err != nil {
			return journal.Change{}, debtRefused(err)
		}
		other, err := l.usedBy(ctx, number, row.Reference)
		switch {
		case err != nil:
			return journal.Change{}, journal.Refuse(journal.CodeStore, err)
		case other.Number != 0 && !too:
			return journal.Change{}, journal.Refuse(journal.CodeReferenceUsed, &journal.ReferenceUsedError{By: other})
		}
		d, says = after, nil
		if of != nil && d.Open() == 0 {
			if says, err = l.followed(of, d); err != nil {
				return journal.Change{}, err
			}
		}
		detail := strings.TrimSpace(money.Amount{Minor: row.Minor, Currency: d.Amount.Currency}.String() + " " + row.Reference + row.Reason)
		if row.Kind == journal.DebtNoted {
			detail = ""
		}
		rows := l.alone(d.Sale, row, l.staleClock(d.Sale, day, journal.AuditRow{By: row.By, DelegatedBy: delegatedBy, Action: action, SaleID: d.Sale, Detail: detail}))
		if other.Number != 0 {
			rows = append(rows, journal.AuditRow{By: row.By, DelegatedBy: delegatedBy, Action: journal.AuditReferenceAgain, SaleID: d.Sale, Detail: row.Reference + " / " + other.Sale.Paper()})
		}
		return journal.Change{Sale: says, Debts: []journal.DebtRow{row}, Audit: l.cfg.Writer.Rows(h, rows...)}, nil
	})
	if err == nil && says != nil {
		of.Publish(*says)
	}
	return d, journal.WithCode(err)
}

// alone adds to what closes an entry that it is one person's word: nobody else said so,
// as the person who delegates a right does.
func (l *Ledger) alone(of journal.SaleID, row journal.DebtRow, told []journal.AuditRow) []journal.AuditRow {
	if row.Kind == journal.DebtNoted || row.DelegatedBy != "" {
		return told
	}
	return append(told, journal.AuditRow{By: row.By, Action: journal.AuditAlone, SaleID: of})
}

// bookedAt is what DebtRow.BookedAt says of a moment on a business day.
func bookedAt(at time.Time, day journal.Day) time.Time {
	clock := journal.DayOf(at)
	if clock >= day {
		return time.Time{}
	}
	days := day.Time(time.UTC).Sub(clock.Time(time.UTC)) / (24 * time.Hour)
	return at.AddDate(0, 0, int(days))
}

// staleClock adds to a row that the clock shows a day that the books have left.
func (l *Ledger) staleClock(of journal.SaleID, day journal.Day, row journal.AuditRow) []journal.AuditRow {
	if both := l.cfg.Writer.StaleClock(day); both != "" {
		return []journal.AuditRow{row, {Action: journal.AuditClockBehind, SaleID: of, Detail: both}}
	}
	return []journal.AuditRow{row}
}

func debtRefused(err error) error {
	switch {
	case errors.Is(err, journal.ErrDebtMoved):
		return journal.Refuse(journal.CodeDebtMoved, err)
	case errors.Is(err, journal.ErrDebtSum):
		return journal.Refuse(journal.CodeDebtSum, err)
	case errors.Is(err, journal.ErrReference):
		return journal.Refuse(journal.CodeReference, err)
	}
	return journal.Refuse(journal.CodeDebt, err)
}
