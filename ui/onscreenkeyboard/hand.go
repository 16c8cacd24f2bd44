package onscreenkeyboard

import (
	"time"

	"sanduq/ui/keys"
)

// hand reports whether a hand has typed on a keyboard that is plugged in. A
// barcode scanner is such a keyboard too, and many tills with a touch screen
// have one: what comes as fast as a scanner types is no hand.
type hand struct {
	last  time.Time
	alone bool // the newest key came long enough after the one before
	typed bool
}

// down takes note of a key that went down.
func (h *hand) down(at time.Time) {
	if at.Sub(h.last) < keys.ScanGap {
		h.alone = false
	} else {
		h.typed = h.typed || h.alone
		h.alone = true
	}
	h.last = at
}

// known reports whether a hand has typed by now.
func (h *hand) known(at time.Time) bool {
	return h.typed || h.alone && at.Sub(h.last) >= keys.ScanGap
}
