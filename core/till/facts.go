package till

import "time"

// The codes of facts. Each is a key of the words catalogue below "fact.".
const (
	FactCharged        = "charged"       // the cashier pressed Charge and picked a route
	FactNotSent        = "notSent"       // nothing left the machine
	FactRejected       = "rejected"      // the gateway refused to open a payment
	FactCreateUnknown  = "createUnknown" // nobody knows whether a payment was opened
	FactOpened         = "opened"        // the gateway opened the payment
	FactQRShown        = "qrShown"
	FactQRRefused      = "qrRefused"
	FactConfirmed      = "confirmed" // the customer confirmed, the bank is processing
	FactCodeSent       = "codeSent"
	FactAccountRefused = "accountRefused"
	FactCodeRefused    = "codeRefused"
	FactCodeTaken      = "codeTaken" // the bank took the customer's code
	FactCodeUnknown    = "codeUnknown"
	FactPaid           = "paid"
	FactPaidLate       = "paidLate"
	FactFailed         = "failed"
	FactExpired        = "expired"
	FactCapped         = "capped" // polling ended without an answer that ends the sale
	FactDenied         = "denied" // the gateway no longer takes our token
	FactConflict       = "conflict"
	FactWatchEnded     = "watchEnded"  // the last planned question brought no end: nothing is asked any more
	FactNotReplaced    = "notReplaced" // not opened: the sale it was to replace was paid, or may be
	FactRestored       = "restored"    // the application was started again
	FactBehind         = "behind"      // the journal was put back: what followed is not known
	FactUnrestorable   = "unrestorable"
	FactSetAside       = "setAside"
	FactToManager      = "toManager"
	FactResolved       = "resolvedOutside"
	FactTakenOver      = "takenOver" // another cashier goes on with the sale
	FactReplaced       = "replaced"  // a new payment was opened instead
	FactPaidTwice      = "paidTwice" // the sale it replaces, or was replaced by, was paid as well; or this one by its other leg: the transaction
)

// note adds a fact. When the list is full the second oldest goes: how a sale
// began is never forgotten.
func (s *Sale) note(at time.Time, code, word string) {
	facts := append([]Fact(nil), s.Facts...)
	if len(facts) >= MaxFacts {
		facts = append(facts[:1], facts[2:]...)
	}
	s.Facts = append(facts, Fact{At: at, Code: code, Word: word})
}

// noteAgain adds a fact, or moves it to now when it is the newest already.
func (s *Sale) noteAgain(at time.Time, code string) {
	if n := len(s.Facts); n > 0 && s.Facts[n-1].Code == code {
		s.Facts = append([]Fact(nil), s.Facts...)
		s.Facts[n-1].At = at
		return
	}
	s.note(at, code, "")
}

// knows reports whether the newest fact is this one.
func (s Sale) knows(code string, at time.Time) bool {
	n := len(s.Facts)
	return n > 0 && s.Facts[n-1].Code == code && s.Facts[n-1].At.Equal(at)
}
