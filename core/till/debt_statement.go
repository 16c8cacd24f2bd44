package till

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// OweByStatement records a manager's word that the bank's statement has the
// payment of a paid sale once more, at the same sum: the money is owed back, as
// where the gateway says so of the payment's other leg. reference is what the
// statement calls it. No gateway is asked, and no money moves. What was entered is
// not entered again, whoever said so first. Errors: CodeManager, CodeNoSale,
// CodeStep where it is not paid, CodeDebtSum, CodeReference also where it is
// entered already, CodeStore.
func (t *Till) OweByStatement(ctx context.Context, id journal.SaleID, by string, amount money.Amount, reference string) (err error) {
	g, err := t.claimAnyone(actOweByStatement, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	reference = strings.TrimSpace(reference)
	if reference == "" || utf8.RuneCountInString(reference) > journal.LongestReference {
		return journal.Refuse(journal.CodeReference, journal.ErrReference)
	}
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	return r.oweByStatement(g, amount, reference)
}

func (r *run) oweByStatement(g *grant, amount money.Amount, reference string) error {
	switch s := r.view().Sale; {
	case s.Status() != journal.StatusPaid:
		return journal.Refuse(journal.CodeStep, nil)
	case s.Amount != amount:
		return journal.Refuse(journal.CodeDebtSum, errors.New("the statement has another sum"))
	}
	var entered entry
	more := func(h *journal.Head, c *journal.Change) {
		row := owed(h, *c.Sale, c.Sale.ID, journal.DebtBothLegs, r.t.Now())
		row.By, row.LentBy = g.by, g.lentBy
		c.Debts = []journal.DebtRow{row}
	}
	err := r.changeMore(entered.none(r.t), func(s *journal.Sale) { s.RecordSecondDebit(r.t.Now(), reference) }, more,
		journal.AuditRow{By: g.by, LentBy: g.lentBy, Action: journal.AuditPaidTwice, Detail: reference})
	switch {
	case entered.unread != nil:
		return journal.Refuse(journal.CodeStore, entered.unread)
	case entered.there:
		return journal.Refuse(journal.CodeReference, errors.New("entered already"))
	}
	return err
}

// entry is what the ledger says of a second debit of one payment: whether it is
// there, by whomever it was entered first. There is one at most, and the ledger
// alone knows: a sale whose order was paid by another one too has that one's name,
// and the gateway and a statement call one debit by different ones.
type entry struct {
	there  bool
	unread error
}

// none looks the entry up in the moment of a commit, under the sale's write lock
// that each of them is written under. Where the ledger cannot be read it allows
// nothing.
func (e *entry) none(t *Till) func(journal.Sale) bool {
	return func(s journal.Sale) bool {
		e.there, e.unread = t.OwedByBothLegs(context.Background(), s.ID)
		return !e.there && e.unread == nil
	}
}

// OwedByBothLegs reports whether the ledger of what is owed back has an entry of a
// second debit of a sale's own payment. It returns the store's error.
func (t *Till) OwedByBothLegs(ctx context.Context, id journal.SaleID) (bool, error) {
	for d, err := range t.debts(ctx, journal.DebtQuery{Sale: id}) {
		if err != nil {
			return false, err
		}
		if d.Cause == journal.DebtBothLegs && d.Sale == id {
			return true, nil
		}
	}
	return false, nil
}
