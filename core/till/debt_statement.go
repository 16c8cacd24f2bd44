package till

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"sanduq/core/money"
)

// OweByStatement records a manager's word that the bank's statement has the
// payment of a paid sale once more, at the same sum: the money is owed back, as
// where the gateway says so of the payment's other leg. reference is what the
// statement calls it. No gateway is asked, and no money moves. What was entered is
// not entered again, whoever said so first. Errors: CodeManager, CodeNoSale,
// CodeStep where it is not paid, CodeDebtSum, CodeReference also where it is
// entered already, CodeStore.
func (t *Till) OweByStatement(ctx context.Context, id SaleID, by string, amount money.Amount, reference string) (err error) {
	g, err := t.claimAnyone(actOweByStatement, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	reference = strings.TrimSpace(reference)
	if reference == "" || utf8.RuneCountInString(reference) > longestReference {
		return refuse(CodeReference, ErrReference)
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
	case s.Status() != StatusPaid:
		return refuse(CodeStep, nil)
	case s.Amount != amount:
		return refuse(CodeDebtSum, errors.New("the statement has another sum"))
	case s.enteredTwice(reference):
		return refuse(CodeReference, errors.New("entered already"))
	}
	fresh := func(s Sale) bool { return !s.enteredTwice(reference) }
	more := func(h *Head, c *Change) {
		row := owed(h, *c.Sale, c.Sale.ID, DebtBothLegs, r.t.Now())
		row.By, row.LentBy = g.by, g.lentBy
		c.Debts = []DebtRow{row}
	}
	return r.changeMore(fresh, func(s *Sale) { s.payTwice(r.t.Now(), reference) }, more,
		AuditRow{By: g.by, LentBy: g.lentBy, Action: AuditPaidTwice, Detail: reference})
}

// enteredTwice reports whether a second debit of this payment is in the ledger
// already: from this statement, or as the gateway told of it.
func (s Sale) enteredTwice(reference string) bool {
	return s.PaidTwiceWith == s.ID || s.knows(HistoryPaidTwice, reference)
}
