package audit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	uilist "sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// list is the entries below each other under the days on which they were written.
type list struct {
	parts  []fyne.CanvasObject
	body   *fyne.Container
	scroll *container.Scroll
}

func newList() *list {
	l := &list{}
	l.body = layout.New(func() fyne.Size { return fyne.NewSize(200, l.flow(nil, 0)) }, func(b layout.Placer) { l.flow(&b, b.W) })
	l.scroll = container.NewVScroll(l.body)
	return l
}

// flow stacks the parts and returns their height.
func (l *list) flow(b *layout.Placer, wide float32) (y float32) {
	for _, o := range l.parts {
		h := o.MinSize().Height
		if l, is := o.(*uilist.Line); is && wide > 0 {
			h = l.HeightFor(wide)
		}
		if b != nil {
			b.Put(o, 0, y, wide, h)
		}
		y += h
	}
	return y
}

// set shows entries, newest first.
func (l *list) set(env screen.Env, d Deps, rows []journal.AuditRow, more bool, older func()) {
	l.parts = nil
	var day journal.Day
	widest := float32(0)
	for _, r := range rows {
		width, _ := theme.Measure(who(env, r), theme.SemiBold, theme.Body.Units())
		widest = max(widest, width+theme.S5())
	}
	widest = min(widest, 180*max(1, theme.Now().TextScale))
	for _, r := range rows {
		at := r.At.In(env.Zone)
		if on := journal.DayOf(at); on != day {
			day = on
			l.parts = append(l.parts, band(env, at))
		}
		var open func()
		if r.SaleID != "" && d.Open != nil {
			open = func() { d.Open(r.SaleID) }
		}
		l.parts = append(l.parts, uilist.NewLine(uilist.LineSpec{Time: clock(env, r.At), Who: who(env, r), WhoColumn: widest, Icon: icon(r.Action), Name: said(env, r), Note: number(r.SaleID), Whole: true}, open))
	}
	if more {
		l.parts = append(l.parts, uilist.NewLine(uilist.LineSpec{Name: env.Words.T("audit.more"), Icon: "down"}, older))
	}
	l.body.Objects = l.parts
	l.body.Refresh()
	l.scroll.Refresh()
}

// band is the heading of a day.
func band(env screen.Env, at time.Time) fyne.CanvasObject {
	ground := graphic.NewPanel(theme.Sunken)
	text := typeset.NewText(env.Words.Day(at), typeset.Caption.With(theme.SemiBold).Tint(theme.Text))
	return layout.New(func() fyne.Size { return fyne.NewSize(200, max(32, text.MinSize().Height+theme.S2)) }, func(p layout.Placer) {
		p.Put(ground, 0, 0, p.W, p.H)
		m := text.MinSize()
		p.Put(text, 20, (p.H-m.Height)/2, m.Width, m.Height)
	}, ground, text)
}

// press scrolls.
func (l *list) press(p screen.KeyPress) bool {
	by := float32(0)
	switch p.Name {
	case fyne.KeyUp:
		by = -theme.RowHeight
	case fyne.KeyDown:
		by = theme.RowHeight
	case fyne.KeyPageUp:
		by = -l.scroll.Size().Height
	case fyne.KeyPageDown:
		by = l.scroll.Size().Height
	case fyne.KeyHome:
		by = -l.body.MinSize().Height
	case fyne.KeyEnd:
		by = l.body.MinSize().Height
	default:
		return false
	}
	l.scroll.ScrollToOffset(fyne.NewPos(0, l.scroll.Offset.Y+by))
	return true
}
