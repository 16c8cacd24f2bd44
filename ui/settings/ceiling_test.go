package settings

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestTheUsualMost: an amount of the shop's currency, or nothing; what is neither
// is not saved, and the field says so.
func TestTheUsualMost(t *testing.T) {
	r := newHarness(t).reach(atShop)
	r.says("Ask again above")
	r.field("settings.askAbove").SetText("5oo")
	r.key(fyne.KeyReturn)
	if r.set.AskAbove != "" {
		t.Errorf("%q was saved", r.set.AskAbove)
	}
	r.says("Type an amount, such as 500")
	r.field("settings.askAbove").SetText("500.250")
	r.saysNot("Type an amount, such as 500")
	r.key(fyne.KeyReturn)
	if most, ok := r.set.Usual(); !ok || most.Minor != 500_250 {
		t.Errorf("%q was saved", r.set.AskAbove)
	}
	r.field("settings.askAbove").SetText("")
	r.key(fyne.KeyReturn)
	if r.set.AskAbove != "" {
		t.Errorf("%q stays", r.set.AskAbove)
	}
}

// TestTheUsualMostGoesWithItsCurrency: 500 of another is another sum, so that the
// field is empty, and the page says what it was; the same currency again takes nothing away.
func TestTheUsualMostGoesWithItsCurrency(t *testing.T) {
	r := newHarness(t).reach(atShop)
	r.field("settings.askAbove").SetText("500")
	r.key(fyne.KeyReturn)
	r.pick("LYD")
	if r.field("settings.askAbove").Text() != "500" || r.screen.Unsaved() {
		t.Error("the same currency takes it away")
	}
	r.pick("TND")
	r.says("“Ask again above” was 500", "LYD", "It is empty now")
	if got := r.field("settings.askAbove").Text(); got != "" {
		t.Errorf("the field keeps %q", got)
	}
	r.key(fyne.KeyReturn)
	if r.set.Currency != "TND" || r.set.AskAbove != "" {
		t.Errorf("kept %q in %s", r.set.AskAbove, r.set.Currency)
	}
	r.saysNot("It is empty now")
}

// TestTheSmallestCoinGoesWithItsCurrency: half a dinar is five of another.
func TestTheSmallestCoinGoesWithItsCurrency(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.set.Coin = 500 }).reach(atShop)
	r.pick("TND")
	r.says("The smallest coin that is handed out was 0.500", "LYD")
	r.key(fyne.KeyReturn)
	if r.set.Currency != "TND" || r.set.Coin != 0 {
		t.Errorf("kept %d in %s", r.set.Coin, r.set.Currency)
	}
}
