package ui

import (
	"regexp"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// pointed is an amount, or its fraction, with a point.
var pointed = regexp.MustCompile(`(^|\d)\.\d`)

// dotted is an address or a version.
var dotted = regexp.MustCompile(`\d\.\d+\.\d`)

// quotes are the screens that show what a file has, or a record, word for word.
var quotes = regexp.MustCompile(`export|statement-(columns|asked|answered)|audit`)

// TestFrenchWritesTheDecimalComma wherever an amount is shown or typed, and takes
// either sign when it is typed.
func TestFrenchWritesTheDecimalComma(t *testing.T) {
	commas := 0
	look := func(r *harness, name string) {
		for _, layer := range uitest.Scene(r.win.Canvas()) {
			for _, d := range layer {
				text, ok := d.Object.(*canvas.Text)
				switch {
				case !ok || d.Seen.Empty():
				case pointed.MatchString(text.Text) && !dotted.MatchString(text.Text) && !quotes.MatchString(name):
					t.Errorf("%s: %q", name, text.Text)
				case regexp.MustCompile(`(^|\d),\d`).MatchString(text.Text):
					commas++
				}
			}
		}
	}
	french := func(change ...func(*harness, *Options)) *harness {
		r := newHarness(t, append([]func(*harness, *Options){shopFloor, allRoutes, everything, rooms}, change...)...)
		r.speak(words.French)
		return r
	}
	t.Cleanup(func() { typeset.NamePoint(".") })
	r := french()
	walkThrough(r, func(name string) { look(r, name) })
	for name, walk := range map[string]func(*harness, func(*harness, string)){
		"ends": walkEnds, "decisions": walkDecisions, "receipts": walkReceipts, "banners": walkBanners, "reports": walkReports, "settings": walkSettings, "forms": walkForms,
	} {
		walk(french(), func(r *harness, screen string) { look(r, name+" "+screen) })
	}
	walkDay(french(withDay), look)
	walkSettle(french(unsettled, settledEarlier), look)
	if commas < 100 {
		t.Errorf("only %d amounts were seen", commas)
	}

	for _, typed := range []string{"12,5", "12.5", "١٢٫٥"} {
		r := french()
		r.keys(fyne.KeyF2)
		r.runes(typed)
		if got := r.shell.typed.draft.Amount.Amount().Minor; got != 12500 {
			t.Errorf("%q is %d", typed, got)
		}
		r.says("12 ,500")
	}
	r = french()
	r.keys(fyne.KeyF2)
	pressed := false
	for _, l := range uitest.Scene(r.win.Canvas()) {
		for _, d := range l {
			if key, ok := d.Object.(fyne.Tappable); ok && uitest.Words(d.Object) == "," {
				test.Tap(key)
				pressed = true
			}
		}
	}
	if r.runes("5"); !pressed || r.shell.typed.draft.Amount.Amount().Minor != 500 {
		t.Errorf("the key of the comma: %v, the amount is %v", pressed, r.shell.typed.draft.Amount.Amount())
	}
}
