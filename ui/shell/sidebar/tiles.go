package sidebar

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/present"
	"sanduq/ui/shell/feed"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
)

// tile is a new tile of a sale. Anyone who walks over the tiles by key sees the
// one that has the focus.
func (t *column) tile(id journal.SaleID) *list.SaleTile {
	var tile *list.SaleTile
	tile = list.NewSaleTile(list.TileSpec{}, func() {
		if t.still(tile) {
			t.deps.Window.OpenSale(id)
		}
	})
	tile.OnFocus = func() { t.reveal(tile) }
	tile.OnStep = func(by int) { t.step(tile, by) }
	return tile
}

// stillTime is how long a tile that came to another's place opens nothing: a finger may
// have been on its way to the other.
const stillTime = 400 * time.Millisecond

// still reports whether a tile has stood long enough where it stands to be opened.
func (t *column) still(tile *list.SaleTile) bool {
	return t.env.Now().Sub(t.moved[tile]) >= stillTime
}

// step goes from tile to tile.
func (t *column) step(from *list.SaleTile, by int) {
	if i := slices.Index(t.order, from) + by; i >= 0 && i < len(t.order) {
		t.deps.Frame.Focus(t.order[i])
	}
}

// foldSpec is the tile of the paid sales that were seen.
func (t *column) foldSpec(p feed.Groups) list.TileSpec {
	n := len(p.Quiet)
	spec := list.TileSpec{Fold: true, State: present.Status(journal.StatusPaid).State, Practice: t.env.Practice,
		Number: t.env.Words.N("nav.paid", n), Amount: t.env.Words.T("nav.clear"), Time: keys.Control() + " 0"}
	if theme.Now().Small {
		spec.Number = strconv.Itoa(n)
	}
	if sum, ok := p.Sum(); ok {
		spec.Word = present.Major(t.env.Words, sum)
	}
	return spec
}

// mark is what the sidebar last brought into sight by itself.
type mark struct {
	sale    journal.SaleID
	urgency int
}

// mark brings the selected tile into sight when it was selected, or went to
// another part of the sidebar. Else the sidebar stays where a finger left it.
func (t *column) mark() {
	tile := t.tiles[t.deps.Place.At.Sale]
	if tile == nil {
		t.marked = mark{}
		return
	}
	if now := (mark{t.deps.Place.At.Sale, feed.Urgency(t.deps.Place.View)}); now != t.marked && t.slide.Size().Height > 0 {
		t.marked = now
		t.reveal(tile)
	}
}

// reveal brings a tile into sight. The sidebar begins with a whole one then: no part of
// another stands under the heading.
func (t *column) reveal(tile *list.SaleTile) {
	i := slices.Index(t.order, tile)
	if i < 0 {
		return
	}
	top, from := t.top(i)-bleed, t.slide.Offset()
	switch end := t.ends(i); {
	case top < from:
		t.slide.To(top)
	case end > from+t.slide.Size().Height:
		t.slide.To(t.fromFor(i))
	}
}

// ends is where a tile ends in the column, with the room for its ring.
func (t *column) ends(i int) float32 { return t.top(i) + t.order[i].MinSize().Height + bleed }

// fromFor is where the first tile begins that can stand in the frame above another.
func (t *column) fromFor(i int) float32 {
	high := t.slide.Size().Height
	for j := range i {
		if from := t.top(j) - bleed; t.ends(i)-from <= high {
			return from
		}
	}
	return t.top(i) - bleed
}

func (t *column) spec(v journal.View, told *news) list.TileSpec {
	look, at := feed.Look(v), v.CreatedAt
	if look == present.Late { // when its money came
		at = v.SettledAt
	}
	return list.TileSpec{State: look.State, Practice: t.env.Practice, Number: present.Number(v.ID), Amount: present.Major(t.env.Words, v.Amount),
		Word: t.env.Words.T(look.Key), Time: present.Clock(at, t.env.Zone), Selected: v.ID == t.deps.Place.At.Sale,
		News: told != nil && told.view.ID == v.ID}
}

// bleed is the room around the tiles inside the frame that cuts them off: the
// ring of the focus and the corners' strokes stand in it.
const bleed = theme.S2

// columnSize is what the tiles need; and so much that the sidebar, scrolled to its end,
// begins with a whole one.
func (t *column) columnSize() fyne.Size {
	need, frame := t.columnHigh(), t.slide.Size().Height
	if last := len(t.order) - 1; need > frame && frame > 0 && last >= 0 {
		need = max(need, t.fromFor(last)+frame)
	}
	return fyne.NewSize(0, need)
}

func (t *column) columnHigh() float32 { return t.top(len(t.order)) - t.gap() + bleed }

// top is where a tile begins in the column.
func (t *column) top(i int) float32 {
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
func (t *column) heads() bool { return !theme.Now().Small && len(t.order) > t.opened }

func (t *column) placeTiles(b layout.Placer) {
	if t.finished.Hidden = !t.heads(); !t.finished.Hidden {
		h := t.finished.MinSize().Height
		b.Put(t.finished, bleed+theme.S3, t.top(t.opened)-h-t.gap(), b.W-2*bleed-2*theme.S3, h)
	}
	for i, tile := range t.order {
		b.Put(tile, bleed, t.top(i), b.W-2*bleed, tile.MinSize().Height)
	}
}

// place gives the tiles the room that is left; where they need more, they
// scroll, and the frame holds whole tiles: no sliver of one stands at its
// edges. The small size class counts those out of sight. Where not one has room none
// is shown, and all are counted.
func (t *column) place(b layout.Placer, x, y, wide, room float32) {
	over := len(t.order) > 0 && t.columnHigh() > room+2*bleed
	gap, h := t.gap(), t.more.MinSize().Height
	if t.tight {
		gap = theme.S1
	}
	if layout.SetVisible(theme.Now().Small && over, t.more); t.more.Visible() {
		room -= h + gap
	}
	whole := !over
	if over {
		for i := len(t.order) - 1; i >= 0; i-- {
			if end := t.top(i) - bleed + t.order[i].MinSize().Height; end <= room {
				room, whole = end, true
				break
			}
		}
	}
	if layout.SetVisible(whole, t.slide); !whole {
		if !t.more.Visible() {
			room -= h + gap
			t.more.Show()
		}
		room = max(0, room)
	}
	b.Put(t.more, x, y+room+gap, wide, h)
	b.Put(t.slide, x-bleed, y-bleed, wide+2*bleed, room+2*bleed)
}

// successorOfMore is what takes the keys over from the way to the other sales: the last
// of them, nil where there is none.
func (t *column) successorOfMore() fyne.Focusable {
	if len(t.order) == 0 {
		return nil
	}
	return t.order[len(t.order)-1]
}

// paintMore counts the tiles that are not seen whole.
func (t *column) paintMore() {
	if t.more.Hidden {
		if t.deps.Frame.Focused() == fyne.Focusable(t.more) { // what it led to stands beside it by now
			t.deps.Frame.Focus(t.successorOfMore())
		}
		return
	}
	from, n := t.slide.Offset(), 0
	for i, tile := range t.order {
		if top := t.top(i); t.slide.Hidden || top < from || top+tile.MinSize().Height > from+t.slide.Size().Height {
			n++
		}
	}
	t.more.Set(n)
}
