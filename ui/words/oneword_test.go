package words

import (
	"strings"
	"testing"
)

// TestOneWordForADifference: what is too much or missing in the drawer is called on the
// slip as on the screen.
func TestOneWordForADifference(t *testing.T) {
	for _, lang := range Languages() {
		w := MustLoad(lang)
		for slip, screen := range map[string]string{"slip.z.over": "day.over", "slip.z.under": "day.short"} {
			if !strings.EqualFold(w.T(slip), w.T(screen)) {
				t.Errorf("%s: the slip says %q, the screen %q", lang, w.T(slip), w.T(screen))
			}
		}
	}
}
