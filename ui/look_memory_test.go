package ui

import (
	"runtime"
	"testing"

	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestChangesOfLookKeepNoFonts: cashiers with languages of their own take turns all day, and each change
// draws the whole window again. What was read for the look before must not stay.
func TestChangesOfLookKeepNoFonts(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	turn := func(times int) uint64 {
		for i := range times {
			r.speak(words.Languages()[i%len(words.Languages())])
			r.wear(dress{variant: theme.Variants()[i%len(theme.Variants())]})
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := turn(3)
	const most = 40 << 20 // a shell that was replaced is forgotten a minute later; all fonts once more are 20 MB
	if after := turn(12); after > before+most {
		t.Errorf("%d MB after 12 changes, %d MB before them", after>>20, before>>20)
	}
}
