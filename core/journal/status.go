package journal

import (
	"cmp"

	"sanduq/core"
)

// Status is what a person calls a sale's condition. It is derived from the
// record alone, never stored beside it by hand, so that list, strip, totals
// and screen cannot disagree.
type Status string

// The statuses.
const (
	StatusOpening   Status = "opening"   // the journal is ahead of the gateway's answer
	StatusChoosing  Status = "choosing"  // the payment is open, a route is to be picked
	StatusEntry     Status = "entry"     // an account or wallet is to be entered
	StatusCode      Status = "code"      // a one-time code is to be entered
	StatusWaiting   Status = "waiting"   // the customer or the bank is to act
	StatusPaid      Status = "paid"      // the gateway said so and the receipt is on disk
	StatusFailed    Status = "failed"    // the gateway said: not paid
	StatusExpired   Status = "expired"   // the gateway said: expired
	StatusUnknown   Status = "unknown"   // nobody knows
	StatusSetAside  Status = "setAside"  // hidden by a cashier, still watched
	StatusNotOpened Status = "notOpened" // no payment that anyone could have paid
	StatusResolved  Status = "resolved"  // settled outside by a manager's word; never paid
	StatusCash      Status = "cash"      // a person says that they took cash; never paid
)

// Statuses lists every status, in the order in which a filter offers them.
func Statuses() []Status {
	return []Status{StatusPaid, StatusCash, StatusWaiting, StatusUnknown, StatusSetAside, StatusFailed, StatusExpired,
		StatusNotOpened, StatusResolved, StatusOpening, StatusChoosing, StatusEntry, StatusCode}
}

// Status derives the sale's condition. Paid demands the receipt as well as the
// gateway's word: both are committed together, so one without the other is
// never shown as paid.
func (s Sale) Status() Status {
	if s.CashSeq != 0 {
		return StatusCash
	}
	if s.Session.State == core.StateSuccess && s.ReceiptSeq != 0 {
		return StatusPaid
	}
	if s.ResolvedOutside != nil {
		return StatusResolved
	}
	switch s.Step {
	case StepCreateUnknown:
		if s.Stale { // it may have opened, its QR been shown and paid
			return StatusUnknown
		}
		return StatusNotOpened
	case StepNotSent, StepRejected:
		return StatusNotOpened
	}
	if s.Session.Conflict != "" {
		return StatusUnknown
	}
	switch s.Session.State {
	case core.StateFailed:
		return StatusFailed
	case core.StateExpired:
		return StatusExpired
	}
	if s.SetAside != nil {
		return StatusSetAside
	}
	if s.Watch.Denied {
		return StatusUnknown
	}
	switch s.Step {
	case StepIntent, StepQRIntent:
		return StatusOpening
	case StepCreated:
		if s.Route.Coded() {
			return StatusEntry
		}
		return StatusChoosing
	case StepValidateIntent:
		return StatusEntry
	case StepOTPIntent:
		if s.Capped {
			return StatusUnknown
		}
		return StatusWaiting
	}
	return s.sessionStatus()
}

func (s Sale) sessionStatus() Status {
	if s.Capped {
		return StatusUnknown
	}
	if s.Session.State == core.StateOTPRequired && !s.Session.OTPUnresolved {
		return StatusCode
	}
	if s.Session.State == core.StatePending {
		return StatusChoosing
	}
	return StatusWaiting
}

// Group sorts statuses into the figures above a list of sales. Cash stands beside
// the three of the gateway's word and is part of none.
type Group string

// The groups of totals.
const (
	GroupPaid    Group = "paid"
	GroupOpen    Group = "open"    // may still be paid
	GroupNotPaid Group = "notPaid" // the gateway said so, or nothing was ever opened
	GroupCash    Group = "cash"    // a person says that they took it
)

// Groups lists every group, in the order in which figures of it are given.
func Groups() []Group { return []Group{GroupPaid, GroupCash, GroupOpen, GroupNotPaid} }

// Group returns which total the status counts towards.
func (s Status) Group() Group {
	switch s {
	case StatusPaid:
		return GroupPaid
	case StatusCash:
		return GroupCash
	case StatusFailed, StatusExpired, StatusNotOpened, StatusResolved:
		return GroupNotPaid
	}
	return GroupOpen
}

// Ended reports whether the cashier has an end to take note of.
func (s Status) Ended() bool {
	return s.Group() != GroupOpen
}

// InFlight reports whether the sale belongs in the sidebar of sales in progress:
// no end yet, or an end that nobody has taken note of.
func (s Sale) InFlight() bool {
	if s.Status().Ended() {
		return s.AcknowledgedAt.IsZero()
	}
	return true
}

// Watchable reports whether the gateway may still bring news of the sale: it has
// a payment there, and neither success nor a manager has closed it.
func (s Sale) Watchable() bool {
	return s.Session.PaymentID != "" && s.Session.State != core.StateSuccess && s.ResolvedOutside == nil
}

// QRPayable reports whether a customer may still pay the QR of the sale, if it has one,
// as far as the till asks about it: its end is not known, or a code settled it while
// the QR was out. What the gateway called failed or expired, what a manager closed,
// and what nobody asks about any more is over: where money comes all the same, it is
// still this sale's alone, by its payment and transaction.
func (s Sale) QRPayable() bool {
	if s.SecondWatched() {
		return s.Session.ByAccountNumber
	}
	return s.Watchable() && !s.Session.State.Ended() && (s.Watch.Since.IsZero() || !s.Watch.Next.IsZero())
}

// PaidTwice reports whether the order was paid a second time, by another sale
// or by this one's other leg, and nobody has taken note of it yet.
func (s Sale) PaidTwice() bool { return s.PaidTwiceWith != "" && s.LateAlertRead.IsZero() }

// MaybeTwice reports whether what may be owed back of the sale is a second debit of
// its own payment that is not certain.
func (s Sale) MaybeTwice() bool { return s.OwedDoubt && s.PaidTwiceWith == s.ID }

// Owed reports whether money of this order is owed back: it was paid twice.
// Unlike PaidTwice, which is the alarm, it does not end when somebody takes note
// of it, but when all of it was returned or kept.
func (s Sale) Owed() bool {
	return s.OwedEnd == "" && (!s.OwedSince.IsZero() || s.PaidTwiceWith != "")
}

// TookCash reports whether a person says that the sale was taken in cash, and nobody has
// taken it off again.
func (s Sale) TookCash() bool { return s.CashSeq != 0 && s.Reversed == nil }

// Returned reports whether the sale was paid and its money given back afterwards: it was
// the one too many of its order. Where one of a single sale's two debits was given back,
// the sale is paid. Cash that was taken off again counts as given back.
func (s Sale) Returned() bool {
	return s.Reversed != nil || s.OwedEnd == DebtReturned && s.AlsoPaid == "" && s.PaidTwiceWith != s.ID
}

// AfterCash reports whether the sale's money came although somebody said that its
// order was paid in cash, and no sale of the till records that cash. Owed says
// whether it is owed back yet.
func (s Sale) AfterCash() bool { return !s.OwedSince.IsZero() && s.OwedWith() == "" }

// OwedWith is the other sale of the order that was paid too; the sale itself
// where both legs of its one payment were debited; blank where nothing ever was owed, or
// the cash that was taken too is a word alone.
func (s Sale) OwedWith() SaleID { return cmp.Or(s.PaidTwiceWith, s.AlsoPaid) }

// NeedsManager reports whether a new payment in place of this sale needs a
// manager: the customer has confirmed, or a code was handed over whose refusal
// proved nothing, or an answer spoke of another payment, so that the money may
// be on its way; or the journal was put back to before anyone knew.
func (s Sale) NeedsManager() bool {
	if !s.Watchable() {
		return s.Stale && s.Step == StepCreateUnknown && s.ResolvedOutside == nil
	}
	switch s.Session.State {
	case core.StatePending:
		// What was shown and sent since, nobody here knows; or the answer about a
		// lost QR was no answer.
		return s.Stale || s.Session.QRLost && s.Session.Conflict != ""
	case core.StateWaitingPayment, core.StateAuthorized:
		return true
	case core.StateFailed, core.StateExpired:
		return s.Session.Conflict != ""
	}
	return s.Session.Conflict != "" || s.Session.OTPUnresolved || s.Session.OTPIndeterminate || s.Step == StepOTPIntent
}

// LateMoney reports whether money came that the cashier was told not to expect,
// or after somebody said that cash was taken, and nobody has taken note of yet.
func (s Sale) LateMoney() bool {
	late := s.Session.Late || s.SetAside != nil || s.ResolvedOutside != nil || s.AfterCash()
	return s.Status() == StatusPaid && late && s.LateAlertRead.IsZero()
}

// SecondWatched reports whether the sale is paid and may be debited by its other
// leg too, about which the gateway is asked on. Nobody at the till waits for it.
func (s Sale) SecondWatched() bool {
	return s.Session.State == core.StateSuccess && !s.Watch.Next.IsZero()
}

// Open reports whether a restart must bring the sale back: it is in flight, or
// watched, or its alert or its paper is outstanding. The store keeps an index
// of open sales by this rule.
func (s Sale) Open() bool { return s.Outstanding() || s.SecondWatched() }

// Outstanding is Open but for what a paid sale's other leg may bring.
func (s Sale) Outstanding() bool {
	watched := s.Watchable() && (s.Watch.Since.IsZero() || !s.Watch.Next.IsZero())
	return s.InFlight() || watched || s.LateMoney() || s.PaidTwice() || s.Print == PrintPending || s.Print == PrintStarted
}
