package setup

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEveryStepFits lays every page out at every size of the window, in every
// size of text and in every language, with nothing wrong on it and with all that
// can be, and looks for words that are cut off, hidden or over others.
func TestEveryStepFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					r := newHarness(t, func(r *harness) { r.kept = map[string]time.Time{gateway.KeyAPI: noon} })
					if err := r.env.Words.Use(lang); err != nil {
						t.Fatal(err)
					}
					r.win.Resize(size)
					r.setLook(theme.Look{Small: size.Width < theme.SmallBelow, TextScale: text})
					r.pages(func(page string) {
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s: %s", page, f)
						}
						for _, c := range overflow.Cut(r.win.Canvas()) {
							t.Errorf("%s: cut: %s", page, c)
						}
						r.picture(fmt.Sprintf("fit-%s-%.0f-%.0f-%s", lang, size.Width, text*100, page))
					})
				})
			}
		}
	}
}

// pages goes through every page, and through what can be wrong on it.
func (r *harness) pages(look func(page string)) {
	w := r.env.Words
	look("till")
	r.keys(fyne.KeyReturn)
	look("till-wrong")
	r.types("سوق النور Market")
	r.screen.page.(*tillPage).use(true)
	look("till-live")
	r.screen.page.(*tillPage).open()
	look("currency")
	r.keys(fyne.KeyEscape)
	r.screen.goTo(stepBank)
	look("bank")
	p := r.screen.page.(*bankPage)
	for name := range keyLabels {
		p.form.ShowAt(name, w.T("setup.key.needed"))
	}
	p.form.ShowAt(gateway.KeyHMAC, w.T("settings.keys.pair"))
	p.form.ShowAt(lineAddress, w.T("settings.env.address.wrong"))
	p.form.ShowAt("word", w.T("setup.word.wrong"))
	r.screen.paint()
	look("bank-wrong")
	r.screen.goTo(stepManager)
	look("manager")
	m := r.screen.page.(*managerPage)
	m.form.ShowAt(lineName, w.T("error.name"))
	m.form.ShowAt(linePIN, w.T("error.pinShape"))
	m.form.ShowAt(lineAgain, w.T("settings.users.differ"))
	m.form.ShowAt("", w.T("settings.notSaved"))
	r.screen.paint()
	look("manager-wrong")
	r.screen.goTo(stepRecovery)
	look("recovery")
	r.keys(fyne.KeyReturn)
	look("recovery-code")
	r.screen.page.(*recoveryPage).save()
	look("recovery-saved")
}

// TestTheConnectionIsTestedInView: where the test stands below the keys, its button is seen
// all the same, and what came of it is when it was pressed.
func TestTheConnectionIsTestedInView(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.25, 1.5, 2} {
			name := fmt.Sprintf("test-%s-%.0f", lang, text*100)
			r := newHarness(t)
			w := r.env.Words
			if err := w.Use(lang); err != nil {
				t.Fatal(err)
			}
			r.win.Resize(fyne.NewSize(1024, 640))
			r.setLook(theme.Look{Small: true, TextScale: text})
			r.screen.goTo(stepBank)
			r.field(w.T("settings.env.address")).SetText("https://bank.example")
			look := func(page string) {
				uitest.Picture(t, r.win, name+page)
				for _, b := range append(laws.Actions(r.win.Canvas()), laws.Faults(r.win.Canvas())...) {
					t.Errorf("%s%s: %s", name, page, b)
				}
			}
			look("")
			pressed := false
			for _, b := range uitest.All[*control.Button](r.win.Canvas().Content()) {
				if b.Spec().Label == w.T("settings.test") {
					test.Tap(b)
					pressed = true
				}
			}
			if !pressed {
				t.Fatalf("%s: there is nothing to test with", name)
			}
			look("-done")
			seen := false
			for _, d := range uitest.Scene(r.win.Canvas())[0] {
				said, is := d.Object.(*typeset.Text)
				seen = seen || is && said.Text() == w.T("settings.test.name") && d.Box.Within(d.Seen, 1)
			}
			if !seen {
				t.Errorf("%s: what came of it is not seen", name)
			}
		}
	}
}
