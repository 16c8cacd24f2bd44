package ui

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// blank stands for the screen of the history.
type blank struct{ screen.Screen }

func (blank) Refresh(till.SaleID) {}

func everything(_ *harness, o *Options) {
	nothing := func() {}
	o.Sound, o.FullScreen = &ear{}, nothing
	o.Staff = someStaff()
	o.Customer = &fakeWindows{}
	o.SaveCard = func(context.Context) (string, error) { return "Downloads/counter-card.pdf", nil }
	o.Settings = func(SettingsDeps) screen.Screen { return blank{} }
	o.Receipts = func(ReceiptsDeps) Receipts { return blank{} }
}

// TestTheWholeRouteLooksRight walks a sale through its screens in every look;
// the pictures are for eyes, what is asserted is that no word is missing.
func TestTheWholeRouteLooksRight(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
		live       bool
	}{
		{name: "light"}, {name: "live", live: true},
		{name: "dark", look: theme.Look{Variant: theme.Dark}},
		{name: "contrast", look: theme.Look{Variant: theme.Contrast}},
		{name: "ar", lang: words.Arabic}, {name: "fr", lang: words.French},
		{name: "small", size: fyne.NewSize(1024, 640)},
		{name: "large-type", look: theme.Look{TextScale: 1.5}}, {name: "largest-type", look: theme.Look{TextScale: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newHarness(t, shopFloor, everything, func(_ *harness, o *Options) { o.Practice = !c.live })
			c.look.Still = true
			if c.size.Width > 0 {
				r.win.Resize(c.size)
				r.pass(0)
			}
			if c.lang != "" {
				r.shell.SetLanguage(c.lang)
			}
			look := c.look
			look.Small = theme.Now().Small
			r.shell.SetLook(look)
			walkThrough(r, func(name string) {
				r.picture("shell-" + name + "-" + c.name)
				r.saysNot("⟨")
			})
		})
	}
}
