package cashier

import (
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Kind names a screen for a sale.
type Kind string

// The screens that a sale can demand.
const (
	KindOpening   Kind = "opening"   // the payment or its QR is being asked for
	KindChoose    Kind = "choose"    // the payment is open, no way to pay is
	KindQR        Kind = "qr"        // the customer is to scan
	KindCode      Kind = "code"      // the customer's one-time code is to be entered
	KindWaiting   Kind = "waiting"   // the customer confirmed, the bank is to settle
	KindPaid      Kind = "paid"      // the only screen that says so
	KindLate      Kind = "late"      // the same money, after the till said that it would not come
	KindFailed    Kind = "failed"    // the gateway said: not paid
	KindExpired   Kind = "expired"   // the gateway said: expired
	KindNotOpened Kind = "notOpened" // no payment that anyone could have paid
	KindUnknown   Kind = "unknown"   // nobody knows
	KindAside     Kind = "aside"     // hidden and watched
	KindResolved  Kind = "resolved"  // closed by a manager's word
	KindCash      Kind = "cash"      // taken in cash by a person's word; never paid
)

// FormOf is the screen where an account of a route is entered.
func FormOf(route core.Route) Kind { return Kind("form " + route) }

// form is the route whose account is to be entered; false for other screens.
func (k Kind) form() (core.Route, bool) {
	route, form := strings.CutPrefix(string(k), string(FormOf("")))
	return core.Route(route), form
}

// settling is how long a payment that just came into being is given to go on
// to its QR by itself before the cashier is asked.
const settling = 2 * time.Second

// KindOf is the screen that a sale demands at a moment.
func KindOf(v journal.View, now time.Time) Kind {
	switch v.Status() {
	case journal.StatusPaid:
		if v.LateMoney() && !v.PaidTwice() && !v.AfterCash() { // those are owed back, and have a word of their own
			return KindLate
		}
		return KindPaid
	case journal.StatusFailed:
		return KindFailed
	case journal.StatusExpired:
		return KindExpired
	case journal.StatusNotOpened:
		return KindNotOpened
	case journal.StatusUnknown:
		return KindUnknown
	case journal.StatusSetAside:
		return KindAside
	case journal.StatusResolved:
		return KindResolved
	case journal.StatusCash:
		return KindCash
	case journal.StatusOpening, journal.StatusChoosing:
		return openingKind(v, now)
	case journal.StatusEntry:
		return FormOf(v.Route)
	case journal.StatusCode:
		return KindCode
	case journal.StatusWaiting:
		if handingOver(v, now) {
			return KindCode
		}
		if v.Session.State == core.StateQRGenerated && v.Session.QRPayload != "" {
			return KindQR
		}
	}
	return KindWaiting
}

// settles reports whether what a record says is that new. One from far ahead is not: the
// clock was put back.
func settles(v journal.View, now time.Time) bool { return now.Sub(v.UpdatedAt).Abs() < settling }

// handingOver reports whether a code is on its way to the bank right now.
func handingOver(v journal.View, now time.Time) bool {
	return v.Step == journal.StepOTPIntent && !v.Session.OTPUnresolved &&
		(v.Live.Busy == core.OpSubmitOTP || settles(v, now))
}

// openingKind tells a payment on its way to its QR from one that stopped on
// the way: after a refusal, or because the till was started again.
func openingKind(v journal.View, now time.Time) Kind {
	switch {
	case v.Step == journal.StepIntent, v.Live.Busy != "":
		return KindOpening
	case v.Refusal == nil && settles(v, now):
		return KindOpening
	}
	return KindChoose
}
