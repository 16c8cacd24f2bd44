package day

import (
	"fyne.io/fyne/v2/container"

	"sanduq/ui/keys"
	"sanduq/ui/screen"
)

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	s := &Screen{env: env, deps: d, memory: m, guard: keys.NewGuard(env.Now), body: container.NewStack()}
	if m.counted == nil {
		m.counted = map[int64]string{}
	}
	s.pages = map[step]func() page{
		stepDay:        func() page { return newDayPage(s) },
		stepCount:      func() page { return newCountPage(s) },
		stepDifference: func() page { return newDifferencePage(s) },
		stepClosed:     func() page { return newClosedPage(s) },
		stepMove:       func() page { return newMovePage(s) },
		stepHand:       func() page { return newHandPage(s) },
		stepReverse:    func() page { return newReversePage(s) },
		stepPaper:      func() page { return newPaperPage(s) },
		stepX:          func() page { return newXPage(s) },
		stepZs:         func() page { return newZsPage(s) },
		stepDate:       func() page { return newDatePage(s) },
	}
	at := m.at
	s.goTo(stepDay)
	m.at = at // its page is made of what is read
	return s
}
