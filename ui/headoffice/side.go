package headoffice

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

const (
	sideWide float32 = 232
	tillHigh float32 = 64
)

// side is the strip beside the list: all sales, and each till with when it was
// heard, those that are silent first.
type side struct {
	window      *Window
	all, sums   *control.NavItem
	tills, many *typeset.Text
	rows        *fyne.Container
	scroll      *container.Scroll
	shown       []Till // as painted
	at          string // the place that is shown
	root        *fyne.Container
}

func newSide(w *Window) *side {
	s := &side{window: w}
	t := w.env.Words
	s.all = control.NewNavItem("receipt", t.T("office.all"), "", func() { s.pick("") })
	s.sums = control.NewNavItem("chart", t.T("nav.reports"), "", func() { w.show(w.sums) })
	s.tills, s.many = typeset.NewText(t.T("office.tills"), typeset.Caption.With(theme.SemiBold)), typeset.NewText("", typeset.Caption.With(theme.SemiBold))
	s.rows = layout.Rows(0)
	s.scroll = container.NewVScroll(s.rows)
	ground, line := graphic.NewPanel(theme.Card), graphic.NewPanel(theme.Line)
	s.root = layout.New(nil, func(b layout.Placer) {
		b.Put(ground, 0, 0, b.W, b.H)
		b.Put(line, b.W-theme.Border(), 0, theme.Border(), b.H)
		high := s.all.MinSize().Height
		b.Put(s.all, theme.S3, theme.S3, b.W-2*theme.S3, high)
		b.Put(s.sums, theme.S3, theme.S3+high+theme.S1, b.W-2*theme.S3, high)
		y := theme.S3 + 2*high + theme.S1 + theme.S4
		m := s.many.MinSize()
		b.PutMin(s.tills, theme.S5(), y)
		b.Put(s.many, b.W-theme.S5()-m.Width, y, m.Width, m.Height)
		y += m.Height + theme.S2
		b.Put(s.scroll, 0, y, b.W-theme.Border(), b.H-y)
	}, ground, line, s.all, s.sums, s.tills, s.many, s.scroll)
	return s
}

// pick shows the sales of today at a till, or at all.
func (s *side) pick(place string) {
	s.window.list.Within(place)
	s.window.show(s.window.list)
	s.paint()
}

func (s *side) paint() {
	w := s.window
	at, summed := w.list.Place(), w.work == screen.Screen(w.sums)
	s.all.SetSelected(at == "" && !summed)
	s.sums.SetSelected(summed)
	if summed {
		at = nowhere
	}
	now := slices.Clone(w.heard.Tills)
	slices.SortStableFunc(now, func(a, b Till) int {
		switch {
		case a.Silent == b.Silent:
			return 0
		case a.Silent:
			return -1
		}
		return 1
	})
	if slices.EqualFunc(now, s.shown, func(a, b Till) bool {
		return a.Place == b.Place && a.Name == b.Name && a.Silent == b.Silent && s.said(a) == s.said(b)
	}) && s.at == at {
		return
	}
	s.shown, s.at = now, at
	s.many.SetText(strconv.Itoa(len(now)))
	s.rows.Objects = nil
	for _, t := range now {
		s.rows.Objects = append(s.rows.Objects, s.row(t))
	}
	s.rows.Refresh()
	s.scroll.Refresh()
	s.root.Refresh()
}

// nowhere is the place of the reports, which have chips of their own.
const nowhere = "-"

// clockAlone is how long ago a time of the day is still understood without its day.
const clockAlone = 12 * time.Hour

// said is when a till was heard, in words.
func (s *side) said(t Till) string {
	env := s.window.env
	if t.At.IsZero() {
		return env.Words.T("office.never")
	}
	at, now := t.At.In(env.Zone), env.Now().In(env.Zone)
	clock := words.Time(at)
	if now.Sub(at).Abs() >= clockAlone {
		clock = env.Words.Date(at)
	}
	if t.Silent {
		return env.Words.T("office.silent", "time", clock)
	}
	return env.Words.T("office.heard", "time", clock)
}

// row is one till; a tap shows its sales.
func (s *side) row(t Till) fyne.CanvasObject {
	icon, colour, style := "network", theme.Muted, typeset.Caption
	if t.Silent {
		icon, colour, style = "bell", theme.Unknown, typeset.Caption.With(theme.SemiBold).Tint(theme.Unknown)
	}
	picture := graphic.NewIcon(icon, 24, colour)
	name, when := typeset.NewText(t.Name, typeset.Body).Cut(), typeset.NewText(s.said(t), style).Cut()
	ground := graphic.NewFrame(theme.Transparent, theme.Transparent, theme.Radius)
	if t.Place == s.at {
		ground.SetFill(theme.PrimaryTint, theme.Transparent)
	}
	press := control.NewButton(control.ButtonSpec{Kind: control.Quiet}, func() { s.pick(t.Place) })
	k := max(1, theme.Now().TextScale)
	return layout.New(func() fyne.Size { return fyne.NewSize(100, tillHigh*k) }, func(b layout.Placer) {
		b.Put(ground, theme.S3, 2, b.W-2*theme.S3, b.H-4)
		b.Put(press, theme.S3, 2, b.W-2*theme.S3, b.H-4)
		b.Put(picture, theme.S5(), (b.H-24)/2, 24, 24)
		x := theme.S5() + 24 + theme.S3
		n, h := name.MinSize().Height, when.MinSize().Height
		y := (b.H - n - h) / 2
		when.StepDown(theme.Caption, b.W-x-theme.S2)
		b.Put(name, x, y, b.W-x-theme.S2, n)
		b.Put(when, x, y+n, b.W-x-theme.S2, h)
	}, ground, press, picture, name, when)
}
