package payment

import (
	"context"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/refunds"
)

// earlier is what was taken for an order before the money of one of its sales
// came; zero for nothing.
type earlier struct {
	sale  journal.SaleID // that was paid, or taken in cash; blank where cash is a word alone
	cause journal.DebtCause
}

// earlierTaking returns what was taken for the order of a sale before it: the sale
// that it replaces, or one that replaces it, was paid; else one of them was taken
// in cash; else somebody set it or one of them aside with the word that the
// customer paid in cash. Where the shop records no cash that word is all that is
// ever known of it. Nothing was taken for a customer who left without the goods: their
// money is owed back alone.
func (o *orders) earlierTaking(ctx context.Context, s journal.Sale) (earlier, error) {
	others, err := o.linked(ctx, s)
	var found earlier
	said, off := s.SaidCash(), false
	for _, other := range others {
		switch {
		case other.Status() == journal.StatusPaid:
			return earlier{other.ID, journal.DebtPaidTwice}, nil
		case other.TookCash():
			found = earlier{other.ID, journal.DebtAfterCash}
		}
		said, off = said || other.SaidCash(), off || other.Reversed != nil
	}
	if err != nil {
		return earlier{}, err
	}
	if len(others) == 0 && s.SetAside != nil && s.SetAside.Reason == journal.AsideCustomerLeft {
		found.cause = journal.DebtLate
	}
	if said && !off { // cash that was taken off again was the word
		found.cause = journal.DebtAfterCash
	}
	return found, nil
}

// open is the rows by which the money of s is owed back, since something was taken
// before; none where nothing was.
func (e earlier) open(r *run, h *journal.Head, s journal.Sale, at time.Time) (rows []journal.DebtRow, told []journal.AuditRow) {
	switch {
	case e.cause == "":
		return nil, nil
	case e.sale == "":
		return []journal.DebtRow{refunds.Opening(h, s, s.ID, e.cause, at)}, r.audit(h, s, "", journal.AuditOwed, s.Amount.String())
	}
	return []journal.DebtRow{refunds.Opening(h, s, e.sale, e.cause, at)}, r.audit(h, s, "", journal.AuditPaidTwice, e.sale.Paper())
}

// sayCash sets the sale aside with the word that its customer paid in cash. Bank
// money that came for the order before, with nothing taken beside it, is owed back
// from this commit on: no settlement of the order falls between the question and
// the word, since it takes these locks in the same order.
func (r *run) sayCash(allowed func(journal.Sale) bool, aside func(*journal.Sale), row journal.AuditRow) error {
	r.write.Lock()
	defer r.write.Unlock()
	r.t.settling.Lock()
	defer r.t.settling.Unlock()
	s := r.view().Sale
	if !allowed(s) {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", s.Status()))
	}
	others, err := r.t.orders.linked(r.t.cfg.Work.Context(), s)
	if err != nil {
		return err
	}
	paid, beside := journal.Sale{}, false // beside: cash of the order is known already
	for _, other := range others {
		if other.Status() == journal.StatusPaid && (paid.ID == "" || other.PaidTwiceWith == "") { // the one of which nothing is owed back yet
			paid = other
		}
		beside = beside || other.TookCash() || other.SaidCash()
	}
	var more func(*journal.Head, *journal.Change)
	if paid.ID != "" && !beside {
		more = func(h *journal.Head, c *journal.Change) {
			rows, told := earlier{cause: journal.DebtAfterCash}.open(r, h, paid, r.t.cfg.Now())
			told[0].SaleID, told[0].By = paid.ID, row.By
			c.Debts, c.Audit = rows, append(c.Audit, told...)
		}
	}
	err = r.updateLocked(commit.SaleUpdate{Mutate: aside, With: more, Audit: []journal.AuditRow{row}})
	if more != nil && (err == nil || commit.Indeterminate(err)) { // it does not know yet, or knows of what was owed back before
		r.t.cfg.Refunds.FollowSale(paid.ID)
	}
	return err
}
