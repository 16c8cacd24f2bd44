package receipt

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/fields"
)

// TestEveryFieldIsOnTheSlip or has a reason not to be: a field that is added to a
// receipt and forgotten here is named.
func TestEveryFieldIsOnTheSlip(t *testing.T) {
	live := func(r journal.Receipt) []Content {
		qr := r
		qr.Route = core.RouteQR // the payer of a QR is not known
		return []Content{NewContent(r, Copy{}, english{}), NewContent(qr, Copy{}, english{})}
	}
	for _, problem := range fields.Lost(live, map[string]string{
		"PaymentID":   "the gateway's own name: customers are asked for the transaction",
		"OrderID":     "looked up by where there is no transaction",
		"Route":       "the payer tells it",
		"Environment": "the mark TEST tells practice",
		"Shift":       "no business of the customer's",
		"Opened":      "no business of the customer's",
	}) {
		t.Error(problem)
	}
	for _, problem := range fields.Lost(func(r journal.CashReceipt) Content { return NewCashContent(r, Copy{}, english{}) }, map[string]string{
		"Environment": "the mark TEST tells practice",
		"Shift":       "no business of the customer's",
	}) {
		t.Error(problem)
	}
}
