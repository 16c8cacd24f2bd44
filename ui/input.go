package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core/money"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/widgets"
)

// latch lets each press of Enter count once. A held key repeats; without this
// an Enter held on the amount would pick a way to pay as well.
type latch struct {
	heard bool // the canvas reports keys going down
	spent bool
}

func (l *latch) down() { l.heard, l.spent = true, false }

// use spends the press and tells whether it was fresh. Where nobody reports
// keys going down, every press is fresh.
func (l *latch) use() bool {
	fresh := !l.spent || !l.heard
	l.spent = true
	return fresh
}

// Attach makes the shell the content of a window and listens to its keys.
func (s *Shell) Attach(w fyne.Window) {
	s.canvas = w.Canvas()
	w.SetPadded(false)
	w.SetContent(s.root)
	s.keyboard.Attach(s.canvas)
	s.canvas.SetOnTypedKey(s.TypedKey)
	s.canvas.SetOnTypedRune(s.TypedRune)
	if d, ok := s.canvas.(desktop.Canvas); ok {
		d.SetOnKeyDown(s.KeyDown)
	}
	s.canvas.AddShortcut(&fyne.ShortcutPaste{}, s.paste)
	for i := range 9 {
		s.canvas.AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyName(rune('1' + i)), Modifier: fyne.KeyModifierShortcutDefault},
			func(fyne.Shortcut) { s.openNth(i) })
	}
}

// paste hands what was copied to a screen that can use it.
func (s *Shell) paste(shortcut fyne.Shortcut) {
	p, wants := s.current.(screen.Paster)
	if c, ok := shortcut.(*fyne.ShortcutPaste); ok && wants && s.decision == nil && !s.away() && c.Clipboard != nil {
		p.Paste(c.Clipboard.Content())
	}
}

// KeyDown is for the window's canvas: a key went down, not a repeat.
func (s *Shell) KeyDown(e *fyne.KeyEvent) {
	s.heldEsc = false
	s.session.Touch()
	s.keyboard.KeyDown()
	if keys.Normal(e.Name) == keys.Enter {
		s.enter.down()
	}
}

// TypedKey is for the window's canvas.
func (s *Shell) TypedKey(e *fyne.KeyEvent) {
	s.session.Touch()
	if s.turned() {
		if e.Name == keys.Back {
			s.customer.Back()
		}
		return
	}
	if e.Name == keys.Back && s.heldEsc {
		return
	}
	if s.decision != nil {
		s.decision.Key(e)
		return
	}
	s.event(s.decoder.Key(e))
}

// TypedRune is for the window's canvas.
func (s *Shell) TypedRune(r rune) {
	s.session.Touch()
	if a := s.asking; a != nil && s.decision != nil {
		if digit, ok := money.Digit(r); ok {
			a.Press(screen.KeyPress{Rune: digit})
		}
		return
	}
	if s.decision != nil || s.turned() {
		return
	}
	s.event(s.decoder.Rune(r))
	if s.decoder.Scanning() { // some scanners send no Enter
		s.env.After(keys.StallGap+keys.ScanGap, func() { s.event(s.decoder.Flush()) })
	}
}

func (s *Shell) event(e keys.Event) {
	switch {
	case s.first != nil:
		s.firstEvent(e)
		return
	case s.session.Shut():
		s.lockedEvent(e)
		return
	}
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		s.current.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Scan:
		s.current.Press(screen.KeyPress{Scan: e.Code, Taken: e.Taken})
	case keys.Command:
		if e.Name == keys.Enter && !s.enter.use() {
			return
		}
		if !s.current.Press(screen.KeyPress{Name: e.Name}) {
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
	case keys.Back:
		switch s.nav.at.spot {
		case spotReceipts:
			s.newSale()
		case spotSettings:
			s.leaveSettings()
		}
	case keys.Customer:
		if s.customer != nil {
			s.customerView()
		}
	case keys.Full:
		call(s.opt.FullScreen)
	case keys.Lock:
		s.session.Lock()
	}
}

// away tells whether something else than sales has the window.
func (s *Shell) away() bool { return s.first != nil || s.turned() || s.session.Shut() }

func call(f func()) {
	if f != nil {
		f()
	}
}

func (s *Shell) openNth(i int) {
	if s.decision != nil || s.away() {
		return
	}
	if all := s.state.inOrder(); i < len(all) {
		s.open(all[i].ID)
	}
}

// decide lays a decision over the window.
func (s *Shell) decide(content fyne.CanvasObject, first fyne.Focusable, safe func()) {
	s.decideWide(0, content, first, safe)
}

func (s *Shell) decideWide(wide float32, content fyne.CanvasObject, first fyne.Focusable, safe func()) {
	if s.canvas == nil || s.turned() {
		return
	}
	s.closeDecision()
	s.keyboard.Close()
	s.decision = widgets.ShowDecision(s.canvas, content, wide, first, safe)
	s.placeKeyboard() // the first field may have called it
}

func (s *Shell) closeDecision() {
	if s.decision != nil {
		d := s.decision
		s.keyboard.Close()
		s.decision = nil
		if a := s.asking; a != nil {
			s.asking = nil
			a.Forget()
		}
		d.Close()
	}
}
