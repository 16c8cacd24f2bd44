package day

import (
	"strings"
	"testing"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestTheShiftAndTheSumDoNotOverlap where words are so large that the shift stands below
// what was taken.
func TestTheShiftAndTheSumDoNotOverlap(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 1.5, 2} {
			p := newHarness(t, lang, theme.Look{TextScale: large}, func(*harness) {}).screen.page.(*dayPage)
			shift, sum := p.shift.Position().Y+p.shift.Size().Height, p.sum.Position().Y
			if p.shift.Size().Height == 0 || p.sum.Size().Height == 0 || shift > sum+.5 {
				t.Errorf("%s at %v: the shift ends at %v, the sum begins at %v", lang, large, shift, sum)
			}
		}
	}
}

// TestWhatAnOpenShiftSaysIsSeen at every size of words: a refusal, and that it is gone.
func TestWhatAnOpenShiftSaysIsSeen(t *testing.T) {
	for _, large := range []float32{1, 1.5, 2} {
		r := newHarness(t, words.English, theme.Look{TextScale: large}, func(*harness) {})
		frame := r.screen.page.face()
		frame.Wrong("Only a manager may do this.")
		if !strings.Contains(r.words(), "Only a manager may do this.") {
			t.Errorf("at %v it is not seen: %s", large, r.words())
		}
		for _, b := range laws.Misplaced(r.window.Canvas()) {
			if large == 1 { // six routes beside a sentence are lower than a finger: nothing there is tapped
				continue
			}
			t.Errorf("at %v: %s", large, b)
		}
		if frame.ShowNotice(""); strings.Contains(r.words(), "Only a manager") {
			t.Errorf("at %v it stays", large)
		}
	}
}
