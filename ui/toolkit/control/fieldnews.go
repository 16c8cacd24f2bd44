package control

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/draw"
)

// Input says what a field is for, as far as a keyboard on the screen must know.
type Input int

// InputText is any letters, InputLatin mostly what has no Arabic: addresses, keys, codes. InputDigits is digits alone.
const (
	InputText Input = iota
	InputLatin
	InputDigits
)

// FieldNews is what happened to a field.
type FieldNews int

// A field got the focus from a key or from the program; it got it from a finger or a mouse that is still down; that was
// let go again, or pressed a button that opened the field, so that the field may move now; it lost the focus.
const (
	FieldEntered FieldNews = iota
	FieldTouched
	FieldPressed
	FieldLeft
)

// watchers belong to windows, on the UI goroutine.
var watchers = map[fyne.Canvas]func(*Field, FieldNews){}

// WatchFields tells the one watcher of a window what happens to its fields.
func WatchFields(on fyne.Canvas, f func(*Field, FieldNews)) { watchers[on] = f }

func (f *Field) tell(n FieldNews) {
	if watch := watchers[draw.CanvasOf(f)]; watch != nil {
		watch(f, n)
	}
}

// Hold lets the field look and behave as if it had the focus while the canvas takes it away and gives it back: that is
// what Fyne does when something else, such as a key on the screen, is pressed.
func (f *Field) Hold(on bool) { f.entry.held = on }

// Spec is what the field shows around what is typed.
func (f *Field) Spec() FieldSpec { return f.spec }
