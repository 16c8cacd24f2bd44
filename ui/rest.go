package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// rest is the card of every sale of the strip, whole: where the strip has no room
// for all of them, each is one press away. It shows what the strip's own tiles
// show, in their order, for as long as it stands there.
type rest struct {
	shell *Shell
	tiles map[*list.SaleTile]*list.SaleTile // by the tile of the strip
	order []*list.SaleTile
	grid  *fyne.Container
}

// restTile is the least width of a tile on it, before the words grow.
const restTile float32 = 200

// openRest lays the card over the window; Esc or its button takes it away.
func (s *Shell) openRest() {
	t := &rest{shell: s, tiles: map[*list.SaleTile]*list.SaleTile{}}
	t.grid = layout.New(t.size, t.place)
	t.paint()
	if len(t.order) == 0 {
		return
	}
	closing := uicontrol.NewButton(uicontrol.ButtonSpec{Label: s.env.Words.T("help.close"), Key: "Esc", Mid: true, Height: 64}, s.closeDecision)
	s.decide(layout.Rows(theme.S4, typeset.NewParagraph(s.env.Words.T("nav.rest.title"), typeset.Title), t.grid, closing), t.order[0], s.closeDecision)
	if s.decision.card != nil {
		s.decision.rest = t
		s.decision.card.OnKey = t.key
	}
}

// paint takes over what the strip shows by now.
func (t *rest) paint() {
	var order []*list.SaleTile
	for _, from := range t.shell.sidebar.order {
		if t.tiles[from] == nil {
			t.tiles[from] = t.tile(from)
		}
		spec := from.Spec()
		if spec.Fold {
			spec.Number = t.shell.env.Words.N("nav.paid", len(t.shell.feed.Groups().Quiet))
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
	if card := t.shell.decision.card; card != nil && t.shell.decision.rest == t {
		card.Refresh() // another row may have come
	}
	switch last := len(order) - 1; {
	case !left:
	case last < 0:
		t.shell.window.focus(nil)
	default: // what stands in its place takes the keys over
		t.shell.window.focus(order[min(at, last)])
	}
}

// tile does what its like on the strip does, once the card is away.
func (t *rest) tile(from *list.SaleTile) *list.SaleTile {
	tile := list.NewSaleTile(from.Spec(), func() {
		t.shell.closeDecision()
		from.OnTapped()
	}).Whole()
	tile.OnFocus = func() {
		if card := t.shell.decision.card; card != nil && t.shell.decision.rest == t {
			card.Reveal(tile)
		}
	}
	tile.OnStep = func(by int) { t.step(by * t.columns()) }
	return tile
}

// key takes the arrows along a row; those between rows are the tiles' own.
func (t *rest) key(e *fyne.KeyEvent) {
	by := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1}[e.Name]
	if t.shell.env.Words.RTL() {
		by = -by
	}
	t.step(by)
}

// at is which tile has the focus, -1 for none.
func (t *rest) at() int {
	return slices.IndexFunc(t.order, func(tile *list.SaleTile) bool {
		return t.shell.window.canvas.Focused() == fyne.Focusable(tile)
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
		t.shell.window.focus(t.order[to])
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
