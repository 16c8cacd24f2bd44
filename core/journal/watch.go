package journal

import (
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/watchplan"
	"sanduq/core/wire"
)

// WatchSecond begins the watching of the other leg of a sale that is settled:
// both may be debited. The secrets to ask with stay on the disk as long.
func (s *Sale) WatchSecond(now time.Time) {
	s.Watch.Since, s.Watch.Next = now, nextSecond(now, now, 0, 0)
	s.Watch.Tries, s.Watch.Silent = 0, 0
}

// PlanSecond takes the outcome of a planned question into the plan of a paid
// sale's other leg. Its end is no news: the sale is paid.
func (s *Sale) PlanSecond(now time.Time, err error) {
	if Answered(err) {
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

// RecordSecondDebit takes down that the sale's own payment was debited once more; with
// doubt that it may have been.
func (s *Sale) RecordSecondDebit(now time.Time, transaction string, doubt bool) {
	if s.PaidTwiceWith == "" { // else the order was paid by another sale as well, which stays said
		s.PaidTwiceWith, s.OwedSince, s.OwedDoubt = s.ID, now, doubt
	}
	s.OwedEnd = "" // of what was owed back before
	s.LateAlertRead = time.Time{}
	s.Watch.Next = time.Time{}
	code := HistoryPaidTwice
	if doubt {
		code = HistoryMaybeTwice
	}
	s.Record(now, code, transaction)
}

// LongestWatch is more than the longest pause of the plan.
const LongestWatch = time.Hour + time.Minute

// PlannedFor reports whether a question at a moment is one of the plan's, and
// not asked out of its turn: at a start, or since the network came back.
func (s Sale) PlannedFor(at time.Time) bool {
	next := s.Watch.Next
	return s.Watch.Since.IsZero() || !next.IsZero() && (!at.Before(next) || next.Sub(at) > LongestWatch)
}

// PlanNext takes the outcome of a question into the plan. Any answer to a
// planned one counts, one in words and one about something else too, so that
// every plan comes to its end; a question without an answer hardly does.
func (s *Sale) PlanNext(now time.Time, planned bool, err error) {
	denied := core.TokenRefused(err)
	if s.SecondWatched() { // it was paid meanwhile, and has another plan
		s.Watch.Denied = s.Watch.Denied && !Answered(err)
		return
	}
	if denied && !s.Watch.Denied {
		s.Record(now, HistoryDenied, "")
	}
	again := s.Watch.Denied && now.Sub(s.Watch.DeniedSince).Abs() <= denialLasts
	switch {
	case Answered(err):
		s.Watch.Last, s.Watch.Denied = now, denied
		if planned && !again {
			s.Watch.Tries++
		}
		if !denied && now.Sub(s.Watch.DeniedSince).Abs() > denialLasts {
			s.Watch.DeniedSince = time.Time{}
		}
	case planned:
		s.Watch.Silent++
	}
	if s.Watch.Since.IsZero() || now.Before(s.Watch.Since) {
		s.Watch.Since = now // it was not watched yet, or the clock was set back
	}
	switch {
	case !s.Watchable():
		s.Watch.Next = time.Time{}
	case planned:
		if s.Watch.Next = nextWatch(s.Watch.Since, now, s.Watch.Tries, s.Watch.Silent); s.Watch.Next.IsZero() {
			s.Record(now, HistoryWatchEnded, "") // below: a bare 401, which may be somebody's on the way
		} else if refusal, worded := errors.AsType[*core.PaymentAPIError](err); denied && (!worded || refusal.Code == "" && refusal.Message == "") {
			s.retryDenied(now)
		}
	}
}

// denials are how long after the first refusal of a token without a word it is tried
// again, and denialLasts is how long a row of refusals is taken for one.
var denials = []time.Duration{3 * time.Second, 6 * time.Second, 12 * time.Second, 24 * time.Second, 48 * time.Second, 96 * time.Second,
	192 * time.Second}

const denialLasts = 5 * time.Minute

// retryDenied puts the next question forward to the next moment of denials.
func (s *Sale) retryDenied(now time.Time) {
	if s.Watch.DeniedSince.IsZero() || now.Before(s.Watch.DeniedSince) {
		s.Watch.DeniedSince = now
	}
	for _, d := range denials {
		if at := s.Watch.DeniedSince.Add(d); at.After(now) {
			if s.Watch.Next.IsZero() || at.Before(s.Watch.Next) {
				s.Watch.Next = at
			}
			return
		}
	}
}

// Answered reports whether a status question had an answer: a status, a
// refusal in words, or one that speaks of another payment. A refusal of the
// till's keys, signature or clock says nothing about the payment.
func Answered(err error) bool {
	if err == nil || errors.Is(err, core.ErrConflict) || core.TokenRefused(err) {
		return true
	}
	if errors.Is(err, core.ErrUnauthorized) {
		return false
	}
	api, decoded := errors.AsType[*core.PaymentAPIError](err)
	return decoded && !errors.Is(err, core.ErrLegUnanswered) && wire.InWords(api.HTTPStatus)
}

// Polled reports whether the sale is in a state in which its SDK polls.
func (s Sale) Polled() bool {
	switch s.Session.State {
	case core.StateQRGenerated, core.StateWaitingPayment, core.StateAuthorized:
		return true
	}
	return s.Session.OTPUnresolved
}

// watches is when an unsettled sale is asked about after polling ended.
var watches = watchplan.Usual()

// SilentWatches is how many questions may stay without an answer before nobody
// is asked any more: a gateway that has said nothing for so long is gone.
const SilentWatches = watchplan.UsualSilent

// firstSeconds are the moments, counted from the settlement, of the first
// questions to the other leg of a paid sale; then they are nextWatch's.
var firstSeconds = []time.Duration{30 * time.Second, 5 * time.Minute}

// nextSecond is nextWatch for the other leg of a sale settled at since.
func nextSecond(since, now time.Time, answered, silent int) time.Time {
	for _, d := range firstSeconds {
		if at := since.Add(d); at.After(now) {
			return at
		}
	}
	return nextWatch(since, now, answered-len(firstSeconds), silent)
}

// nextWatch is the plan's next moment of a sale watched since since.
func nextWatch(since, now time.Time, answered, silent int) time.Time {
	return watches.Next(since, now, answered, silent)
}
