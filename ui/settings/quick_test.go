package settings

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
)

// TestQuickAmountsAreReadBeforeTheyAreKept: what is no list of amounts is not
// saved, and the field says so; off until somebody sets them.
func TestQuickAmountsAreReadBeforeTheyAreKept(t *testing.T) {
	r := newHarness(t).reach(atShop)
	if r.set.Quick != "" || r.set.Repeat {
		t.Errorf("a shop that chose nothing has %q, %v", r.set.Quick, r.set.Repeat)
	}
	quick := r.field("settings.quick", "n", journal.MostQuick)
	for _, wrong := range []string{"5 ten", "5 5", "0", "1 2 3 4 5 6 7", "2.5005"} {
		quick.SetText(wrong)
		r.key(fyne.KeyReturn)
		if r.set.Quick != "" {
			t.Errorf("%q was saved", r.set.Quick)
		}
		r.says("Type up to six amounts")
	}
	quick.SetText("5 2.5 20")
	r.saysNot("Type up to six amounts")
	r.choose("settings.repeat", 1)
	r.key(fyne.KeyReturn)
	if all := r.set.QuickAmounts(); len(all) != 3 || all[1].Minor != 2500 || !r.set.Repeat {
		t.Errorf("kept %+v", r.set)
	}
	r.pick("EUR")
	if quick.Text() != "" {
		t.Errorf("in another currency the field shows %q", quick.Text())
	}
	r.says("The quick amounts were in LYD.")
	quick.SetText("7")
	r.choose("settings.repeat", 0)
	r.key(fyne.KeyReturn)
	r.saysNot("The quick amounts were in LYD.")
	if all := r.set.QuickAmounts(); len(all) != 1 || all[0].Minor != 700 || r.set.Repeat {
		t.Errorf("kept %+v", r.set)
	}
}
