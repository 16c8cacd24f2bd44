package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
)

// parts are the objects of a type below another, hidden ones too.
func parts[T fyne.CanvasObject](below fyne.CanvasObject) (all []T) {
	if one, is := below.(T); is {
		all = append(all, one)
	}
	var within []fyne.CanvasObject
	switch x := below.(type) {
	case *fyne.Container:
		within = x.Objects
	case fyne.Widget:
		within = test.WidgetRenderer(x).Objects()
	}
	for _, o := range within {
		all = append(all, parts[T](o)...)
	}
	return all
}

// tiles are those of the sidebar, in their order.
func (r *harness) tiles() []*list.SaleTile { return parts[*list.SaleTile](r.shell.sidebar.Object()) }

// tile is the tile of a sale; nil where it has none.
func (r *harness) tile(id journal.SaleID) *list.SaleTile {
	for _, tile := range r.tiles() {
		if spec := tile.Spec(); !spec.Fold && spec.Number == present.Number(id) {
			return tile
		}
	}
	return nil
}

// fold is the tile of the paid sales that were seen; nil while there is none.
func (r *harness) fold() *list.SaleTile {
	for _, tile := range r.tiles() {
		if tile.Spec().Fold {
			return tile
		}
	}
	return nil
}

// gap parts two tiles.
func gap() float32 {
	if theme.Now().Small {
		return 6
	}
	return theme.S1
}

// bleed is the room around the tiles inside the frame that cuts them off.
const bleed = theme.S2

func (r *harness) slide() *layout.Slide { return parts[*layout.Slide](r.shell.sidebar.Object())[0] }

// more leads to the sales that have no room.
func (r *harness) more() *control.More { return parts[*control.More](r.shell.sidebar.Object())[0] }

func (r *harness) settling() *list.Settle { return parts[*list.Settle](r.shell.sidebar.Object())[0] }

// place is the place of the sidebar with a label, a key of the catalogue.
func (r *harness) place(key string) *control.NavItem {
	r.t.Helper()
	for _, item := range parts[*control.NavItem](r.shell.sidebar.Object()) {
		if w := r.shell.env.Words; item.Label() == w.T(key) || w.Has(key+".short") && item.Label() == w.T(key+".short") {
			return item
		}
	}
	r.t.Fatalf("the sidebar has no %q", key)
	return nil
}

// tool is the tool of the top bar with one of some icons.
func (r *harness) tool(icons ...string) *control.Tool {
	r.t.Helper()
	for _, t := range parts[*control.Tool](r.shell.bar.Object()) {
		for _, icon := range icons {
			if t.Icon() == icon {
				return t
			}
		}
	}
	r.t.Fatalf("the bar has no %q", icons)
	return nil
}

// banner is what stands in the window; nil for none.
func (r *harness) banner() *dialog.Banner {
	if all := uitest.All[*dialog.Banner](r.win.Canvas().Content()); len(all) > 0 {
		return all[0]
	}
	return nil
}

// refused reports whether an alarm tells of a refusal of the till.
func (r *harness) refused(code journal.Code) bool {
	for _, a := range r.shell.banner.Alarms() {
		if a.Then == r.shell.env.Words.T("error."+string(code)) {
			return true
		}
	}
	return false
}

// openPhone opens the practice phone.
func (r *harness) openPhone() {
	if r.shell.work.Phone() == nil {
		r.shell.phone.Toggle()
	}
}
