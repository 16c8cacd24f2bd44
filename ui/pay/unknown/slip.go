package unknown

import (
	"errors"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
)

// slip is the button that prints, for the customer to take along, that
// nobody knows yet. It is hidden where there is no printer.
type slip struct {
	env    screen.Env
	prints func() bool
	button *control.Button
	busy   bool
	key    string // of what came of the newest one; blank for nothing
	why    string
}

func newSlip(env screen.Env, prints func() bool, print func()) *slip {
	return &slip{env: env, prints: prints, button: control.NewButton(control.ButtonSpec{}, print)}
}

func (s *slip) paint() {
	spec := control.ButtonSpec{Icon: "printer", Label: s.env.Words.T("unknown.slip"), Key: "F9"}
	if s.busy {
		spec.Icon, spec.Label = "clock", s.env.Words.T("paper.printing")
	}
	s.button.Hidden = !s.prints()
	pay.SetButton(s.button, spec, !s.busy)
}

// said is what came of the newest slip, in words.
func (s *slip) said() string {
	if s.key == "" {
		return ""
	}
	return s.env.Words.T(s.key, "why", s.why)
}

// outcome takes in what came of a slip; what is left of the error is not about paper.
func (s *slip) outcome(printed bool, err error) error {
	s.busy, s.key, s.why = false, "unknown.slip.handed", ""
	switch e, paper := errors.AsType[*journal.PaperError](err); {
	case paper:
		s.key, s.why = "unknown.slip.not", s.env.Words.T(wording.PaperFault(e.Code))
		return nil
	case err != nil:
		s.key = ""
		return err
	case printed:
		s.key = "unknown.slip.done"
	}
	return nil
}

// printSlip prints one, off the screen's path. More may be known of the sale by
// the time it is answered: then another screen has taken over.
func (u *Unknown) printSlip() {
	if u.slip.busy || u.slip.button.Hidden {
		return
	}
	u.slip.busy, u.slip.key = true, ""
	u.paint()
	id, by := u.View.ID, u.deps.Cashier()
	u.env.Go(func() {
		printed, err := u.deps.Till.PrintUnknown(u.env.Life, id, by)
		u.env.Post(func() {
			err := u.slip.outcome(printed, err)
			switch known := journal.CodeOf(err) == journal.CodeStep; {
			case err != nil && (u.Showing() || !known): // who has gone on sees what is known
				u.deps.Shell.Failed(err)
			case err != nil:
			case !u.Showing() && u.slip.why != "":
				u.env.Miss(present.Number(id), u.slip.said())
			}
			u.paint()
		})
	})
}

// Press takes F9 besides.
func (u *Unknown) Press(p screen.KeyPress) bool {
	if p.Name == fyne.KeyF9 && u.deps.Prints() {
		u.printSlip()
		return true
	}
	return u.Watch.Press(p)
}
