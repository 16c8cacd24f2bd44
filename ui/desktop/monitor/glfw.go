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
	defer func() {
		if recover() != nil {
			known = false
		}
	}()
	within, ok := window.(interface{ RunWithContext(func()) })
	if !ok || glfw.GetPlatform() == glfw.PlatformWayland {
		return a, false
	}
	within.RunWithContext(func() {
		if w := glfw.GetCurrentContext(); w != nil {
			a.X, a.Y = w.GetPos()
			a.Width, a.Height = w.GetSize()
			known = a.Width > 0 && a.Height > 0
		}
	})
	return a, known
}
