package screen

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/keys"
)

// Line is a field that a person types into.
type Line interface {
	Text() string
	SetText(text string)
	Focus()
	Focusable() fyne.Focusable
}

// Follow leads what is typed after an amount into the line beside it, from the first
// letter on. The line gets the focus once the typing rests: what goes on may be a
// scanner, whose every character must come to the screen, which takes a whole barcode
// back. It belongs on the UI goroutine.
type Follow struct {
	Env   Env
	Line  Line
	Shown func() bool // whether the screen still is; the line takes no focus after it

	pace keys.Burst
	on   bool  // the line takes the focus once the typing rests
	rest Timer // a character more begins it again
}

// Heard takes note of a character, no matter which part uses it.
func (f *Follow) Heard() { f.pace.Add(f.Env.Now()) }

// On reports whether what is typed now goes into the line.
func (f *Follow) On() bool { return f.on }

// Type adds a character to the line. The focus comes soon where a hand types, and where
// the pace is a scanner's, only when no scanner would go on: the window may be slow to
// hear the next of its characters.
func (f *Follow) Type(r rune) {
	f.Line.SetText(f.Line.Text() + string(r))
	rest := 2 * keys.ScanGap
	if f.pace.Hurried() {
		rest = keys.StallGap + keys.ScanGap
	}
	f.after(rest)
}

func (f *Follow) after(rest time.Duration) {
	f.on = true
	f.rest.Start(f.Env, rest, func() {
		if f.on && f.Shown() {
			f.enter()
		}
	})
}

// enter gives the line the focus, behind its last character.
func (f *Follow) enter() {
	f.on = false
	f.Line.Focus()
	f.Line.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// Backspace takes back what went into the line last, and reports whether that was it.
func (f *Follow) Backspace() bool {
	if !f.on {
		return false
	}
	f.enter()
	f.Line.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	return true
}

// End is for a barcode that was taken back, and for what is not typed.
func (f *Follow) End() { f.on, f.pace = false, keys.Burst{} }
