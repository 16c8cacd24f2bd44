package day

import (
	"testing"

	"sanduq/ui/theme"
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
