package cashier

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// pushed taps the button of a label.
func pushed(t *testing.T, o fyne.CanvasObject, label string) {
	t.Helper()
	if !tap(o, func(b *control.Button) bool { return b.Spec().Label == label }) {
		t.Errorf("there is no button %q", label)
	}
}

// fields are the lines to fill in of the decision that is asked.
func (r *harness) fields() (all []*control.Field) {
	r.t.Helper()
	if r.steps.decision == nil {
		r.t.Fatal("nothing is asked")
	}
	uitest.Walk(r.steps.decision.Content, func(o fyne.CanvasObject) {
		if f, ok := o.(*control.Field); ok {
			all = append(all, f)
		}
	})
	return all
}

func given(v *journal.View) {
	v.WithManager = &journal.Decision{At: noon, By: "Samira", Reason: pay.ReasonNoAnswer}
}

func TestANewPaymentBesideOneOnItsWayNeedsAManager(t *testing.T) {
	for st, needs := range map[core.State]bool{core.StateQRGenerated: false, core.StateWaitingPayment: true, core.StateAuthorized: true} {
		r := newHarness(t)
		r.deps.askAside(sale(state(st)))
		pushed(t, r.steps.decision.Content, "Wrong amount")
		pushed(t, r.steps.decision.Content, "New payment")
		if !needs {
			r.asked("aside #12 wrongAmount")
			r.went("replace #12 wrongAmount")
			continue
		}
		r.asked()
		if got := read(r.steps.decision.Content); !strings.Contains(got, "Somebody who may decide must allow this: the money may be on its way.") {
			t.Errorf("%s: asks %q", st, got)
		}
		pushed(t, r.steps.decision.Content, "Allow")
		r.fields()[0].SetText("   ")
		pushed(t, r.steps.decision.Content, "Allow")
		r.asked()
		r.fields()[0].SetText(" Huda ")
		pushed(t, r.steps.decision.Content, "Allow")
		r.asked("aside #12 wrongAmount")
		r.went("replace #12 wrongAmount Huda")
	}
}

func TestAManagerWhoDoesNotAllowChangesNothing(t *testing.T) {
	r := newHarness(t)
	r.deps.askAside(sale(state(core.StateWaitingPayment)))
	pushed(t, r.steps.decision.Content, "Wrong amount")
	pushed(t, r.steps.decision.Content, "New payment")
	r.fields()[0].SetText("Huda")
	r.steps.decision.Safe()
	r.asked()
	r.went()
}

// The till may learn that money is on its way only while the new payment is
// being opened.
func TestTheTillsOwnDemandForAManagerIsAsked(t *testing.T) {
	r := newHarness(t)
	d := pay.DraftFor(sale())
	d.Reason = pay.ReasonWrongAmount
	s := NewRoute(r.deps, d)
	r.desk.err = &journal.Error{Code: journal.CodeManager}
	s.Press(name(fyne.KeyReturn))
	r.asked("charge 12.500 qr ")
	r.went()
	r.desk.err, r.desk.view = nil, sale(func(v *journal.View) { v.ID = "20261120-000013" })
	r.fields()[0].SetText("Huda")
	pushed(t, r.steps.decision.Content, "Allow")
	if got := r.desk.draft; got.Manager != "Huda" || got.Replaces != "20261120-000012" || got.Reason != pay.ReasonWrongAmount {
		t.Errorf("the draft names %q, %q, %q", got.Manager, got.Replaces, got.Reason)
	}
	r.went("opened #13")
}

func TestASaleWithTheManagerSaysWhoWhenAndWhy(t *testing.T) {
	r := newHarness(t)
	aside := func(v *journal.View) { v.SetAside = &journal.Decision{At: noon, Reason: journal.AsidePaidCash} }
	for _, change := range []func(*journal.View){state(core.StateWaitingPayment), capped, aside} {
		v := sale(change)
		s := New(r.deps, KindOf(v, noon), v)
		r.window(s)
		if strings.Contains(read(s.Object()), "With the manager") {
			t.Errorf("%s: the manager has it already", v.Status())
		}
		given(&v)
		s.Update(v)
		mentions(t, s, "With the manager: No answer from the bank", "14:31, Samira", "Record as resolved outside")
		never(t, s)
	}
}

func TestResolvedOutsideNeedsAReasonAndAName(t *testing.T) {
	r := newHarness(t)
	u := NewUnknown(r.deps, sale(capped, given))
	r.window(u)
	u.manage.Tapped(nil)
	if got := read(r.steps.decision.Content); !strings.Contains(got, "Record #12 as resolved outside?") || !strings.Contains(got, "not a payment and writes no receipt") {
		t.Errorf("it asks %q", got)
	}
	f := r.fields()
	w := test.NewTempWindow(t, r.steps.decision.Content)
	w.Canvas().Focus(f[0].Focusable())
	test.Type(f[0].Focusable(), "Paid by transfer")
	f[0].OnSubmit("")
	if w.Canvas().Focused() != f[1].Focusable() {
		t.Error("Enter does not lead on to the name")
	}
	f[1].OnSubmit("")
	pushed(t, r.steps.decision.Content, "Record")
	r.asked()
	test.Type(f[1].Focusable(), "Huda")
	f[1].OnSubmit("")
	r.asked("resolve #12 Paid by transfer by Huda")
	if r.steps.decision != nil {
		t.Error("it goes on asking")
	}
}

func TestAReasonFitsTheEndThatShowsIt(t *testing.T) {
	r := newHarness(t)
	r.deps.managers().Resolve(sale(capped, given))
	f := r.fields()[0]
	f.SetText(strings.Repeat("ok ", 100))
	if n := len([]rune(f.Text())); n != 120 {
		t.Errorf("%d characters were taken", n)
	}
}

func TestAReplacedSaleIsNotReplacedAgain(t *testing.T) {
	r := newHarness(t)
	v := sale(func(v *journal.View) {
		v.SetAside, v.ReplacedBy = &journal.Decision{At: noon, Reason: journal.AsidePaidCash}, "20261120-000013"
	})
	s := New(r.deps, KindOf(v, noon), v)
	r.window(s)
	mentions(t, s, "Replaced by #13")
	pushed(t, s.Object(), "Replaced by #13")
	r.went()
}

// by lets a test be the manager who is asked for their PIN: it returns what was
// asked, and what the right PIN does.
func (r *harness) by(name string) (asked *[]string, sign *func()) {
	asked, sign = &[]string{}, new(func())
	r.deps.Manager = func(title, _ string, then func(string)) {
		*asked = append(*asked, title)
		*sign = func() { then(name) }
	}
	return asked, sign
}

// TestEachDecisionOfAManagersIsSigned: where people sign in no decision asks
// for a name, and none is taken before the PIN.
func TestEachDecisionOfAManagersIsSigned(t *testing.T) {
	for name, c := range map[string]struct {
		ask    func(*harness)
		fill   []string
		yes    string
		title  string
		before []string
		after  []string
	}{
		"the same code again": {func(r *harness) { r.deps.askRepeat(sale(unanswered)) }, []string{"123456"}, "Send it again",
			"Send the same code for #12 again?", nil, []string{"repeat #12 123456 by Huda"}},
		"resolved outside": {func(r *harness) { r.deps.managers().Resolve(sale(capped, given)) }, []string{"Paid by transfer"}, "Record",
			"Record #12 as resolved outside?", nil, []string{"resolve #12 Paid by transfer by Huda"}},
		"a new payment beside it": {func(r *harness) {
			r.deps.askAsideFor(sale(state(core.StateWaitingPayment)), pay.ReasonWrongAmount)
		}, nil, "New payment", "Somebody who may decide must allow this: the money may be on its way.", nil, []string{"aside #12 wrongAmount"}},
	} {
		r := newHarness(t)
		asked, sign := r.by("Huda")
		c.ask(r)
		if strings.Contains(read(r.steps.decision.Content), "Name of the manager") {
			t.Errorf("%s: a name is typed", name)
		}
		for i, text := range c.fill {
			r.fields()[i].SetText(text)
		}
		pushed(t, r.steps.decision.Content, c.yes)
		r.asked(c.before...)
		if len(*asked) != 1 || (*asked)[0] != c.title {
			t.Fatalf("%s: the PIN was asked for %q", name, *asked)
		}
		(*sign)()
		r.asked(c.after...)
	}
}
