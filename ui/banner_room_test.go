package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// placed is where the first widget of the window is that a test is looking for.
func (r *harness) placed(wanted func(fyne.Widget) bool) (top, foot float32) {
	r.t.Helper()
	found := false
	var walk func(o fyne.CanvasObject, y float32)
	walk = func(o fyne.CanvasObject, y float32) {
		if !o.Visible() || found {
			return
		}
		y += o.Position().Y
		switch x := o.(type) {
		case *fyne.Container:
			for _, c := range x.Objects {
				walk(c, y)
			}
		case fyne.Widget:
			if wanted(x) {
				top, foot, found = y, y+x.Size().Height, true
				return
			}
			for _, c := range test.WidgetRenderer(x).Objects() {
				walk(c, y)
			}
		}
	}
	if walk(r.win.Canvas().Content(), 0); !found {
		r.t.Error("it is not in the window")
	}
	return top, foot
}

// TestABannerCoversNothingBesideAQR: with a banner above, the bank's last
// answer still stands between the ring and the buttons.
func TestABannerCoversNothingBesideAQR(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1366, 690), fyne.NewSize(1366, 768), fyne.NewSize(1024, 640)} {
		for _, lang := range words.Languages() {
			r := newHarness(t, shopFloor, func(_ *harness, o *Options) {
				o.Customer, o.Offer.Routes = &fakeWindows{}, []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
			})
			r.wear(dress{size: size, lang: lang})
			r.runes("12.5")
			r.keys(fyne.KeyReturn, fyne.KeyReturn)
			r.now = noon
			r.notice(sale(12, version(5)))
			r.notice(sale(10, of(15250), at("14:20"), aside, version(9), paid))
			w := r.shell.env.Words
			said, _, _ := strings.Cut(w.T("status.lastAnswer", "time", "|", "answer", ""), "|")
			_, end := r.placed(func(o fyne.Widget) bool {
				t, ok := o.(*typeset.Text)
				return ok && strings.HasPrefix(t.Text(), said)
			})
			button, _ := r.placed(func(o fyne.Widget) bool {
				b, ok := o.(*control.Button)
				return ok && b.Spec().Label == w.T("says.button")
			})
			if end > button {
				t.Errorf("%s, %.0f: what the bank said ends at %.0f, the button begins at %.0f", lang, size.Width, end, button)
			}
			r.picture(fmt.Sprintf("banner-%s-%.0f", lang, size.Width))
		}
	}
}

// TestLargeWordsStandTogether: at 200 % the screen of a sale that nobody knows
// about scrolls; its words begin at its top, and the cards follow them.
func TestLargeWordsStandTogether(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.wear(dress{text: 2})
	r.shell.open(sale(9).ID)
	begins := func(words string) (top, foot float32) {
		return r.placed(func(o fyne.Widget) bool {
			x, ok := o.(*typeset.Text)
			return ok && strings.HasPrefix(x.Text(), words)
		})
	}
	_, room := edges(uitest.All[*layout.Stage](r.shell.work.Object())[0])
	top, _ := begins("We do not know yet")
	_, foot := begins("Do not hand over")
	card, _ := begins("What we know")
	if above := theme.RibbonHeight + float32(theme.BarHeight) + theme.Frame; top > above+200 || card > foot+150 {
		t.Errorf("the word is at %.0f below %.0f; the instruction ends at %.0f, the first card's title is at %.0f of %.0f", top, above, foot, card, room)
	}
}
