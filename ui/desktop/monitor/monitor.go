// Package monitor knows where windows may stand: the parts of the screens that no panel of the desktop covers, and
// where a window stands now. It asks GLFW, which the toolkit has begun by then, since the toolkit does not say it. It
// belongs on the main goroutine. Where the program is built without cgo, or the desktop does not say (as Wayland does
// not for a window's place), there is no answer.
package monitor

// Area is a rectangle of the desktop, in its own coordinates.
type Area struct{ X, Y, Width, Height int }

// Holds reports whether a point lies in the area.
func (a Area) Holds(x, y int) bool {
	return x >= a.X && y >= a.Y && x < a.X+a.Width && y < a.Y+a.Height
}

// Screen is a monitor.
type Screen struct {
	Work       Area // that no panel of the desktop covers
	Pixels     int  // across the whole of it
	Lines      int  // of it
	Millimetre int  // the same; 0 where it is not known
}
