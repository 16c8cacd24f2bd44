package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	uiinput "sanduq/ui/toolkit/input"
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

// input is what the keys of the window have done so far.
type input struct {
	decoder *keys.Decoder
	enter   latch
	tapped  time.Time    // the newest tap on anything in the window
	turned  fyne.KeyName // the key whose press turned the window to or from the customer, and may not be let go yet; "" for none
	held    *held        // nil while no sale is being left
	deaf    deaf
}

// Attach makes the shell the content of a window and listens to its keys.
func (s *Shell) Attach(w fyne.Window) {
	c := w.Canvas()
	s.window.canvas = c
	w.SetPadded(false)
	w.SetContent(s.window.root)
	s.keyboard.Attach(c)
	uiinput.WatchFocus(c, s.focusMoved)
	uiinput.WatchTaps(c, func() { s.input.tapped = s.env.Now() })
	c.SetOnTypedKey(s.TypedKey)
	c.SetOnTypedRune(s.TypedRune)
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(s.KeyDown)
	}
	c.AddShortcut(&fyne.ShortcutPaste{}, s.paste)
	for i := range 9 {
		c.AddShortcut(number(i), func(fyne.Shortcut) { s.openNth(i) })
	}
	c.AddShortcut(nought, func(fyne.Shortcut) { s.clearQuiet() })
	for n := range journal.MostQuick + 1 {
		c.AddShortcut(quick(n), func(fyne.Shortcut) { s.quick(n) })
	}
}

// focusMoved tells the screen, which draws no ring while something else has one.
func (s *Shell) focusMoved(taken bool) {
	if k, ok := s.work.Screen().(screen.Keyed); ok && s.work.Screen() != nil {
		k.Focus(taken)
	}
}

// paste hands what was copied to a screen that can use it.
func (s *Shell) paste(shortcut fyne.Shortcut) {
	p, wants := s.work.Screen().(screen.Paster)
	if c, ok := shortcut.(*fyne.ShortcutPaste); ok && wants && s.decision.card == nil && !s.away() && c.Clipboard != nil {
		p.Paste(c.Clipboard.Content())
	}
}

// KeyDown is for the window's canvas: a key went down, not a repeat.
func (s *Shell) KeyDown(e *fyne.KeyEvent) {
	s.input.turned = ""
	s.session.Touch()
	s.keyboard.KeyDown()
	if keys.Normal(e.Name) == keys.Enter {
		s.input.enter.down()
	}
}

// TypedKey is for the window's canvas.
func (s *Shell) TypedKey(e *fyne.KeyEvent) {
	s.session.Touch()
	if e.Name != "" && e.Name == s.input.turned {
		return
	}
	if s.turned() {
		if e.Name == keys.Back || e.Name == keys.Customer {
			s.input.turned = e.Name
			s.customer.Back()
		}
		return
	}
	if !s.input.deaf.hears(s.env.Now(), keys.Normal(e.Name) == keys.Enter) {
		return
	}
	if s.decision.card != nil {
		s.decision.card.Key(e)
		return
	}
	s.event(s.input.decoder.Key(e))
}

// TypedRune is for the window's canvas.
func (s *Shell) TypedRune(r rune) {
	s.session.Touch()
	if !s.input.deaf.hears(s.env.Now(), false) {
		return
	}
	if s.decision.card != nil && s.decision.asking == nil || s.turned() {
		if s.decision.press != nil {
			s.decision.press(screen.KeyPress{Rune: r})
		}
		return
	}
	s.event(s.input.decoder.Rune(r))
	if s.input.decoder.Scanning() { // some scanners send no Enter
		s.env.After(keys.StallGap+keys.ScanGap, func() { s.event(s.input.decoder.Flush()) })
	}
}

func (s *Shell) event(e keys.Event) {
	switch {
	case s.decision.asking != nil:
		press(s.decision.asking, e)
		return
	case s.first.on():
		s.first.event(e)
		return
	case s.session.Shut():
		s.lockedEvent(e)
		return
	}
	if s.work.Alone() { // the phone has the place of the screen: nothing is typed into what nobody sees
		if e.Kind == keys.Command && e.Name == keys.Back {
			s.phone.fold()
			return
		}
		if e.Kind != keys.Command || e.Name == keys.Enter {
			return
		}
	}
	if s.hold(e) {
		return
	}
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		s.work.Screen().Press(screen.KeyPress{Rune: e.Rune})
	case keys.Scan:
		s.work.Screen().Press(screen.KeyPress{Scan: e.Code, Taken: e.Taken})
	case keys.Command:
		if e.Name == keys.Enter && !s.input.enter.use() {
			return
		}
		if !s.work.Screen().Press(screen.KeyPress{Name: e.Name}) {
			s.global(e.Name)
		}
	}
}

// global are the keys that no screen claimed.
func (s *Shell) global(name fyne.KeyName) {
	switch name {
	case keys.Help:
		s.help()
	case keys.NewSale:
		s.newSale()
	case keys.Recent:
		s.openReceipts()
	case keys.Day:
		s.openReports()
	case keys.Back:
		s.back()
	case keys.Customer:
		if s.customer != nil {
			s.customerView()
			if s.turned() {
				s.input.turned = name
			}
		}
	case keys.Full:
		call(s.opt.FullScreen)
	case keys.Lock:
		s.session.Lock()
	}
}

// back goes where Esc leads.
func (s *Shell) back() {
	switch to, fresh, ok := s.nav.Back(s.typed.draft.Opening); {
	case !ok:
	case fresh:
		s.newSale()
	default:
		s.show(to)
	}
}

// away reports whether something else than sales has the window.
func (s *Shell) away() bool { return s.first.on() || s.turned() || s.session.Shut() }

func call(f func()) {
	if f != nil {
		f()
	}
}

func (s *Shell) openNth(i int) {
	if s.decision.card != nil || s.away() {
		return
	}
	if all := s.feed.Groups().Shown(); i < len(all) {
		s.open(all[i].ID)
	}
}
