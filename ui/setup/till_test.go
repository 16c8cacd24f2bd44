package setup

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestAShopIsNamedByKeysAlone(t *testing.T) {
	r := newHarness(t)
	r.keys(fyne.KeyReturn)
	r.wrong("Shop", "This is needed: it is printed on receipts.")
	r.asked()
	r.types(" Al Noor Market ")
	if r.field("Shop").Problem() != "" {
		t.Error("the problem stays while it is mended")
	}
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	r.says("BHD")
	r.field("Till").SetText(" ")
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyTab, fyne.KeyTab, fyne.KeyReturn) // over both tiles and the skip
	r.wrong("Till", "This is needed: it is printed on receipts.")
	r.types("2")
	r.keys(fyne.KeyReturn)
	r.asked("save Al Noor Market, 2, BHD, Cashier by Cashier")
	r.says("The manager’s name", "Not now")
	r.keys(fyne.KeyEscape)
	r.says("Make a recovery code", "Not now")
	r.keys(fyne.KeyEscape)
	r.asked("done")
}

func TestEveryCurrencyIsOnOfferTheServicesOwnFirst(t *testing.T) {
	all := currencies()
	if got := strings.Join(all[:9], " "); got != "LYD BHD KWD OMR TND AED AFN ALL AMD" {
		t.Errorf("begins with %s", got)
	}
	seen := map[string]bool{}
	for _, code := range all {
		if seen[code] {
			t.Errorf("%s is there twice", code)
		}
		seen[code] = true
	}
	r := newHarness(t)
	r.types("Al Noor Market")
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyReturn)
	r.says("Currency", "ZWG", "Go back")
	r.saysNot("Continue", "Start practising")
	r.types("tn")
	r.says("Currency TN", "TND")
	r.saysNot("LYD")
	r.keys(fyne.KeyReturn)
	if r.memory.code != "TND" {
		t.Errorf("chosen %s", r.memory.code)
	}
	r.keys(fyne.KeyReturn)
	r.types("eur")
	r.keys(fyne.KeyEscape)
	r.says("TND", "Continue")
	r.asked()
}

func TestLiveIsNamedFromItsOwnStart(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.env.Practice = false })
	r.says("Set up this till", "Running now: Live")
	r.saysNot("How will it be used?", "Start practising")
	r.keys(fyne.KeyEscape)
	r.asked()
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.asked("save Al Noor Market, Till 1, LYD, Cashier by Cashier")
	r.says("The manager’s name")
}

func TestAStartToldFromOutsideHasNoChoice(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.deps.Given.Environment = true })
	r.says("How this till is used was set from outside at this start.")
	r.press("Live")
	if r.memory.live {
		t.Error("live was chosen")
	}
}
