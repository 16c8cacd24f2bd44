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
	r.screen.shop.above.SetText("5oo")
	r.key(fyne.KeyReturn)
	if r.set.AskAbove != "" {
		t.Errorf("%q was saved", r.set.AskAbove)
	}
	r.says("Type an amount, such as 500")
	r.screen.shop.above.SetText("500.250")
	r.saysNot("Type an amount, such as 500")
	r.key(fyne.KeyReturn)
	if most, ok := r.set.Usual(); !ok || most.Minor != 500_250 {
		t.Errorf("%q was saved", r.set.AskAbove)
	}
	r.screen.shop.above.SetText("")
	r.key(fyne.KeyReturn)
	if r.set.AskAbove != "" {
		t.Errorf("%q stays", r.set.AskAbove)
	}
}
