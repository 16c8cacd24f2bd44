package till

import (
	"slices"
	"time"
)

// chases are how long after a settlement the gateway is asked for the
// transaction that it did not name.
var chases = []time.Duration{10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// seconds are how long after a settlement the gateway is asked whether the
// payment's other leg was debited too; secondsAgain is how long after a question
// without an answer it is put again.
var seconds = []time.Duration{30 * time.Second, 5 * time.Minute, 30 * time.Minute, 100 * time.Minute}

const (
	secondsAgain = 10 * time.Minute
	secondsTries = 100
)

// settled plans what is still to be asked of a sale that was just paid: its
// transaction, where the receipt lacks it, and whether it was paid by the other
// leg as well. The plan lives as long as the application: with the settlement
// the secrets to ask with left the disk.
func (r *run) settled(s Sale) {
	var after []time.Duration
	if s.Session.TransactionID == "" {
		after = append(after, chases...)
	}
	if r.sdkNow().PayableTwice() {
		after = append(after, seconds...)
	}
	slices.Sort(after)
	r.mu.Lock()
	defer r.mu.Unlock()
	for now := r.t.Now(); len(after) > 0; after = after[1:] {
		r.chase = append(r.chase, now.Add(after[0]))
	}
	r.tries = secondsTries
}

// chasing reports whether the sale is still asked about although it is paid.
func (r *run) chasing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.chase) > 0
}

// chaseOnce asks a paid sale's open questions once.
func (r *run) chaseOnce() {
	if r.view().Session.TransactionID == "" {
		_ = r.ask()
	}
	over, again := true, time.Time{}
	if r.sdkNow().PayableTwice() {
		over, again = r.askSecond()
	}
	r.mu.Lock()
	r.chase = r.chase[min(1, len(r.chase)):]
	if over && r.sale.Session.TransactionID != "" {
		r.chase = nil
	}
	if r.tries--; len(r.chase) == 0 && !again.IsZero() && r.tries > 0 {
		r.chase = append(r.chase, again)
	}
	r.mu.Unlock()
	r.t.evict(r)
}

// askSecond asks whether the sale was paid by its other leg too, and says so
// where it was: money is owed back. It returns whether there is nothing more to
// ask, or when to ask again because there was no answer.
func (r *run) askSecond() (over bool, again time.Time) {
	second, err := r.sdkNow().SecondSettlement(r.t.ctx)
	switch {
	case err != nil:
		return false, r.t.Now().Add(secondsAgain)
	case second.TransactionID == "":
		return false, time.Time{}
	}
	untold := func(s Sale) bool { return !s.knows(HistoryPaidTwice, second.TransactionID) }
	err = r.keepIf(untold, func(s *Sale) {
		now := r.t.Now()
		if s.PaidTwiceWith == "" { // else the order was paid by another sale as well, which stays said
			s.PaidTwiceWith, s.OwedSince = s.ID, now
		}
		s.LateAlertRead = time.Time{}
		s.record(now, HistoryPaidTwice, second.TransactionID)
	}, AuditRow{Action: AuditPaidTwice, Detail: second.TransactionID})
	if err != nil && CodeOf(err) != CodeStep {
		r.t.log.Error("second payment not recorded", "sale", r.id, "err", err)
		return false, r.t.Now().Add(secondsAgain)
	}
	return true, time.Time{}
}
