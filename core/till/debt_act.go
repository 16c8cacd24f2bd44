package till

import (
	"context"
	"errors"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// owed is the row that opens an entry of what is owed back: the money of s, which
// came although the sale with was paid too. It is written in the commit by which
// the till learns of it.
func owed(h *journal.Head, s journal.Sale, with journal.SaleID, cause journal.DebtCause, at time.Time) journal.DebtRow {
	h.Debt++
	h.DebtRow++
	return journal.DebtRow{Seq: h.DebtRow, Debt: h.Debt, Kind: journal.DebtOpened, At: at, Shift: h.Shift, Cause: cause, Sale: s.ID, With: with, Amount: s.Amount}
}

// NoteDebt records that somebody took note of an entry of what is owed back: its
// banner goes, and nothing else. Errors: CodeDebt, CodeStore.
func (t *Till) NoteDebt(ctx context.Context, number uint64, by string) error {
	d, err := t.onDebt(ctx, number, journal.DebtRow{Kind: journal.DebtNoted, By: t.whose(by)}, journal.AuditOwedNoted, "", nil)
	if err != nil {
		return err
	}
	if err = t.ReadLateAlert(ctx, d.Sale); journal.CodeOf(err) == journal.CodeNoSale {
		return nil
	}
	return err
}

// ReturnDebt records a manager's word that what was owed back, or a part of it,
// was returned through the bank, with the bank's reference. open is what the
// manager saw to be open. The till moves no money. Errors: CodeDebt, CodeManager,
// CodeDebtMoved, CodeDebtSum, CodeReference, CodeStore.
func (t *Till) ReturnDebt(ctx context.Context, number uint64, by string, minor, open int64, reference string) error {
	return t.closeDebt(ctx, number, by, journal.AuditOwedReturned, journal.DebtRow{Kind: journal.DebtReturned, Minor: minor, Open: open, Reference: strings.TrimSpace(reference)})
}

// KeepDebt is ReturnDebt for what the shop keeps because the customer agreed, with
// the reason.
func (t *Till) KeepDebt(ctx context.Context, number uint64, by string, minor, open int64, reason string) error {
	return t.closeDebt(ctx, number, by, journal.AuditOwedKept, journal.DebtRow{Kind: journal.DebtKept, Minor: minor, Open: open, Reason: strings.TrimSpace(reason)})
}

func (t *Till) closeDebt(ctx context.Context, number uint64, by string, action journal.AuditAction, row journal.DebtRow) (err error) {
	a := actReturnDebt
	if row.Kind == journal.DebtKept {
		a = actKeepDebt
	}
	g, err := t.claimAnyone(a, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	row.By = g.by
	of, done, err := t.saleOfDebt(ctx, number)
	if err != nil {
		return err
	}
	defer done()
	d, err := t.onDebt(ctx, number, row, action, g.lentBy, of)
	if err == nil && d.Open() == 0 && d.With != d.Sale {
		t.tellOwed(d.With)
	}
	return err
}

// onDebt writes one more row of an entry, as the disk has it in that moment, and
// returns the entry after it. A row that closes it is committed together with what
// the sale of then says, which is nil where there is no such record. It waits a
// commit in doubt out, as onShift does.
func (t *Till) onDebt(ctx context.Context, number uint64, row journal.DebtRow, action journal.AuditAction, lentBy string, of *run) (d journal.Debt, err error) {
	if of != nil {
		of.write.Lock()
		defer of.write.Unlock()
	}
	var says *journal.Sale
	err = t.committer.surely(func(h *journal.Head) (journal.Change, error) {
		now, there, err := t.debt(ctx, number)
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
		row.Seq, row.Debt, row.At, row.Shift, row.LentBy = h.DebtRow, number, t.Now(), h.Shift, lentBy
		after, err := d.Take(row)
		if err != nil {
			return journal.Change{}, debtRefused(err)
		}
		d, says = after, nil
		if of != nil && d.Open() == 0 {
			if says, err = of.followed(d); err != nil {
				return journal.Change{}, err
			}
		}
		detail := strings.TrimSpace(money.Amount{Minor: row.Minor, Currency: d.Amount.Currency}.String() + " " + row.Reference + row.Reason)
		if row.Kind == journal.DebtNoted {
			detail = ""
		}
		return journal.Change{Sale: says, Debts: []journal.DebtRow{row},
			Audit: t.rows(h, []journal.AuditRow{{By: row.By, LentBy: lentBy, Action: action, SaleID: d.Sale, Detail: detail}})}, nil
	})
	if err == nil && says != nil {
		of.publish(*says, nil)
	}
	return d, journal.WithCode(err)
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
