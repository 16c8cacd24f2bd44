package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
)

// edited is the field that an entry is the line of.
type edited interface {
	back() bool               // Backspace before the first letter; false where nobody hears of it
	scans() bool              // whether a barcode is something of its own
	scan(code string)         // one was typed
	submit(text string) bool  // Enter; false where nobody hears of it
	filter(rune) (rune, bool) // what becomes of a rune that is typed; false to refuse it
	focus(on bool)            // the focus came or went
	released()                // a finger or the mouse let go
}

// entry is Fyne's entry without its own frame, which hands on the keys that it has no use for.
type entry struct {
	widget.Entry
	field edited
	burst input.Burst
	held  bool // see Field.HoldFocus

	touched bool // by a finger or a mouse, this moment
}

func newEntry(f edited) *entry {
	e := &entry{field: f}
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer is Fyne's without its border, which takes the colour of the focus whatever the theme says, inside the
// field's own. A password has no eye to open either.
func (e *entry) CreateRenderer() fyne.WidgetRenderer {
	if e.Password && e.ActionItem == nil {
		e.ActionItem = canvas.NewRectangle(color.Transparent)
	}
	r := &entryRenderer{e.Entry.CreateRenderer()}
	r.clear()
	return r
}

type entryRenderer struct{ fyne.WidgetRenderer }

func (r *entryRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.clear()
}

func (r *entryRenderer) clear() {
	for _, o := range r.Objects() {
		if frame, ok := o.(*canvas.Rectangle); ok {
			frame.StrokeColor = color.Transparent
			if draw.NRGBA(frame.FillColor).A == 0 {
				frame.FillColor = color.Transparent // else it is painted, at the price of one that is seen
			}
		}
	}
}

// TypedKey keeps what edits a line; Enter submits, unless it is a scanner's; all other keys belong to the screen.
func (e *entry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyBackspace:
		if e.CursorColumn == 0 && e.SelectedText() == "" && e.field.back() {
			return
		}
		e.Entry.TypedKey(k)
	case fyne.KeyDelete, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeySpace, fyne.KeyInsert:
		e.Entry.TypedKey(k)
	case fyne.KeyReturn, fyne.KeyEnter:
		if n := e.burst.Scanned(); n > 0 && e.field.scans() {
			e.scanned(n)
			return
		}
		if !e.field.submit(e.Text) {
			input.PassKey(e, k)
		}
	default:
		if len(k.Name) == 1 || k.Name == fyne.KeyUnknown {
			return // a letter or digit arrives as a rune too
		}
		input.PassKey(e, k)
	}
}

// scanned hands over the n characters before the caret as one code, or as many of them as the field took.
func (e *entry) scanned(n int) {
	text := []rune(e.Text)
	end := min(e.CursorColumn, len(text))
	e.field.scan(string(text[max(0, end-n):end]))
}

func (e *entry) KeyDown(k *fyne.KeyEvent) {
	e.Entry.KeyDown(k)
	input.PassDown(draw.CanvasOf(e), k)
}

func (e *entry) KeyUp(k *fyne.KeyEvent) {
	e.Entry.KeyUp(k)
	input.PassUp(draw.CanvasOf(e), k)
}

// TypedRune lets the field refuse or change what is typed.
func (e *entry) TypedRune(r rune) {
	r, ok := e.field.filter(r)
	if !ok {
		return
	}
	e.burst.Typed()
	e.Entry.TypedRune(r)
}

// TypedShortcut keeps editing shortcuts and hands on the rest.
func (e *entry) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy, *fyne.ShortcutCut, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll, *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		e.Entry.TypedShortcut(s)
	default:
		input.PassShortcut(draw.CanvasOf(e), s)
	}
}

func (e *entry) FocusGained() {
	if e.held {
		return
	}
	e.Entry.FocusGained()
	e.field.focus(true)
}

func (e *entry) FocusLost() {
	if e.held {
		return
	}
	e.Entry.FocusLost()
	e.field.focus(false)
}

func (e *entry) MouseDown(m *desktop.MouseEvent) {
	e.touched = true
	e.Entry.MouseDown(m)
	e.touched = false
}

func (e *entry) MouseUp(m *desktop.MouseEvent) {
	e.Entry.MouseUp(m)
	if !e.Disabled() {
		e.field.released()
	}
}
