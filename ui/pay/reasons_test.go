package pay_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/pay"
)

// TestOnlyWhoOwesIsAskedAgain: a new payment would take the money of the others twice.
func TestOnlyWhoOwesIsAskedAgain(t *testing.T) {
	want := map[string]bool{pay.ReasonWrongAmount: true, journal.AsidePaidCash: false, pay.ReasonCustomerLeft: false, pay.ReasonNoCode: true}
	for _, reason := range pay.Reasons() {
		again, listed := want[reason]
		if !listed || pay.AsksAgain(reason) != again {
			t.Errorf("%s: asked again %v", reason, pay.AsksAgain(reason))
		}
	}
	if len(pay.Reasons()) != len(want) {
		t.Errorf("there are %d reasons", len(pay.Reasons()))
	}
}
