// Package decision lays one card over the window until somebody has decided. It knows the
// canvas, the keyboard on the screen and what is typed meanwhile; what is on the card is
// for the screen that places it. Everything belongs on the UI goroutine.
package decision

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/dialog"
)

// Card is what is laid over the window.
type Card struct {
	Content fyne.CanvasObject
	Wide    float32        // 0 is the usual width
	First   fyne.Focusable // gets the focus
	Safe    func()         // what Esc means
	// Press gets what else is typed, as a screen does; nil for nothing.
	Press func(screen.KeyPress) bool
	// Key gets keys that nothing on the card takes; nil is Press, without characters.
	Key func(*fyne.KeyEvent)
	// Entry asks for a PIN: it gets all that is typed and scanned, as a screen does.
	Entry Entry
	// Gone is called when the card is taken away; nil for nobody.
	Gone func()
	// Busy reports whether a PIN is being looked at: what it grants is for what the card
	// asked for. Nil is never.
	Busy func() bool
}

// Entry is where a PIN is typed.
type Entry interface {
	Press(screen.KeyPress) bool
	// Within tells how much height there is.
	Within(room float32)
}

// Window is the window under the card.
type Window interface {
	Canvas() fyne.Canvas // nil until there is one
	// Covered reports whether the customer has the window: nothing is laid over it.
	Covered() bool
	// CloseKeyboard takes the keyboard on the screen away, PlaceKeyboard shows it where
	// the field is that it types into.
	CloseKeyboard()
	PlaceKeyboard()
	// FocusMoved tells the screen below whether something has the focus.
	FocusMoved(taken bool)
}

// Decisions lays one card at a time.
type Decisions struct {
	window  Window
	decoder *keys.Decoder
	card    *dialog.Decision // nil for none
	entry   Entry            // of the card; nil for none
	press   func(screen.KeyPress) bool
	gone    func()
	busy    func() bool
	held    []held
}

// held is a change of the window that waits for an answer.
type held struct {
	name string
	do   func()
}

// New has no card. decoder is the window's.
func New(w Window, decoder *keys.Decoder) *Decisions { return &Decisions{window: w, decoder: decoder} }

// Lay lays a card over the window in the place of another, and reports whether it lies
// there. None takes the place of one that is Busy.
func (d *Decisions) Lay(c Card) bool {
	canvas := d.window.Canvas()
	if canvas == nil || d.window.Covered() || d.Busy() {
		return false
	}
	d.Close()
	d.window.CloseKeyboard()
	d.card = dialog.ShowDecision(canvas, c.Content, c.Wide, c.First, c.Safe)
	d.window.PlaceKeyboard() // the first field may have called it
	d.entry, d.press, d.gone, d.busy = c.Entry, c.Press, c.Gone, c.Busy
	switch {
	case c.Entry != nil:
		d.card.Fit(c.Entry.Within)
		d.card.OnKey = func(e *fyne.KeyEvent) { d.Event(d.decoder.Key(e)) }
	case c.Key != nil:
		d.card.OnKey = c.Key
	case c.Press != nil:
		d.card.OnKey = func(e *fyne.KeyEvent) { c.Press(screen.KeyPress{Name: keys.Normal(e.Name)}) }
	}
	return true
}

// Close takes the card away, undecided.
func (d *Decisions) Close() {
	if d.card == nil {
		return
	}
	d.window.CloseKeyboard()
	card, gone := d.card, d.gone
	d.card, d.entry, d.press, d.gone, d.busy = nil, nil, nil, nil, nil
	if gone != nil {
		gone()
	}
	card.Close()
	d.window.FocusMoved(d.window.Canvas().Focused() != nil)
}

// Busy reports whether a PIN that was entered on the card is being looked at.
func (d *Decisions) Busy() bool { return d.busy != nil && d.busy() }

// Hold keeps a change of the window, which would take the card away, while that is Busy,
// and reports whether it does. Only the newest change of a name is kept.
func (d *Decisions) Hold(name string, change func()) bool {
	if !d.Busy() {
		return false
	}
	d.held = append(slices.DeleteFunc(d.held, func(h held) bool { return h.name == name }), held{name, change})
	return true
}

// Answered is called when a PIN was looked at: then goes on in the place of the card, nil
// where the PIN was not taken. The changes that were held come last.
func (d *Decisions) Answered(then func()) {
	changes := d.held
	d.held = nil
	if then != nil {
		d.Close()
		then()
	}
	for _, c := range changes {
		c.do()
	}
}

// On reports whether a card lies over the window.
func (d *Decisions) On() bool { return d.card != nil }

// Card is what lies over the window; nil for nothing.
func (d *Decisions) Card() *dialog.Decision { return d.card }

// Asks reports whether a PIN is asked for.
func (d *Decisions) Asks() bool { return d.entry != nil }

// Event hands what was typed to where a PIN is asked for, and reports whether it is. A
// barcode is no PIN, and is taken back there.
func (d *Decisions) Event(e keys.Event) bool {
	if d.entry != nil && e.Kind != keys.None {
		d.entry.Press(screen.KeyPress{Name: e.Name, Rune: e.Rune, Scan: e.Code, Taken: e.Taken})
	}
	return d.entry != nil
}

// Rune hands a character to the card, where it wants any.
func (d *Decisions) Rune(r rune) {
	if d.press != nil {
		d.press(screen.KeyPress{Rune: r})
	}
}
