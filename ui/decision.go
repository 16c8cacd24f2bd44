package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/dialog"
)

// decision is what lies over the window until somebody has decided.
type decision struct {
	card   *dialog.Decision           // nil for none
	asking *lock.Approval             // a manager's, in the card; nil for none
	rest   *rest                      // every sale of the strip, in the card; nil while it shows something else
	press  func(screen.KeyPress) bool // gets what is typed besides; nil for nobody
	gone   func()                     // told when the card is taken away; nil for nobody
}

// decide lays a decision over the window.
func (s *Shell) decide(content fyne.CanvasObject, first fyne.Focusable, safe func()) {
	s.decideWide(0, content, first, safe)
}

func (s *Shell) decideWide(wide float32, content fyne.CanvasObject, first fyne.Focusable, safe func()) {
	if s.window.canvas == nil || s.turned() {
		return
	}
	s.closeDecision()
	s.keyboard.Close()
	s.decision.card = dialog.ShowDecision(s.window.canvas, content, wide, first, safe)
	s.placeKeyboard() // the first field may have called it
}

// closeDecision takes it away, undecided.
func (s *Shell) closeDecision() {
	d := s.decision
	if d.card == nil {
		return
	}
	s.keyboard.Close()
	s.decision = decision{}
	if d.asking != nil {
		d.asking.Forget()
	}
	call(d.gone)
	d.card.Close()
	s.focusMoved(s.window.canvas.Focused() != nil)
}
