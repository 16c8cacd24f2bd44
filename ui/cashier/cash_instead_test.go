package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/outline"
)

// TestPaidCashLeadsToTheCash in a shop that takes cash: of the sale that is set
// aside, for its amount. Going back records nothing.
func TestPaidCashLeadsToTheCash(t *testing.T) {
	r := newFixture(t)
	cashDraft(r)
	r.all().askAside(harness.Sale())
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
	c := NewCashInstead(r.all(), harness.Sale())
	w := r.Window(c)
	outline.Check(t, "screen-cash-instead", w.Canvas())
	uitest.Picture(t, w, "cash-instead")
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "sets #12 aside") || !strings.Contains(said, "12.500") {
		t.Error(said)
	}
	harness.Keys(c, "20")
	c.Press(harness.Name(fyne.KeyEscape))
	r.Asked()
	r.Went("cash instead of #12", "sale #12")
	c.Press(harness.Name(fyne.KeyReturn))
	r.Asked("cash 12.500 given 20000")
	if d := r.Till.Draft; d.Replaces != "20261120-000012" || d.Reason != journal.AsidePaidCash || d.Route != journal.RouteCash {
		t.Errorf("it is linked as %+v", d)
	}
}

// TestPaidCashIsAWordAlone where the shop records no cash, or the drawer holds
// another currency.
func TestPaidCashIsAWordAlone(t *testing.T) {
	for what, set := range map[string]journal.Settings{"no cash": {Currency: "LYD"}, "another currency": {Currency: "TND", Cash: true}} {
		r := newFixture(t)
		r.deps.Shop = func() journal.Settings { return set }
		r.all().askAside(harness.Sale())
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

// TestCashForWhatIsPaidIsRefusedInWords: the bank's money was faster.
func TestCashForWhatIsPaidIsRefusedInWords(t *testing.T) {
	r := newFixture(t)
	cashDraft(r)
	r.Till.Err = &journal.Error{Code: journal.CodeStep}
	c := NewCashInstead(r.all(), harness.Sale())
	w := r.Window(c)
	harness.Keys(c, "20")
	c.Press(harness.Name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "the order of #12 is paid") || !strings.Contains(said, "Take no cash") || c.taken != nil {
		t.Error(said)
	}
}

// TestMoneyAfterCashIsSaidOnItsEnd, which nobody takes note of by leaving it.
func TestMoneyAfterCashIsSaidOnItsEnd(t *testing.T) {
	for _, practice := range []bool{true, false} {
		r := newFixture(t)
		r.Env.Practice = practice
		v := harness.Sale(harness.Paid, func(v *journal.View) {
			v.SetAside, v.OwedSince = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, harness.Noon
		})
		e := New(r.all(), KindOf(v, harness.Noon), v).(*End)
		if !strings.Contains(e.say.instruction, "paid in cash too") || strings.Contains(e.say.instruction, "Hand over") {
			t.Errorf("practice %v: %s", practice, e.say.instruction)
		}
		r.Window(e)
		r.Now = r.Now.Add(time.Minute)
		e.newSale()
		r.Asked("acknowledge #12")
		if ToSettle(v) != ToSettleOwed || !strings.Contains(r.all().settleTold(v), "said cash") {
			t.Errorf("to settle: %v, %s", ToSettle(v), r.all().settleTold(v))
		}
	}
}
