package sidebar

import (
	"sanduq/ui/present"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
)

// places are those at the end of the sidebar.
type places struct {
	receipts, view, phone, reports *control.NavItem   // nil where there is nothing to lead to
	all                            []*control.NavItem // in reading order
}

// newPlaces makes them. Four of them stand two by two, so that the sales keep their room.
func (t *Sidebar) newPlaces() (p places) {
	w := t.deps.Window
	reports, icon := present.Reports(t.deps.Shop().Shifts)
	var short []string
	add := func(there bool, icon, key, cap string, do func()) *control.NavItem {
		if !there {
			return nil
		}
		item := t.nav(icon, key, cap, do)
		p.all, short = append(p.all, item), append(short, key+".short")
		return item
	}
	p.reports = add(t.deps.Places.Reports, icon, reports, "F8", w.OpenReports)
	p.receipts = add(t.deps.Places.Receipts, "receipt", "nav.receipts", "F4", w.OpenReceipts)
	p.view = add(t.deps.Places.Customer, "screen", "nav.customer", "F6", w.ShowCustomer)
	p.phone = add(t.deps.Places.Phone, "phone", "nav.phone", "", w.TogglePhone)
	if len(p.all) > 3 {
		for i, item := range p.all {
			item.Stacked().SetLabel(t.env.Words.T(short[i]))
		}
	}
	return p
}

// paintPlaces shows which of them the cashier is at, and what it is called.
func (t *Sidebar) paintPlaces(at navigation.Location) {
	p := t.places
	if p.receipts != nil {
		p.receipts.SetSelected(at == navigation.Receipts)
	}
	if p.phone != nil {
		p.phone.SetDisabled(t.deps.Window.PhoneOver())
	}
	if p.reports != nil {
		key, _ := present.Reports(t.deps.Shop().Shifts)
		if theme.Now().Small || len(p.all) > 3 {
			key += ".short"
		}
		p.reports.SetLabel(t.env.Words.T(key))
		p.reports.SetSelected(at == navigation.Reports)
	}
}

// newSettle is the place for what must be settled; its kinds look as they do
// everywhere.
func (t *Sidebar) newSettle() *list.Settle {
	key := "nav.settle"
	if theme.Now().Small {
		key += ".short"
	}
	return list.NewSettle(t.env.Words.T(key), []list.Tally{{Icon: graphic.StateUnknown.Icon(), Colour: theme.Unknown},
		{Icon: "late", Colour: theme.Muted}, {Icon: "return", Colour: theme.Muted}}, t.deps.Window.OpenSettle)
}

// paired reports whether the places stand two by two.
func (t *Sidebar) paired() bool { return len(t.places.all) > 3 && !theme.Now().Small }

// placePlaces puts the places above a height and returns where they begin.
func (t *Sidebar) placePlaces(b layout.Placer, x, bottom, wide float32) float32 {
	if !t.paired() {
		for i := len(t.places.all) - 1; i >= 0; i-- {
			h := t.places.all[i].MinSize().Height
			b.Put(t.places.all[i], x, bottom-h, wide, h)
			bottom -= h + t.sales.spread()
		}
		return bottom
	}
	half := (wide - t.sales.gap()) / 2
	for i := len(t.places.all) - 2; i >= 0; i -= 2 {
		h := max(t.places.all[i].MinSize().Height, t.places.all[i+1].MinSize().Height)
		b.Put(t.places.all[i], x, bottom-h, half, h)
		b.Put(t.places.all[i+1], x+half+t.sales.gap(), bottom-h, half, h)
		bottom -= h + t.sales.gap()
	}
	return bottom
}
