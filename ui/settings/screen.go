package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// section is one page of the settings.
type section interface {
	object() fyne.CanvasObject
	// aside stands beside the page; nil lets the page have its room.
	aside() fyne.CanvasObject
	// paint shows the draft.
	paint()
	// press is asked first.
	press(p screen.KeyPress) bool
}

// owner is a section that has the one primary for itself at times: while a form
// of it is open, or something on it waits to be confirmed.
type owner interface {
	// primary is what the button says, and does; false while the section has
	// nothing of its own.
	primary() (spec control.ButtonSpec, do func(), own bool)
}

// Screen is the settings: sections, the page of one, and one button that saves
// what was changed on any of them. It implements screen.Screen.
type Screen struct {
	deps   Deps
	memory *Memory

	title    *typeset.Text
	nav      []*control.NavItem
	menu     *control.NavMenu // of nav
	sections []section
	keys     *keysPage
	env      *environmentPage
	shop     *shopPage
	day      *dayPage
	recovery *recoveryPage
	backup   *backupPage
	users    *usersPage
	printer  *printerPage
	office   *officePage
	about    *aboutPage
	line     *Connection
	save     *control.Button
	saving   *saving // nil unless a save is under way
	saved    bool    // the newest thing that happened was a save
	visits   int     // answers to questions of an earlier visit are dropped
	root     *fyne.Container
}

var _ screen.Screen = (*Screen)(nil)

// The sections, in their order.
const (
	atKeys = iota
	atEnvironment
	atShop
	atDay
	atPrinter
	atUsers
	atLook
	atBackup
	atRecovery
	atOffice
	atAbout
)

const (
	navWide  float32 = 216
	lineWide float32 = 340
)

// New is the screen over a memory. Nothing is read before Shown.
func New(d Deps, m *Memory) *Screen {
	s := &Screen{deps: d, memory: m}
	w := d.Words
	s.title = typeset.NewText(w.T("settings.title"), typeset.Title)
	s.save = control.NewPrimary(w.T("settings.save"), "Enter", s.enter)
	m.left = false
	if !m.begun {
		m.begun = true
		if d.Practice && d.OwnKeys { // it has no keys to look after
			m.at = atShop
		}
	}
	if m.draft == nil {
		m.draft = newDraft(d.Shop.Settings())
	}
	m.draft.shopKept = d.Shop.Settings()
	s.line = NewConnection(d, s.target)
	s.keys, s.env, s.shop = newKeysPage(s), newEnvironmentPage(s), newShopPage(s)
	s.recovery, s.backup, s.users = newRecoveryPage(s), newBackupPage(s), newUsersPage(s)
	s.printer, s.office, s.about, s.day = newPrinterPage(s), newOfficePage(s), newAboutPage(s), newDayPage(s)
	s.sections = []section{atKeys: s.keys, atEnvironment: s.env, atShop: s.shop, atDay: s.day, atPrinter: s.printer, atUsers: s.users, atLook: newLookPage(s), atBackup: s.backup, atRecovery: s.recovery, atOffice: s.office, atAbout: s.about}
	for i, one := range []struct{ icon, key string }{
		atKeys: {"lock", "settings.keys"}, atEnvironment: {"bank", "settings.environment"},
		atShop: {"receipt", "settings.till"}, atDay: {"drawer", "settings.day"}, atPrinter: {"printer", "settings.printer"}, atUsers: {"user", "settings.users"}, atLook: {"settings", "settings.appearance"},
		atBackup: {"copy", "settings.backup"}, atRecovery: {"download", "settings.recovery"}, atOffice: {"network", "settings.office"}, atAbout: {"help", "settings.about"},
	} {
		s.nav = append(s.nav, control.NewNavItem(one.icon, w.T(one.key), "", func() { s.turn(i) }))
	}
	s.menu = control.NewNavMenu(s.nav...)
	s.root = layout.New(nil, s.place)
	s.users.reopen()
	s.turn(m.at)
	return s
}

func (s *Screen) draft() *draft { return s.memory.draft }

// Object is for screen.Screen.
func (s *Screen) Object() fyne.CanvasObject { return s.root }

// Shown reads what is kept.
func (s *Screen) Shown() {
	s.visits++
	if s.memory.draft == nil {
		s.memory.draft = newDraft(s.deps.Shop.Settings())
		s.keys.forget()
	}
	s.load()
	s.shop.login.read()
}

// Hidden forgets what was not saved, above all keys, and takes back what is on
// trial; unless the screen is only being built anew.
func (s *Screen) Hidden() {
	s.visits++
	s.saving, s.saved = nil, false
	s.recovery.forget()
	s.keys.phrase.forget()
	s.office.forget()
	m := s.memory
	m.form = s.users.typed()
	s.users.close()
	m.left = true
	s.deps.Post(func() {
		if m.left {
			m.forget()
			s.deps.Preferences.Discard()
		}
	})
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.draft() == nil {
		return false
	}
	if s.sections[s.memory.at].press(p) {
		return true
	}
	switch p.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if spec, _, own := s.own(); !own || spec.Key != "" {
			s.enter()
		}
	case fyne.KeyUp, fyne.KeyDown:
		to := s.memory.at + 1
		if p.Name == fyne.KeyUp {
			to -= 2
		}
		if to >= 0 && to < len(s.sections) {
			s.turn(to)
		}
	case fyne.KeyEscape:
		if s.deps.Leave == nil {
			return false
		}
		s.deps.Leave()
	default:
		return p.Rune != 0 || p.Scan != ""
	}
	return true
}

// turn shows a section.
func (s *Screen) turn(to int) {
	if to != atRecovery {
		s.recovery.forget()
	}
	if to != s.memory.at { // it was said of the page that is left
		s.saved = false
	}
	s.memory.at = to
	if to == atShop {
		s.shop.login.read()
	}
	s.root.Objects = []fyne.CanvasObject{graphic.NewPanel(theme.Ground), s.title, s.sections[to].object(), s.save}
	if a := s.sections[to].aside(); a != nil {
		s.root.Objects = append(s.root.Objects, a)
	}
	for i, n := range s.nav {
		n.SetSelected(i == to)
	}
	s.root.Objects = append(s.root.Objects, s.menu.Slide)
	s.menu.Reveal(to)
	s.sections[to].paint()
	s.line.Aim()
	s.paint()
}

// dirty reports whether there is anything to save.
func (s *Screen) dirty() bool {
	return s.draft() != nil && (s.draft().dirty() || s.deps.Preferences.Trying())
}

// Unsaved reports whether leaving would lose what was changed.
func (s *Screen) Unsaved() bool { return s.dirty() || s.saving != nil || s.users.edited() }

// ShowUnsaved turns to where the one button saves what leaving would lose.
func (s *Screen) ShowUnsaved() {
	if s.users.edited() && !s.dirty() {
		s.turn(atUsers)
	}
}

// leaving goes on to something that ends the visit, once a person has agreed to
// lose what is not saved.
func (s *Screen) leaving(then func()) {
	if s.Unsaved() && s.deps.Ask != nil {
		s.deps.Ask(then)
		return
	}
	then()
}

// changed takes note that the draft was changed.
func (s *Screen) changed() {
	s.saved = false
	s.line.Aim()
	s.paint()
}

// enter does what the one button says.
func (s *Screen) enter() {
	if _, do, own := s.own(); own {
		do()
		return
	}
	s.store()
}

// own is the primary of the section that is shown.
func (s *Screen) own() (spec control.ButtonSpec, do func(), own bool) {
	if o, ok := s.sections[s.memory.at].(owner); ok {
		return o.primary()
	}
	return control.ButtonSpec{}, nil, false
}

// paint brings the one button up to date.
func (s *Screen) paint() {
	w, on := s.deps.Words, s.dirty() && s.saving == nil
	spec := s.save.Spec()
	spec.Label, spec.Icon, spec.Key = w.T("settings.save"), "", "Enter"
	switch {
	case s.saving != nil:
		spec.Label, spec.Key = w.T("settings.saving"), ""
	case !on && s.saved:
		spec.Label, spec.Icon, spec.Key = w.T("settings.saved"), "check", ""
	}
	if its, _, own := s.own(); own {
		on = true
		spec.Label, spec.Icon, spec.Key = its.Label, its.Icon, its.Key
	}
	if s.save.Hidden = !on && s.saving == nil && !s.saved; s.save.Hidden { // its place is kept
		spec.Key = ""
	}
	if on == s.save.Disabled() || spec != s.save.Spec() {
		blank := spec
		blank.Label = ""
		s.save.Set(blank) // a button draws its words anew only when they change
		if s.save.Enable(); !on {
			s.save.Disable()
		}
		s.save.Set(spec)
	}
	s.root.Refresh()
}

func (s *Screen) place(b layout.Placer) {
	if len(s.root.Objects) == 0 {
		return
	}
	p := theme.S5()
	nav, aside := min(navWide, b.W/5), min(lineWide, b.W*.3)
	b.Put(s.root.Objects[0], 0, 0, b.W, b.H)
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
	if a := s.sections[s.memory.at].aside(); a != nil {
		wide -= aside + p
		b.Put(a, x+wide+p, p, aside, high)
	}
	b.Put(s.sections[s.memory.at].object(), x, p, wide, high)
	b.Put(s.save, x, bottom, b.W-x-p, theme.PrimaryHigh) // below the page: the menu has its column to itself
}
