package till

import (
	"context"
	"fmt"
	"time"
)

// earlier is what was taken for an order before the money of one of its sales
// came; zero for nothing.
type earlier struct {
	sale  SaleID // that was paid, or taken in cash; blank where cash is a word alone
	cause DebtCause
}

// earlierTaking returns what was taken for the order of a sale before it: the sale
// that it replaces, or one that replaces it, was paid; else one of them was taken
// in cash; else somebody set it or one of them aside with the word that the
// customer paid in cash. Where the shop records no cash that word is all that is
// ever known of it.
func (t *Till) earlierTaking(ctx context.Context, s Sale) (earlier, error) {
	others, err := t.linked(ctx, s)
	var found earlier
	said := s.saidCash()
	for _, other := range others {
		switch {
		case other.Status() == StatusPaid:
			return earlier{other.ID, DebtPaidTwice}, nil
		case other.CashSeq != 0:
			found = earlier{other.ID, DebtAfterCash}
		}
		said = said || other.saidCash()
	}
	if err != nil {
		return earlier{}, err
	}
	if found.cause == "" && said {
		found.cause = DebtAfterCash
	}
	return found, nil
}

// saidCash reports whether somebody set the sale aside with the word that the
// customer paid in cash.
func (s Sale) saidCash() bool { return s.SetAside != nil && s.SetAside.Reason == AsidePaidCash }

// owe takes down at a sale whose money came that something was taken before: another
// sale of the order that was paid or taken in cash, or, with is blank, the word that
// the customer paid in cash.
func (s *Sale) owe(with SaleID, cause DebtCause, at time.Time) {
	switch {
	case with != "":
		s.PaidTwiceWith, s.OwedSince = with, at
		s.record(at, HistoryPaidTwice, with.Paper())
	case cause != "":
		s.OwedSince = at
		s.record(at, HistoryAfterCash, "")
	}
}

// open is the rows by which the money of s is owed back, since something was taken
// before; none where nothing was.
func (e earlier) open(r *run, h *Head, s Sale, at time.Time) (rows []DebtRow, told []AuditRow) {
	switch {
	case e.cause == "":
		return nil, nil
	case e.sale == "":
		return []DebtRow{owed(h, s, s.ID, e.cause, at)}, r.audit(h, s, "", AuditOwed, s.Amount.String())
	}
	return []DebtRow{owed(h, s, e.sale, e.cause, at)}, r.audit(h, s, "", AuditPaidTwice, e.sale.Paper())
}

// sayCash sets the sale aside with the word that its customer paid in cash. Bank
// money that came for the order before, with nothing taken beside it, is owed back
// from this commit on: no settlement of the order falls between the question and
// the word, since it takes these locks in the same order.
func (r *run) sayCash(allowed func(Sale) bool, aside func(*Sale), row AuditRow) error {
	r.write.Lock()
	defer r.write.Unlock()
	r.t.settling.Lock()
	defer r.t.settling.Unlock()
	s := r.view().Sale
	if !allowed(s) {
		return refuse(CodeStep, fmt.Errorf("sale is %s", s.Status()))
	}
	others, err := r.t.linked(r.t.ctx, s)
	if err != nil {
		return err
	}
	paid, beside := Sale{}, false // beside: cash of the order is known already
	for _, other := range others {
		if other.Status() == StatusPaid && (paid.ID == "" || other.PaidTwiceWith == "") { // the one of which nothing is owed back yet
			paid = other
		}
		beside = beside || other.CashSeq != 0 || other.saidCash()
	}
	var more func(*Head, *Change)
	if paid.ID != "" && !beside {
		more = func(h *Head, c *Change) {
			rows, told := earlier{cause: DebtAfterCash}.open(r, h, paid, r.t.Now())
			told[0].SaleID, told[0].By = paid.ID, row.By
			c.Debts, c.Audit = rows, append(c.Audit, told...)
		}
	}
	err = r.recordMore(aside, nil, more, row)
	if more != nil && (err == nil || doubtful(err)) { // it does not know yet, or knows of what was owed back before
		r.t.tellOwed(paid.ID)
	}
	return err
}
