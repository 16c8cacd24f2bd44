package journal

import (
	"time"
)

// The codes of history events. Each is a key of the words catalogue below "fact.".
const (
	HistoryCharged        = "charged"       // the cashier pressed Charge and picked a route
	HistoryAmountAllowed  = "amountAllowed" // a manager allowed an amount far above the usual: who
	HistoryNotSent        = "notSent"       // nothing left the machine
	HistoryRejected       = "rejected"      // the gateway refused to open a payment
	HistoryCreateUnknown  = "createUnknown" // nobody knows whether a payment was opened
	HistoryOpened         = "opened"        // the gateway opened the payment
	HistoryQRShown        = "qrShown"
	HistoryQRRefused      = "qrRefused"
	HistoryConfirmed      = "confirmed" // the customer confirmed, the bank is processing
	HistoryCodeSent       = "codeSent"
	HistoryAccountRefused = "accountRefused"
	HistoryCodeRefused    = "codeRefused"
	HistoryCodeTaken      = "codeTaken" // the bank took the customer's code
	HistoryCodeUnknown    = "codeUnknown"
	HistoryPaid           = "paid"
	HistoryCash           = "cash" // a person says that they took it in cash: who
	HistoryPaidLate       = "paidLate"
	HistoryFailed         = "failed"
	HistoryExpired        = "expired"
	HistoryClockBehind    = "clockBehind" // the clock shows a day that the books have left: that day, and the one that counts
	HistoryCapped         = "capped"      // polling ended without an answer that ends the sale
	HistoryDenied         = "denied"      // the gateway no longer takes our token
	HistoryConflict       = "conflict"
	HistoryWatchEnded     = "watchEnded"  // the last planned question brought no end: nothing is asked any more
	HistoryNotReplaced    = "notReplaced" // not opened: the sale it was to replace was paid, or may be
	HistoryRestored       = "restored"    // the application was started again
	HistoryStale          = "behind"      // the journal was put back: what followed is not known
	HistoryUnrestorable   = "unrestorable"
	HistorySetAside       = "setAside"
	HistoryToManager      = "toManager"
	HistoryResolved       = "resolvedOutside"
	HistoryTakenOver      = "takenOver"   // another cashier goes on with the sale
	HistoryReplaced       = "replaced"    // a new payment was opened instead
	HistoryAlsoPaid       = "alsoPaid"    // the same, told at the sale that was paid first: the other one
	HistoryUnknownSlip    = "unknownSlip" // the customer was given a slip that says that nobody knows, and who printed it
	HistoryAfterCash      = "afterCash"   // the bank's money came after somebody said that it was paid in cash
	HistoryOwedRead       = "owedRead"    // somebody took note that money is owed back, and who
	HistoryReversed       = "reversed"    // cash that was recorded wrongly was taken off again, and by whom
	HistoryMaybeTwice     = "maybeTwice"  // by its other leg, perhaps: the transaction, if any
	HistoryPaidTwice      = "paidTwice"   // the sale it replaces, or was replaced by, was paid as well; or this one by its other leg: the transaction
)

// Record adds an event. When the list is full the second oldest goes: how a sale
// began is never forgotten.
func (s *Sale) Record(at time.Time, code, word string) {
	events := append([]HistoryEvent(nil), s.History...)
	if len(events) >= MaxHistory {
		events = append(events[:1], events[2:]...)
	}
	s.History = append(events, HistoryEvent{At: at, Code: code, Word: word})
}

// RecordAgain adds an event, or moves it to now when it is the newest already.
func (s *Sale) RecordAgain(at time.Time, code string) {
	if n := len(s.History); n > 0 && s.History[n-1].Code == code {
		s.History = append([]HistoryEvent(nil), s.History...)
		s.History[n-1].At = at
		return
	}
	s.Record(at, code, "")
}

// endsWith reports whether the newest event is this one.
func (s Sale) endsWith(code string, at time.Time) bool {
	n := len(s.History)
	return n > 0 && s.History[n-1].Code == code && s.History[n-1].At.Equal(at)
}
