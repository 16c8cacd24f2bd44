package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// slip shows how the names will stand on a receipt.
type slip struct {
	deps                       Deps
	title, shop, place, person *widgets.Text
	content                    *fyne.Container
	root                       fyne.CanvasObject
}

func newSlip(d Deps) *slip {
	s := &slip{deps: d}
	s.title = widgets.NewText(d.Words.T("settings.slip"), widgets.Lead)
	s.shop = widgets.NewParagraph("", widgets.Title).Aligned(widgets.Centre)
	s.place = widgets.NewParagraph("", widgets.Body.Tint(theme.Muted)).Aligned(widgets.Centre)
	s.person = widgets.NewParagraph("", widgets.Body).Aligned(widgets.Centre)
	s.content = widgets.Rows(theme.S2)
	s.root = card(s.content)
	return s
}

func (s *slip) paint(set journal.Settings) {
	s.shop.SetText(set.Shop)
	s.place.SetText(set.Place)
	who := set.Till
	if set.Cashier != "" {
		who += " · " + set.Cashier
	}
	s.person.SetText(who)
	all := []fyne.CanvasObject{s.title, widgets.NewDivider(), s.shop}
	if set.Place != "" {
		all = append(all, s.place)
	}
	s.content.Objects = append(all, s.person)
	s.content.Refresh()
}
