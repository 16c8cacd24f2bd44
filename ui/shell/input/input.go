// Package input is what is typed, scanned and tapped in the window: it decodes keys, lets
// each press count once, keeps what is typed while a sale is being left, and hands
// everything to what hears it now. It knows who may have the keys; what a key does that no
// screen claimed is for the window. It belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package input

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/customer"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/help"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/phone"
	"sanduq/ui/shell/workarea"
)

// latch lets each press of Enter count once. A held key repeats; without this
// an Enter held on the amount would pick a way to pay as well.
type latch struct {
	heard bool // the canvas reports keys going down
	spent bool
}

func (l *latch) down() { l.heard, l.spent = true, false }

// use spends the press and reports whether it was fresh. Where nobody reports
// keys going down, every press is fresh.
func (l *latch) use() bool {
	fresh := !l.spent || !l.heard
	l.spent = true
	return fresh
}

// Window is what the keys do that no screen claimed.
type Window interface {
	FullScreen()
	NewSale()
	OpenReceipts()
	OpenReports()
	OpenSettings()
	// Back goes where Esc leads.
	Back()
	ShowCustomer()
	// OpenNth opens the sale on a tile, from 0 on, and ClearQuiet takes the paid ones
	// away that were seen.
	OpenNth(i int)
	ClearQuiet()
}

// Deps is who may have the keys.
type Deps struct {
	Decoder   *keys.Decoder
	Decisions *decision.Decisions
	First     *firstrun.FirstRun
	Session   *lock.Session
	Customer  *customer.Side // nil where there is no customer's view
	Phone     *phone.Phone
	Keyboard  *onscreenkeyboard.Keyboard
	Area      func() *workarea.Area
	Place     *navigation.Navigation
	Help      *help.Help
	Window    Window
}

// Input hands what is typed to what hears it.
type Input struct {
	env     screen.Env
	deps    Deps
	enter   latch
	tapped  time.Time    // the newest tap on anything in the window
	turned  fyne.KeyName // the key whose press turned the window to or from the customer, and may not be let go yet; "" for none
	leaving *leaving     // nil while no sale is being left
	deaf    deaf
}

// New hears nothing before Attach.
func New(env screen.Env, d Deps) *Input { return &Input{env: env, deps: d} }

// Help shows the list of keys.
func (i *Input) Help() { i.deps.Help.Show() }

// Tapped is when a finger was last on anything in the window.
func (i *Input) Tapped() time.Time { return i.tapped }

// EnterDown is for an Enter that no canvas reports: the one on the screen.
func (i *Input) EnterDown() { i.enter.down() }

// SpendEnter lets an Enter that is still held do nothing more.
func (i *Input) SpendEnter() { i.enter.use() }

// Deafen lets no key through while somebody types on: what they typed into is gone.
func (i *Input) Deafen() { i.deaf.quiet = i.env.Now() }

// NoEnter lets no Enter through for a moment: what came up was not seen yet.
func (i *Input) NoEnter() { i.deaf.to = i.env.Now().Add(keys.HoldTime) }

// Away reports whether something else than sales has the window.
func (i *Input) Away() bool { return i.deps.First.On() || i.Turned() || i.deps.Session.Shut() }

// Turned reports whether the main window is the customer's view.
func (i *Input) Turned() bool { return i.deps.Customer != nil && i.deps.Customer.Turned() }

// Busy reports whether something lies over the sales that must be answered first.
func (i *Input) Busy() bool { return i.deps.Decisions.On() || i.Away() }

// FocusMoved tells the screen, which draws no ring while something else has one.
func (i *Input) FocusMoved(taken bool) {
	if k, ok := i.deps.Area().Screen().(screen.Keyed); ok {
		k.Focus(taken)
	}
}

// Paste hands what was copied to a screen that can use it.
func (i *Input) Paste(shortcut fyne.Shortcut) {
	p, wants := i.deps.Area().Screen().(screen.Paster)
	if c, ok := shortcut.(*fyne.ShortcutPaste); ok && wants && !i.Busy() && c.Clipboard != nil {
		p.Paste(c.Clipboard.Content())
	}
}

// Drop hands the first file that was dropped into the window to a screen that can use it.
func (i *Input) Drop(_ fyne.Position, files []fyne.URI) {
	d, wants := i.deps.Area().Screen().(screen.Dropper)
	if wants && !i.Busy() && len(files) > 0 {
		i.deps.Session.Touch()
		d.Dropped(files[0].Path())
	}
}

// KeyDown is for the window's canvas: a key went down, not a repeat.
func (i *Input) KeyDown(e *fyne.KeyEvent) {
	i.turned = ""
	i.deps.Session.Touch()
	i.deps.Keyboard.KeyDown()
	if keys.Normal(e.Name) == keys.Enter {
		i.enter.down()
	}
}

// TypedKey is for the window's canvas.
func (i *Input) TypedKey(e *fyne.KeyEvent) {
	i.deps.Session.Touch()
	if e.Name != "" && e.Name == i.turned {
		return
	}
	if i.Turned() {
		if e.Name == keys.Back || e.Name == keys.Customer {
			i.turned = e.Name
			i.deps.Customer.Back()
		}
		return
	}
	if !i.deaf.hears(i.env.Now(), keys.Normal(e.Name) == keys.Enter) {
		return
	}
	if d := i.deps.Decisions; d.On() {
		d.Card().Key(e)
		return
	}
	i.event(i.deps.Decoder.Key(e))
}

// TypedRune is for the window's canvas.
func (i *Input) TypedRune(r rune) {
	i.deps.Session.Touch()
	if !i.deaf.hears(i.env.Now(), false) {
		return
	}
	if d := i.deps.Decisions; d.On() && !d.Asks() || i.Turned() {
		d.Rune(r)
		return
	}
	i.event(i.deps.Decoder.Rune(r))
	if i.deps.Decoder.Scanning() { // some scanners send no Enter
		i.env.After(keys.StallGap+keys.ScanGap, func() { i.event(i.deps.Decoder.Flush()) })
	}
}

func (i *Input) event(e keys.Event) {
	d := i.deps
	switch {
	case d.Decisions.Event(e):
		return
	case d.First.On():
		i.firstRun(e)
		return
	case d.Session.Shut():
		i.locked(e)
		return
	}
	area := d.Area()
	if area.Alone() { // the phone has the place of the screen: nothing is typed into what nobody sees
		if e.Kind == keys.Command && e.Name == keys.Back {
			d.Phone.Fold()
			return
		}
		if e.Kind != keys.Command || e.Name == keys.Enter {
			return
		}
	}
	if i.keepForNext(e) {
		return
	}
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		area.Screen().Press(screen.KeyPress{Rune: e.Rune})
	case keys.Scan:
		area.Screen().Press(screen.KeyPress{Scan: e.Code, Taken: e.Taken})
	case keys.Command:
		if e.Name == keys.Enter && !i.enter.use() {
			return
		}
		if !area.Screen().Press(screen.KeyPress{Name: e.Name}) {
			i.global(e.Name)
		}
	}
}

// global are the keys that no screen claimed.
func (i *Input) global(name fyne.KeyName) {
	w := i.deps.Window
	switch name {
	case keys.Help:
		i.Help()
	case keys.NewSale:
		w.NewSale()
	case keys.Recent:
		w.OpenReceipts()
	case keys.Day:
		w.OpenReports()
	case keys.Back:
		w.Back()
	case keys.Customer:
		if i.deps.Customer != nil {
			w.ShowCustomer()
			if i.Turned() {
				i.turned = name
			}
		}
	case keys.Full:
		w.FullScreen()
	case keys.Lock:
		i.deps.Session.Lock()
	}
}

// firstRun is what keys do during the first run.
func (i *Input) firstRun(e keys.Event) {
	run := i.deps.First
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		run.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Command:
		switch {
		case e.Name == keys.Enter && !i.enter.use(), run.Press(screen.KeyPress{Name: e.Name}):
		case e.Name == keys.Help, e.Name == keys.Full:
			i.global(e.Name)
		}
	}
}

// locked is what keys do while the till is locked. A barcode is no PIN, and is taken back
// there.
func (i *Input) locked(e keys.Event) {
	switch {
	case e.Kind == keys.Command && (e.Name == keys.Help || e.Name == keys.Full):
		i.global(e.Name)
	case e.Kind != keys.None:
		i.deps.Session.Screen().Press(screen.KeyPress{Name: e.Name, Rune: e.Rune, Scan: e.Code, Taken: e.Taken})
	}
}
