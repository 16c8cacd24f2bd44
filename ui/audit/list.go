package audit

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// The kinds of rows.
const (
	ofDay   = iota // the heading of a day
	toRead         // an entry without a sale
	toOpen         // an entry of a sale, which a press shows
	toOlder        // reads on
)

// part is a row of the list.
type part struct {
	kind  int
	day   time.Time        // of a heading
	entry journal.AuditRow // of an entry
}

// entries are the rows of the list: the entries under the days on which they were written.
type entries struct {
	env   screen.Env
	open  func(journal.SaleID) // nil where none can be shown
	older func()

	parts []part
	wide  float32 // the column of names
	line  *list.Line
	band  fyne.CanvasObject // to measure with, as line
}

func newEntries(env screen.Env, open func(journal.SaleID), older func()) *entries {
	return &entries{env: env, open: open, older: older, line: list.NewLine(list.LineSpec{}, nil), band: newBand()}
}

// set takes over entries, newest first.
func (s *entries) set(rows []journal.AuditRow, more bool) {
	s.parts, s.wide = nil, 0
	var day journal.Day
	for _, r := range rows {
		width, _ := theme.Measure(who(s.env, r), theme.SemiBold, theme.Body.Units())
		s.wide = max(s.wide, width+theme.S5())
		at := r.At.In(s.env.Zone)
		if on := journal.DayOf(at); on != day {
			day = on
			s.parts = append(s.parts, part{kind: ofDay, day: at})
		}
		kind := toRead
		if r.SaleID != "" && s.open != nil {
			kind = toOpen
		}
		s.parts = append(s.parts, part{kind: kind, entry: r})
	}
	s.wide = min(s.wide, 180*max(1, theme.Now().TextScale))
	if more {
		s.parts = append(s.parts, part{kind: toOlder})
	}
}

// Len, Kind, Make, Show, Height and Choosable are for list.Source.
func (s *entries) Len() int { return len(s.parts) }

func (s *entries) Kind(row int) int { return s.parts[row].kind }

func (s *entries) Make(kind int) fyne.CanvasObject {
	switch kind {
	case ofDay:
		return newBand()
	case toRead:
		return list.NewLine(list.LineSpec{}, nil)
	default:
		return list.NewLine(list.LineSpec{}, func() {})
	}
}

func (s *entries) Show(row int, on fyne.CanvasObject, _ bool) {
	p := s.parts[row]
	switch p.kind {
	case ofDay:
		setBand(on, s.env.Words.Day(p.day))
		return
	case toOpen:
		on.(*list.Line).OnTapped = func() { s.open(p.entry.SaleID) }
	case toOlder:
		on.(*list.Line).OnTapped = s.older
	}
	on.(*list.Line).Set(s.spec(p))
}

func (s *entries) spec(p part) list.LineSpec {
	if p.kind == toOlder {
		return list.LineSpec{Name: s.env.Words.T("audit.more"), Icon: "down"}
	}
	r := p.entry
	return list.LineSpec{Time: present.Seconds(r.At, s.env.Zone), Who: who(s.env, r), WhoColumn: s.wide, Icon: icon(r.Action), Name: said(s.env, r), Note: number(r.SaleID), Whole: true}
}

func (s *entries) Height(row int, width float32) float32 {
	p := s.parts[row]
	if p.kind == ofDay {
		setBand(s.band, s.env.Words.Day(p.day))
		return s.band.MinSize().Height
	}
	s.line.Set(s.spec(p))
	return s.line.HeightFor(width)
}

func (s *entries) Choosable(int) bool { return false }

// newBand is the heading of a day.
func newBand() fyne.CanvasObject {
	ground := graphic.NewPanel(theme.Sunken)
	text := typeset.NewText("", typeset.Caption.With(theme.SemiBold).Tint(theme.Text))
	return layout.New(func() fyne.Size { return fyne.NewSize(200, max(32, text.MinSize().Height+theme.S2)) }, func(p layout.Placer) {
		p.Put(ground, 0, 0, p.W, p.H)
		m := text.MinSize()
		p.Put(text, 20, (p.H-m.Height)/2, m.Width, m.Height)
	}, ground, text)
}

// setBand shows a day on a heading.
func setBand(o fyne.CanvasObject, day string) {
	c := o.(*fyne.Container)
	c.Objects[1].(*typeset.Text).SetText(day)
	c.Refresh()
}
