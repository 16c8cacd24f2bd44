package cashier

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func TestANewPaymentBesideOneOnItsWayNeedsAManager(t *testing.T) {
	for st, needs := range map[core.State]bool{core.StateQRGenerated: false, core.StateWaitingPayment: true, core.StateAuthorized: true} {
		r := newFixture(t)
		r.all().askAside(harness.Sale(harness.State(st)))
		harness.Pushed(t, r.Shell.Decision.Content, "Wrong amount")
		harness.Pushed(t, r.Shell.Decision.Content, "New payment")
		if !needs {
			r.Asked("aside #12 wrongAmount")
			r.Went("replace #12 wrongAmount")
			continue
		}
		r.Asked()
		if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "Somebody who may decide must allow this: the money may be on its way.") {
			t.Errorf("%s: asks %q", st, got)
		}
		harness.Pushed(t, r.Shell.Decision.Content, "Allow")
		r.Fields()[0].SetText("   ")
		harness.Pushed(t, r.Shell.Decision.Content, "Allow")
		r.Asked()
		r.Fields()[0].SetText(" Huda ")
		harness.Pushed(t, r.Shell.Decision.Content, "Allow")
		r.Asked("aside #12 wrongAmount")
		r.Went("replace #12 wrongAmount Huda")
	}
}

func TestAManagerWhoDoesNotAllowChangesNothing(t *testing.T) {
	r := newFixture(t)
	r.all().askAside(harness.Sale(harness.State(core.StateWaitingPayment)))
	harness.Pushed(t, r.Shell.Decision.Content, "Wrong amount")
	harness.Pushed(t, r.Shell.Decision.Content, "New payment")
	r.Fields()[0].SetText("Huda")
	r.Shell.Decision.Safe()
	r.Asked()
	r.Went()
}

// The till may learn that money is on its way only while the new payment is
// being opened.
func TestTheTillsOwnDemandForAManagerIsAsked(t *testing.T) {
	r := newFixture(t)
	d := pay.DraftFor(harness.Sale())
	d.Reason = pay.ReasonWrongAmount
	s := NewRoute(r.all(), d)
	r.Till.Err = &journal.Error{Code: journal.CodeManager}
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("charge 12.500 qr ")
	r.Went()
	r.Till.Err, r.Till.View = nil, harness.Sale(func(v *journal.View) { v.ID = "20261120-000013" })
	r.Fields()[0].SetText("Huda")
	harness.Pushed(t, r.Shell.Decision.Content, "Allow")
	if got := r.Till.Draft; got.Manager != "Huda" || got.Replaces != "20261120-000012" || got.Reason != pay.ReasonWrongAmount {
		t.Errorf("the draft names %q, %q, %q", got.Manager, got.Replaces, got.Reason)
	}
	r.Went("opened #13")
}

func TestASaleWithTheManagerSaysWhoWhenAndWhy(t *testing.T) {
	r := newFixture(t)
	aside := func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash} }
	for _, change := range []func(*journal.View){harness.State(core.StateWaitingPayment), harness.Capped, aside} {
		v := harness.Sale(change)
		s := New(r.all(), KindOf(v, harness.Noon), v)
		r.Window(s)
		if strings.Contains(uitest.Words(s.Object()), "With the manager") {
			t.Errorf("%s: the manager has it already", v.Status())
		}
		harness.Given(&v)
		s.Update(v)
		harness.Mentions(t, s, "With the manager: No answer from the bank", "14:31, Samira", "Record as resolved outside")
		harness.Never(t, s)
	}
}

func TestResolvedOutsideNeedsAReasonAndAName(t *testing.T) {
	r := newFixture(t)
	u := NewUnknown(r.all(), harness.Sale(harness.Capped, harness.Given))
	r.Window(u)
	u.manage.Tapped(nil)
	if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "Record #12 as resolved outside?") || !strings.Contains(got, "not a payment and writes no receipt") {
		t.Errorf("it asks %q", got)
	}
	f := r.Fields()
	w := test.NewTempWindow(t, r.Shell.Decision.Content)
	w.Canvas().Focus(f[0].Focusable())
	test.Type(f[0].Focusable(), "Paid by transfer")
	f[0].OnSubmit("")
	if w.Canvas().Focused() != f[1].Focusable() {
		t.Error("Enter does not lead on to the name")
	}
	f[1].OnSubmit("")
	harness.Pushed(t, r.Shell.Decision.Content, "Record")
	r.Asked()
	test.Type(f[1].Focusable(), "Huda")
	f[1].OnSubmit("")
	r.Asked("resolve #12 Paid by transfer by Huda")
	if r.Shell.Decision != nil {
		t.Error("it goes on asking")
	}
}

func TestAReasonFitsTheEndThatShowsIt(t *testing.T) {
	r := newFixture(t)
	r.all().managers().Resolve(harness.Sale(harness.Capped, harness.Given))
	f := r.Fields()[0]
	f.SetText(strings.Repeat("ok ", 100))
	if n := len([]rune(f.Text())); n != 120 {
		t.Errorf("%d characters were taken", n)
	}
}

func TestAReplacedSaleIsNotReplacedAgain(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.SetAside, v.ReplacedBy = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, "20261120-000013"
	})
	s := New(r.all(), KindOf(v, harness.Noon), v)
	r.Window(s)
	harness.Mentions(t, s, "Replaced by #13")
	harness.Pushed(t, s.Object(), "Replaced by #13")
	r.Went()
}

// by lets a test be the manager who is asked for their PIN: it returns what was
// asked, and what the right PIN does.
func (r *fixture) by(name string) (asked *[]string, sign *func()) {
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
		ask    func(*fixture)
		fill   []string
		yes    string
		title  string
		before []string
		after  []string
	}{
		"the same code again": {func(r *fixture) { r.all().askRepeat(harness.Sale(harness.Unanswered)) }, []string{"123456"}, "Send it again",
			"Send the same code for #12 again?", nil, []string{"repeat #12 123456 by Huda"}},
		"resolved outside": {func(r *fixture) { r.all().managers().Resolve(harness.Sale(harness.Capped, harness.Given)) }, []string{"Paid by transfer"}, "Record",
			"Record #12 as resolved outside?", nil, []string{"resolve #12 Paid by transfer by Huda"}},
		"a new payment beside it": {func(r *fixture) {
			r.all().askAsideFor(harness.Sale(harness.State(core.StateWaitingPayment)), pay.ReasonWrongAmount)
		}, nil, "New payment", "Somebody who may decide must allow this: the money may be on its way.", nil, []string{"aside #12 wrongAmount"}},
	} {
		r := newFixture(t)
		asked, sign := r.by("Huda")
		c.ask(r)
		if strings.Contains(uitest.Words(r.Shell.Decision.Content), "Name of the manager") {
			t.Errorf("%s: a name is typed", name)
		}
		for i, text := range c.fill {
			r.Fields()[i].SetText(text)
		}
		harness.Pushed(t, r.Shell.Decision.Content, c.yes)
		r.Asked(c.before...)
		if len(*asked) != 1 || (*asked)[0] != c.title {
			t.Fatalf("%s: the PIN was asked for %q", name, *asked)
		}
		(*sign)()
		r.Asked(c.after...)
	}
}
