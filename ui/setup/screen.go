package setup

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// page is one step as the screen shows it. Base has an answer to what most do not
// need.
type page interface {
	title() string
	body() []fyne.CanvasObject
	// beside stands at the end of the body; nil lets the body have its room.
	beside() fyne.CanvasObject
	// action is something to press besides, which stays in view below what scrolls;
	// nil for nothing now.
	action() *control.Button
	// needed are the fields that must be filled in, in their order.
	needed() []*control.Field
	// onward is what the primary button and Enter do, skip what Esc does; a
	// blank label is no button.
	onward() (label string, do func())
	skip() (label string, do func())
	press(p screen.KeyPress) bool
}

// base is a page of a form.
type base struct {
	screen *Screen
	name   string // key of the title
	form   *form.Form
}

func (b *base) title() string             { return b.screen.env.Words.T(b.name) }
func (b *base) body() []fyne.CanvasObject { return b.form.Rows() }
func (*base) beside() fyne.CanvasObject   { return nil }
func (*base) action() *control.Button     { return nil }
func (b *base) needed() []*control.Field  { return b.form.Needed() }
func (*base) press(screen.KeyPress) bool  { return false }

// check shows what is wrong on the page and goes to the first of it; true where all
// is well.
func (b *base) check() bool {
	first := b.form.Check()
	if first != nil {
		b.screen.paint()
		b.screen.deps.Focus(first.Focusable())
	}
	return first == nil
}

// wrong shows a sentence below a line and goes there, or in the row of faults.
func (b *base) wrong(name, sentence string) {
	b.form.ShowAt(name, sentence)
	b.screen.paint()
	if line := b.form.Line(name); line != nil {
		b.screen.deps.Focus(line.Focusable())
	}
}

// Screen is the first run: a panel that tells of the way, and the page of one
// step. It fills the window. It implements screen.Screen.
type Screen struct {
	screen.Base
	env    screen.Env
	deps   Deps
	memory *Memory
	guard  *keys.Guard

	make    map[step]func(*Screen) page
	page    page
	turns   int // answers to what an earlier page asked are dropped
	panel   *panel
	title   *typeset.Text
	chips   []fyne.CanvasObject
	banner  fyne.CanvasObject // nil when there is none
	rows    *fyne.Container
	slide   *layout.Slide
	primary *control.Button
	other   *control.Button
	back    *control.Button
}

var _ screen.Screen = (*Screen)(nil)

// newScreen is the screen over a memory; make makes the page of each step.
func newScreen(env screen.Env, d Deps, m *Memory, make map[step]func(*Screen) page) *Screen {
	s := &Screen{env: env, deps: d, memory: m, guard: keys.NewGuard(env.Now), make: make}
	m.begin(env, d)
	m.now = s
	s.panel = newPanel(env.Words)
	s.title = typeset.NewText("", typeset.Title).Cut()
	for _, l := range words.Languages() {
		c := control.NewChip(words.Name(l), "", false, func() { env.Preferences.Update(func(v *preferences.Values) { v.Language = l }) })
		c.SetSelected(l == env.Words.Lang())
		s.chips = append(s.chips, c)
	}
	s.rows = layout.Rows(bodyGap)
	s.slide = layout.NewSlide(layout.Padding(ringRoom, ringRoom, s.rows))
	s.primary = control.NewPrimary("", "Enter", func() { s.enter(nil) })
	s.other = control.NewButton(control.ButtonSpec{Key: "Esc", Mid: true, Height: theme.PrimaryHigh}, s.escape)
	s.back = control.NewButton(control.ButtonSpec{Icon: "back", Label: env.Words.T("account.back"), Mid: true, Height: theme.PrimaryHigh}, s.goBack)
	s.Root = layout.New(nil, s.place)
	s.open(m.at)
	return s
}

// begin fills a new memory in; the name that was proposed for the till follows
// the language while nobody has typed another.
func (m *Memory) begin(env screen.Env, d Deps) {
	proposed := env.Words.T("default.till")
	switch {
	case !m.begun:
		set := d.Shop.Settings()
		m.begun, m.code, m.till, m.live = true, set.Currency, proposed, !env.Practice
		m.keys, m.address = map[string]core.Secret{}, d.Given.BaseURLLive
		if d.Named {
			m.at, m.shop, m.till = stepManager, set.Shop, set.Till
		}
	case m.till == m.named:
		m.till = proposed
	}
	m.named = proposed
}

// names are what the till is called from now on. What nobody typed is as a till
// begins with.
func (s *Screen) names() journal.Settings {
	m, w, set := s.memory, s.env.Words, s.deps.Shop.Settings()
	set.Shop, set.Till, set.Currency = trimmed(m.shop), trimmed(m.till), m.code
	if set.Shop == "" {
		set.Shop = w.T("default.shop")
	}
	if set.Till == "" {
		set.Till = w.T("default.till")
	}
	if !s.deps.Named {
		set.Cashier = w.T("default.cashier")
	}
	return set
}

// Shown puts the caret where typing begins.
func (s *Screen) Shown() { s.focusFirst() }

// Hidden is for screen.Screen.
func (s *Screen) Hidden() { s.turns++ }

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.page.press(p) {
		return true
	}
	switch p.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		s.enter(nil)
	case fyne.KeyEscape:
		s.escape()
	default:
		return false
	}
	return true
}

// goTo goes to a step.
func (s *Screen) goTo(to step) {
	s.guard.Arm()
	s.open(to)
	s.slide.Reveal(0, 0)
	s.focusFirst()
}

// open builds the page of a step.
func (s *Screen) open(to step) {
	s.turns++
	s.memory.at = to
	s.page = s.make[to](s)
	s.paint()
}

// after is the step that follows another one; false at the end.
func (s *Screen) after(from step) (step, bool) {
	for _, one := range s.way() {
		if one > from && s.reachable(one) {
			return one, true
		}
	}
	return 0, false
}

// before is the step to which Back leads from another one; false at the start.
func (s *Screen) before(from step) (to step, there bool) {
	for _, one := range s.way() {
		if one < from && s.reachable(one) {
			to, there = one, true
		}
	}
	return to, there
}

// reachable reports whether a step can be gone to: what was done for good is passed.
func (s *Screen) reachable(one step) bool {
	return !(one == stepManager && s.memory.made || one == stepBank && s.deps.Named)
}

// goBack goes to the step before this one. What was typed there is there again.
func (s *Screen) goBack() {
	if to, there := s.backTo(); there && !s.memory.busy && s.guard.Allows(keys.Back) {
		s.goTo(to)
	}
}

// backTo is where Back leads; false where there is none.
func (s *Screen) backTo() (step, bool) {
	if s.memory.at == stepBank || !s.memory.sheet.Empty() { // whose Esc is Back; whose code must be taken note of
		return 0, false
	}
	return s.before(s.memory.at)
}

// way are the steps of this run, and of the one before it.
func (s *Screen) way() []step {
	all := []step{stepTill}
	if s.memory.live && (s.env.Practice || s.deps.Named) {
		all = append(all, stepBank)
	}
	if s.deps.Staff != nil {
		all = append(all, stepManager)
	}
	if s.deps.Recovery != nil {
		all = append(all, stepRecovery)
	}
	return all
}

// next goes on to the step after this one, or leaves.
func (s *Screen) next() {
	if to, more := s.after(s.memory.at); more {
		s.goTo(to)
		return
	}
	s.finish()
}

// enter is Enter in a field, or nowhere: from a field that is filled in it goes
// to what is still blank, else on. A press that turned to this page does not answer it.
func (s *Screen) enter(in *control.Field) {
	if s.memory.busy || !s.guard.Allows(keys.Enter) {
		return
	}
	for _, f := range s.page.needed() {
		if in != nil && trimmed(in.Text()) != "" && trimmed(f.Text()) == "" {
			s.deps.Focus(f.Focusable())
			return
		}
	}
	_, do := s.page.onward()
	do()
}

// FillsRoom is for the work area: the panel beside the form stands at the window's edge.
func (s *Screen) FillsRoom() bool { return true }

func (s *Screen) escape() {
	if label, do := s.page.skip(); label != "" && !s.memory.busy && s.guard.Allows(keys.Back) {
		do()
	}
}

// newForm is the form of a page: Enter goes on from a line, and what is typed takes its
// problem away.
func (s *Screen) newForm(fields ...form.Field) *form.Form {
	return form.New(s.env.Words, form.Look{Note: typeset.Body.Tint(theme.Muted), Fault: typeset.Fact.Tint(theme.Failed), Line: abreast},
		form.Hooks{Faded: s.paint, Enter: s.enter, Focused: func(f *control.Field) { s.reveal(f) }}, fields...)
}

// reveal moves the body so far as something in it is seen.
func (s *Screen) reveal(o fyne.CanvasObject) {
	y := s.heightOf(o)
	s.slide.Reveal(y, y+o.Size().Height+2*ringRoom)
}

// heightOf is where something in the body begins.
func (s *Screen) heightOf(o fyne.CanvasObject) float32 {
	driver := fyne.CurrentApp().Driver()
	return driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s.rows).Y
}

// focusFirst gives the focus to the first field that is blank, or the first.
func (s *Screen) focusFirst() {
	all := s.page.needed()
	for _, f := range all {
		if trimmed(f.Text()) == "" {
			s.deps.Focus(f.Focusable())
			return
		}
	}
	if len(all) == 0 {
		s.deps.Focus(nil)
		return
	}
	s.deps.Focus(all[0].Focusable())
}

func trimmed(s string) string { return strings.TrimSpace(s) }
