package unknown

import (
	"errors"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
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
