package day

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
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
		"cash out": {func(r *harness) { r.screen.page.(*dayPage).move(journal.MovementOut); r.runes("500") },
			func(r *harness) fyne.Focusable { return r.screen.page.(*movePage).reason.Focusable() }},
		"difference": {func(r *harness) { r.key(fyne.KeyReturn); r.counted("5", "9", "11", "9", "22", "11", "10") },
			func(r *harness) fyne.Focusable { return r.screen.page.(*differencePage).reason.Focusable() }},
		"hand": {func(r *harness) { r.screen.goTo(stepHand) },
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
	r.screen.page.(*dayPage).move(journal.MovementOut)
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
	r.screen.page.(*dayPage).move(journal.MovementIn)
	r.runes("12.5milk 2 l")
	r.key(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[in 12.500 milk 2 l]" {
		t.Errorf("the till was asked for %s", got)
	}
}

// TestABarcodeIsNeitherAmountNorReason: nothing of it stays in the field, and the amount
// stands as before it.
func TestABarcodeIsNeitherAmountNorReason(t *testing.T) {
	for _, code := range []string{"628AB1007", "1B2C3D4E", "12.5AB99X", "AB-12.345"} {
		r := newHarness(t, words.English, theme.Look{})
		r.screen.page.(*dayPage).move(journal.MovementOut)
		r.runes("5")
		r.now = r.now.Add(time.Second)
		r.scan(code)
		p := r.screen.page.(*movePage)
		if got := p.entry.Value().Minor; got != 5_000 || p.reason.Text() != "" {
			t.Errorf("%s: %d and %q stand there", code, got, p.reason.Text())
		}
	}
}

// TestABarcodeThatStallsIsNoAmount wherever the window is slow to hear its next
// character, and at its Enter, or where it sends none.
func TestABarcodeThatStallsIsNoAmount(t *testing.T) {
	for _, code := range []string{"628100AB", "628AB1007", "6A281007", "AB628100"} {
		for _, stall := range []time.Duration{3 * keys.ScanGap, keys.StallGap - time.Millisecond} {
			for at := 1; at < len(code); at++ {
				sends := at%2 == 0
				r := newHarness(t, words.English, theme.Look{})
				type timer struct {
					at time.Time
					do func()
				}
				var timers []timer
				wait := func(d time.Duration) {
					until := r.now.Add(d)
					for i := 0; i < len(timers); i++ {
						if one := timers[i]; !one.at.After(until) {
							timers = slices.Delete(timers, i, i+1)
							r.now, i = one.at, -1
							one.do()
						}
					}
					r.now = until
				}
				r.env.After = func(d time.Duration, f func()) func() {
					timers = append(timers, timer{r.now.Add(d), f})
					return func() {}
				}
				r.show()
				r.screen.page.(*dayPage).move(journal.MovementOut)
				wait(time.Second)
				r.runes("5")
				wait(time.Second)
				heard := &keys.Burst{} // by the window: what a field has is not
				for i, c := range code {
					gap := byScanner
					if i == at {
						gap = stall
					}
					wait(gap)
					if r.window.Canvas().Focused() == nil {
						heard.Add(r.now)
					}
					r.types(string(c), 0)
				}
				if sends {
					wait(byScanner)
				} else {
					wait(keys.StallGap + keys.ScanGap)
				}
				if n := heard.Count(); n > 0 {
					r.screen.Press(screen.KeyPress{Scan: code[:n], Taken: n})
				} else if sends {
					r.hurried(fyne.KeyReturn)
				}
				wait(time.Second)
				p, there := r.screen.page.(*movePage)
				if !there {
					t.Fatalf("%s with %v before its %q, Enter %v: the till was asked for %v", code, stall, code[at], sends, r.till.asked)
				}
				if got := p.entry.Value().Minor; got != 5_000 || len(r.till.asked) != 0 || code[0] != 'A' && p.reason.Text() != "" {
					t.Errorf("%s with %v before its %q, Enter %v: %d and %q stand there, asked for %v", code, stall, code[at], sends, got, p.reason.Text(), r.till.asked)
				}
			}
		}
	}
}

// TestLettersBeforeThePageCameStayOut of its field, whole: of what was typed before the day
// was read nobody knows how fast it was, and a barcode's own end takes back digits alone.
func TestLettersBeforeThePageCameStayOut(t *testing.T) {
	for _, typed := range []string{"12milk", "milk12"} {
		r := newHarness(t, words.English, theme.Look{})
		r.memory.at, r.memory.kind = stepMove, journal.MovementOut
		var disk slow
		r.env.Go = disk.delay
		r.show()
		r.runes(typed)
		disk.answer()
		if p := r.screen.page.(*movePage); p.entry.Value().Minor != 12_000 || p.reason.Text() != "" {
			t.Errorf("%s: %d for %q", typed, p.entry.Value().Minor, p.reason.Text())
		}
	}
}

// TestTheDaysButtonsShowTheirKeys where they stand in one row; the words have the room first.
func TestTheDaysButtonsShowTheirKeys(t *testing.T) {
	for wide, want := range map[float32][]string{1280: {"F3", "F7", "F5"}, 700: {"", "", ""}} {
		r := newHarness(t, words.English, theme.Look{})
		f := r.screen.page.(*dayPage).frame
		f.Root.Resize(fyne.NewSize(wide, 640))
		for i, b := range f.Footer {
			if b.Spec().Key != want[i] {
				t.Errorf("at %v %q shows %q, want %q", wide, b.Spec().Label, b.Spec().Key, want[i])
			}
			if b.Size().Width < b.MinSize().Width {
				t.Errorf("at %v %q is cut", wide, b.Spec().Label)
			}
		}
	}
}

// TestTheDayHasKeysForWhatStandsBesideItsPrimary: cash in and out, the X report, and handing over.
func TestTheDayHasKeysForWhatStandsBesideItsPrimary(t *testing.T) {
	for key, want := range map[fyne.KeyName]struct {
		at   step
		kind journal.MovementKind
	}{fyne.KeyF3: {stepMove, journal.MovementIn}, fyne.KeyF7: {stepMove, journal.MovementOut}, fyne.KeyF5: {at: stepX}, fyne.KeyF10: {at: stepHand}} {
		r := newHarness(t, words.English, theme.Look{})
		r.key(key)
		if r.screen.memory.at != want.at || want.kind != "" && r.screen.memory.kind != want.kind {
			t.Errorf("%s leads to page %v, %q", key, r.screen.memory.at, r.screen.memory.kind)
		}
	}
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyF3)
	r.runes("50")
	r.window.Canvas().FocusNext()
	r.runes("change")
	r.key(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[in 50.000 change]" {
		t.Errorf("by keys alone the till was asked for %s", got)
	}
}
