package startup

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
)

// Opened reports whether a window that was shown is really there. Where OpenGL
// is missing the toolkit goes on without one, and nobody would see anything.
// Call it on the UI goroutine.
func Opened(w fyne.Window) bool {
	native, ok := w.(driver.NativeWindow)
	if !ok {
		return true
	}
	opened := true
	native.RunNative(func(context any) {
		switch c := context.(type) {
		case driver.X11WindowContext:
			opened = c.WindowHandle != 0
		case driver.WaylandWindowContext:
			opened = c.WaylandSurface != 0
		case driver.WindowsWindowContext:
			opened = c.HWND != 0
		case driver.MacWindowContext:
			opened = c.NSWindow != 0
		}
	})
	return opened
}

// Run shows a window until it is closed. Without a screen or OpenGL the toolkit
// panics before it has started; what it said is returned.
func Run(w fyne.Window) (broken any) {
	defer func() { broken = recover() }()
	w.ShowAndRun()
	return nil
}
