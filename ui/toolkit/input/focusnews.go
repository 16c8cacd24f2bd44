package input

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/draw"
)

// focusWatchers belong to windows, on the UI goroutine.
var focusWatchers = map[fyne.Canvas]func(taken bool){}

// WatchFocus tells the one watcher of a window when something takes the focus, and when it is let go: what takes the
// keys while nothing has the focus shows its ring only then. Nil ends it.
func WatchFocus(on fyne.Canvas, f func(taken bool)) {
	if f == nil {
		delete(focusWatchers, on)
		return
	}
	focusWatchers[on] = f
}

// TellFocus is for things with a focus that are made elsewhere: they say when it comes and goes.
func TellFocus(of fyne.CanvasObject, taken bool) {
	if watch := focusWatchers[draw.CanvasOf(of)]; watch != nil {
		watch(taken)
	}
}

// tapWatchers belong to windows, on the UI goroutine.
var tapWatchers = map[fyne.Canvas]func(){}

// WatchTaps tells the one watcher of a window of each tap on something in it, so that nothing moves under a finger. Nil
// ends it.
func WatchTaps(on fyne.Canvas, f func()) {
	if f == nil {
		delete(tapWatchers, on)
		return
	}
	tapWatchers[on] = f
}

// TellTap is for things to tap that are made elsewhere.
func TellTap(on fyne.CanvasObject) {
	if watch := tapWatchers[draw.CanvasOf(on)]; watch != nil {
		watch()
	}
}
