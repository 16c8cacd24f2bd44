package refunds

import (
	"context"
	"errors"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// OweByStatement records a manager's word that the bank's statement has the
// payment of a paid sale once more, at the same sum: the money is owed back, as
// where the gateway says so of the payment's other leg. reference is what the
// statement calls it. No gateway is asked, and no money moves. What was entered is
// not entered again, no matter who said so first. Errors: CodeManager, CodeNoSale,
// CodeStep where it is not paid, CodeDebtSum, CodeReference also where it is
// entered already, CodeFrozen, CodeStore.
func (l *Ledger) OweByStatement(ctx context.Context, id journal.SaleID, by string, amount money.Amount, reference string) (err error) {
	if err := l.cfg.Frozen(); err != nil {
		return err
	}
	g, err := l.cfg.Staff.ClaimAnyone(staff.ActOweByStatement, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	reference, ok := journal.Written(reference)
	if !ok {
		return journal.Refuse(journal.CodeReference, journal.ErrReference)
	}
	r, done, err := l.cfg.Sales.Acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	return l.oweByStatement(r, g, amount, reference)
}

func (l *Ledger) oweByStatement(r Sale, g *staff.Grant, amount money.Amount, reference string) error {
	switch s := r.Sale(); {
	case s.Status() != journal.StatusPaid:
		return journal.Refuse(journal.CodeStep, nil)
	case s.Amount != amount:
		return journal.Refuse(journal.CodeDebtSum, errors.New("the statement has another sum"))
	}
	var entered SecondDebit
	more := func(h *journal.Head, c *journal.Change) {
		row := Opening(h, *c.Sale, c.Sale.ID, journal.DebtBothLegs, l.cfg.Now())
		row.By, row.DelegatedBy = g.By, g.DelegatedBy
		c.Debts = []journal.DebtRow{row}
	}
	err := r.Update(commit.SaleUpdate{
		Allowed: l.NotEntered(&entered),
		Mutate:  func(s *journal.Sale) { s.RecordSecondDebit(l.cfg.Now(), reference, false) },
		With:    more,
		Audit:   []journal.AuditRow{{By: g.By, DelegatedBy: g.DelegatedBy, Action: journal.AuditPaidTwice, Detail: reference}},
	})
	switch {
	case entered.Unread != nil:
		return journal.Refuse(journal.CodeStore, entered.Unread)
	case entered.There:
		return journal.Refuse(journal.CodeReference, errors.New("entered already"))
	}
	return err
}

// SecondDebit is what the ledger says of a second debit of one payment: whether it is
// there, by whomever it was entered first. There is one at most, and the ledger
// alone knows: a sale whose order was paid by another one too has that one's name,
// and the gateway and a statement call one debit by different ones.
type SecondDebit struct {
	There  bool
	Unread error // the ledger could not be read
}

// NotEntered looks the entry up in the moment of a commit, under the sale's write lock
// that each of them is written under. Where the ledger cannot be read it allows
// nothing.
func (l *Ledger) NotEntered(e *SecondDebit) func(journal.Sale) bool {
	return func(s journal.Sale) bool {
		e.There, e.Unread = l.OwedByBothLegs(context.Background(), s.ID)
		return !e.There && e.Unread == nil
	}
}

// OwedByBothLegs reports whether the ledger of what is owed back has an entry of a
// second debit of a sale's own payment, certain or not. It returns the store's error.
func (l *Ledger) OwedByBothLegs(ctx context.Context, id journal.SaleID) (bool, error) {
	for d, err := range l.debts(ctx, journal.DebtQuery{Sale: id}) {
		if err != nil {
			return false, err
		}
		if (d.Cause == journal.DebtBothLegs || d.Cause == journal.DebtMaybeTwice) && d.Sale == id {
			return true, nil
		}
	}
	return false, nil
}
