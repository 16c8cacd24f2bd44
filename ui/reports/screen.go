package reports

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Screen is the manager's screens behind one place of the sidebar: the reports,
// and beside them those of the other tabs. It implements screen.Screen.
type Screen struct {
	deps   Deps
	memory *Memory
	page   *page
	pages  []screen.Screen // the reports first; nil until a tab was opened
	tabs   []*widgets.Button
	export *widgets.Button
	shown  bool

	body *fyne.Container
	root *fyne.Container
}

var (
	_ screen.Screen = (*Screen)(nil)
	_ screen.Tall   = (*Screen)(nil)
)

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(d Deps, m *Memory) *Screen {
	s := &Screen{deps: d, memory: m}
	s.page = newPage(d, &m.Asked)
	s.pages = make([]screen.Screen, 1+len(d.Others))
	s.pages[0] = s.page
	s.body = container.NewStack()
	var objects []fyne.CanvasObject
	for i := range s.pages {
		key := "reports.tab"
		if i > 0 {
			key = d.Others[i-1].Key
		}
		s.tabs = append(s.tabs, widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Quiet, Label: d.Words.T(key), Height: theme.ChipHeight, Mid: true}, func() { s.turn(i) }))
		objects = append(objects, s.tabs[i])
	}
	s.export = widgets.NewButton(widgets.ButtonSpec{Label: d.Words.T("export.title"), Icon: "folder", Height: theme.ChipHeight, Mid: true}, s.page.export)
	s.root = screen.Lay(nil, s.place, append(objects, s.page.chips.by, s.export, s.body)...)
	if m.Tab >= len(s.pages) {
		m.Tab = 0
	}
	s.open(m.Tab)
	return s
}

// turn goes to another tab.
func (s *Screen) turn(tab int) {
	if tab == s.memory.Tab {
		return
	}
	s.pages[s.memory.Tab].Hidden()
	s.open(tab)
	if s.shown {
		s.pages[tab].Shown()
	}
	s.root.Refresh()
}

func (s *Screen) open(tab int) {
	if s.pages[tab] == nil {
		s.pages[tab] = s.deps.Others[tab-1].Make()
	}
	s.memory.Tab = tab
	s.body.Objects = []fyne.CanvasObject{s.pages[tab].Object()}
	for i, b := range s.tabs {
		b.SetChosen(i == tab)
	}
	s.export.Hidden = tab != 0 || s.deps.Export == nil
	s.page.chips.by.Hidden = tab != 0
	s.body.Refresh()
}

// Object is for screen.Screen.
func (s *Screen) Object() fyne.CanvasObject { return s.root }

// Shown reads the figures.
func (s *Screen) Shown() {
	s.shown = true
	s.pages[s.memory.Tab].Shown()
}

// Hidden stops what waits.
func (s *Screen) Hidden() {
	s.shown = false
	s.pages[s.memory.Tab].Hidden()
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool { return s.pages[s.memory.Tab].Press(p) }

// Paste hands on what was copied.
func (s *Screen) Paste(text string) {
	if p, ok := s.pages[s.memory.Tab].(screen.Paster); ok {
		p.Paste(text)
	}
}

// Height is for screen.Tall: what the taller of the pages asks for.
func (s *Screen) Height() float32 { return s.page.Height() + s.head() + theme.S4 }

func (s *Screen) head() float32 {
	h := theme.ChipHeight
	for _, t := range s.tabs {
		h = max(h, t.MinSize().Height)
	}
	return h
}

func (s *Screen) place(b screen.Board) {
	pad := theme.S5()
	high := s.head()
	x, end := pad, b.W-pad
	if s.export.Visible() {
		w := s.export.MinSize().Width
		b.Put(s.export, end-w, pad, w, high)
		end -= w + theme.S2
	}
	if by := s.page.chips.by; by.Visible() {
		w := by.MinSize().Width
		b.Put(by, end-w, pad+(high-theme.ChipHeight)/2, w, theme.ChipHeight)
		end -= w + theme.S2
	}
	for _, t := range s.tabs {
		w := min(t.MinSize().Width, max(theme.ChipHeight, end-x))
		b.Put(t, x, pad, w, high)
		x += w + theme.S1
	}
	y := pad + high + theme.S4
	b.Put(s.body, 0, y, b.W, b.H-y)
}
