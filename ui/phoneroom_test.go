package ui

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestNothingLiesOverAnythingBesideThePhone: with cash, a banner and the practice
// phone together, in windows of every width in which the phone stands beside the
// sale or in its place.
func TestNothingLiesOverAnythingBesideThePhone(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range []fyne.Size{fyne.NewSize(1024, 640), fyne.NewSize(1100, 640), fyne.NewSize(1200, 660), fyne.NewSize(1280, 720), fyne.NewSize(1366, 690)} {
			for _, text := range overflow.Some[float32](1, 1.15, 1.25, 2) {
				r := newHarness(t, shopFloor, allRoutes, everything, withDay)
				r.wear(dress{size: size, lang: lang, text: text})
				r.linkDown(true)
				check := func(what string) {
					name := fmt.Sprintf("%s-%.0f-%.0f-%s", lang, size.Width, text*100, what)
					r.picture("beside-" + name)
					for _, f := range laws.Misplaced(r.win.Canvas()) {
						t.Errorf("%s: %s", name, f)
					}
				}
				r.runes("1234.5")
				test.Tap(r.place("nav.phone"))
				check("sale")
				r.keys(fyne.KeyReturn)
				check("route")
			}
		}
	}
}

// TestThePhoneGoesAwayWithItsSale: where the practice phone has no room beside the
// screen, it stands in no other page's place than the sale's, unless somebody asks
// for it there; and it comes back with the sale.
func TestThePhoneGoesAwayWithItsSale(t *testing.T) {
	for name, in := range map[string]dress{"small": {size: fyne.NewSize(1024, 640)}, "narrow": {size: fyne.NewSize(1150, 700)}, "largest": {text: 2}} {
		r := newHarness(t, shopFloor, allRoutes, everything, rooms)
		r.wear(in)
		r.pass(0)
		r.at()
		phone := func(where string, want bool) {
			t.Helper()
			r.picture("phone-away-" + name + "-" + where)
			if got := r.shell.work.Phone() != nil; got != want {
				t.Errorf("%s, %s: the phone is shown: %v", name, where, got)
			}
			if covers := r.shell.work.Alone(); covers && !want {
				t.Errorf("%s, %s: the screen is covered", name, where)
			}
		}
		phone("not asked for", false)
		test.Tap(r.place("nav.phone"))
		phone("sale", true)
		for where, key := range map[string]fyne.KeyName{"receipts": fyne.KeyF4, "amount": fyne.KeyF2} {
			r.keys(key)
			phone(where, false)
			r.shell.open(sale(12).ID)
			phone("back from "+where, true)
		}
		r.keys(fyne.KeyF2)
		test.Tap(r.place("nav.phone"))
		phone("amount, asked for", true)
		r.keys(fyne.KeyF4)
		r.keys(fyne.KeyF2)
		phone("amount again", false)
		r.shell.open(sale(12).ID)
		test.Tap(r.place("nav.phone"))
		phone("folded", false)
		r.keys(fyne.KeyF2)
		r.shell.open(sale(12).ID)
		phone("still folded", false)
	}
}

// walkCashPhone leaves the sale that the phone belongs to, for one that may be paid
// in cash and for other pages.
func walkCashPhone(r *harness, look func(*harness, string)) {
	r.linkDown(true)
	r.at()
	look(r, "phone-banner-qr")
	r.keys(fyne.KeyF2)
	look(r, "phone-banner-sale")
	r.runes("42.5")
	r.keys(fyne.KeyReturn)
	look(r, "phone-banner-route-cash")
	r.runes("4")
	r.pass(time.Second)
	look(r, "phone-banner-cash")
	r.keys(fyne.KeyF4)
	look(r, "phone-banner-receipts")
	r.at()
	look(r, "phone-banner-back")
}
