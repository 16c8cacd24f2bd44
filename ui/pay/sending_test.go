package pay_test

import (
	"context"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest/harness"
)

// step is a call that is counted.
type step struct {
	calls, over int
	failed      []error
	err         error
}

func (s *step) begin(r *harness.Harness, one *pay.Sending) {
	one.Begin(r.Env, func(err error) { s.failed = append(s.failed, err) },
		func(context.Context) error { s.calls++; return s.err }, func() { s.over++ })
}

// TestAStepIsBusyUntilTheTillTellsThatItIsOver.
func TestAStepIsBusyUntilTheTillTellsThatItIsOver(t *testing.T) {
	r := harness.New(t)
	var one pay.Sending
	var s step
	s.begin(r, &one)
	if !one.Busy() || one.Begun {
		t.Error("it is asked for, and not busy, or begun already")
	}
	one.Update(harness.Sale(harness.Coded, harness.Submitting), core.OpSubmitOTP, journal.StepOTPIntent)
	r.Pass(pay.Unheard)
	if !one.Busy() || s.over != 0 {
		t.Errorf("the till does it, and it is over %d times", s.over)
	}
	if one.Update(harness.Sale(harness.Coded), core.OpSubmitOTP, journal.StepOTPIntent); one.Busy() {
		t.Error("it is over, and busy")
	}
}

// TestAStepThatWasNotBegunMayBeAskedForAgain: the till said nothing of it, or refused it.
func TestAStepThatWasNotBegunMayBeAskedForAgain(t *testing.T) {
	for name, err := range map[string]error{"nothing heard": nil, "refused": harness.ErrBroken} {
		r := harness.New(t)
		var one pay.Sending
		s := step{err: err}
		s.begin(r, &one)
		r.Pass(pay.Unheard)
		if one.Busy() || s.over != 1 || len(s.failed) != map[bool]int{true: 1}[err != nil] {
			t.Errorf("%s: busy %v, over %d times, failed %v", name, one.Busy(), s.over, s.failed)
		}
	}
}

// TestABusyTillIsAskedAgain until the question has taken its time.
func TestABusyTillIsAskedAgain(t *testing.T) {
	r := harness.New(t)
	var one pay.Sending
	s := step{err: &journal.Error{Code: journal.CodeBusy}}
	s.begin(r, &one)
	if r.Pass(pay.BusyAgain); s.calls != 2 || len(s.failed) != 0 || !one.Busy() {
		t.Errorf("asked %d times, failed %v", s.calls, s.failed)
	}
	if r.Pass(pay.BusyTime); one.Busy() || len(s.failed) != 1 || s.over != 1 {
		t.Errorf("a till that stays busy: busy %v, failed %v, over %d times", one.Busy(), s.failed, s.over)
	}
}
