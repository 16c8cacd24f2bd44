package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
)

// cashShop is a till whose shop takes cash, with a QR on show.
func cashShop(t *testing.T) *harness {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.till.set.Cash = true
	r.at(func(*journal.View) {})
	return r
}

// paidCash opens the decision on the sale and picks that it was paid in cash.
func (r *harness) paidCash() {
	r.t.Helper()
	r.keys(fyne.KeyF7)
	r.tap("Paid cash")
	r.tap("Take cash")
}

// TestPaidCashIsTakenOverTheSale by keys: for its amount, linked to it, and what
// was typed for another sale stays.
func TestPaidCashIsTakenOverTheSale(t *testing.T) {
	r := cashShop(t)
	r.shell.newSale()
	r.runes("7")
	r.shell.open("20261120-000012")
	r.paidCash()
	r.says("12.500", "sets #12 aside")
	r.runes("20")
	r.picture("cash-instead")
	r.keys(fyne.KeyReturn)
	r.asked("cash 12.500 given 20000")
	if d := r.till.draft; d.Replaces != "20261120-000012" || d.Reason != journal.AsidePaidCash {
		t.Errorf("linked as %+v", d)
	}
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	if d := r.shell.typed.draft; r.shell.nav.At.Location != navigation.Amount || d.Replaces != "" || d.Amount.Amount().Minor != 7_000 {
		t.Errorf("at %v, with %+v", r.shell.nav.At, d)
	}
}

// TestLeavingTheCashChangesNothing, by whatever way: nothing is asked of the till,
// the sale goes on, and no later sale is linked to it.
func TestLeavingTheCashChangesNothing(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"back":      func(r *harness) { r.keys(fyne.KeyEscape) },
		"new sale":  func(r *harness) { r.keys(fyne.KeyF2) },
		"the sale":  func(r *harness) { r.shell.open("20261120-000012") },
		"to settle": func(r *harness) { r.shell.show(navigation.Place{Location: navigation.Settle}) },
		"by itself": func(r *harness) { r.shell.build() }, // another language
	} {
		r := cashShop(t)
		r.paidCash()
		if r.shell.nav.At.Instead != "20261120-000012" {
			t.Fatalf("%s: at %v", name, r.shell.nav.At)
		}
		r.runes("20")
		leave(r)
		r.asked()
		if d := r.shell.typed.draft; d.Replaces != "" || d.Amount.Amount().Minor != 0 {
			t.Errorf("%s: the next sale begins with %+v", name, d)
		}
		if name == "back" && r.shell.nav.At.Sale != "20261120-000012" {
			t.Errorf("back leads to %v", r.shell.nav.At)
		}
		if name == "by itself" && r.shell.nav.At.Instead != "20261120-000012" {
			t.Errorf("another language leads to %v", r.shell.nav.At)
		}
	}
}

// TestTheBanksMoneyTakesTheCashAway: the sale is paid while the cashier counts, and
// its end is shown, so that no cash is taken for it.
func TestTheBanksMoneyTakesTheCashAway(t *testing.T) {
	r := cashShop(t)
	r.paidCash()
	r.vers++
	r.notice(sale(12, version(uint64(100*r.vers)), func(v *journal.View) {
		v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, noon
	}))
	if r.shell.nav.At != (navigation.Place{Location: navigation.Sale, Sale: "20261120-000012"}) {
		t.Errorf("at %v", r.shell.nav.At)
	}
	r.asked()
}

// TestCashThatWasTakenIsNotTakenAgain where the screen is built again after it: the
// change stays to be read, and Enter goes on.
func TestCashThatWasTakenIsNotTakenAgain(t *testing.T) {
	r := cashShop(t)
	r.paidCash()
	r.runes("20")
	r.keys(fyne.KeyReturn)
	r.vers++
	r.notice(sale(12, version(uint64(100*r.vers)), func(v *journal.View) { v.SetAside = &journal.Decision{At: noon, Reason: journal.AsidePaidCash} }))
	if r.shell.nav.At.Location != navigation.Cash {
		t.Errorf("the change is gone: at %v", r.shell.nav.At)
	}
	r.shell.build()
	r.says("C-0015", " 7 ")
	r.pass(2 * time.Second)
	r.keys(fyne.KeyReturn)
	if r.shell.nav.At.Location != navigation.Amount {
		t.Errorf("built anew, and Enter leads to %v", r.shell.nav.At)
	}
	r.asked("cash 12.500 given 20000", "acknowledge #12")
}
