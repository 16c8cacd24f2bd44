package core

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// steps is the contract's table written a second time, the other way round:
// for each state, where it may go and by what. The machine must agree with it
// in every one of the 80 cells.
const steps = `
pending        qrGenerated       qrGenerated
pending        accountValidated  otpRequired
pending        statusSuccess     success
pending        statusFailed      failed
pending        statusExpired     expired
qrGenerated    qrGenerated       qrGenerated
qrGenerated    accountValidated  otpRequired
qrGenerated    statusProcessing  waitingPayment
qrGenerated    statusSuccess     success
qrGenerated    statusFailed      failed
qrGenerated    statusExpired     expired
otpRequired    accountValidated  otpRequired
otpRequired    otpAcknowledged   waitingPayment
otpRequired    otpAuthorized     authorized
otpRequired    otpSucceeded      success
otpRequired    otpFailed         failed
otpRequired    statusProcessing  waitingPayment
otpRequired    statusSuccess     success
otpRequired    statusFailed      failed
otpRequired    statusExpired     expired
waitingPayment statusSuccess     success
waitingPayment statusFailed      failed
waitingPayment statusExpired     expired
authorized     statusSuccess     success
authorized     statusFailed      failed
authorized     statusExpired     expired
failed         statusSuccess     success
expired        statusSuccess     success
`

func model() map[[2]string]string {
	table := make(map[[2]string]string)
	for line := range strings.Lines(steps) {
		if f := strings.Fields(line); len(f) == 3 {
			table[[2]string{f[0], f[1]}] = f[2]
		}
	}
	return table
}

func TestMachineAgreesWithTheContractInEveryCell(t *testing.T) {
	var m PaymentStateMachine
	want := model()
	if len(m.States()) != 8 || len(slices.Sorted(maps.Keys(leadsTo))) != 10 || len(want) != 28 {
		t.Fatalf("%d states, %d triggers, %d steps", len(m.States()), len(slices.Sorted(maps.Keys(leadsTo))), len(want))
	}
	for _, from := range m.States() {
		for _, trigger := range slices.Sorted(maps.Keys(leadsTo)) {
			to, err := m.Next(from, trigger)
			expected, ok := want[[2]string{string(from), string(trigger)}]
			switch {
			case ok && (err != nil || string(to) != expected):
				t.Errorf("%s by %s: %s, %v; want %s", from, trigger, to, err, expected)
			case !ok && (err == nil || to != from):
				t.Errorf("%s by %s: went to %s, %v", from, trigger, to, err)
			}
		}
	}
}

func TestTransitionErrorNamesEverything(t *testing.T) {
	_, err := PaymentStateMachine{}.Next(StateSuccess, TriggerStatusFailed)
	step, ok := asError[*PaymentStateTransitionError](err)
	if !ok || *step != (PaymentStateTransitionError{StateSuccess, TriggerStatusFailed, StateFailed}) {
		t.Fatalf("%#v", err)
	}
	for _, word := range []string{"success", "statusFailed", "failed"} {
		if !strings.Contains(err.Error(), `"`+word+`"`) {
			t.Errorf("%q does not name %s", err, word)
		}
	}
	if _, err = (PaymentStateMachine{}).Next("nowhere", "nothing"); err == nil {
		t.Error("an unknown state moved")
	}
}

func TestStateWords(t *testing.T) {
	for _, s := range (PaymentStateMachine{}).States() {
		ended := s == "success" || s == "failed" || s == "expired"
		if s.Ended() != ended || (PaymentSession{State: s}).Unsettled() != (s != "success") {
			t.Errorf("%s: ended %t, unsettled %t", s, s.Ended(), PaymentSession{State: s}.Unsettled())
		}
	}
}

// Random triggers, whatever their order: the machine follows the model, never
// leaves success, never ends a payment but by the gateway's word, and calls
// exactly the settlements after an end late.
func TestMachineWalks(t *testing.T) {
	var m PaymentStateMachine
	table := model()
	rapid.Check(t, func(t *rapid.T) {
		state, reference := StatePending, "pending"
		for _, trigger := range rapid.SliceOfN(rapid.SampledFrom(slices.Sorted(maps.Keys(leadsTo))), 1, 60).Draw(t, "triggers") {
			to, err := m.Next(state, trigger)
			expected, ok := table[[2]string{reference, string(trigger)}]
			if ok != (err == nil) {
				t.Fatalf("%s by %s: %v, the model says %t", state, trigger, err, ok)
			}
			if !ok {
				expected = reference
			}
			if state == StateSuccess && to != StateSuccess {
				t.Fatal("success was left")
			}
			if late := m.Late(state, to); late != ((reference == "failed" || reference == "expired") && expected == "success") {
				t.Fatalf("%s to %s: late %t", state, to, late)
			}
			if byWord := strings.HasPrefix(string(trigger), "status") || strings.HasPrefix(string(trigger), "otp"); to != state && to.Ended() && !byWord {
				t.Fatalf("%s ended a payment", trigger)
			}
			if state, reference = to, expected; string(state) != reference {
				t.Fatalf("machine in %s, model in %s", state, reference)
			}
		}
	})
}
