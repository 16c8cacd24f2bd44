//go:build cgo

package monitor

import "github.com/go-gl/glfw/v3.4/glfw"

// Screens lists the monitors, the one of the desktop first; nil where nobody says. The toolkit must have made its first
// window.
func Screens() (all []Screen) {
	defer func() {
		if recover() != nil { // no display, or a cable that is being pulled
			all = nil
		}
	}()
	for _, m := range glfw.GetMonitors() {
		mode := m.GetVideoMode()
		if mode == nil {
			continue
		}
		x, y, w, h := m.GetWorkarea()
		across, _ := m.GetPhysicalSize()
		all = append(all, Screen{Work: Area{x, y, w, h}, Pixels: mode.Width, Lines: mode.Height, Millimetre: across})
	}
	return all
}

// Place is where a window of the toolkit stands, its frame left out; false where nobody says.
func Place(window any) (a Area, known bool) {
	within(window, func(w *glfw.Window) {
		if glfw.GetPlatform() == glfw.PlatformWayland {
			return
		}
		a.X, a.Y = w.GetPos()
		a.Width, a.Height = w.GetSize()
		known = a.Width > 0 && a.Height > 0
	})
	return a, known
}

// Unfold shows a window of the toolkit again that was minimised, which asking for the
// focus does not do on every desktop. One that is seen stays as it is.
func Unfold(window any) {
	within(window, func(w *glfw.Window) {
		if w.GetAttrib(glfw.Iconified) == glfw.True {
			w.Restore()
		}
	})
}

// within calls do with a window of the toolkit; not at all where there is none.
func within(window any, do func(*glfw.Window)) {
	defer func() { _ = recover() }() // no display
	if in, ok := window.(interface{ RunWithContext(func()) }); ok {
		in.RunWithContext(func() {
			if w := glfw.GetCurrentContext(); w != nil {
				do(w)
			}
		})
	}
}
