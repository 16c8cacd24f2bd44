package journal

import (
	"testing"
	"time"

	"sanduq/core"
)

// TestNoEventChangesThePlanOfAPaidSale: what a poller or a code says late must
// neither begin nor end the watching of its other leg.
func TestNoEventChangesThePlanOfAPaidSale(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	for _, kind := range []core.EventKind{core.EventPollingCapped, core.EventPollingDenied, core.EventCall, core.EventOTPUnresolved, core.EventQRLost, core.EventRestored} {
		for _, plan := range []Watch{{}, {Since: at}, {Since: at, Next: at.Add(time.Hour), Tries: 3}, {Since: at, Denied: true}} {
			paid := core.PaymentSession{PaymentID: "pay", State: core.StateSuccess, QRPayload: "qr"}
			s := Sale{Step: StepSession, Session: paid, ReceiptSeq: 1, Watch: plan}
			ev := core.PaymentEvent{Kind: kind, Operation: core.OpSubmitOTP, Before: paid, After: paid, At: at.Add(time.Minute)}
			if got := Apply(s, ev, at).Watch; got != plan {
				t.Errorf("%s makes of the plan %+v: %+v", kind, plan, got)
			}
		}
	}
}
