package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/outline"
)

// TestPaidCashLeadsToTheCash in a shop that takes cash: of the sale that is set
// aside, for its amount. Going back records nothing.
func TestPaidCashLeadsToTheCash(t *testing.T) {
	r := newHarness(t)
	cashDraft(r)
	r.deps.askAside(sale())
	content := r.steps.decision.Content
	pushed(t, content, "Customer left")
	for _, b := range uitest.All[*control.Button](content) {
		if b.Spec().Label == "Take cash" {
			t.Error("cash is to be taken of a customer who left")
		}
	}
	pushed(t, content, "Paid cash")
	pushed(t, content, "Take cash")
	r.asked()
	r.went("cash instead of #12")
	c := NewCashInstead(r.deps, sale())
	w := r.window(c)
	outline.Check(t, "screen-cash-instead", w.Canvas())
	uitest.Picture(t, w, "cash-instead")
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "sets #12 aside") || !strings.Contains(said, "12.500") {
		t.Error(said)
	}
	typeOn(c, "20")
	c.Press(name(fyne.KeyEscape))
	r.asked()
	r.went("cash instead of #12", "sale #12")
	c.Press(name(fyne.KeyReturn))
	r.asked("cash 12.500 given 20000")
	if d := r.desk.draft; d.Replaces != "20261120-000012" || d.Reason != journal.AsidePaidCash || d.Route != journal.RouteCash {
		t.Errorf("it is linked as %+v", d)
	}
}

// TestPaidCashIsAWordAlone where the shop records no cash, or the drawer holds
// another currency.
func TestPaidCashIsAWordAlone(t *testing.T) {
	for what, set := range map[string]journal.Settings{"no cash": {Currency: "LYD"}, "another currency": {Currency: "TND", Cash: true}} {
		r := newHarness(t)
		r.deps.Shop = func() journal.Settings { return set }
		r.deps.askAside(sale())
		content := r.steps.decision.Content
		pushed(t, content, "Paid cash")
		pushed(t, content, "Set aside") // and not "Take cash"
		r.asked("aside #12 paidCash")
		r.went("new")
		if t.Failed() {
			t.Fatal(what)
		}
	}
}

// TestCashForWhatIsPaidIsRefusedInWords: the bank's money was faster.
func TestCashForWhatIsPaidIsRefusedInWords(t *testing.T) {
	r := newHarness(t)
	cashDraft(r)
	r.desk.err = &journal.Error{Code: journal.CodeStep}
	c := NewCashInstead(r.deps, sale())
	w := r.window(c)
	typeOn(c, "20")
	c.Press(name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "the order of #12 is paid") || !strings.Contains(said, "Take no cash") || c.taken != nil {
		t.Error(said)
	}
}

// TestMoneyAfterCashIsSaidOnItsEnd, which nobody takes note of by leaving it.
func TestMoneyAfterCashIsSaidOnItsEnd(t *testing.T) {
	for _, practice := range []bool{true, false} {
		r := newHarness(t)
		r.deps.Practice = practice
		v := sale(paid, func(v *journal.View) {
			v.SetAside, v.OwedSince = &journal.Decision{At: noon, Reason: journal.AsidePaidCash}, noon
		})
		e := New(r.deps, KindOf(v, noon), v).(*End)
		if !strings.Contains(e.say.instruction, "paid in cash too") || strings.Contains(e.say.instruction, "Hand over") {
			t.Errorf("practice %v: %s", practice, e.say.instruction)
		}
		r.window(e)
		r.now = r.now.Add(time.Minute)
		e.newSale()
		r.asked("acknowledge #12")
		if ToSettle(v) != ToSettleOwed || !strings.Contains(r.deps.settleTold(v), "said cash") {
			t.Errorf("to settle: %v, %s", ToSettle(v), r.deps.settleTold(v))
		}
	}
}
