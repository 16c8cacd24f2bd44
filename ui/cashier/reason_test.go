package cashier

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest/harness"
)

// TestTheReasonOfGivingASaleAwayIsTrue: only of a bank that was silent it is
// said that it did not answer.
func TestTheReasonOfGivingASaleAwayIsTrue(t *testing.T) {
	for what, c := range map[string]struct {
		change []func(*journal.View)
		want   string
	}{
		"it answers, and nobody knows": {[]func(*journal.View){harness.Capped}, pay.ReasonUndecided},
		"it answers, and waits":        {[]func(*journal.View){harness.State(core.StateWaitingPayment)}, pay.ReasonUndecided},
		"it has never answered":        {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Live = journal.LiveStatus{} }}, pay.ReasonNoAnswer},
		"it is silent now":             {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Live.Unanswered = true }}, pay.ReasonNoAnswer},
		"no answer to the code":        {[]func(*journal.View){harness.Capped, harness.Unanswered}, pay.ReasonNoAnswer},
		"an answer that does not fit":  {[]func(*journal.View){harness.Capped, func(v *journal.View) { v.Session.Conflict = "amount" }}, pay.ReasonConflict},
	} {
		r := newFixture(t)
		u := NewUnknown(r.all(), harness.Sale(c.change...))
		u.manage.Tapped(nil)
		if len(r.Till.Asked) != 1 || r.Till.Asked[0] != "manager #12 "+c.want {
			t.Errorf("%s: %q, want %q", what, r.Till.Asked, c.want)
		}
	}
}

// TestTheAdviceOfWhatNobodyKnowsIsTrue: only of a bank that cannot be heard it is said
// that the network has to come back, and the advice follows what is heard meanwhile.
func TestTheAdviceOfWhatNobodyKnowsIsTrue(t *testing.T) {
	silent := func(v *journal.View) { v.Live.Unanswered = true }
	r := newFixture(t)
	w := r.Env.Words
	network, answers := w.T("unknown.todo.2"), w.T("unknown.todo.2.answers")
	u := NewUnknown(r.all(), harness.Sale(harness.Capped))
	for _, c := range []struct {
		what   string
		change []func(*journal.View)
		want   string
	}{
		{"it answers, and nobody knows", []func(*journal.View){harness.Capped}, answers},
		{"it is silent now", []func(*journal.View){harness.Capped, silent}, network},
		{"it answers again", []func(*journal.View){harness.Capped}, answers},
		{"it has never answered", []func(*journal.View){harness.Capped, func(v *journal.View) { v.Live = journal.LiveStatus{} }}, network},
	} {
		u.Update(harness.Sale(c.change...))
		if got := u.todoRows[1].Text(); got != c.want {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}
