package input

import (
	"time"

	"sanduq/ui/keys"
)

// TypedAt is the time of what is typed into a widget with the focus. Only tests set it, on the UI goroutine.
var TypedAt = time.Now

// Burst follows what a widget with the focus is typed, so that the Enter of a barcode scanner presses and submits
// nothing.
type Burst struct{ keys.Burst }

// Typed counts a character and reports whether it came too soon after the one before for a hand.
func (b *Burst) Typed() (fast bool) {
	at := TypedAt()
	quiet := b.Quiet(at)
	return !b.Add(at) && quiet < keys.ScanGap
}

// Scanned tells at an Enter how many characters before it a scanner typed; 0 when a hand did.
func (b *Burst) Scanned() int { return b.End(TypedAt()) }
