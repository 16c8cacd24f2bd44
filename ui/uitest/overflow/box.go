package overflow

import "fmt"

// box is a rectangle of the window.
type box struct{ left, top, right, bottom float32 }

// String is left, top, width and height in whole units.
func (b box) String() string {
	return fmt.Sprintf("%.0f,%.0f %.0f×%.0f", b.left, b.top, b.right-b.left, b.bottom-b.top)
}

func (b box) empty() bool { return b.right <= b.left || b.bottom <= b.top }

// cut is what two boxes have in common.
func (b box) cut(o box) box {
	return box{max(b.left, o.left), max(b.top, o.top), min(b.right, o.right), min(b.bottom, o.bottom)}
}

// meets reports whether more than a margin is common to both.
func (b box) meets(o box, margin float32) bool {
	c := b.cut(o)
	return c.right-c.left > margin && c.bottom-c.top > margin
}

// within reports whether b lies in o, but for a margin.
func (b box) within(o box, margin float32) bool {
	return b.left >= o.left-margin && b.top >= o.top-margin && b.right <= o.right+margin && b.bottom <= o.bottom+margin
}
