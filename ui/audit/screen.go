package audit

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/popover"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// found is what was read of the book for the present filter. The zero value is
// before the first answer.
type found struct {
	rows   []journal.AuditRow // that the filter shows, newest first
	before uint64             // the oldest that was looked at; 0 before the first
	more   bool               // there are older ones on these days
	err    error
	read   bool
}

// Screen is the book under its filters. It implements screen.Screen.
type Screen struct {
	screen.Base
	env    screen.Env
	deps   Deps
	memory *Memory
	names  []string // of everybody who was seen in the book

	found   found
	reading screen.Newest
	search  screen.Timer // after typing

	ranges  []*control.Chip
	pick    *control.Chip
	person  *control.Chip
	kind    *control.Chip
	field   *control.Field
	popover *popover.Popover
	entries *entries
	list    *list.List
	frame   *graphic.Panel
	note    *typeset.Text
	chain   *chainCheck
}

var _ screen.Screen = (*Screen)(nil)

const (
	chunk      = 200  // entries that are read at once
	shownFirst = 100  // that are shown before somebody asks for more
	furthest   = 5000 // that are looked at for one page
	pause      = 300 * time.Millisecond
)

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	w := env.Words
	s := &Screen{env: env, deps: d, memory: m, popover: popover.New()}
	for i, key := range []string{"receipts.today", "receipts.yesterday", "receipts.week"} {
		s.ranges = append(s.ranges, control.NewChip(w.T(key, "n", 7), "", false, func() {
			s.memory.filter.span = span(i)
			s.apply()
		}))
	}
	s.pick = control.NewChip(w.T("receipts.pick"), "calendar", false, s.pickDay)
	s.person = control.NewChip("", "", true, s.pickPerson)
	s.kind = control.NewChip("", "", true, s.pickKind)
	s.field = control.NewField(control.FieldSpec{Placeholder: w.T("audit.search"), Icon: "search", Height: theme.ChipHeight, Radius: theme.RadiusChip})
	s.field.SetText(m.filter.search)
	s.field.OnChanged = s.typed
	s.entries = newEntries(env, d.Open, s.next)
	s.list = list.New(s.entries)
	s.frame = graphic.NewFrame(theme.Card, theme.Line, theme.Radius)
	s.note = typeset.NewParagraph("", typeset.Lead.With(theme.Regular)).Aligned(typeset.Centre)
	s.chain = newChainCheck(env, d, m, func() { s.Root.Refresh() })
	objects := layout.Objects(s.ranges)
	s.Root = layout.New(nil, s.place, append(objects, s.pick, s.person, s.kind, s.field, s.frame, s.list.Object(), s.note, s.chain.icon, s.chain.text, s.popover.Layer())...)
	s.paint()
	return s
}

// Shown reads the book, and checks it once.
func (s *Screen) Shown() {
	s.load()
	if s.memory.checked == nil {
		s.chain.start()
	}
}

// Hidden stops what waits. A check goes on: its answer is remembered.
func (s *Screen) Hidden() {
	s.reading.Drop()
	s.popover.Close()
}

// apply shows what the filter says now.
func (s *Screen) apply() {
	s.popover.Close()
	s.load()
}

// load reads from the newest entry on.
func (s *Screen) load() {
	s.found = found{}
	s.paint()
	s.next()
}

// next reads on, until a page is full or the days are over.
func (s *Screen) next() {
	f, before, more := s.memory.filter, s.found.before, true
	from, to := f.days(s.deps.Today())
	env := s.env
	env.Words = s.env.Words.In(s.env.Words.Lang())
	var rows []journal.AuditRow
	var names []string
	s.reading.Ask(s.env, func(ctx context.Context) error {
		for looked := 0; more && len(rows) < shownFirst && looked < furthest; {
			some, err := s.deps.Book.Audit(ctx, before, chunk)
			if err != nil {
				return err
			}
			older := len(some) > 0 // all of them are
			for _, r := range some {
				day := journal.DayOf(r.At.In(s.env.Zone))
				older = older && day < from
				names = append(names, r.By)
				if day >= from && day <= to && has(env, f, r) {
					rows = append(rows, r)
				}
			}
			if n := len(some); n > 0 {
				before, looked = some[n-1].Seq, looked+n
			}
			more = len(some) == chunk && !older // a clock that was set back does not end it before a whole chunk is older
		}
		return nil
	}, func(err error) {
		s.env.Report(s.deps.Failed, err)
		s.found = found{rows: append(s.found.rows, rows...), before: before, more: more && err == nil, err: err, read: true}
		for _, n := range names {
			if n != "" && !slices.Contains(s.names, n) {
				s.names = append(s.names, n)
			}
		}
		slices.Sort(s.names)
		s.paint()
	})
}

// typed asks a moment after the last character.
func (s *Screen) typed(text string) {
	s.memory.filter.search = text
	s.search.Start(s.env, pause, s.load)
}

func (s *Screen) paint() {
	w, f := s.env.Words, s.memory.filter
	for i, c := range s.ranges {
		c.SetSelected(f.span == span(i))
	}
	s.pick.SetSelected(f.span == picked)
	label := w.T("receipts.pick")
	if f.span == picked {
		label = w.Date(f.day.Time(time.UTC))
	}
	s.pick.SetLabel(label)
	label = w.T("audit.anyone")
	switch {
	case f.nobody:
		label = w.T("audit.nobody")
	case f.by != "":
		label = f.by
	}
	s.person.SetLabel(label)
	s.person.SetSelected(f.by != "" || f.nobody)
	label = w.T("audit.anyKind")
	if f.kind != "" {
		label = w.T("audit.kind." + f.kind)
	}
	s.kind.SetLabel(label)
	s.kind.SetSelected(f.kind != "")
	text := ""
	switch {
	case s.found.err != nil:
		text = w.T("audit.unreadable")
	case s.found.read && len(s.found.rows) == 0 && !s.found.more: // else there are older ones that nobody looked at
		text = w.T("audit.none")
	}
	s.note.SetText(text)
	s.entries.set(s.found.rows, s.found.more)
	s.list.Reload(0)
	s.chain.paint()
}

func (s *Screen) pickDay() {
	on := s.deps.Today()
	if s.memory.filter.span == picked {
		on = s.memory.filter.day
	}
	s.popover.Toggle(s.pick, popover.NewCalendar(popover.Days{Words: s.env.Words, Today: s.deps.Today(), On: on, Label: s.env.Words.T("receipts.today"),
		Pick: func(d journal.Day) {
			s.memory.filter.span, s.memory.filter.day = picked, d
			s.apply()
		}, Every: func() {
			s.memory.filter.span = today
			s.apply()
		}}))
}

func (s *Screen) pickPerson() {
	choose := func(label, icon, by string, nobody bool) popover.Choice {
		return popover.Choice{Icon: icon, Label: label, Pick: func() {
			s.memory.filter.by, s.memory.filter.nobody = by, nobody
			s.apply()
		}}
	}
	w := s.env.Words
	all := []popover.Choice{choose(w.T("audit.anyone"), "", "", false), choose(w.T("audit.nobody"), "settle", "", true)}
	at := 0
	if s.memory.filter.nobody {
		at = 1
	}
	for _, n := range s.names {
		if n == s.memory.filter.by {
			at = len(all)
		}
		all = append(all, choose(n, "user", n, false))
	}
	s.popover.Toggle(s.person, popover.NewChoices(all, at, 1+len(all)/8))
}

func (s *Screen) pickKind() {
	w := s.env.Words
	choose := func(label, icon, kind string) popover.Choice {
		return popover.Choice{Icon: icon, Label: label, Pick: func() {
			s.memory.filter.kind = kind
			s.apply()
		}}
	}
	all := []popover.Choice{choose(w.T("audit.anyKind"), "", "")}
	for _, k := range kindOrder {
		all = append(all, choose(w.T("audit.kind."+k), icons[k], k))
	}
	s.popover.Toggle(s.kind, popover.NewChoices(all, 1+slices.Index(kindOrder, s.memory.filter.kind), 1))
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.popover.Press(p) {
		return true
	}
	switch {
	case p.Name == fyne.KeyEscape && s.memory.filter != (filter{}):
		s.memory.filter = filter{}
		s.field.SetText("")
		s.load()
	case p.Rune != 0:
		s.field.SetText(s.field.Text() + string(p.Rune))
		s.field.Focus()
		if e, ok := s.field.Focusable().(interface{ TypedKey(*fyne.KeyEvent) }); ok {
			e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
		}
	default:
		return s.list.Key(p.Name)
	}
	return true
}

func (s *Screen) place(b layout.Placer) {
	pad := theme.S5()
	wide := b.W - 2*pad
	x, y := pad, float32(0)
	chips := append(slices.Clone(s.ranges), s.pick, s.person, s.kind)
	for _, c := range chips {
		w := c.MinSize().Width
		if x > pad && x+w > pad+wide {
			x, y = pad, y+theme.ChipHeight+theme.S2
		}
		b.Put(c, x, y, w, theme.ChipHeight)
		x += w + theme.S2
	}
	if pad+wide-x < 200 {
		x, y = pad, y+theme.ChipHeight+theme.S2
	}
	high := max(theme.ChipHeight, s.field.MinSize().Height)
	b.Put(s.field, x, y, pad+wide-x, high)
	y += high + theme.S4
	bottom := b.H - pad
	b.Put(s.frame, pad, y, wide, bottom-y)
	edge := theme.Border()
	side := theme.IconSide(20)
	below := max(40, s.chain.text.HeightFor(wide-60-side)+theme.S3)
	if s.chain.text.Text() == "" {
		below = edge
	}
	b.Put(s.list.Object(), pad+edge, y+edge, wide-2*edge, bottom-y-below-edge)
	b.PutMiddle(s.chain.icon, pad+20, bottom-below/2)
	h := s.chain.text.HeightFor(wide - 60 - side)
	b.Put(s.chain.text, pad+20+side+theme.S3, bottom-below/2-h/2, wide-60-side, h)
	n := s.note.HeightFor(min(wide, 640))
	b.Put(s.note, (b.W-min(wide, 640))/2, y+max(theme.S5(), (bottom-y-n)/3), min(wide, 640), n)
	b.Put(s.popover.Layer(), 0, 0, b.W, b.H)
}
