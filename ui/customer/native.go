package customer

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Native is the windows of the program itself; main is the cashier's.
func Native(main fyne.Window) Windows { return native{main} }

type native struct{ main fyne.Window }

// plainSize is a plain window's size at first.
var plainSize = fyne.NewSize(960, 540)

// Second is for Windows. While a cable is being pulled there may be no monitor
// at all for a moment, which the toolkit does not expect.
func (n native) Second() (there bool) {
	defer func() {
		if recover() != nil {
			there = false
		}
	}()
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.HasSecondaryDisplay()
}

// Open is for Windows. The new window would take the keyboard with it.
func (n native) Open(content fyne.CanvasObject, title string, full bool, gone func()) func() {
	w := fyne.CurrentApp().NewWindow(title)
	w.SetPadded(false)
	w.SetContent(content)
	w.Resize(plainSize)
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { n.Focus() })
	mine := false
	w.SetOnClosed(func() {
		if !mine {
			gone()
		}
	})
	if d, ok := w.(desktop.Window); ok && full {
		d.RequestFullScreenSecondary()
	}
	w.Show()
	n.Focus()
	time.AfterFunc(focusAgain, func() { fyne.Do(n.Focus) })
	return func() {
		mine = true
		w.Close()
	}
}

// focusAgain is when a window manager has done with a new window.
const focusAgain = 400 * time.Millisecond

// Focus is for Windows.
func (n native) Focus() { n.main.RequestFocus() }
