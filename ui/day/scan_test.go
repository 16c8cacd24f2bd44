package day

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// shortCode is as short as a barcode may be: its first character, which gives the field
// the focus, counts.
const shortCode = "628100"

const byScanner = 5 * time.Millisecond

// TestAScannersEnterDecidesNothingOfTheDay in the fields for a reason and for a name;
// a person's does.
func TestAScannersEnterDecidesNothingOfTheDay(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(*harness)
		want  string
	}{
		"difference": {func(r *harness) {
			r.key(fyne.KeyReturn)
			r.counted("5", "9", "11", "9", "22", "11", "10")
		}, "close: " + shortCode},
		"cash in": {func(r *harness) {
			r.screen.page.(*dayPage).move(journal.MovementIn)
			r.runes("5")
			r.key(fyne.KeyReturn)
		}, "in 5.000 " + shortCode},
		"hand": {func(r *harness) { r.screen.goTo(stepHand) }, "hand to " + shortCode},
	} {
		r := newHarness(t, words.English, theme.Look{})
		c.begin(r)
		before := fmt.Sprint(r.till.asked)
		r.now = r.now.Add(time.Second)
		r.types(shortCode, byScanner)
		r.hurried(fyne.KeyReturn)
		if got := fmt.Sprint(r.till.asked); got != before {
			t.Errorf("%s: a scanner's Enter asked the till for %s", name, got)
		}
		r.hurried(fyne.KeyReturn)
		if n := len(r.till.asked); n == 0 || r.till.asked[n-1] != c.want {
			t.Errorf("%s: the till was asked for %v, not for %q", name, r.till.asked, c.want)
		}
	}
}

// scan types as a scanner does whose every character comes to the screen, and tells it
// at the end what they were.
func (r *harness) scan(code string) {
	r.t.Helper()
	if r.window.Canvas().Focused() != nil {
		r.t.Fatal("a field has the focus")
	}
	r.types(code, byScanner)
	r.screen.Press(screen.KeyPress{Scan: code, Taken: len([]rune(code))})
}

// TestABarcodeIsNoSumOfTheDay: what was typed before it stands there again, and what is
// typed after it goes on from there.
func TestABarcodeIsNoSumOfTheDay(t *testing.T) {
	unopened := func(r *harness) { r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{} }
	for name, c := range map[string]struct {
		change func(*harness)
		begin  func(*harness)
		amount func(*harness) int64
		first  int64 // of a 1
		both   int64 // of a 1 and a 5
	}{
		"float": {unopened, func(*harness) {}, func(r *harness) int64 { return r.screen.page.(*dayPage).float.Value().Minor }, 1_000, 15_000},
		"cash in": {func(*harness) {}, func(r *harness) { r.screen.page.(*dayPage).move(journal.MovementIn) },
			func(r *harness) int64 { return r.screen.page.(*movePage).entry.Value().Minor }, 1_000, 15_000},
		"count": {func(*harness) {}, func(r *harness) { r.key(fyne.KeyReturn, fyne.KeyDown) }, func(r *harness) int64 {
			count, err := r.screen.page.(*countPage).count()
			if err != nil {
				t.Error(err)
			}
			return count.Minor
		}, 20_000, 300_000},
	} {
		for _, code := range []string{"6281007032018", "AB-12.345", shortCode} {
			if name == "cash in" && code[0] == 'A' {
				continue // it is typed into the field
			}
			r := newHarness(t, words.English, theme.Look{}, c.change)
			c.begin(r)
			for _, want := range []int64{0, c.first, c.both} {
				if want > 0 {
					r.runes(map[bool]string{true: "1", false: "5"}[want == c.first])
				}
				r.scan(code)
				if got := c.amount(r); got != want {
					t.Errorf("%s: %d stands there after %s, not %d", name, got, code, want)
				}
			}
		}
	}
}
