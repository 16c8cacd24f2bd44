package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/settings/about"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/settings/look"
	"sanduq/ui/settings/office"
	"sanduq/ui/settings/outgoing"
	"sanduq/ui/settings/page"
	"sanduq/ui/settings/people"
	"sanduq/ui/settings/printer"
	"sanduq/ui/settings/records"
	"sanduq/ui/settings/shop"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Screen is the settings: pages, the one that is shown, and one button that saves
// what was changed on any of them. It implements screen.Screen.
type Screen struct {
	screen.Base
	env    screen.Env
	deps   Deps
	memory *Memory

	title  *typeset.Text
	nav    []*control.NavItem
	menu   *control.NavMenu           // of nav
	firsts []int                      // the pages that nav leads to
	pairs  map[int]*control.Segmented // of two pages behind one place of the menu, by the first
	pair   *control.Segmented         // that is shown; nil for none
	pages  []page.Page
	parts  []page.Part // in the order in which they are kept
	save   *control.Button
	saving bool
	around [2]fyne.CanvasObject // of the page that is shown: beside it, and beside the one button; nil for none
	saved  bool                 // the newest thing that happened was a save
	visits int                  // answers to questions of an earlier visit are dropped
}

var _ screen.Screen = (*Screen)(nil)

// The pages, in their order.
const (
	atKeys = iota
	atEnvironment
	atShop
	atSeller
	atDay
	atPrinter
	atUsers
	atLook
	atBackup
	atRecovery
	atMail
	atFiles
	atOffice
	atAbout
)

const (
	navWide   float32 = 216
	asideWide float32 = 340
)

// New is the screen over a memory. Nothing is read before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	s := &Screen{env: env, deps: d, memory: m, pairs: map[int]*control.Segmented{}}
	w := env.Words
	s.title = typeset.NewText(w.T("settings.title"), typeset.Title)
	s.save = control.NewPrimary(w.T("settings.save"), "Enter", s.enter)
	m.left = false
	if !m.begun {
		m.begun = true
		if env.Practice && d.Gateway.OwnKeys { // it has no keys to look after
			m.at = atShop
		}
	}
	m.begin(d.Shop.Settings())
	s.Root = layout.New(nil, s.place)
	s.build()
	for i := range s.pages {
		if _, second := seconds[i]; second {
			continue
		}
		key := places[i].key
		for second, p := range seconds {
			if p.first == i {
				s.pairs[i] = control.NewSegmented([]string{w.T(key), w.T(places[second].key)}, 0, func(n int) { s.goTo([]int{i, second}[n]) })
				key = p.key
			}
		}
		s.firsts = append(s.firsts, i)
		s.nav = append(s.nav, control.NewNavItem(places[i].icon, w.T(key), "", func() { s.goTo(i) }))
	}
	s.menu = control.NewNavMenu(s.nav...)
	s.show(m.at)
	return s
}

// places are how the menu names the pages.
var places = [...]struct{ icon, key string }{
	atKeys: {"lock", "settings.keys"}, atEnvironment: {"bank", "settings.environment"}, atShop: {"receipt", "settings.till"},
	atSeller: {"list", "settings.seller"}, atDay: {"drawer", "settings.day"}, atPrinter: {"printer", "settings.printer"}, atUsers: {"user", "settings.users"},
	atLook: {"settings", "settings.appearance"}, atBackup: {"copy", "settings.backup"}, atRecovery: {"download", "settings.recovery"},
	atMail:   {"mail", "settings.mail"},
	atFiles:  {"folder", "settings.files"},
	atOffice: {"network", "settings.office"}, atAbout: {"help", "settings.about"},
}

// seconds are the pages that stand behind the place of another, and how the menu calls both:
// so the whole menu is seen in the smallest window.
var seconds = map[int]struct {
	first int
	key   string
}{atSeller: {atPrinter, "settings.slips"}, atRecovery: {atBackup, "settings.backups"}, atFiles: {atMail, "settings.outgoing"}}

// build makes the pages, and what they save.
func (s *Screen) build() {
	d, m, h := s.deps, s.memory, host{s}
	bank := gateway.New(s.env, h, d.Gateway, &m.gateway)
	names := shop.New(s.env, h, &m.shop, func() bool { return d.Staff != nil && len(d.Staff.Users()) > 0 }, d.Login, &m.login)
	day, version := shop.NewDay(s.env, h, &m.shop), about.New(s.env, h, d.About, d.Updates, &m.news)
	copies := records.NewBackup(s.env, h, d.Backups, &m.second)
	mail, files := outgoing.NewMail(s.env, h, d.Mail, &m.mail), outgoing.NewFiles(s.env, h, d.Files, &m.files)
	s.pages = []page.Page{atKeys: bank.Keys(), atEnvironment: bank.Environment(), atShop: names, atSeller: shop.NewSeller(s.env, h, &m.shop), atDay: day,
		atPrinter: printer.New(s.env, h, d.Printers, d.Shop.Settings), atUsers: people.New(s.env, h, d.Staff, &m.shop.Now.LockAfter, &m.people),
		atLook: look.New(s.env, h, d.Window.ShowCustomer, d.Window.Sound), atBackup: copies, atRecovery: records.NewCode(s.env, h, d.Recovery),
		atMail: mail, atFiles: files,
		atOffice: office.New(s.env, h, d.Office), atAbout: version}
	s.parts = []page.Part{bank, &record{s, names, day}}
	if login := names.Login(); login != nil {
		s.parts = append(s.parts, login)
	}
	s.parts = append(s.parts, version.Part(), copies.Part(), mail.Part(), files.Part())
}

// here is the page that is shown.
func (s *Screen) here() page.Page { return s.pages[s.memory.at] }

// Shown reads what is kept.
func (s *Screen) Shown() {
	s.visits++
	s.memory.begin(s.deps.Shop.Settings())
	s.read()
	s.here().Paint()
	s.paint()
}

// read asks what is kept.
func (s *Screen) read() {
	for _, p := range s.pages {
		p.Read()
	}
}

// Hidden forgets what was not saved, above all keys, and takes back what is on
// trial; unless the screen is only being built again.
func (s *Screen) Hidden() {
	s.visits++
	s.saving, s.saved = false, false
	for _, p := range s.pages {
		p.Left()
	}
	m := s.memory
	m.left = true
	s.env.Post(func() {
		if m.left {
			m.forget()
			s.env.Preferences.Discard()
		}
	})
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if !s.memory.drafted {
		return false
	}
	if s.here().Press(p) {
		return true
	}
	switch p.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if spec, _, own := s.here().Primary(); !own || spec.Key != "" {
			s.enter()
		}
	case fyne.KeyUp, fyne.KeyDown:
		to := s.memory.at + 1
		if p.Name == fyne.KeyUp {
			to -= 2
		}
		if to >= 0 && to < len(s.pages) {
			s.goTo(to)
		}
	case fyne.KeyEscape:
		if s.deps.Window.Leave == nil {
			return false
		}
		s.deps.Window.Leave()
	default:
		return p.Rune != 0 || p.Scan != ""
	}
	return true
}

// goTo goes to a page.
func (s *Screen) goTo(to int) {
	for i, p := range s.pages {
		if i != to {
			p.Turned(false)
		}
	}
	if to != s.memory.at { // it was said of the page that is left
		s.saved = false
	}
	s.memory.at = to
	s.here().Turned(true)
	s.show(to)
}

// show shows a page.
func (s *Screen) show(at int) {
	s.Root.Objects = []fyne.CanvasObject{graphic.NewPanel(theme.Ground), s.title, s.here().Object(), s.save}
	s.around = [2]fyne.CanvasObject{}
	s.surround()
	first := at
	if p, second := seconds[at]; second {
		first = p.first
	}
	if s.pair = s.pairs[first]; s.pair != nil {
		chosen := 0
		if at != first {
			chosen = 1
		}
		s.pair.SetSelected(chosen)
		s.Root.Objects = append(s.Root.Objects, s.pair)
	}
	for i, n := range s.nav {
		n.SetSelected(s.firsts[i] == first)
	}
	s.Root.Objects = append(s.Root.Objects, s.menu.Slide)
	s.menu.Reveal(slices.Index(s.firsts, first))
	s.here().Paint()
	s.paint()
}

// Unsaved reports whether leaving would lose what was changed.
func (s *Screen) Unsaved() bool { return s.dirty() || s.saving || s.typed() >= 0 }

// typed is the page with a form that leaving would lose; less than 0 for none.
func (s *Screen) typed() int {
	for i, p := range s.pages {
		if p.Typed() {
			return i
		}
	}
	return -1
}

// ShowUnsaved turns to where the one button saves what leaving would lose.
func (s *Screen) ShowUnsaved() {
	if at := s.typed(); at >= 0 && !s.dirty() {
		s.goTo(at)
	}
}

// enter does what the one button says.
func (s *Screen) enter() {
	if _, do, own := s.here().Primary(); own {
		if do != nil {
			do()
		}
		return
	}
	s.store()
}

// paint brings the one button up to date.
func (s *Screen) paint() {
	w, on := s.env.Words, s.dirty() && !s.saving
	spec := s.save.Spec()
	spec.Label, spec.Icon, spec.Key = w.T("settings.save"), "", "Enter"
	switch {
	case s.saving:
		spec.Label, spec.Key = w.T("settings.saving"), ""
	case !on && s.saved:
		spec.Label, spec.Icon, spec.Key = w.T("settings.saved"), "check", ""
	}
	its, do, own := s.here().Primary()
	if own {
		on = do != nil
		spec.Label, spec.Icon, spec.Key = its.Label, its.Icon, its.Key
	}
	if s.save.Hidden = !on && !s.saving && !s.saved && !own; s.save.Hidden { // its place is kept
		spec.Key = ""
	}
	s.save.SetOn(spec, on)
	s.surround()
	s.Root.Refresh()
}

// surround shows what the page has around it by now: a form of it was opened or closed.
func (s *Screen) surround() {
	now := [2]fyne.CanvasObject{s.here().Aside(), s.here().Back()}
	for i, o := range now {
		if o == s.around[i] {
			continue
		}
		s.Root.Objects = slices.DeleteFunc(s.Root.Objects, func(old fyne.CanvasObject) bool { return old == s.around[i] })
		if s.around[i] = o; o != nil {
			s.Root.Objects = append(s.Root.Objects, o)
		}
	}
}

func (s *Screen) place(b layout.Placer) {
	if len(s.Root.Objects) == 0 {
		return
	}
	p := theme.S5()
	nav, aside := min(navWide, b.W/5), min(asideWide, b.W*.3)
	b.Put(s.Root.Objects[0], 0, 0, b.W, b.H)
	bottom := b.H - p - theme.PrimaryHigh
	high := bottom - 2*p
	s.title.StepDown(theme.Title, nav-theme.S4)
	t := s.title.MinSize()
	b.Put(s.title, p+theme.S4, p+theme.S2, nav-theme.S4, t.Height)
	y := p + theme.S2 + t.Height + theme.S3
	s.menu.Fit(nav, b.H-p-y)
	if s.title.Hidden = y+s.menu.High() > b.H-p; s.title.Hidden {
		y = p
		s.menu.Fit(nav, b.H-p-y)
	}
	b.Put(s.menu.Slide, p, y, nav, b.H-p-y)
	x := p + nav + p
	wide := b.W - x - p
	if a := s.around[0]; a != nil {
		wide -= aside + p
		b.Put(a, x+wide+p, p, aside, high)
	}
	top := p
	if s.pair != nil {
		top += b.PutDown(s.pair, x, p, min(s.pair.MinSize().Width, wide)) + theme.S4
	}
	b.Put(s.here().Object(), x, top, wide, high+p-top)
	if back := s.around[1]; back != nil {
		w := min(back.MinSize().Width, (b.W-x-p)/3)
		b.Put(back, x, bottom, w, theme.PrimaryHigh)
		x += w + theme.S4
	}
	b.Put(s.save, x, bottom, b.W-x-p, theme.PrimaryHigh) // below the page: the menu has its column to itself
}
