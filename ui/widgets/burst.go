package widgets

import (
	"time"

	"sanduq/ui/keys"
)

// typedAt is the time of what is typed; tests set it.
var typedAt = time.Now

// burst counts what a widget with the focus is typed without a pause, so that the Enter of a barcode scanner presses and
// submits nothing. It keeps no character.
type burst struct {
	n    int
	last time.Time
}

// typed counts a character and tells whether it came too soon after the one before for a hand.
func (b *burst) typed() (fast bool) {
	at := typedAt()
	fast = b.n > 0 && at.Sub(b.last) < keys.ScanGap
	if !fast {
		b.n = 0
	}
	b.n, b.last = b.n+1, at
	return fast
}

// scanned tells at an Enter how many characters before it a scanner typed; 0 when a hand did.
func (b *burst) scanned() int {
	n := b.n
	b.n = 0
	if n < keys.ScanLength || typedAt().Sub(b.last) >= keys.ScanGap {
		return 0
	}
	return n
}
