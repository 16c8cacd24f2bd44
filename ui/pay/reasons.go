package pay

import (
	"sanduq/core/journal"
	"sanduq/ui/pay/wording"
)

// Reasons that are recorded with a decision, as codes: the words are the
// catalogue's.
const (
	ReasonWrongAmount  = "wrongAmount"
	ReasonNoCode       = "noCode"
	ReasonCustomerLeft = "customerLeft"
	ReasonNoAnswer     = "noAnswer"  // of giving a sale to the manager
	ReasonUndecided    = "undecided" // the same, of a bank that answers and names no end
	ReasonConflict     = "conflict"  // the same, of answers that do not fit
)

// Reasons lists why a cashier may set a sale aside, in the order of offering, which
// is that of their digits. The one that does not fit every sale is the last: hands
// learn a digit.
func Reasons() []string {
	return []string{ReasonWrongAmount, journal.AsidePaidCash, ReasonCustomerLeft, ReasonNoCode}
}

// AsksAgain reports whether a sale that is set aside for a reason is followed by
// a new payment. Anyone who paid cash or left owes nothing: a new payment would
// take the money twice.
func AsksAgain(reason string) bool { return reason == ReasonWrongAmount || reason == ReasonNoCode }

// WrongAmount reports whether a sale was set aside because its amount was a mistake: the
// same amount is not offered again.
func WrongAmount(v journal.View) bool {
	return v.SetAside != nil && v.SetAside.Reason == ReasonWrongAmount
}

// WhyManager is why a cashier gives a sale away, as the till knows it.
func WhyManager(v journal.View) string {
	switch {
	case v.Session.Conflict != "":
		return ReasonConflict
	case v.SetAside != nil:
		return v.SetAside.Reason
	case wording.Silent(v), v.Session.OTPUnresolved:
		return ReasonNoAnswer
	}
	return ReasonUndecided
}
