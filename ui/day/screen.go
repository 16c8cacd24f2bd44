package day

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
)

// page is one of the pages of the day.
type page interface {
	object() fyne.CanvasObject
	face() *pages.Frame // what is said is said here
	press(p screen.KeyPress) bool
	refresh() // the day was read again
}

// opening is the page that is shown until the day was read.
type opening interface{ opening() }

// Screen is the day. It implements screen.Screen.
type Screen struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	view   journal.DayView
	read   bool              // view is an answer
	since  bool              // all money since the newest Z belongs to its shift, which nobody has opened
	left   []journal.LeftOut // all numbers that were ever left out: papers are found in later shifts too
	err    error             // of the newest question

	reading screen.Newest
	shown   bool
	guard   *keys.Guard // no page takes an Enter or a tap that was meant for the one before
	pages   map[step]func() page
	page    page
	early   []screen.KeyPress   // for the page that is shown once the day was read
	past    screen.Past[func()] // what the page held before each of the newest characters, to be put back
	body    *fyne.Container
}

var _ screen.Screen = (*Screen)(nil)

// Object is for screen.Screen.
func (s *Screen) Object() fyne.CanvasObject { return s.body }

// Shown reads the day.
func (s *Screen) Shown() {
	s.shown = true
	s.load()
}

// Hidden stops what waits. A Z that was shown is not shown again.
func (s *Screen) Hidden() {
	s.shown, s.early, s.memory.doubted = false, nil, ""
	s.reading.Drop()
}

// Refresh takes note that shift, cash or what is owed back has changed.
func (s *Screen) Refresh() {
	if s.shown {
		s.load()
	}
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.tooEarly(p) || s.scanned(p) {
		return true
	}
	if s.page.press(p) {
		return true
	}
	if p.Name == fyne.KeyEscape && s.memory.at != stepDay {
		s.goTo(stepDay)
		return true
	}
	return false
}

// load reads the day; what is shown stays until the answer is there.
func (s *Screen) load() {
	var v journal.DayView
	since := false
	var left []journal.LeftOut
	s.reading.Ask(s.env, func(ctx context.Context) (err error) {
		if v, err = s.deps.Till.Day(ctx); err != nil {
			return err
		}
		since = s.sinceZ(ctx, v.Shift.Shift)
		left, err = s.deps.Records.LeftOut(ctx)
		return err
	}, func(err error) {
		s.failed(err)
		s.err = err
		if err == nil {
			s.since, s.left = since, left
			s.showDay(v)
		} else {
			s.early = nil // it is said that nothing can be read: nobody waits for it
		}
		s.page.refresh()
		s.replay()
	})
}

// leftHere are the numbers that were left out in the shift that is shown.
func (s *Screen) leftHere() []journal.LeftOut {
	return slices.DeleteFunc(slices.Clone(s.left), func(l journal.LeftOut) bool { return l.Shift != s.view.Shift.Number })
}

// showDay shows a day that was read. Where it is the first, the page that was left is
// come back to.
func (s *Screen) showDay(v journal.DayView) {
	first := !s.read
	if first || s.view.Shift.Number != v.Shift.Number || (s.view.Shift.Opened == nil) != (v.Shift.Opened == nil) {
		s.guard.Arm() // the same Enter does something else from now on
	}
	s.view, s.read = v, true
	s.leaveClosedShift()
	if s.memory.acts.Busy() && first && s.memory.asker != s { // its page would stand there as if nothing had been asked for
		s.memory.at = stepDay
	}
	if _, waits := s.page.(opening); first && waits && s.memory.at != stepDay {
		s.goTo(s.memory.at)
	}
}

// leaveClosedShift leaves a page that belongs to a shift which is over.
func (s *Screen) leaveClosedShift() {
	m := s.memory
	if m.shift == s.view.Shift.Number {
		return
	}
	m.shift, m.sum, m.reason = s.view.Shift.Number, nil, ""
	clear(m.counted)
	switch m.at {
	case stepCount, stepDifference, stepMove, stepHand, stepReverse, stepDate:
		s.early = nil // it was meant for that page
		s.goTo(stepDay)
	}
}

func (s *Screen) failed(err error) { s.env.Report(s.deps.Failed, err) }

// act asks the till for something, once at a time, whichever screen asked: who comes
// back before the disk has answered asks for nothing a second time. Whoever asks for
// something else meanwhile is told to wait; a second press of the same is not.
func (s *Screen) act(ask func(context.Context) error, done func(error)) {
	m := s.memory
	if !m.acts.Busy() {
		m.asker = s
	}
	if m.acts.AskAbout(s.env, s.page, ask, s.answered(func(err error) {
		if m.waiting != nil {
			m.waiting.TakeBack(s.env.Words.T("day.busy"))
			m.waiting = nil
		}
		done(err)
	})) {
		m.waiting = s.page.face()
		m.waiting.Wrong(s.env.Words.T("day.busy"))
	}
}

// reads asks for what is only shown, once what was asked for before is answered.
func (s *Screen) reads(ask func(context.Context) error, done func(error)) {
	s.memory.acts.Read(s.env, ask, s.answered(done))
}

func (s *Screen) answered(done func(error)) func(error) {
	return func(err error) {
		s.failed(err)
		done(err)
	}
}

// goTo goes to another page. The primaries of all of them stand in one place, and
// answer to one key: for a moment none does.
func (s *Screen) goTo(to step) {
	if s.memory.z == nil && to == stepClosed {
		to = stepDay
	}
	if s.memory.sum == nil && to == stepDifference {
		to = stepDay
	}
	s.memory.at, s.memory.doubted = to, ""
	s.past.Forget()
	s.guard.Arm()
	s.page = s.pages[to]()
	s.body.Objects = []fyne.CanvasObject{s.page.object()}
	draw.Focus(s.body, nil)
	s.body.Refresh()
	s.turned()
	if a, ok := s.page.(interface{ ask() }); ok {
		a.ask()
	}
}

// tabbed is a page that stands below the tabs, with its tools at the end of their row.
type tabbed interface{ tools() []*control.Button }

// Whole reports whether the page that is shown has all the room.
func (s *Screen) Whole() bool {
	_, below := s.page.(tabbed)
	return !below || !s.deps.Tabs
}

// Tools are what stands at the end of the row of tabs.
func (s *Screen) Tools() []*control.Button {
	if p, below := s.page.(tabbed); below {
		return p.tools()
	}
	return nil
}

func (s *Screen) turned() {
	if s.deps.Turned != nil {
		s.deps.Turned()
	}
}

// tool is a button at the end of the head of a page, or of the row of tabs above it.
func (s *Screen) tool(icon, key string, do func()) *control.Button {
	return control.NewButton(control.ButtonSpec{Icon: icon, Label: s.env.Words.T(key), Height: theme.ChipHeight, Mid: true, PadX: theme.S3}, do)
}

// backTool is the way back to the day.
func (s *Screen) backTool() *control.Tool {
	return control.NewIconButton("back", func() { s.goTo(stepDay) })
}

// sums reports whether who is at the till may see them, and the day was read with
// them: what was left out is not nothing.
func (s *Screen) sums() bool { return !s.view.Blank && s.deps.Person.May(journal.RightSums) }

// rested reports whether a page has been there for long enough to be meant.
func (s *Screen) rested() bool { return s.guard.Allows(keys.Back) }

func enter(p screen.KeyPress) bool { return p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter }
