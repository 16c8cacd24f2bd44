package shop

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/seller"
	"sanduq/ui/present"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// slip shows how the names will stand on a receipt.
type slip struct {
	words                      *words.Catalogue
	title, shop, place, person *typeset.Text
	content                    *fyne.Container
	root                       fyne.CanvasObject
}

func newSlip(w *words.Catalogue) *slip {
	s := &slip{words: w}
	s.title = typeset.NewText(w.T("settings.slip"), typeset.Lead)
	s.shop = typeset.NewParagraph("", typeset.Title).Aligned(typeset.Centre)
	s.place = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	s.person = typeset.NewParagraph("", typeset.Body).Aligned(typeset.Centre)
	s.content = layout.Rows(theme.S2)
	s.root = page.Scrolling(s.content)
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
	said := func(style typeset.Style, texts ...string) {
		for _, text := range texts {
			if text = strings.TrimSpace(text); text != "" {
				all = append(all, typeset.NewParagraph(text, style).Aligned(typeset.Centre))
			}
		}
	}
	from := set.Seller
	said(typeset.Label, receipt.NamesOf(from, present.OnPaper(s.words, nil)).Lines...)
	if set.Place != "" {
		all = append(all, s.place)
	}
	all = append(all, s.person)
	if from.Document != seller.Unnamed {
		said(typeset.Lead, s.words.T("seller.document."+string(from.Document)))
	}
	said(typeset.Label, from.Footer)
	s.content.Objects = all
	s.content.Refresh()
}
