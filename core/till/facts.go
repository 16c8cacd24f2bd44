package till

import "time"

// The codes of facts. Each is a key of the words catalogue below "fact.".
const (
	FactCharged       = "charged"       // the cashier pressed Charge and picked a route
	FactNotSent       = "notSent"       // nothing left the machine
	FactRejected      = "rejected"      // the gateway refused to open a payment
	FactCreateUnknown = "createUnknown" // nobody knows whether a payment was opened
	FactOpened        = "opened"        // the gateway opened the payment
	FactQRShown       = "qrShown"
	FactQRRefused     = "qrRefused"
	FactConfirmed     = "confirmed" // the customer confirmed, the bank is processing
	FactCodeSent      = "codeSent"
	FactCodeRefused   = "codeRefused"
	FactCodeTaken     = "codeTaken" // the bank took the customer's code
	FactCodeUnknown   = "codeUnknown"
	FactPaid          = "paid"
	FactPaidLate      = "paidLate"
	FactFailed        = "failed"
	FactExpired       = "expired"
	FactCapped        = "capped" // polling ended without an answer that ends the sale
	FactDenied        = "denied" // the gateway no longer takes our token
	FactConflict      = "conflict"
	FactRestored      = "restored" // the application was started again
	FactUnrestorable  = "unrestorable"
	FactSetAside      = "setAside"
	FactToManager     = "toManager"
	FactResolved      = "resolvedOutside"
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
