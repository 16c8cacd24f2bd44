package receipts

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Columns of a row at text scale 1; the state takes the rest.
const (
	timeColumn   float32 = 68
	numberColumn float32 = 56
	routeColumn  float32 = 124
	amountColumn float32 = 130
	sidePad      float32 = 20
	routeNarrow  float32 = 40  // the icon alone
	stateLeast   float32 = 150 // below that the route keeps only its icon, then nothing
	wordLeast    float32 = 56  // less of the state's word says nothing
)

// row is one sale in the list. Rows are used again for other sales as the list moves.
type row struct {
	env   screen.Env
	deps  Deps
	spec  rowSpec
	drawn bool

	back, bar, line, outline *graphic.Panel
	time, number, word       *typeset.Text
	icon                     *graphic.StateIcon
	route                    *typeset.Text
	routeIcon                *graphic.Icon
	where                    *typeset.Text // the till; nil in a till's own history
	amount                   *typeset.Amount
	root                     *fyne.Container
}

func newRow(env screen.Env, d Deps) *row {
	r := &row{env: env, deps: d,
		back: graphic.NewPanel(theme.Transparent), bar: graphic.NewPanel(theme.Primary), line: graphic.NewPanel(theme.Line),
		outline: graphic.NewFrame(theme.Transparent, theme.Primary, 0),
		time:    typeset.NewText("", typeset.Body.Tint(theme.Muted)), number: typeset.NewText("", typeset.Fact),
		word: typeset.NewText("", typeset.Fact).Cut(), icon: graphic.NewStateIcon(graphic.StateWaiting, 22, env.Practice),
		route: typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut(), routeIcon: graphic.NewIcon("qr", 20, theme.Muted),
		amount: typeset.NewPlainAmount(""),
	}
	r.root = layout.New(nil, r.place, r.back, r.line, r.bar, r.outline, r.time, r.number, r.icon, r.word, r.routeIcon, r.route, r.amount)
	if r.where = newPlaceText(d); r.where != nil {
		r.root.Objects = append(r.root.Objects, r.where)
	}
	return r
}

// rowSpec is what a row shows; currency reports whether the amount needs its currency beside it.
type rowSpec struct {
	sale                               journal.Sale
	known, selected, hovered, currency bool
	returned                           bool  // the list is of what was given back
	back                               int64 // how much of this sale was, in minor units; 0 while it is not known
	whole                              bool  // all of this sale was given back
}

// same reports whether two specs look the same.
func (a rowSpec) same(b rowSpec) bool {
	return a.known == b.known && a.selected == b.selected && a.hovered == b.hovered && a.currency == b.currency && a.returned == b.returned && a.back == b.back && a.whole == b.whole &&
		a.sale.ID == b.sale.ID && a.sale.Version == b.sale.Version && a.sale.Status() == b.sale.Status()
}

// set shows a sale.
func (r *row) set(spec rowSpec) {
	if r.drawn && r.spec.same(spec) {
		return
	}
	r.drawn, r.spec = true, spec
	s, known, selected, hovered, currency := spec.sale, spec.known, spec.selected, spec.hovered, spec.currency
	fill := theme.Transparent
	switch {
	case selected:
		fill = theme.PrimaryTint
	case hovered:
		fill = theme.Ground
	}
	r.back.SetFill(fill, theme.Transparent)
	r.bar.Hidden = !selected
	r.outline.Stroke = theme.Border()                                     // thinner than the ring of what has the focus
	r.outline.Hidden = !selected || theme.Now().Variant != theme.Contrast // where tints look like the ground
	layout.SetVisible(known, r.time, r.number, r.icon, r.word, r.routeIcon, r.route, r.amount)
	if known {
		r.fill(s, currency)
	}
	r.root.Refresh()
}

func (r *row) fill(s journal.Sale, currency bool) {
	look := present.Past(s)
	if r.spec.whole || r.spec.returned && s.Reversed == nil { // of a part of it the sale itself does not tell
		look = present.Returned
	}
	r.time.SetText(clock(r.env, s.CreatedAt))
	r.number.SetText(present.Number(s.ID))
	r.icon.Set(look.State, r.env.Practice)
	said := []typeset.Span{{Text: r.env.Words.T(look.Key), Style: style(look)}}
	if s.Booked != "" {
		said = append(said, typeset.Span{Text: " · " + r.env.Words.T("receipts.booked", "day", date(r.env, s.Booked)), Style: typeset.Body.Tint(theme.Muted)})
	}
	r.word.SetSpans(said...)
	icon, key := present.Route(s.Route)
	r.routeIcon.Set(icon, theme.Muted)
	r.route.SetText(r.env.Words.T(key))
	if r.where != nil {
		r.where.SetText(r.deps.placeOf(s.ID))
	}
	unit := ""
	if currency {
		unit = r.env.CurrencyWord(s.Amount.Currency)
	}
	amount := s.Amount
	if r.spec.returned {
		if amount.Minor = r.spec.back; amount.Minor == 0 {
			r.amount.Set("", "")
			return
		}
	}
	r.amount.Set(amount.Major(), unit)
}

func (r *row) place(b layout.Placer) {
	k := theme.Now().TextScale
	k = max(k, 1)
	border := theme.Border()
	b.Put(r.back, 0, 0, b.W, b.H)
	b.Put(r.bar, 0, 0, 4, b.H)
	b.Put(r.outline, 0, 0, b.W, b.H)
	b.Put(r.line, 0, b.H-border, b.W, border)
	middle := (b.H - border) / 2
	x := sidePad
	if r.time.Hidden = !r.spec.known || !r.timed(b.W, k); r.spec.known && r.time.Hidden {
		x -= timeColumn * k
	}
	b.PutMiddle(r.time, x, middle)
	x += timeColumn * k
	b.PutMiddle(r.number, x, middle)
	x += max(numberColumn*k, r.number.MinSize().Width+theme.S2)
	end := b.W - sidePad
	need := min(r.amount.MinSize().Width+theme.S3, end-x-iconRoom()) // a sum is whole before any word is
	column := r.columns()
	money := max(column.amount*k, need)
	place := r.placeRoom(end-money-x, k)
	route := r.routeRoom(end-money-place-x, k)
	if route == 0 {
		money = need // no columns to line up with
	}
	if r.spec.sale.Booked == "" && r.word.Width() > end-money-place-route-x-iconRoom()-theme.S1 {
		route = 0 // what became of the sale is whole before its route is
	}
	b.Put(r.amount, end-money, 0, money, b.H-border)
	end -= money
	shown := r.spec.known
	if r.where != nil {
		r.where.Hidden = !shown || place == 0
		h := r.where.MinSize().Height
		b.Put(r.where, end-place, middle-h/2, place-theme.S2, h)
		end -= place
	}
	r.route.Hidden, r.routeIcon.Hidden = !shown || route < column.route*k, !shown || route == 0
	b.PutMiddle(r.routeIcon, end-route, middle)
	h := r.route.MinSize().Height
	way := theme.IconSide(20) + theme.S2
	b.Put(r.route, end-route+way, middle-h/2, route-way, h)
	b.PutMiddle(r.icon, x, middle)
	h = r.word.MinSize().Height
	word := end - route - x - iconRoom() - theme.S1
	r.word.Hidden = !shown || r.word.Width() > word && (word < wordLeast*k || r.spec.sale.Booked == "") // the icon says it too
	b.Put(r.word, x+iconRoom(), middle-h/2, word, h)
}

// iconRoom is what the icon of a state takes of a row.
func iconRoom() float32 { return theme.IconSide(22) + theme.S2 }

// timed reports whether there is room for the time. Large text takes it: the list is in the order of time, and what
// became of a sale is why people look. It is there in all rows or in none, so that they stand in line.
func (r *row) timed(wide, k float32) bool {
	column := r.columns()
	return k < 1.5 || wide-2*sidePad >= (timeColumn+numberColumn+column.state+column.amount)*k
}

// routeRoom is the width of the route's column when it shares room with the state: the state comes first.
func (r *row) routeRoom(room, scale float32) float32 {
	column := r.columns()
	for _, width := range []float32{column.route * scale, routeNarrow} {
		if room-width >= column.state*scale {
			return width
		}
	}
	return 0
}

// heading is the day above its sales.
type heading struct {
	env  screen.Env
	deps Deps
	back *graphic.Panel
	day  *typeset.Text
	root *fyne.Container
}

func newHeading(env screen.Env, d Deps) *heading {
	h := &heading{env: env, deps: d, back: graphic.NewPanel(theme.Sunken),
		day: typeset.NewText("", typeset.Caption.With(theme.SemiBold))}
	h.root = layout.New(nil, func(b layout.Placer) {
		b.Put(h.back, 0, 0, b.W, b.H)
		b.PutMiddle(h.day, sidePad, b.H/2)
	}, h.back, h.day)
	return h
}

func (h *heading) set(d journal.Day) { h.day.SetText(h.deps.day(h.env, d)) }

// columns are the widths of what shares a row with time and number.
type columns struct{ state, route, amount, place float32 }

// columns are closer together where each row names its till.
func (r *row) columns() columns {
	if r.where == nil {
		return columns{stateLeast, routeColumn, amountColumn, 0}
	}
	return columns{state: 132, route: 112, amount: 108, place: 116}
}

// placeRoom is the width of the till's column when it shares room with the state:
// 0 where there is one till, or too little room.
func (r *row) placeRoom(room, scale float32) float32 {
	column := r.columns()
	if r.where == nil || room-column.place*scale < column.state*scale {
		return 0
	}
	return column.place * scale
}

func newPlaceText(d Deps) *typeset.Text {
	if _, ok := d.placed(); !ok {
		return nil
	}
	return typeset.NewText("", typeset.Body.Tint(theme.Text)).Cut()
}
