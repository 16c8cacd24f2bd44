package ui

import (
	"context"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// blank stands for the screen of the history.
type blank struct{ screen.Screen }

func (blank) Refresh(till.SaleID) {}

func everything(_ *rig, o *Options) {
	nothing := func() {}
	o.Bell, o.FullScreen = &ear{}, nothing
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
			r := newRig(t, shopFloor, everything, func(_ *rig, o *Options) { o.Practice = !c.live })
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
			shot := func(name string) {
				r.picture("shell-" + name + "-" + c.name)
				r.saysNot("⟨")
			}
			r.runes("12.5")
			shot("01-sale")
			r.keys(fyne.KeyReturn)
			shot("02-route")
			r.keys(fyne.KeyReturn)
			shot("02b-opening")
			r.now = noon
			v := sale(12, version(5))
			r.notice(v)
			shot("03-qr")
			r.keys(fyne.KeyF7)
			shot("11-set-aside")
			r.keys(fyne.KeyEscape)
			r.notice(sale(12, version(6), state(core.StateWaitingPayment)))
			shot("06-waiting")
			r.notice(sale(12, version(7), state(core.StateFailed), func(v *till.View) { v.Pulse.LastWord = "FAILED" }))
			shot("09-failed")
			r.notice(sale(12, version(8), state(core.StateWaitingPayment), capped, func(v *till.View) {
				v.Watch = till.Watch{Since: noon, Next: noon.Add(6 * time.Minute)}
				v.Pulse = till.Pulse{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PROCESSING", Asked: 37}
				v.Facts = []till.Fact{{At: noon.Add(-time.Minute), Code: till.FactConfirmed}}
			}))
			shot("10-unknown")
			r.notice(sale(12, version(9), paid))
			shot("08-paid")
			r.pass(time.Second)
			r.keys(fyne.KeyReturn)
			r.notice(sale(10, of(15250), at("14:20"), aside, version(9), paid))
			r.notice(sale(8, of(9000), at("14:02"), aside, version(9), paid))
			shot("12-late-money")
			r.keys(fyne.KeyF1)
			shot("00-help")
		})
	}
}
