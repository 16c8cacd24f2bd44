package theme

import (
	"testing"

	"sanduq/ui/uitest"
)

// TestWhatIsGreyForNowCanStillBeSeen: what is not typed yet and what cannot be
// pressed stands out by 3 from every ground it is written on.
func TestWhatIsGreyForNowCanStillBeSeen(t *testing.T) {
	for _, v := range []Variant{Light, Dark, Contrast} {
		for _, ground := range []Colour{Ground, Card, Sunken} {
			if got := uitest.Contrast(Ghost.In(v), ground.In(v)); got < 3 {
				t.Errorf("variant %d, ground %d: %.2f", v, ground, got)
			}
		}
	}
}
