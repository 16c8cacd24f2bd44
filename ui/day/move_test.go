package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestTabLeadsToWhatIsFilledIn, and not to the way back, which would throw away what was
// typed: on each page of the day that has a field.
func TestTabLeadsToWhatIsFilledIn(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(*harness)
		field func(*harness) fyne.Focusable
	}{
		"cash out": {func(r *harness) { r.screen.page.(*dayPage).move(till.MovementOut); r.runes("500") },
			func(r *harness) fyne.Focusable { return r.screen.page.(*movePage).reason.Focusable() }},
		"difference": {func(r *harness) { r.key(fyne.KeyReturn); r.counted("5", "9", "11", "9", "22", "11", "10") },
			func(r *harness) fyne.Focusable { return r.screen.page.(*differencePage).reason.Focusable() }},
		"hand": {func(r *harness) { r.screen.turn(stepHand) },
			func(r *harness) fyne.Focusable { return r.screen.page.(*handPage).to.Focusable() }},
	} {
		r := newHarness(t, words.English, theme.Look{})
		c.begin(r)
		at := r.screen.page
		r.window.Canvas().FocusNext()
		if r.window.Canvas().Focused() != c.field(r) {
			t.Errorf("%s: Tab leads to a %T", name, r.window.Canvas().Focused())
			continue
		}
		if r.runes("milk"); r.screen.page != at {
			t.Errorf("%s: the page was left", name)
		}
	}
	r := newHarness(t, words.English, theme.Look{})
	r.screen.page.(*dayPage).move(till.MovementOut)
	r.runes("500")
	r.window.Canvas().FocusNext()
	r.runes("milk")
	r.key(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[out 500.000 milk]" {
		t.Errorf("the till was asked for %s", got)
	}
}

// TestLettersAfterAnAmountAreWhatItIsFor, without Tab or Enter between them; digits before
// them are the amount.
func TestLettersAfterAnAmountAreWhatItIsFor(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.screen.page.(*dayPage).move(till.MovementIn)
	r.runes("12.5milk 2 l")
	r.key(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[in 12.500 milk 2 l]" {
		t.Errorf("the till was asked for %s", got)
	}
}

// TestABarcodeIsNeitherAmountNorReason where its digits come before its letters: nothing
// of it goes into the field, and the amount stands as before it. One that begins with a
// letter is typed into the field, and its Enter records nothing.
func TestABarcodeIsNeitherAmountNorReason(t *testing.T) {
	for _, code := range []string{"628AB1007", "1B2C3D4E", "12.5AB99X"} {
		r := newHarness(t, words.English, theme.Look{})
		r.screen.page.(*dayPage).move(till.MovementOut)
		r.runes("5")
		r.now = r.now.Add(time.Second)
		r.scan(code)
		p := r.screen.page.(*movePage)
		if got := p.entry.entry.Amount().Minor; got != 5_000 || p.reason.Text() != "" {
			t.Errorf("%s: %d and %q stand there", code, got, p.reason.Text())
		}
	}
	r := newHarness(t, words.English, theme.Look{})
	r.screen.page.(*dayPage).move(till.MovementOut)
	r.runes("5")
	r.now = r.now.Add(time.Second)
	r.types("AB-12.345", byScanner)
	r.hurried(fyne.KeyReturn)
	if p := r.screen.page.(*movePage); p.entry.entry.Amount().Minor != 5_000 || len(r.till.asked) != 0 || !strings.HasPrefix(p.reason.Text(), "AB") {
		t.Errorf("%d for %q, asked for %v", p.entry.entry.Amount().Minor, p.reason.Text(), r.till.asked)
	}
}

// TestLettersBeforeThePageCameStayOut of its field, whole: of what was typed before the day
// was read nobody knows how fast it was, and a barcode's own end takes back digits alone.
func TestLettersBeforeThePageCameStayOut(t *testing.T) {
	for _, typed := range []string{"12milk", "milk12"} {
		r := newHarness(t, words.English, theme.Look{})
		r.memory.at, r.memory.kind = stepMove, till.MovementOut
		var disk slow
		r.deps.Go = disk.keep
		r.show()
		r.runes(typed)
		disk.answer()
		if p := r.screen.page.(*movePage); p.entry.entry.Amount().Minor != 12_000 || p.reason.Text() != "" {
			t.Errorf("%s: %d for %q", typed, p.entry.entry.Amount().Minor, p.reason.Text())
		}
	}
}
