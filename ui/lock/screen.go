package lock

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Screen is the locked till: who is there, and their PIN. Sales go on below it.
// It implements screen.Screen.
type Screen struct {
	screen.Base
	deps    Deps
	asker   asker
	users   []journal.User
	chosen  int
	entry   *entry
	title   *typeset.Text
	tiles   []*person
	grid    *layout.Slide
	ring    *graphic.Icon
	watched *typeset.Text
	counted int // sales that go on, as they are told
}

var _ screen.Screen = (*Screen)(nil)

// New is the locked till, with a person chosen by their ID, or the first.
func New(env screen.Env, d Deps, chosen string) *Screen {
	a := asker{env, d.Staff}
	s := &Screen{deps: d, asker: a, users: d.Staff.Users(), counted: -1}
	s.entry = newEntry(a, func(u journal.User, pin core.Secret) error { return d.Staff.SignIn(env.Life, u.ID, pin) }, d.Entered)
	s.title = typeset.NewText(env.Words.T("lock.title"), typeset.Instruction)
	var objects []fyne.CanvasObject
	for i, u := range s.users {
		t := newPerson(u.Name, a.env.Words.T(RoleKey(u.Role)), func() { s.choose(i) })
		s.tiles = append(s.tiles, t)
		objects = append(objects, t)
	}
	columns := 2
	if theme.Now().Small || theme.Now().TextScale >= 1.5 {
		columns = 1
	}
	s.grid = layout.NewSlide(layout.Rows(0, layout.Grid(columns, theme.S4, objects...)))
	s.ring = graphic.NewIcon("ring", 28, theme.Waiting)
	s.watched = typeset.NewParagraph("", typeset.Body)
	s.Root = layout.New(nil, s.place, append([]fyne.CanvasObject{graphic.NewPanel(theme.Ground), s.title, s.grid, s.ring, s.watched}, s.entry.rows()...)...)
	s.entry.moved, s.entry.refused = func() { s.Root.Refresh() }, d.Refused
	s.choose(max(0, slices.IndexFunc(s.users, func(u journal.User) bool { return u.ID == chosen })))
	s.Tick()
	return s
}

// Hidden is for screen.Screen.
func (s *Screen) Hidden() { s.entry.forget() }

// Chosen is whose PIN is asked for.
func (s *Screen) Chosen() string {
	if s.chosen < len(s.users) {
		return s.users[s.chosen].ID
	}
	return ""
}

// Tick brings what depends on time and on sales up to date. A till is locked all
// night: where nothing has changed it paints nothing.
func (s *Screen) Tick() {
	s.entry.tick()
	n := s.deps.Watched()
	if n == s.counted {
		return
	}
	s.counted = n
	s.ring.Hidden = n == 0
	s.watched.Hidden = n == 0
	s.watched.SetText(s.asker.env.Words.N("lock.watched", n))
	s.Root.Refresh()
}

func (s *Screen) choose(i int) {
	if i < 0 || i >= len(s.users) || s.entry.busy { // its answer would be nobody’s
		return
	}
	s.chosen = i
	for j, t := range s.tiles {
		t.SetSelected(j == i)
	}
	s.entry.ask(s.asker.fresh(s.users[i].ID))
	s.Root.Refresh()
}

// Press is for screen.Screen: arrows choose a person, digits are the PIN, a scan is
// none.
func (s *Screen) Press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyUp, fyne.KeyLeft:
		s.choose(s.chosen - 1)
	case fyne.KeyDown, fyne.KeyRight:
		s.choose(s.chosen + 1)
	default:
		return s.entry.press(p)
	}
	return true
}

func (s *Screen) place(b layout.Placer) {
	if s.entry == nil {
		return
	}
	side, top := float32(96), float32(40)
	if theme.Now().Small {
		side, top = theme.S5(), theme.S5()
	}
	b.Put(s.Root.Objects[0], 0, 0, b.W, b.H)
	pad := min(420, b.W*.42)
	x := b.W - side - pad
	gap := min(64, side)
	left := x - gap - side
	h := s.title.MinSize().Height
	b.Put(s.title, side, top, left, h)
	y := top + h + theme.S5()
	bottom := b.H - top
	if s.watched.Visible() {
		w := left - 28 - theme.S3
		h := s.watched.HeightFor(w)
		b.Put(s.ring, side, bottom-h/2-14, 28, 28)
		b.Put(s.watched, side+theme.IconSide(28)+theme.S3, bottom-h, w, h)
		bottom -= h + theme.S4
	}
	b.Put(s.grid, side, y, left, bottom-y)
	e := s.entry
	y = top
	y += b.PutDown(e.whose, x, y, pad) + theme.S3
	b.Put(e.dots, x, y, pad, e.dots.MinSize().Height)
	y += e.dots.MinSize().Height + theme.S3
	if e.wrong.Visible() {
		y += b.PutDown(e.wrong, x, y, pad) + theme.S3
	}
	b.Put(e.pad, x, y, pad, b.H-top-y)
}
