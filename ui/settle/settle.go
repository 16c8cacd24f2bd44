package settle

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// Settle lists what must be settled, says of each what is known, and offers the
// one next step. Nothing here marks a sale as paid.
type Settle struct {
	screen.Base
	env    screen.Env
	deps   Deps
	shell  Shell
	all    []journal.View // what must be settled, then what was, where that is shown
	open   int            // how many of all must be settled
	done   done
	news   screen.Content
	guard  *keys.Guard // another sale took the place of the one that was looked at, or another step that of its own
	moved  *keys.Guard // the same of the rows: a finger is on its way to one of them
	offers []offer     // what the rows offer

	title, said *typeset.Text
	sums        *sums
	rows        []*list.SettleRow
	lines       []fyne.CanvasObject // each row with its step
	buttons     []*control.Button   // the steps of the rows
	tints       []*graphic.Panel    // below the step of the one that is looked at
	list        *container.Scroll
	card        *graphic.Card
	about       *about
	beside      []*control.Button // copy, what happened, open
	primary     *control.Button
	nothing     *typeset.Text
	none        *graphic.Icon
}

// New is the screen over what the shell knows.
func New(env screen.Env, deps Deps, shell Shell) *Settle {
	s := &Settle{env: env, deps: deps, shell: shell, guard: keys.NewGuard(env.Now), moved: keys.NewGuard(env.Now)}
	w := env.Words
	s.title = typeset.NewText(w.T("nav.settle"), typeset.Title)
	s.said = typeset.NewParagraph(w.T("settle.said"), typeset.Body.Tint(theme.Muted))
	s.sums, s.about, s.done = newSums(env, deps.Shop), newAbout(env, deps.Shop), newDone(env, func() { s.unfold(!s.done.shown) })
	s.list = container.NewVScroll(layout.Rows(0))
	s.card = graphic.NewCardPadded(layout.New(nil, s.placeList, s.sums.root, s.list), theme.Border(), theme.Border())
	s.primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true}, s.step)
	button := func(icon, label string, do func()) *control.Button {
		b := control.NewButton(control.ButtonSpec{Icon: icon, Label: label, Mid: true, PadX: theme.S3}, do)
		s.beside = append(s.beside, b)
		return b
	}
	button("", w.T("settle.copy"), func() { s.env.Copy(s.about.text.Text()) })
	if deps.Happened != nil {
		button("", w.T("happened.button"), func() { s.at(func(v journal.View) { s.deps.Happened(v.Sale) }) })
	}
	button("", "", func() { s.at(func(v journal.View) { s.shell.Open(v.ID) }) })
	s.none = graphic.NewIcon("check", 72, theme.Muted)
	s.nothing = typeset.NewParagraph(w.T("settle.nothing"), typeset.Instruction).Aligned(typeset.Centre)
	objects := []fyne.CanvasObject{s.title, s.said, s.none, s.nothing, s.done.alone, s.card, s.about.root}
	objects = append(objects, layout.Objects(s.beside)...)
	s.Root = layout.New(nil, s.place, append(objects, s.primary)...)
	s.Refresh()
	return s
}

// owing is what is still owed back beside what must be settled.
func (s *Settle) owing() []journal.Debt {
	if s.shell.Owing == nil {
		return nil
	}
	return s.shell.Owing()
}

// Height is for screen.Tall.
func (s *Settle) Height() float32 { return pay.Tall(1) }

// Press takes the arrows, Enter and F5.
func (s *Settle) Press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyUp:
		s.move(-1)
	case fyne.KeyDown:
		s.move(1)
	case fyne.KeyReturn, fyne.KeyEnter:
		s.step()
	case fyne.KeyF5:
		s.at(func(v journal.View) {
			if Why(v) != Not {
				steps{s.env, s.deps, s.shell}.check(v)
			}
		})
	default:
		return false
	}
	return true
}

func (s *Settle) chosen() int {
	return slices.IndexFunc(s.all, func(v journal.View) bool { return v.ID == *s.shell.At })
}

// at does something with the sale that is looked at.
func (s *Settle) at(do func(journal.View)) {
	if i := s.chosen(); i >= 0 {
		do(s.all[i])
	}
}

// move goes up or down the list; down from its end to what was settled today.
func (s *Settle) move(by int) {
	if by > 0 && !s.done.shown && s.chosen() == s.open-1 {
		s.unfold(true)
	}
	if i := s.chosen() + by; i >= 0 && i < len(s.all) {
		s.choose(s.all[i].ID)
		s.reveal(i)
	}
}

// reveal scrolls as little as brings a row into sight.
func (s *Settle) reveal(i int) {
	if i < 0 || i >= len(s.lines) {
		return
	}
	top, high, room := s.lines[i].Position().Y, s.lines[i].Size().Height, s.list.Size().Height
	if to := min(max(s.list.Offset.Y, top+high-room), top); to != s.list.Offset.Y {
		s.list.ScrollToOffset(fyne.NewPos(0, to))
	}
}

func (s *Settle) choose(id journal.SaleID) {
	*s.shell.At = id
	s.Refresh()
}

// Refresh shows what must be settled now. Where the one that was looked at is
// settled, the next takes its place.
func (s *Settle) Refresh() {
	before := s.chosen()
	s.all = s.shell.Sales()
	slices.SortStableFunc(s.all, func(a, b journal.View) int { // the newest first, whichever kind it is
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(string(b.ID), string(a.ID)))
	})
	s.open = len(s.all)
	s.all = append(s.all, s.done.set(s.shell.Settled())...)
	if n := len(s.all); s.chosen() < 0 && n > 0 {
		if before >= 0 {
			s.guard.Arm()
		}
		*s.shell.At = s.all[min(max(before, 0), n-1)].ID
	}
	s.build()
	owing := s.owing()
	s.sums.set(s.all[:s.open], owing)
	s.nothing.SetText(s.sums.nothing(owing))
	s.none.Set(map[bool]string{true: "check", false: "return"}[len(owing) == 0], theme.Muted)
	w := s.env.Words
	var offers []offer
	said := []any{*s.shell.At, s.open, s.done.count, s.done.shown, s.nothing.Text()}
	for i, v := range s.all {
		row, step := s.spec(v), s.nextStep(v).label
		s.rows[i].Set(row, v.ID == *s.shell.At)
		s.tints[i].Hidden = v.ID != *s.shell.At
		s.buttons[i].SetLabel(step)
		offers = append(offers, offer{v.ID, step})
		said = append(said, v.ID, row, step)
	}
	s.guardSteps(offers)
	some := len(s.all) > 0
	for _, b := range s.beside {
		b.Hidden = s.chosen() < 0 || s.chosen() >= s.open // the primary is all there is to do about what was settled
	}
	s.card.Hidden, s.about.root.Hidden, s.none.Hidden, s.nothing.Hidden = !some, !some, some, some
	s.done.alone.Hidden = some || s.done.count == 0
	spec := control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "plus", Label: w.T("nav.sale"), Key: "Enter"}
	s.at(func(v journal.View) {
		s.about.set(v)
		s.beside[len(s.beside)-1].SetLabel(w.T("settle.open", "number", present.Number(v.ID)))
		next := s.nextStep(v)
		spec.Icon, spec.Label, spec.Key = next.icon, next.label, next.key
	})
	s.primary.Set(spec)
	if s.news.Changed(append(said, spec)...) {
		s.list.Content.Refresh() // its rows are as high as their words
		s.list.Refresh()
		s.Root.Refresh()
	}
}

// offer is the step that a row offers about its sale.
type offer struct {
	id   journal.SaleID
	step string
}

// guardSteps lets no step be taken for a moment where the one that stood there was another:
// what is tapped now was meant for it.
func (s *Settle) guardSteps(now []offer) {
	for i, one := range now {
		if i < len(s.offers) && one != s.offers[i] {
			s.moved.Arm()
		}
		was := slices.IndexFunc(s.offers, func(o offer) bool { return o.id == one.id })
		if was >= 0 && one.id == *s.shell.At && one != s.offers[was] {
			s.guard.Arm()
		}
	}
	s.offers = now
}

// build makes as many rows as there are sales.
func (s *Settle) build() {
	if len(s.rows) == len(s.all) && !s.done.moved(s.open) {
		return
	}
	s.rows, s.lines, s.buttons, s.tints, s.news = nil, nil, nil, nil, screen.Content{}
	var all []fyne.CanvasObject
	for i := range s.all {
		row := list.NewSettleRow(func() { s.choose(s.all[i].ID) })
		step := control.NewButton(control.ButtonSpec{Mid: true, PadX: theme.S2}, func() {
			if s.moved.Allows(keys.Back) {
				s.choose(s.all[i].ID)
				s.step()
			}
		})
		tint := graphic.NewPanel(theme.PrimaryTint)
		s.rows, s.buttons, s.tints = append(s.rows, row), append(s.buttons, step), append(s.tints, tint)
		if i == s.open {
			all = append(all, s.done.head, graphic.NewDivider())
		}
		s.lines = append(s.lines, s.line(row, step, tint))
		all = append(all, s.lines[i], graphic.NewDivider())
	}
	if s.done.count > 0 && s.open == len(s.all) {
		all = append(all, s.done.head, graphic.NewDivider())
	}
	s.list.Content = layout.Rows(0, all...)
	s.list.Refresh()
}

// line is a row with its step, which large text leaves to the primary.
func (s *Settle) line(row *list.SettleRow, step *control.Button, tint fyne.CanvasObject) fyne.CanvasObject {
	return layout.New(func() fyne.Size { return row.MinSize() }, func(p layout.Placer) {
		wide := min(184, p.W*.3)
		for _, one := range s.buttons { // in one column, as wide as its words need
			wide = max(wide, min(one.MinSize().Width, p.W*.45))
		}
		step.Hidden = theme.Now().TextScale > 1.2
		room := wide + 20
		if step.Hidden {
			room = 0
		}
		p.Put(tint, p.W-room, 0, room, p.H)
		p.Put(row, 0, 0, p.W-room, p.H)
		p.Put(step, p.W-20-wide, (p.H-theme.Target)/2, wide, theme.Target)
	}, tint, row, step)
}

// spec is the row of a sale.
func (s *Settle) spec(v journal.View) list.SettleSpec {
	spec := list.SettleSpec{Title: title(s.env, v), Told: summary(s.env, v), Amount: v.Amount.Major(), Age: age(s.env, v.CreatedAt), Practice: s.env.Practice}
	if s.sums.foreign(v.Amount.Currency) {
		spec.Currency = s.env.CurrencyWord(v.Amount.Currency)
	}
	switch Why(v) {
	case Not:
		spec.State = present.Past(v.Sale).State
	case Late:
		spec.Icon = "late"
	case Owed:
		spec.Icon = "return"
	default:
		spec.State = graphic.StateUnknown
	}
	return spec
}

func (s *Settle) placeList(p layout.Placer) {
	h := s.sums.root.MinSize().Height
	p.Put(s.sums.root, 0, 0, p.W, h)
	p.Put(s.list, 0, h, p.W, p.H-h)
}

func (s *Settle) place(p layout.Placer) {
	pad := theme.S5()
	wide, bottom := p.W-2*pad, p.H-pad-theme.PrimaryHigh
	t := p.PutMin(s.title, pad, pad+theme.S1)
	room := wide - t.Width - theme.S4
	h := s.said.HeightFor(room)
	p.Put(s.said, pad+t.Width+theme.S4, pad+theme.S1+max(0, (t.Height-h)/2)+2, room, h)
	top := pad + max(t.Height, h) + theme.S4
	if len(s.all) == 0 {
		m, n := s.none.MinSize(), s.nothing.HeightFor(wide)
		y := (top + bottom - m.Height - n - theme.S4) / 2
		p.Put(s.none, pad+(wide-m.Width)/2, y, m.Width, m.Height)
		p.Put(s.nothing, pad, y+m.Height+theme.S4, wide, n)
		p.Put(s.done.alone, pad, bottom-theme.S4-theme.Target, wide, theme.Target)
		p.Put(s.primary, pad, bottom, wide, theme.PrimaryHigh)
		return
	}
	aside := min(412, wide*.42)
	list := wide - aside - pad
	p.Put(s.card, pad, top, list, p.H-pad-top)
	x := pad + list + pad
	y := bottom
	rows := s.pairs(aside)
	if s.beside[0].Hidden {
		rows = nil
	}
	for _, row := range rows {
		h := theme.Target
		for _, b := range row {
			h = max(h, b.MinSize().Height)
		}
		y -= h + theme.S3
		var sum float32
		for _, b := range row {
			sum += b.MinSize().Width
		}
		at, spare := x, (aside-sum-float32(len(row)-1)*theme.S2)/float32(len(row))
		for _, b := range row {
			w := b.MinSize().Width + spare
			p.Put(b, at, y, w, h)
			at += w + theme.S2
		}
	}
	p.Put(s.about.root, x, top, aside, y-theme.S4-top)
	p.Put(s.primary, x, bottom, aside, theme.PrimaryHigh)
}

// pairs are the buttons in rows from below, as many in each as there is room for.
func (s *Settle) pairs(wide float32) (rows [][]*control.Button) {
	var sum float32
	for _, b := range s.beside {
		sum += b.MinSize().Width + theme.S2
	}
	if sum-theme.S2 <= wide {
		return [][]*control.Button{s.beside}
	}
	n := len(s.beside)
	return [][]*control.Button{s.beside[n-1:], s.beside[:n-1]}
}

// unfold shows what was settled today, or no longer. The first of it comes into
// sight.
func (s *Settle) unfold(on bool) {
	s.done.shown = on
	s.Refresh()
	if on {
		s.reveal(s.open)
	}
}

// step does what the primary says.
func (s *Settle) step() {
	if len(s.all) == 0 {
		s.shell.Leave()
		return
	}
	if !s.guard.Allows(keys.Back) { // it was meant for the sale before
		return
	}
	s.at(func(v journal.View) { s.nextStep(v).do() })
}

func (s *Settle) nextStep(v journal.View) nextStep { return steps{s.env, s.deps, s.shell}.next(v) }
