package payment

import (
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/ledger"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/refunds"
)

// chases are how long after a settlement the gateway is asked for the
// transaction that it did not name.
var chases = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// planFollowUp plans what is still to be asked of a sale that was just paid and whose
// receipt lacks its transaction. The plan lives as long as the application.
func (r *run) planFollowUp(s journal.Sale) {
	if s.Session.TransactionID != "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for now, after := r.t.cfg.Now(), chases; len(after) > 0; after = after[1:] {
		r.chase = append(r.chase, now.Add(after[0]))
	}
}

// chasing reports whether the sale is still asked about although it is paid.
func (r *run) chasing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.chase) > 0
}

// chaseOnce asks for a paid sale's transaction once.
func (r *run) chaseOnce() {
	if r.view().Session.TransactionID == "" {
		_ = r.ask()
	}
	r.mu.Lock()
	r.chase = r.chase[min(1, len(r.chase)):]
	if r.sale.Session.TransactionID != "" {
		r.chase = nil
	}
	r.mu.Unlock()
	r.t.evict(r)
}

// secondOnce asks once whether a paid sale was paid by its other leg too, and
// writes down when it will be next, or that money is owed back.
func (r *run) secondOnce() {
	defer r.t.evict(r)
	planned := r.view().PlannedFor(r.t.cfg.Now())
	second, err := r.sdkNow().Ledger().SecondSettlement(r.t.cfg.Work.Context())
	never := errors.Is(err, core.ErrNoSession) || errors.Is(err, core.ErrUnsupported)
	switch {
	case r.t.cfg.Work.Context().Err() != nil:
		return
	case second.PaymentID != "":
		err = r.paidByBoth(second)
	case never:
		err = r.endSecond()
	case planned:
		cause := err
		err = r.Update(commit.SaleUpdate{Mutate: func(s *journal.Sale) {
			if s.SecondWatched() { // else a manager entered the debit during the question
				s.PlanSecond(r.t.cfg.Now(), cause)
			}
		}})
	default:
		return
	}
	if err != nil {
		r.t.cfg.Logger.Error("watch of a paid sale not recorded", "sale", r.id, "err", err)
	}
}

// endSecond plans no more questions about a paid sale's other leg.
func (r *run) endSecond() error {
	return r.Update(commit.SaleUpdate{Mutate: func(s *journal.Sale) { s.Watch.Next = time.Time{} }})
}

// paidByBoth says that a paid sale was debited by its other leg as well, or may have
// been: money is owed back, or may be. There is nothing more to ask. Where a manager has entered that
// debit by the bank's statement meanwhile, or an indeterminate commit did reach the disk,
// it is said already.
func (r *run) paidByBoth(second ledger.Settlement) error {
	cause, action := journal.DebtBothLegs, journal.AuditPaidTwice
	if second.Uncertain {
		cause, action = journal.DebtMaybeTwice, journal.AuditMaybeTwice
	}
	more := func(h *journal.Head, c *journal.Change) {
		c.Debts = []journal.DebtRow{refunds.Opening(h, *c.Sale, c.Sale.ID, cause, r.t.cfg.Now())}
	}
	for n := 0; ; n++ {
		var entered refunds.SecondDebit
		err := r.Update(commit.SaleUpdate{
			Allowed: r.t.cfg.Refunds.NotEntered(&entered),
			Mutate:  func(s *journal.Sale) { s.RecordSecondDebit(r.t.cfg.Now(), second.TransactionID, second.Uncertain) },
			With:    more,
			Audit:   []journal.AuditRow{{Action: action, Detail: second.TransactionID}},
			Insist:  commit.UntilDurable,
		})
		switch {
		case entered.There:
			return r.endSecond()
		case entered.Unread == nil:
			return err
		}
		if r.t.cfg.Writer.Wait() != nil || !r.ReadBack() || !r.t.cfg.Work.Pause(n) {
			return entered.Unread
		}
	}
}

// forsakeSecond lets go of the watching of a paid sale that cannot be asked
// about in this run of the application: another gateway is set up, or its
// secrets cannot be read. A later start may do better, but not for ever.
func (r *run) forsakeSecond() error {
	r.mu.Lock()
	r.sdk = nil
	r.mu.Unlock()
	if r.t.cfg.Now().Sub(r.view().Watch.Since) < journal.SilentWatches*time.Hour {
		return nil
	}
	defer r.t.evict(r)
	return r.Update(commit.SaleUpdate{Mutate: func(s *journal.Sale) { s.Watch.Next = time.Time{} }, Secrets: &journal.Secrets{}})
}
