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
	defer unhook(fyne.CurrentApp().Lifecycle())()
	w.ShowAndRun()
	return nil
}

// hooked is what the toolkit's own lifecycle has beside what it exports.
type hooked interface {
	OnStopped() func()
	SetOnStoppedHookExecuted(func())
}

// unhook takes from the toolkit what it does at the end of its loop, the saving of
// preferences, for the caller to do after the loop. The toolkit does it on another goroutine,
// which asks the loop for its turn: one that asks while the loop empties its queue for the
// last time waits for ever, and so does the loop for it. Under load one end of 200 stood still.
func unhook(l fyne.Lifecycle) (save func()) {
	h, ok := l.(hooked)
	if !ok || h.OnStopped() == nil {
		return func() {}
	}
	save = h.OnStopped()
	h.SetOnStoppedHookExecuted(nil)
	return save
}
