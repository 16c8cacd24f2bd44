package refunds

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// OweLate records a manager's word that the money of a paid sale came although its
// customer had not got the goods: it is owed back, so that its return can be recorded, and
// what the shop keeps of it is decided with a reason; that it came counts as read. Money of a sale that was set aside
// since the customer left is owed by itself. Errors: CodeManager, CodeReason, CodeNoSale,
// CodeStep where the sale is not paid, CodeReference where its money is owed already,
// CodeFrozen, CodeStore.
func (l *Ledger) OweLate(ctx context.Context, id journal.SaleID, by, reason string) (err error) {
	if err := l.cfg.Frozen(); err != nil {
		return err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return journal.Refuse(journal.CodeReason, nil)
	}
	g, err := l.cfg.Staff.ClaimAnyone(staff.ActOweLate, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	g.By = cmp.Or(g.By, l.cfg.Staff.Settings().Cashier)
	r, done, err := l.cfg.Sales.Acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	if s := r.Sale(); s.Status() != journal.StatusPaid {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale %s is %s", id, s.Status()))
	}
	entered, unread := false, error(nil)
	told := []journal.AuditRow{g.Row(journal.AuditOwed, r.Sale().Amount.String()+" "+reason)}
	if r.Sale().LateMoney() { // anyone who says this has read that it came
		told = append(told, g.Row(journal.AuditAlertRead, ""))
	}
	err = r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool {
			entered, unread = l.owes(s.ID)
			return !entered && unread == nil
		},
		Mutate: func(s *journal.Sale) {
			if s.OwedEnd = ""; s.LateMoney() {
				s.LateAlertRead = l.cfg.Now()
			}
		},
		With: func(h *journal.Head, c *journal.Change) {
			row := Opening(h, *c.Sale, c.Sale.ID, journal.DebtLate, l.cfg.Now())
			row.By, row.DelegatedBy = g.By, g.DelegatedBy
			c.Debts = []journal.DebtRow{row}
		},
		Audit:  told,
		Insist: commit.Confirmed,
	})
	switch {
	case unread != nil:
		return journal.Refuse(journal.CodeStore, unread)
	case entered:
		return journal.Refuse(journal.CodeReference, fmt.Errorf("the money of %s is owed already", id))
	}
	return err
}

// owes reports whether the ledger has an entry of the sale's own money, other than those of
// which the shop kept all.
func (l *Ledger) owes(id journal.SaleID) (bool, error) {
	for d, err := range l.debts(context.Background(), journal.DebtQuery{Sale: id}) {
		if err != nil || d.Sale == id && d.Kept != d.Amount.Minor {
			return err == nil, err
		}
	}
	return false, nil
}
