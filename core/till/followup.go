package till

import (
	"errors"
	"time"

	"sanduq/core"
)

// chases are how long after a settlement the gateway is asked for the
// transaction that it did not name.
var chases = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// settled plans what is still to be asked of a sale that was just paid and whose
// receipt lacks its transaction. The plan lives as long as the application.
func (r *run) settled(s Sale) {
	if s.Session.TransactionID != "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for now, after := r.t.Now(), chases; len(after) > 0; after = after[1:] {
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

// watchSecond begins the watching of the other leg of a sale that is settled:
// both may be debited. The secrets to ask with stay on the disk as long.
func (s *Sale) watchSecond(now time.Time) {
	s.Watch.Since, s.Watch.Next = now, nextSecond(now, now, 0, 0)
	s.Watch.Tries, s.Watch.Silent = 0, 0
}

// secondOnce asks once whether a paid sale was paid by its other leg too, and
// writes down when it will be next, or that money is owed back.
func (r *run) secondOnce() {
	defer r.t.evict(r)
	planned := r.view().plannedFor(r.t.Now())
	second, err := r.sdkNow().SecondSettlement(r.t.ctx)
	never := errors.Is(err, core.ErrNoSession) || errors.Is(err, core.ErrUnsupported)
	switch {
	case r.t.ctx.Err() != nil:
		return
	case second.TransactionID != "" && !r.view().knows(HistoryPaidTwice, second.TransactionID):
		err = r.paidByBoth(second.TransactionID)
	case second.TransactionID != "" || never:
		err = r.change(func(s *Sale) { s.Watch.Next = time.Time{} })
	case planned:
		cause := err
		err = r.change(func(s *Sale) { s.planSecond(r.t.Now(), cause) })
	default:
		return
	}
	if err != nil {
		r.t.log.Error("watch of a paid sale not recorded", "sale", r.id, "err", err)
	}
}

// planSecond takes the outcome of a planned question into the plan of a paid
// sale's other leg. Its end is no news: the sale is paid.
func (s *Sale) planSecond(now time.Time, err error) {
	if answered(err) {
		s.Watch.Last = now
		s.Watch.Tries++
	} else {
		s.Watch.Silent++
	}
	if now.Before(s.Watch.Since) {
		s.Watch.Since = now // the clock was set back
	}
	s.Watch.Next = nextSecond(s.Watch.Since, now, s.Watch.Tries, s.Watch.Silent)
}

// paidByBoth says that a paid sale was debited by its other leg as well: money
// is owed back. There is nothing more to ask. Where a manager has entered that
// debit by the bank's statement meanwhile, or a doubtful commit did reach the disk,
// it is said already.
func (r *run) paidByBoth(transaction string) error {
	more := func(h *Head, c *Change) { c.Debts = []DebtRow{owed(h, *c.Sale, c.Sale.ID, DebtBothLegs, r.t.Now())} }
	for n := 0; ; n++ {
		var entered entry
		err := r.keepMore(entered.none(r.t), func(s *Sale) { s.payTwice(r.t.Now(), transaction) }, more, AuditRow{Action: AuditPaidTwice, Detail: transaction})
		switch {
		case entered.there:
			return nil
		case entered.unread == nil:
			return err
		}
		if r.t.committer.wait() != nil || !r.readBack() || !r.t.pause(n) {
			return entered.unread
		}
	}
}

// payTwice takes down that the sale's own payment was debited once more.
func (s *Sale) payTwice(now time.Time, transaction string) {
	if s.PaidTwiceWith == "" { // else the order was paid by another sale as well, which stays said
		s.PaidTwiceWith, s.OwedSince = s.ID, now
	}
	s.OwedEnd = "" // of what was owed back before
	s.LateAlertRead = time.Time{}
	s.Watch.Next = time.Time{}
	s.record(now, HistoryPaidTwice, transaction)
}

// forsakeSecond lets go of the watching of a paid sale that cannot be asked
// about in this run of the application: another gateway is set up, or its
// secrets cannot be read. A later start may do better, but not for ever.
func (r *run) forsakeSecond() error {
	r.mu.Lock()
	r.sdk = nil
	r.mu.Unlock()
	if r.t.Now().Sub(r.view().Watch.Since) < silentWatches*time.Hour {
		return nil
	}
	defer r.t.evict(r)
	return r.record(func(s *Sale) { s.Watch.Next = time.Time{} }, &Secrets{})
}
