package sidebar

import (
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/shell/feed"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// column is the tiles of the sales, one below the other, and the way to those that have no
// room.
type column struct {
	env  screen.Env
	deps Deps

	finished *typeset.Text  // above what has ended
	fold     *list.SaleTile // the paid ones that were seen
	opened   int            // how many tiles stand above it
	tiles    map[journal.SaleID]*list.SaleTile
	order    []*list.SaleTile
	more     *control.More // "+2 more" below those in sight, in the small size class: leads to all of them
	column   *fyne.Container
	slide    *layout.Slide
	tight    bool // the places stand closer, so that the sales have room
	marked   mark
	moved    map[*list.SaleTile]time.Time // when a tile came to where another one stood
}

func newColumn(env screen.Env, d Deps, openRest func()) *column {
	t := &column{env: env, deps: d, tiles: map[journal.SaleID]*list.SaleTile{}, moved: map[*list.SaleTile]time.Time{}}
	t.fold = list.NewSaleTile(list.TileSpec{}, d.Window.ClearQuiet)
	t.fold.OnFocus, t.fold.OnStep = func() { t.reveal(t.fold) }, func(by int) { t.step(t.fold, by) }
	t.finished = typeset.NewText(env.Words.T("nav.finished"), typeset.Caption.With(theme.Medium)).Cut()
	t.more = control.NewMore(env.Words.T("nav.rest"), openRest)
	t.column = layout.New(t.columnSize, t.placeTiles)
	t.slide = layout.NewSlide(t.column)
	t.slide.Moved = t.paintMore
	return t
}

// tilesOf are the tiles for the sales of now, painted, in their order and by their sales.
func (t *column) tilesOf(groups feed.Groups, told *news) (order []*list.SaleTile, kept map[journal.SaleID]*list.SaleTile) {
	kept = map[journal.SaleID]*list.SaleTile{}
	for i, v := range groups.Shown() {
		if i == len(groups.Open) && len(groups.Quiet) > 0 {
			order = append(order, t.fold)
		}
		tile := t.tiles[v.ID]
		if tile == nil {
			tile = t.tile(v.ID)
		}
		tile.Set(t.spec(v, told))
		kept[v.ID] = tile
		order = append(order, tile)
	}
	if len(groups.Quiet) > 0 {
		t.fold.Set(t.foldSpec(groups))
		if len(groups.Finished) == 0 {
			order = append(order, t.fold)
		}
	}
	return order, kept
}

// setTiles shows tiles, of which the first stand above what has ended, and reports whether
// any came, went or moved.
func (t *column) setTiles(order []*list.SaleTile, kept map[journal.SaleID]*list.SaleTile, opened int) bool {
	t.tiles = kept
	if slices.Equal(order, t.order) && t.opened == opened {
		return false
	}
	for i, tile := range order {
		if i < len(t.order) && t.order[i] != tile && tile != t.fold { // the fold clears only what was seen
			t.moved[tile] = t.env.Now()
		}
	}
	maps.DeleteFunc(t.moved, func(tile *list.SaleTile, _ time.Time) bool { return !slices.Contains(order, tile) })
	t.order, t.opened, t.column.Objects = order, opened, []fyne.CanvasObject{t.finished}
	for _, tile := range order {
		t.column.Objects = append(t.column.Objects, tile)
	}
	return true
}

// successor is the tile that takes over the keys from one that is about to leave,
// nil where none does: the fold a sale went into, else what stands in its place.
func (t *column) successor(order []*list.SaleTile) fyne.Focusable {
	focused := t.deps.Frame.Focused()
	at := slices.IndexFunc(t.order, func(tile *list.SaleTile) bool { return focused == fyne.Focusable(tile) })
	switch {
	case at < 0 || len(order) == 0 || slices.Contains(order, t.order[at]):
		return nil
	case slices.Contains(order, t.fold):
		return t.fold
	}
	return order[min(at, len(order)-1)]
}

func (t *column) gap() float32 {
	if theme.Now().Small {
		return 6
	}
	return theme.S1
}

// spread is what parts the places.
func (t *column) spread() float32 {
	if t.tight {
		return 1
	}
	return t.gap()
}
