// Package sidebar is the leading side of the window: where to go, and a tile for each sale
// that somebody has to do with. It looks at what the till said last and at where the
// cashier is; where its places lead is for the window. It belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package sidebar

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// Sidebar is the leading side: where to go, and the sales in flight.
type Sidebar struct {
	env  screen.Env
	deps Deps

	back, line   fyne.CanvasObject
	sale         *control.NavItem
	settle       *list.Settle
	settleHigh   float32
	label, count *typeset.Text
	rule         fyne.CanvasObject
	sales        *column
	rest         *rest // the card of every sale; nil while it is not shown
	news         *news // the end of a sale elsewhere that is being told; nil for none
	places       places
	root         *fyne.Container
}

// NewsTime is how long the end of a sale elsewhere is told of.
const NewsTime = 6 * time.Second

// New is in the current language and look, and shows no sale before Paint.
func New(env screen.Env, d Deps) *Sidebar {
	t := &Sidebar{env: env, deps: d, back: graphic.NewPanel(theme.Card), line: graphic.NewPanel(theme.Line), rule: graphic.NewDivider()}
	t.sale = t.nav("plus", "nav.sale", "F2", d.Window.NewSale)
	t.settle = t.newSettle()
	t.label = typeset.NewText("", typeset.Caption.With(theme.Medium)).Cut()
	t.count = typeset.NewText("", typeset.Caption.With(theme.Medium))
	t.sales = newColumn(env, d, t.openRest)
	t.places = t.newPlaces()
	objects := []fyne.CanvasObject{t.back, t.line, t.sale, t.settle, t.label, t.count, t.rule, t.sales.slide, t.sales.more}
	objects = append(objects, layout.Objects(t.places.all)...)
	t.root = layout.New(nil, t.place, objects...)
	return t
}

// Object is what is shown.
func (t *Sidebar) Object() fyne.CanvasObject { return t.root }

func (t *Sidebar) nav(icon, key, cap string, do func()) *control.NavItem {
	if theme.Now().Small {
		key += ".short"
	}
	return control.NewNavItem(icon, t.env.Words.T(key), cap, do)
}

// Paint brings everything up to date. A tile is kept for its sale, so that a
// press on it is not lost.
func (t *Sidebar) Paint() {
	at := t.deps.Place.At.Location
	t.sale.SetSelected(t.deps.Place.Selling())
	t.paintPlaces(at)
	groups := t.deps.Feed.Groups()
	order, kept := t.sales.tilesOf(groups, t.news)
	next := t.sales.successor(order)
	t.paintLabel(len(groups.Open))
	owed := len(t.deps.Feed.Beside())
	t.settle.SetNote(t.owingSaid(), t.env.Words.T("settle.owed"), owed)
	t.settle.Set(at == navigation.Settle, groups.Settle.Unknown, groups.Settle.Late, groups.Settle.Owed)
	high := t.settle.MinSize().Height
	if t.sales.setTiles(order, kept, len(groups.Open)) || t.settleHigh != high { // most notices only change what a tile says
		t.settleHigh = high
		t.root.Refresh()
		t.sales.slide.Refresh()
	}
	if next != nil {
		t.deps.Frame.Focus(next)
	}
	t.sales.mark()
	t.sales.paintMore()
	if t.rest != nil {
		t.rest.paint()
	}
}

func (t *Sidebar) paintLabel(n int) {
	w := t.env.Words
	t.count.SetText(strconv.Itoa(n))
	style := typeset.Caption.With(theme.Medium)
	text := w.T("nav.open")
	if news := t.news; news != nil {
		look := present.Sale(news.view.Sale)
		text = w.T("banner.ended", "number", present.Number(news.view.ID), "word", w.T(look.Key))
		style = style.With(theme.SemiBold).Tint(look.State.Colour(t.env.Practice))
	}
	t.label.SetSpans(typeset.Span{Text: text, Style: style})
}

// Announce tells of an end elsewhere without moving anything.
func (t *Sidebar) Announce(v journal.View) {
	one := &news{v}
	t.news = one
	t.env.After(NewsTime, func() {
		if t.news == one {
			t.news = nil
			t.Paint()
		}
	})
}

// owingSaid is "Still owed back, 2"; blank where nothing is.
func (t *Sidebar) owingSaid() string {
	n := len(t.deps.Feed.Beside())
	if n == 0 {
		return ""
	}
	return t.env.Words.T("settle.owing", "n", n)
}

// place lets the places stand closer where the sales would have little room. That
// is the window's matter alone: no place moves when a sale comes or goes.
func (t *Sidebar) place(b layout.Placer) {
	if t.sales.tight = false; t.lay(b) < t.least() {
		t.sales.tight = true
		t.lay(b)
	}
	t.sales.mark()
	t.sales.paintMore()
}

// least is the room for a sale; in the small size class for two, and for the way
// to the others.
func (t *Sidebar) least() float32 {
	one := t.sales.fold.MinSize().Height
	if theme.Now().Small {
		return 2*one + 2*t.sales.gap() + t.sales.more.MinSize().Height
	}
	return one
}

// lay returns how much room the sales have.
func (t *Sidebar) lay(b layout.Placer) float32 {
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
		control.AlignWords(wide, append([]*control.NavItem{t.sale}, t.places.all...)...)
	}
	y += b.PutDown(t.sale, pad, y, wide) + t.sales.spread()
	y += b.PutDown(t.settle, pad, y, wide) + t.sales.spread()
	layout.SetVisible(small && !t.sales.tight, t.rule)
	t.label.Hidden, t.count.Hidden = small, small
	switch {
	case small && t.sales.tight:
		y += t.sales.gap()
	case small:
		b.Put(t.rule, pad, y+4, wide, theme.Border())
		y += 4 + theme.Border() + 4 + t.sales.gap()
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
	room := t.placePlaces(b, pad, bottom, wide) - y
	t.sales.place(b, pad, y, wide, room)
	return room
}
