package reports

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// Screen is the screens behind one place of the sidebar: the reports, and beside
// them those of the other tabs. It implements screen.Screen.
type Screen struct {
	screen.Base
	deps    Deps
	memory  *Memory
	page    *page
	all     []Tab
	at      int             // in all
	pages   []screen.Screen // nil until a tab was opened
	tabs    []*control.Button
	export  *control.Button
	granted bool // somebody granted the right to see what is not for everyone
	shown   bool
	whole   bool              // the page that is shown has all the room
	tools   []*control.Button // of that page

	fixed []fyne.CanvasObject // all of the row of tabs but tools
	body  *fyne.Container
}

var (
	_ screen.Screen = (*Screen)(nil)
	_ screen.Tall   = (*Screen)(nil)
)

// exporter is a page whose export is offered beside the tabs.
type exporter interface {
	// Export returns what takes along what is shown; nil where nothing is exported.
	Export() func()
}

// Own is the key of the tab of the reports themselves.
const Own = "reports.tab"

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	s := &Screen{deps: d, memory: m}
	s.page = newPage(env, d, &m.Asked)
	s.all = slices.Concat(d.Before, []Tab{{Key: Own, Make: func(Row) screen.Screen { return s.page }}}, d.Others)
	s.pages = make([]screen.Screen, len(s.all))
	s.body = container.NewStack()
	for i, tab := range s.all {
		s.tabs = append(s.tabs, control.NewButton(control.ButtonSpec{Kind: control.Quiet, Label: env.Words.T(tab.Key), Height: theme.ChipHeight, Mid: true}, func() { s.goToTab(i) }))
		s.fixed = append(s.fixed, s.tabs[i])
	}
	s.export = control.NewButton(control.ButtonSpec{Label: env.Words.T("export.title"), Icon: "folder", Height: theme.ChipHeight, Mid: true}, s.takeAlong)
	for _, c := range s.page.chips.aside() {
		s.fixed = append(s.fixed, c)
	}
	s.fixed = append(s.fixed, s.export)
	s.Root = layout.New(nil, s.place)
	first := max(0, slices.IndexFunc(s.all, func(t Tab) bool { return t.Key == m.Tab }))
	if !s.may(first) { // another sat here when it was left
		first = max(0, slices.IndexFunc(s.all, func(t Tab) bool { return t.Free }))
	}
	s.open(first)
	return s
}

func (s *Screen) may(tab int) bool { return s.all[tab].Free || s.mayAll() }

func (s *Screen) mayAll() bool { return s.granted || s.deps.May == nil || s.deps.May() }

// ShowTab goes to the tab of a name; where there is none, nothing happens.
func (s *Screen) ShowTab(key string) {
	if tab := slices.IndexFunc(s.all, func(t Tab) bool { return t.Key == key }); tab >= 0 {
		s.goToTab(tab)
	}
}

// Front goes to the first tab, for the key that leads here.
func (s *Screen) Front() { s.goToTab(0) }

// goToTab goes to another tab, once who is at the till may see it.
func (s *Screen) goToTab(tab int) {
	switch {
	case tab == s.at:
		return
	case !s.may(tab):
		if s.deps.Ask != nil {
			s.deps.Ask(func() {
				s.granted = true
				s.goToTab(tab)
				for i, t := range s.all { // they are built again, below tabs
					if t.Free {
						s.pages[i] = nil
					}
				}
			})
		}
		return
	}
	s.pages[s.at].Hidden()
	s.open(tab)
	if s.deps.Turned != nil {
		s.deps.Turned()
	}
	if s.shown {
		s.pages[tab].Shown()
	}
	s.Root.Refresh()
}

func (s *Screen) open(tab int) {
	if s.pages[tab] == nil {
		s.pages[tab] = s.all[tab].Make(Row{Shown: s.mayAll(), Turned: s.turned})
	}
	s.at, s.memory.Tab = tab, s.all[tab].Key
	s.body.Objects = []fyne.CanvasObject{s.pages[tab].Object()}
	s.body.Refresh()
	s.turned()
}

// turned shows the row of tabs as the page that is shown wants it.
func (s *Screen) turned() {
	if s.pages[s.at] == nil { // it is being made
		return
	}
	s.whole, s.tools = false, nil
	if p, ok := s.pages[s.at].(Paged); ok {
		if s.whole = p.Whole(); !s.whole {
			s.tools = p.Tools()
		}
	}
	for i, b := range s.tabs {
		b.SetChosen(i == s.at)
		b.Hidden = s.whole || len(s.all) == 1
	}
	s.export.Hidden = s.exported() == nil
	for _, c := range s.page.chips.aside() {
		c.Hidden = s.all[s.at].Key != Own
	}
	s.Root.Objects = slices.Clone(s.fixed)
	for _, t := range s.tools {
		s.Root.Objects = append(s.Root.Objects, t)
	}
	s.Root.Objects = append(s.Root.Objects, s.body)
	s.Root.Refresh()
}

// exported is what takes along what is shown, nil where nothing is.
func (s *Screen) exported() func() {
	if e, ok := s.pages[s.at].(exporter); ok {
		return e.Export()
	}
	return nil
}

func (s *Screen) takeAlong() {
	if take := s.exported(); take != nil {
		take()
	}
}

// Shown reads the figures.
func (s *Screen) Shown() {
	s.shown = true
	s.pages[s.at].Shown()
}

// Reload reads the figures again where they are shown.
func (s *Screen) Reload() {
	if s.shown && s.all[s.at].Key == Own {
		s.page.load()
	}
}

// Hidden stops what waits.
func (s *Screen) Hidden() {
	s.shown = false
	s.pages[s.at].Hidden()
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool { return s.pages[s.at].Press(p) }

// Paste hands on what was copied.
func (s *Screen) Paste(text string) {
	if p, ok := s.pages[s.at].(screen.Paster); ok {
		p.Paste(text)
	}
}

// Dropped hands on a file that was dropped.
func (s *Screen) Dropped(path string) {
	if d, ok := s.pages[s.at].(screen.Dropper); ok {
		d.Dropped(path)
	}
}

// Refresh tells the page that is shown that something of the till has changed.
func (s *Screen) Refresh() {
	if p, ok := s.pages[s.at].(interface{ Refresh() }); ok && s.shown {
		p.Refresh()
	}
}

// Height is for screen.Tall: what the page that is shown asks for, if it asks for
// any; see Deps.Turned.
func (s *Screen) Height() float32 {
	tall, ok := s.pages[s.at].(screen.Tall)
	if !ok {
		return 0
	}
	if s.whole {
		return tall.Height()
	}
	return tall.Height() + s.head() + theme.S4
}

// head is the height of one row of tabs.
func (s *Screen) head() float32 {
	h := theme.ChipHeight
	for _, t := range s.tabs {
		h = max(h, t.MinSize().Height)
	}
	return h
}

// place lays the tabs in one row, or in as many as they need.
func (s *Screen) place(b layout.Placer) {
	if s.whole {
		b.Put(s.body, 0, 0, b.W, b.H)
		return
	}
	pad := theme.S5()
	high := s.head()
	x, y, end := pad, pad, b.W-pad
	for _, t := range slices.Backward(append([]*control.Button{s.export}, s.tools...)) {
		if w := t.MinSize().Width; t.Visible() {
			b.Put(t, end-w, pad, w, high)
			end -= w + theme.S2
		}
	}
	if by := s.page.chips.by; by.Visible() {
		w := by.MinSize().Width
		b.Put(by, end-w, pad+(high-theme.ChipHeight)/2, w, theme.ChipHeight)
		end -= w + theme.S2
	}
	for _, c := range s.page.chips.aside()[1:] {
		if w := c.MinSize().Width; c.Visible() {
			b.Put(c, x, pad+(high-theme.ChipHeight)/2, w, theme.ChipHeight)
			x += w + theme.S2
		}
	}
	for i, t := range s.tabs {
		if !t.Visible() {
			continue
		}
		w := t.MinSize().Width
		if i > 0 && x+w > end {
			x, y, end = pad, y+high+theme.S2, b.W-pad
		}
		w = min(w, max(theme.ChipHeight, end-x))
		b.Put(t, x, y, w, high)
		x += w + theme.S1
	}
	y += high + theme.S4
	b.Put(s.body, 0, y, b.W, b.H-y)
}
