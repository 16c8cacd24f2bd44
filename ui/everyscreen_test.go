package ui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEveryScreenKeepsTheLaws walks every screen of the till, with and without
// the practice phone and a banner, and goes through all that has the focus on
// it; what can be tapped stays where it is when a banner comes and goes. A law that is added to laws.All is held here
// on every screen.
func TestEveryScreenKeepsTheLaws(t *testing.T) {
	type dressed struct {
		name string
		dress
	}
	for _, c := range overflow.Some(dressed{"light", dress{}}, dressed{"ar", dress{lang: words.Arabic}}, dressed{"fr", dress{lang: words.French}},
		dressed{"dark", dress{variant: theme.Dark}}, dressed{"contrast", dress{variant: theme.Contrast}}, dressed{"largest", dress{text: 2}},
		dressed{"narrow", dress{size: fyne.NewSize(1280, 720)}}, dressed{"small", dress{size: fyne.NewSize(1024, 640)}},
		dressed{"small-largest", dress{size: fyne.NewSize(1024, 640), text: 2}}) {
		t.Run(c.name, func(t *testing.T) {
			screens, checks := 0, 0
			everyScreen(t, c.dress, func(r *harness, name string) {
				screens++
				r.picture("every-" + c.name + "-" + name)
				if c.text == 2 && c.size.Width > 0 {
					for _, b := range r.hasActions() {
						t.Errorf("%s: %s", name, b)
					}
				}
				checks += r.lawful(name)
				r.unmoved(name)
				if s := r.shell; s.work.Alone() && s.nav.At.Location != navigation.Sale && s.phone.Asked != s.nav.At {
					t.Errorf("%s: the phone of a sale covers another page", name)
				}
			})
			t.Logf("%d screens, %d looks", screens, checks)
		})
	}
}

// lawful holds the window against every law as it is, and with the focus on
// each thing that Tab leads to. It returns how often it looked.
func (r *harness) lawful(name string) (looks int) {
	r.t.Helper()
	c := r.win.Canvas()
	for _, b := range laws.Broken(c) {
		r.t.Errorf("%s: %s", name, b)
	}
	before := c.Focused()
	var first fyne.Focusable
	for looks = 1; looks < 80; looks++ {
		c.FocusNext()
		at := c.Focused()
		if at == nil || at == first {
			break
		}
		if first == nil {
			first = at
		}
		if b := laws.Rings(c); len(b) > 0 {
			r.t.Errorf("%s, Tab: %s", name, b[0])
			break
		}
	}
	if c.Unfocus(); before != nil {
		c.Focus(before)
	}
	return looks
}

// everyScreen shows every screen that there is, in a dress.
func everyScreen(t *testing.T, in dress, look func(r *harness, name string)) {
	t.Helper()
	begin := func(change ...func(*harness, *Options)) *harness {
		r := newHarness(t, append([]func(*harness, *Options){shopFloor, allRoutes, everything, rooms}, change...)...)
		r.wear(in)
		return r
	}
	for name, walk := range map[string]func(*harness, func(*harness, string)){
		"a sale": func(r *harness, look func(*harness, string)) { walkThrough(r, func(name string) { look(r, name) }) },
		"ends":   walkEnds, "forms": walkForms, "decisions": walkDecisions, "banners": walkBanners,
		"receipts": walkReceipts, "reports": walkReports, "settings": walkSettings, "lock": walkLock, "guard": walkGuard,
	} {
		t.Run(name, func(t *testing.T) { walk(begin(), look) })
	}
	t.Run("phone", func(t *testing.T) {
		r := begin()
		r.openPhone()
		walkForms(r, func(r *harness, name string) { look(r, "phone-"+name) })
		r = begin()
		r.openPhone()
		walkPhone(r, look)
		r = begin(withDay)
		r.openPhone()
		walkCashPhone(r, look)
	})
	t.Run("quick amounts", func(t *testing.T) {
		walkQuick(begin(quickAmounts), look)
	})
	t.Run("strip", func(t *testing.T) { walkStrip(begin(tenSales), look) })
	t.Run("settle", func(t *testing.T) { walkSettle(begin(unsettled, settledEarlier), look) })
	t.Run("day", func(t *testing.T) { walkDay(begin(withDay), look) })
	t.Run("setup", func(t *testing.T) { walkSetup(begin(withSetup), look) })
	t.Run("nobody signs in", func(t *testing.T) {
		walkDecisions(begin(func(_ *harness, o *Options) { o.Staff = nil }), func(r *harness, name string) { look(r, "named-"+name) })
	})
}

// TestEveryScreenMakesRoomForThePhone: with the practice phone open, nothing is
// covered, and nothing is cut off or over something else.
func TestEveryScreenMakesRoomForThePhone(t *testing.T) {
	for _, c := range overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640)) {
		for _, text := range overflow.Some[float32](1, 1.5, 2) {
			t.Run(fmt.Sprintf("%.0f/%.0f%%", c.Width, text*100), func(t *testing.T) {
				r := newHarness(t, shopFloor, allRoutes, everything)
				r.wear(dress{size: c, text: text})
				r.openPhone()
				check := func(r *harness, name string) {
					r.picture(fmt.Sprintf("phone-%.0f-%.0f-%s", c.Width, text*100, name))
					for _, f := range laws.Faults(r.win.Canvas()) {
						t.Errorf("%s: %s", name, f)
					}
				}
				walkPhone(r, check)
				if c.Width > 1100 && text == 1 { // elsewhere the phone stands alone, and looks the same
					walkForms(r, check)
				}
			})
		}
	}
}
