package setaside

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func TestSettingAsideNeedsAReason(t *testing.T) {
	r := newFixture(t)
	r.ask(harness.Sale())
	d := r.Shell.Decision
	if d == nil {
		t.Fatal("nothing is asked")
	}
	if got := uitest.Words(d.Content); !strings.Contains(got, "This payment cannot be cancelled.") || !strings.Contains(got, "The customer may still pay 12.500 LYD for #12.") {
		t.Errorf("the decision reads %q", got)
	}
	button := func(label string) *control.Button {
		var found *control.Button
		uitest.Walk(d.Content, func(o fyne.CanvasObject) {
			if b, ok := o.(*control.Button); ok && b.Spec().Label == label {
				found = b
			}
		})
		return found
	}
	if d.First != fyne.Focusable(button("Keep waiting")) {
		t.Error("the focus does not start on Keep waiting")
	}
	button("Set aside").Tapped(nil)
	button("New payment").Tapped(nil)
	r.Asked()
	button("Customer left").Tapped(nil)
	button("Paid cash").Tapped(nil)
	if !button("Paid cash").Spec().Chosen || button("Customer left").Spec().Chosen {
		t.Error("not one reason is chosen")
	}
	button("New payment").Tapped(nil) // anyone who paid cash owes nothing more
	r.Asked()
	button("Wrong amount").Tapped(nil)
	button("New payment").Tapped(nil)
	r.Asked("aside #12 wrongAmount")
	r.Went("replace #12 wrongAmount")
}

func TestSettingAsideThatFailsOpensNoNewPayment(t *testing.T) {
	r := newFixture(t)
	r.Till.Err = harness.ErrBroken
	s := &decision{env: r.Env, deps: r.deps, view: harness.Sale(), reason: journal.AsidePaidCash, close: func() {}}
	s.replace()
	r.Went("failed broken")
}

func TestEscKeepsWaiting(t *testing.T) {
	r := newFixture(t)
	r.ask(harness.Sale())
	r.Shell.Decision.Safe()
	if r.Shell.Closed != 1 {
		t.Error("the decision stays")
	}
	r.Asked()
}

func TestAmountsKeepTheirPlaceInArabic(t *testing.T) {
	r := newFixture(t)
	r.Env.Words = words.MustLoad(words.Arabic)
	r.Apply(theme.Look{RTL: true})
	r.ask(harness.Sale())
	w := test.NewTempWindow(t, r.Shell.Decision.Content)
	w.Resize(fyne.NewSize(800, 500))
	at := map[string]float32{}
	uitest.Walk(r.Shell.Decision.Content, func(o fyne.CanvasObject) {
		if x, ok := o.(*canvas.Text); ok {
			at[strings.Trim(x.Text, "\u200f ")] = x.Position().X
		}
	})
	if !(0 < at["#12"] && at["#12"] < at["عن"] && at["عن"] < at["د.ل"] && at["د.ل"] < at["12.500"]) {
		t.Errorf("from left to right stand #12 at %v, the word before it at %v, the currency at %v, the number at %v",
			at["#12"], at["عن"], at["د.ل"], at["12.500"])
	}
}

func TestSettingAsideNamesWhatIsHidden(t *testing.T) {
	for want, change := range map[string]func(*journal.View){
		"We hide the QR":         func(*journal.View) {},
		"We hide the code pad":   harness.Coded,
		"We hide it here":        harness.State(core.StateWaitingPayment),
		"We hide it here and ke": harness.Unanswered,
	} {
		r := newFixture(t)
		r.ask(harness.Sale(change))
		if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, want) {
			t.Errorf("says %q, not %q", got, want)
		}
	}
}

func TestANewPaymentBesideOneOnItsWayNeedsAManager(t *testing.T) {
	for st, needs := range map[core.State]bool{core.StateQRGenerated: false, core.StateWaitingPayment: true, core.StateAuthorized: true} {
		r := newFixture(t)
		r.ask(harness.Sale(harness.State(st)))
		harness.Pushed(t, r.Shell.Decision.Content, "Wrong amount")
		harness.Pushed(t, r.Shell.Decision.Content, "New payment")
		if !needs {
			r.Asked("aside #12 wrongAmount")
			r.Went("replace #12 wrongAmount")
			continue
		}
		r.Asked()
		if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "A person with this right must allow this: the money may be on its way.") {
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
	r.ask(harness.Sale(harness.State(core.StateWaitingPayment)))
	harness.Pushed(t, r.Shell.Decision.Content, "Wrong amount")
	harness.Pushed(t, r.Shell.Decision.Content, "New payment")
	r.Fields()[0].SetText("Huda")
	r.Shell.Decision.Safe()
	r.Asked()
	r.Went()
}

// TestPaidCashLeadsToTheCash in a shop that takes cash: of the sale that is set
// aside, for its amount. Going back records nothing.
func TestPaidCashLeadsToTheCash(t *testing.T) {
	r := newFixture(t)
	r.Shop.Cash, r.Shop.Currency = true, "LYD"
	r.ask(harness.Sale())
	content := r.Shell.Decision.Content
	harness.Pushed(t, content, "Customer left")
	for _, b := range uitest.All[*control.Button](content) {
		if b.Spec().Label == "Take cash" {
			t.Error("cash is to be taken of a customer who left")
		}
	}
	harness.Pushed(t, content, "Paid cash")
	harness.Pushed(t, content, "Take cash")
	r.Asked()
	r.Went("cash instead of #12")
}

// TestPaidCashIsAWordAlone where the shop records no cash, or the drawer holds
// another currency.
func TestPaidCashIsAWordAlone(t *testing.T) {
	for what, set := range map[string]journal.Settings{"no cash": {Currency: "LYD"}, "another currency": {Currency: "TND", Cash: true}} {
		r := newFixture(t)
		r.deps.Shop = func() journal.Settings { return set }
		r.ask(harness.Sale())
		content := r.Shell.Decision.Content
		harness.Pushed(t, content, "Paid cash")
		harness.Pushed(t, content, "Set aside") // and not "Take cash"
		r.Asked("aside #12 paidCash")
		r.Went("new")
		if t.Failed() {
			t.Fatal(what)
		}
	}
}
