package ui

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/shell/feed"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
)

// tile is a new tile of a sale. Whoever walks over the tiles by key sees the
// one that has the focus.
func (t *sidebar) tile(id journal.SaleID) *list.SaleTile {
	tile := list.NewSaleTile(list.TileSpec{}, func() { t.shell.open(id) })
	tile.OnFocus = func() { t.reveal(tile) }
	tile.OnStep = func(by int) { t.step(tile, by) }
	return tile
}

// step goes from tile to tile.
func (t *sidebar) step(from *list.SaleTile, by int) {
	if i := slices.Index(t.order, from) + by; i >= 0 && i < len(t.order) {
		t.shell.window.focus(t.order[i])
	}
}

// foldSpec is the tile of the paid sales that were seen.
func (t *sidebar) foldSpec(p feed.Groups) list.TileSpec {
	s, n := t.shell, len(p.Quiet)
	spec := list.TileSpec{Fold: true, State: present.Status(journal.StatusPaid).State, Practice: s.env.Practice,
		Number: s.env.Words.N("nav.paid", n), Amount: s.env.Words.T("nav.clear"), Time: control() + " 0"}
	if theme.Now().Small {
		spec.Number = strconv.Itoa(n)
	}
	if sum, ok := p.Sum(); ok {
		spec.Word = present.Major(s.env.Words, sum)
	}
	return spec
}

// newSettle is the place for what must be settled; its kinds look as they do
// everywhere.
func (s *Shell) newSettle() *list.Settle {
	key := "nav.settle"
	if theme.Now().Small {
		key += ".short"
	}
	return list.NewSettle(s.env.Words.T(key), []list.Tally{{Icon: graphic.StateUnknown.Icon(), Colour: theme.Unknown},
		{Icon: "late", Colour: theme.Muted}, {Icon: "return", Colour: theme.Muted}}, s.openSettle)
}

// mark is what the sidebar last brought into sight by itself.
type mark struct {
	sale    journal.SaleID
	urgency int
}

// mark brings the selected tile into sight when it was selected, or went to
// another part of the sidebar. Else the sidebar stays where a finger left it.
func (t *sidebar) mark() {
	s := t.shell
	tile := t.tiles[s.nav.At.Sale]
	if tile == nil {
		t.marked = mark{}
		return
	}
	if now := (mark{s.nav.At.Sale, feed.Urgency(s.nav.View)}); now != t.marked && t.slide.Size().Height > 0 {
		t.marked = now
		t.reveal(tile)
	}
}

// reveal brings a tile into sight. The strip begins with a whole one then: no part of
// another stands under the heading.
func (t *sidebar) reveal(tile *list.SaleTile) {
	i := slices.Index(t.order, tile)
	if i < 0 {
		return
	}
	top, from := t.top(i)-bleed, t.slide.Offset()
	switch foot := t.foots(i); {
	case top < from:
		t.slide.To(top)
	case foot > from+t.slide.Size().Height:
		t.slide.To(t.fromFor(i))
	}
}

// foots is where a tile ends in the column, with the room for its ring.
func (t *sidebar) foots(i int) float32 { return t.top(i) + t.order[i].MinSize().Height + bleed }

// fromFor is where the first tile begins that can stand in the frame above another.
func (t *sidebar) fromFor(i int) float32 {
	high := t.slide.Size().Height
	for j := range i {
		if from := t.top(j) - bleed; t.foots(i)-from <= high {
			return from
		}
	}
	return t.top(i) - bleed
}

func (t *sidebar) spec(v journal.View) list.TileSpec {
	s := t.shell
	look := feed.Look(v)
	return list.TileSpec{State: look.State, Practice: s.env.Practice, Number: present.Number(v.ID), Amount: present.Major(s.env.Words, v.Amount),
		Word: s.env.Words.T(look.Key), Time: present.Clock(v.CreatedAt, s.env.Zone), Selected: v.ID == s.nav.At.Sale,
		News: t.news != nil && t.news.view.ID == v.ID}
}

// bleed is the room around the tiles inside the frame that cuts them off: the
// ring of the focus and the corners' strokes stand in it.
const bleed = theme.S2

// columnSize is what the tiles need; and so much that the strip, scrolled to its end,
// begins with a whole one.
func (t *sidebar) columnSize() fyne.Size {
	need, frame := t.columnHigh(), t.slide.Size().Height
	if last := len(t.order) - 1; need > frame && frame > 0 && last >= 0 {
		need = max(need, t.fromFor(last)+frame)
	}
	return fyne.NewSize(0, need)
}

func (t *sidebar) columnHigh() float32 { return t.top(len(t.order)) - t.gap() + bleed }

// top is where a tile begins in the column.
func (t *sidebar) top(i int) float32 {
	y := float32(bleed)
	for _, tile := range t.order[:i] {
		y += tile.MinSize().Height + t.gap()
	}
	if i >= t.opened && t.heads() {
		y += t.finished.MinSize().Height + t.gap()
	}
	return y
}

// heads reports whether a word stands above what has ended.
func (t *sidebar) heads() bool { return !theme.Now().Small && len(t.order) > t.opened }

func (t *sidebar) placeTiles(b layout.Placer) {
	if t.finished.Hidden = !t.heads(); !t.finished.Hidden {
		h := t.finished.MinSize().Height
		b.Put(t.finished, bleed+theme.S3, t.top(t.opened)-h-t.gap(), b.W-2*bleed-2*theme.S3, h)
	}
	for i, tile := range t.order {
		b.Put(tile, bleed, t.top(i), b.W-2*bleed, tile.MinSize().Height)
	}
}

// placeSales gives the tiles the room that is left; where they need more, they
// scroll, and the frame holds whole tiles: no sliver of one stands at its
// edges. The small size class counts those out of sight. Where not one has room none
// is shown, and all are counted.
func (t *sidebar) placeSales(b layout.Placer, x, y, wide, room float32) {
	over := len(t.order) > 0 && t.columnHigh() > room+2*bleed
	gap, h := t.gap(), t.rest.MinSize().Height
	if t.tight {
		gap = theme.S1
	}
	if show(t.rest, theme.Now().Small && over); t.rest.Visible() {
		room -= h + gap
	}
	whole := !over
	if over {
		for i := len(t.order) - 1; i >= 0; i-- {
			if foot := t.top(i) - bleed + t.order[i].MinSize().Height; foot <= room {
				room, whole = foot, true
				break
			}
		}
	}
	if show(t.slide, whole); !whole {
		if !t.rest.Visible() {
			room -= h + gap
			t.rest.Show()
		}
		room = max(0, room)
	}
	b.Put(t.rest, x, y+room+gap, wide, h)
	b.Put(t.slide, x-bleed, y-bleed, wide+2*bleed, room+2*bleed)
}

// heirOfRest is what takes the keys over from the way to the other sales: the last
// of them, nil where there is none.
func (t *sidebar) heirOfRest() fyne.Focusable {
	if len(t.order) == 0 {
		return nil
	}
	return t.order[len(t.order)-1]
}

// paintRest counts the tiles that are not seen whole.
func (t *sidebar) paintRest() {
	if t.rest.Hidden {
		if c := t.shell.window.canvas; c != nil && c.Focused() == fyne.Focusable(t.rest) { // what it led to stands beside it by now
			t.shell.window.focus(t.heirOfRest())
		}
		return
	}
	from, n := t.slide.Offset(), 0
	for i, tile := range t.order {
		if top := t.top(i); t.slide.Hidden || top < from || top+tile.MinSize().Height > from+t.slide.Size().Height {
			n++
		}
	}
	t.rest.Set(n)
}
