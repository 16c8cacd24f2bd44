package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// slip shows how the names will stand on a receipt.
type slip struct {
	deps                       Deps
	title, shop, place, person *typeset.Text
	content                    *fyne.Container
	root                       fyne.CanvasObject
}

func newSlip(d Deps) *slip {
	s := &slip{deps: d}
	s.title = typeset.NewText(d.Words.T("settings.slip"), typeset.Lead)
	s.shop = typeset.NewParagraph("", typeset.Title).Aligned(typeset.Centre)
	s.place = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	s.person = typeset.NewParagraph("", typeset.Body).Aligned(typeset.Centre)
	s.content = layout.Rows(theme.S2)
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
	all := []fyne.CanvasObject{s.title, graphic.NewDivider(), s.shop}
	if set.Place != "" {
		all = append(all, s.place)
	}
	s.content.Objects = append(all, s.person)
	s.content.Refresh()
}
