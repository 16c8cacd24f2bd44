package places

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/popover"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestAPlaceIsChosenFromTheListOfItsKind: shops from one list, tills from the other; the
// first line of each is all of them, and the chip of the other kind then names none.
func TestAPlaceIsChosenFromTheListOfItsKind(t *testing.T) {
	uitest.NewApp(t)
	w, over, now := words.MustLoad(words.English), popover.New(), ""
	all := []Place{{ID: "shop:1", Name: "Harbour", Shop: true}, {ID: "shop:2", Name: "Old Town", Shop: true}, {ID: "till:7", Name: "Harbour 1"}}
	var c *Chips
	c = NewChips(Choice{Words: w, Popover: over, All: func() []Place { return all }, Now: func() string { return now }, Pick: func(id string) {
		now = id
		c.Paint()
		over.Close()
	}})
	says := func(want ...string) {
		t.Helper()
		var got []string
		for _, chip := range c.Row() {
			got = append(got, chip.Label())
		}
		if !slices.Equal(got, want) {
			t.Errorf("the chips say %q, want %q", got, want)
		}
	}
	pick := func(chip int, keys ...fyne.KeyName) {
		test.Tap(c.Row()[chip])
		for _, k := range append(keys, fyne.KeyReturn) {
			over.Press(screen.KeyPress{Name: k})
		}
	}
	anyShop, anyTill := w.T("receipts.anyShop"), w.T("receipts.anyTill")
	c.Paint()
	says(anyShop, anyTill)
	pick(0, fyne.KeyDown, fyne.KeyDown)
	says("Old Town", anyTill)
	pick(0, fyne.KeyUp) // it begins on the one that is chosen
	says("Harbour", anyTill)
	pick(1, fyne.KeyDown)
	says(anyShop, "Harbour 1")
	pick(1, fyne.KeyUp)
	says(anyShop, anyTill)
	if now != "" || (*Chips)(nil).Row() != nil {
		t.Errorf("%q is chosen", now)
	}
}
