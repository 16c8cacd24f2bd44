package payment

import (
	"context"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/refunds"
)

// takings are the other sales of the order of s, as they are on the disk, nearest first,
// with what the ledger says of their money. CodeStore while the store has a fault.
func (o *orders) takings(ctx context.Context, s journal.Sale) ([]refunds.Taking, error) {
	others, err := o.linked(ctx, s)
	if err != nil {
		return nil, err
	}
	all, err := o.t.cfg.Refunds.Takings(context.WithoutCancel(ctx), others)
	if err != nil {
		return nil, journal.Refuse(journal.CodeStore, err)
	}
	return all, nil
}

// owing says whether the money that comes for s is owed back.
func (o *orders) owing(ctx context.Context, s journal.Sale) (refunds.Owing, error) {
	others, err := o.takings(ctx, s)
	if err != nil {
		return refunds.Owing{}, err
	}
	return refunds.Owes(s, others), nil
}

// opens is the rows by which the money of s is owed back; none where it is not.
func (r *run) opens(e refunds.Owing, h *journal.Head, s journal.Sale, at time.Time) (rows []journal.DebtRow, told []journal.AuditRow) {
	switch {
	case e.Cause == "":
		return nil, nil
	case e.With == "":
		return []journal.DebtRow{refunds.Opening(h, s, s.ID, e.Cause, at)}, r.audit(h, s, "", journal.AuditOwed, s.Amount.String())
	}
	return []journal.DebtRow{refunds.Opening(h, s, e.With, e.Cause, at)}, r.audit(h, s, "", journal.AuditPaidTwice, e.With.Paper())
}

// sayCash sets the sale aside with the word that its customer paid in cash. Bank
// money that came for the order before, with no cash taken beside it, is owed back
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
	others, err := r.t.orders.takings(r.t.cfg.Work.Context(), s)
	if err != nil {
		return err
	}
	var more func(*journal.Head, *journal.Change)
	paid, there := refunds.OwedByWord(others)
	if there {
		more = func(h *journal.Head, c *journal.Change) {
			rows, told := r.opens(refunds.Owing{Cause: journal.DebtAfterCash}, h, paid, r.t.cfg.Now())
			told[0].SaleID, told[0].By = paid.ID, row.By
			c.Debts, c.Audit = rows, append(c.Audit, told...)
		}
	}
	err = r.updateLocked(commit.SaleUpdate{Mutate: aside, With: more, Audit: []journal.AuditRow{row}})
	if there && (err == nil || commit.Indeterminate(err)) { // it does not know yet, or knows of what was owed back before
		r.t.cfg.Refunds.FollowSale(paid.ID)
	}
	return err
}
