package sidebar

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/shell/decision"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// rest is the card of every sale of the sidebar, whole: where it has no room
// for all of them, each is one press away. It shows what the sidebar's own tiles
// show, in their order, for as long as it stands there.
type rest struct {
	side  *Sidebar
	tiles map[*list.SaleTile]*list.SaleTile // by the tile of the sidebar
	order []*list.SaleTile
	grid  *fyne.Container
}

// restTile is the least width of a tile on it, before the words grow.
const restTile float32 = 200

// openRest lays the card over the window; Esc or its button takes it away.
func (t *Sidebar) openRest() {
	r := &rest{side: t, tiles: map[*list.SaleTile]*list.SaleTile{}}
	r.grid = layout.New(r.size, r.place)
	r.paint()
	if len(r.order) == 0 {
		return
	}
	done := t.deps.Decisions.Close
	closing := control.NewButton(control.ButtonSpec{Label: t.env.Words.T("help.close"), Key: "Esc", Mid: true, Height: 64}, done)
	content := layout.Rows(theme.S4, typeset.NewParagraph(t.env.Words.T("nav.rest.title"), typeset.Title), r.grid, closing)
	if t.deps.Decisions.Lay(decision.Card{Content: content, First: r.order[0], Safe: done, Key: r.key, Gone: func() { t.rest = nil }}) {
		t.rest = r
	}
}

// paint takes over what the sidebar shows by now.
func (t *rest) paint() {
	var order []*list.SaleTile
	for _, from := range t.side.sales.order {
		if t.tiles[from] == nil {
			t.tiles[from] = t.tile(from)
		}
		spec := from.Spec()
		if spec.Fold {
			spec.Number = t.side.env.Words.N("nav.paid", len(t.side.deps.Feed.Groups().Quiet))
		}
		t.tiles[from].Set(spec)
		order = append(order, t.tiles[from])
	}
	if slices.Equal(order, t.order) {
		return
	}
	at := t.at()
	left := at >= 0 && !slices.Contains(order, t.order[at])
	t.order, t.grid.Objects = order, nil
	for _, tile := range order {
		t.grid.Objects = append(t.grid.Objects, tile)
	}
	t.grid.Refresh()
	if card := t.side.deps.Decisions.Card(); card != nil && t.side.rest == t {
		card.Refresh() // another row may have come
	}
	switch last := len(order) - 1; {
	case !left:
	case last < 0:
		t.side.deps.Frame.Focus(nil)
	default: // what stands in its place takes the keys over
		t.side.deps.Frame.Focus(order[min(at, last)])
	}
}

// tile does what its like on the sidebar does, once the card is away. The card stays
// where that would open nothing.
func (t *rest) tile(from *list.SaleTile) *list.SaleTile {
	tile := list.NewSaleTile(from.Spec(), func() {
		if !t.side.sales.still(from) {
			return
		}
		t.side.deps.Decisions.Close()
		from.OnTapped()
	}).Whole()
	tile.OnFocus = func() {
		if card := t.side.deps.Decisions.Card(); card != nil && t.side.rest == t {
			card.Reveal(tile)
		}
	}
	tile.OnStep = func(by int) { t.step(by * t.columns()) }
	return tile
}

// key takes the arrows along a row; those between rows are the tiles' own.
func (t *rest) key(e *fyne.KeyEvent) {
	by := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1}[e.Name]
	if t.side.env.Words.RTL() {
		by = -by
	}
	t.step(by)
}

// at is which tile has the focus, -1 for none.
func (t *rest) at() int {
	return slices.IndexFunc(t.order, func(tile *list.SaleTile) bool {
		return t.side.deps.Frame.Focused() == fyne.Focusable(tile)
	})
}

// step goes on by so many tiles from the one that has the focus; down from above
// the end of the last row to the last tile.
func (t *rest) step(by int) {
	at := t.at()
	last, n := len(t.order)-1, t.columns()
	to := at + by
	if to > last && at/n < last/n {
		to = last
	}
	if at >= 0 && by != 0 && to >= 0 && to <= last {
		t.side.deps.Frame.Focus(t.order[to])
	}
}

// columns is how many tiles stand beside each other: their words must stand whole.
func (t *rest) columns() int {
	each := restTile * (1 + (min(max(theme.Now().TextScale, 1), 1.5)-1)*.8)
	return max(1, int((dialog.DecisionWidth-2*theme.S6()+theme.S2)/(each+theme.S2)))
}

func (t *rest) size() fyne.Size {
	if len(t.order) == 0 {
		return fyne.Size{}
	}
	rows, m := (len(t.order)+t.columns()-1)/t.columns(), t.order[0].MinSize()
	return fyne.NewSize(m.Width, float32(rows)*(m.Height+theme.S2)-theme.S2)
}

func (t *rest) place(b layout.Placer) {
	n := t.columns()
	wide := (b.W - float32(n-1)*theme.S2) / float32(n)
	for i, tile := range t.order {
		h := tile.MinSize().Height
		b.Put(tile, float32(i%n)*(wide+theme.S2), float32(i/n)*(h+theme.S2), wide, h)
	}
}
