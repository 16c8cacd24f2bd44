package ui

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// newsTime is how long the end of a sale elsewhere is told of.
const newsTime = 6 * time.Second

// news is the end of a sale that is not on the screen.
type news struct{ view journal.View }

// sidebar is the leading side: where to go, and the sales in flight.
type sidebar struct {
	shell *Shell

	back, line            fyne.CanvasObject
	sale                  *uicontrol.NavItem
	settle                *list.Settle
	settleHigh            float32
	label, count          *typeset.Text
	finished              *typeset.Text  // above what has ended, in the column
	fold                  *list.SaleTile // the paid ones that were seen
	opened                int            // how many tiles stand above it
	rule                  fyne.CanvasObject
	tiles                 map[journal.SaleID]*list.SaleTile
	order                 []*list.SaleTile
	rest                  *uicontrol.More // "+2 more" below those in sight, in the small size class: leads to all of them
	column                *fyne.Container
	slide                 *layout.Slide
	tight                 bool // the places stand closer, so that the sales have room
	marked                mark
	news                  *news              // the end of a sale elsewhere that is being told; nil for none
	receipts, view, phone *uicontrol.NavItem // nil where there is nothing behind
	reports               *uicontrol.NavItem
	foot                  []*uicontrol.NavItem // all of these, in reading order
	root                  *fyne.Container
}

func newSidebar(s *Shell) *sidebar {
	t := &sidebar{shell: s, back: graphic.NewPanel(theme.Card), line: graphic.NewPanel(theme.Line), rule: graphic.NewDivider(),
		tiles: map[journal.SaleID]*list.SaleTile{}}
	t.sale = t.nav("plus", "nav.sale", "F2", s.newSale)
	t.settle = s.newSettle()
	t.fold = list.NewSaleTile(list.TileSpec{}, s.clearQuiet)
	t.fold.OnFocus, t.fold.OnStep = func() { t.reveal(t.fold) }, func(by int) { t.step(t.fold, by) }
	t.finished = typeset.NewText(s.env.Words.T("nav.finished"), typeset.Caption.With(theme.Medium)).Cut()
	t.label = typeset.NewText("", typeset.Caption.With(theme.Medium)).Cut()
	t.count = typeset.NewText("", typeset.Caption.With(theme.Medium))
	t.rest = uicontrol.NewMore(s.env.Words.T("nav.rest"), s.openRest)
	t.column = layout.New(t.columnSize, t.placeTiles)
	t.slide = layout.NewSlide(t.column)
	t.slide.Moved = t.paintRest
	objects := []fyne.CanvasObject{t.back, t.line, t.sale, t.settle, t.label, t.count, t.rule, t.slide, t.rest}
	for _, n := range t.newFoot() {
		objects = append(objects, n)
	}
	t.root = layout.New(nil, t.place, objects...)
	return t
}

func (t *sidebar) nav(icon, key, cap string, do func()) *uicontrol.NavItem {
	if theme.Now().Small {
		key += ".short"
	}
	return uicontrol.NewNavItem(icon, t.shell.env.Words.T(key), cap, do)
}

// paint brings the tiles up to date. A tile is kept for its sale, so that a
// press on it is not lost.
func (t *sidebar) paint() {
	s := t.shell
	at := s.nav.At.Location
	t.sale.SetSelected(s.nav.Selling())
	if t.receipts != nil {
		t.receipts.SetSelected(at == navigation.Receipts)
	}
	if t.phone != nil {
		if s.phone.over() {
			t.phone.Disable()
		} else {
			t.phone.Enable()
		}
	}
	if t.reports != nil {
		key, _ := t.reportsKey()
		if theme.Now().Small || len(t.foot) > 3 {
			key += ".short"
		}
		t.reports.SetLabel(s.env.Words.T(key))
		t.reports.SetSelected(at == navigation.Reports)
	}
	parts := s.feed.Groups()
	kept := map[journal.SaleID]*list.SaleTile{}
	var order []*list.SaleTile
	for i, v := range parts.Shown() {
		if i == len(parts.Open) && len(parts.Quiet) > 0 {
			order = append(order, t.fold)
		}
		tile := t.tiles[v.ID]
		if tile == nil {
			tile = t.tile(v.ID)
		}
		tile.Set(t.spec(v))
		kept[v.ID] = tile
		order = append(order, tile)
	}
	if len(parts.Quiet) > 0 {
		t.fold.Set(t.foldSpec(parts))
		if len(parts.Finished) == 0 {
			order = append(order, t.fold)
		}
	}
	heir := t.heir(order)
	t.tiles = kept
	t.paintLabel(len(parts.Open))
	t.settle.Say(t.owingSaid(), s.env.Words.T("settle.owed"), len(s.feed.Beside()))
	t.settle.Set(at == navigation.Settle, parts.Settle.Unknown, parts.Settle.Late, parts.Settle.Owed)
	high := t.settle.MinSize().Height
	if !slices.Equal(order, t.order) || t.opened != len(parts.Open) || t.settleHigh != high { // most notices only change what a tile says
		t.order, t.opened, t.settleHigh, t.column.Objects = order, len(parts.Open), high, []fyne.CanvasObject{t.finished}
		for _, tile := range order {
			t.column.Objects = append(t.column.Objects, tile)
		}
		t.root.Refresh()
		t.slide.Refresh()
	}
	if heir != nil {
		s.window.focus(heir)
	}
	t.mark()
	t.paintRest()
	if s.decision.rest != nil {
		s.decision.rest.paint()
	}
}

// heir is the tile that takes over the keys from one that is about to leave,
// nil where none does: the fold a sale went into, else what stands in its place.
func (t *sidebar) heir(order []*list.SaleTile) *list.SaleTile {
	c := t.shell.window.canvas
	if c == nil {
		return nil
	}
	at := slices.IndexFunc(t.order, func(tile *list.SaleTile) bool { return c.Focused() == fyne.Focusable(tile) })
	switch {
	case at < 0 || len(order) == 0 || slices.Contains(order, t.order[at]):
		return nil
	case slices.Contains(order, t.fold):
		return t.fold
	}
	return order[min(at, len(order)-1)]
}

func (t *sidebar) paintLabel(n int) {
	s, w := t.shell, t.shell.env.Words
	t.count.SetText(strconv.Itoa(n))
	style := typeset.Caption.With(theme.Medium)
	text := w.T("nav.open")
	if news := t.news; news != nil {
		look := present.Sale(news.view.Sale)
		text = w.T("banner.ended", "number", present.Number(news.view.ID), "word", w.T(look.Key))
		style = style.With(theme.SemiBold).Tint(look.State.Colour(s.env.Practice))
	}
	t.label.SetSpans(typeset.Span{Text: text, Style: style})
}

// announce tells of an end elsewhere without moving anything.
func (s *Shell) announce(v journal.View) {
	one := &news{v}
	s.sidebar.news = one
	s.env.After(newsTime, func() {
		if s.sidebar.news == one {
			s.sidebar.news = nil
			s.sidebar.paint()
		}
	})
}

// owingSaid is "Still owed back, 2"; blank where nothing is.
func (t *sidebar) owingSaid() string {
	n := len(t.shell.feed.Beside())
	if n == 0 {
		return ""
	}
	return t.shell.env.Words.T("settle.owing", "n", n)
}

func (t *sidebar) gap() float32 {
	if theme.Now().Small {
		return 6
	}
	return theme.S1
}

// spread is what parts the places.
func (t *sidebar) spread() float32 {
	if t.tight {
		return 1
	}
	return t.gap()
}

// place lets the places stand closer where the sales would have little room. That
// is the window's matter alone: no place moves when a sale comes or goes.
func (t *sidebar) place(b layout.Placer) {
	if t.tight = false; t.lay(b) < t.least() {
		t.tight = true
		t.lay(b)
	}
	t.mark()
	t.paintRest()
}

// least is the room for a sale; in the small size class for two, and for the way
// to the others.
func (t *sidebar) least() float32 {
	one := t.fold.MinSize().Height
	if theme.Now().Small {
		return 2*one + 2*t.gap() + t.rest.MinSize().Height
	}
	return one
}

// lay returns how much room the sales have.
func (t *sidebar) lay(b layout.Placer) float32 {
	pad := theme.S3
	small := theme.Now().Small
	b.Put(t.back, 0, 0, b.W, b.H)
	b.Put(t.line, b.W-theme.Border(), 0, theme.Border(), b.H)
	wide := b.W - 2*pad - theme.Border()
	y := pad
	if small {
		y = theme.S2
	}
	if small {
		uicontrol.AlignWords(wide, append([]*uicontrol.NavItem{t.sale}, t.foot...)...)
	}
	h := t.sale.MinSize().Height
	b.Put(t.sale, pad, y, wide, h)
	y += h + t.spread()
	h = t.settle.MinSize().Height
	b.Put(t.settle, pad, y, wide, h)
	y += h + t.spread()
	show(t.rule, small && !t.tight)
	t.label.Hidden, t.count.Hidden = small, small
	switch {
	case small && t.tight:
		y += t.gap()
	case small:
		b.Put(t.rule, pad, y+4, wide, theme.Border())
		y += 4 + theme.Border() + 4 + t.gap()
	default:
		c, l := t.count.MinSize(), t.label.MinSize().Height
		b.Put(t.label, 2*pad, y, wide-2*pad-c.Width-theme.S2, l)
		b.Put(t.count, b.W-theme.Border()-2*pad-c.Width, y, c.Width, c.Height)
		y += l + theme.S1
	}
	bottom := b.H - pad
	if small {
		bottom = b.H - theme.S2
	}
	room := t.placeFoot(b, pad, bottom, wide) - y
	t.placeSales(b, pad, y, wide, room)
	return room
}

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
		return
	}
	o.Hide()
}
