package reports

import (
	"slices"

	"sanduq/core/report"
	"sanduq/ui/popover"
	"sanduq/ui/widgets"
)

// PlacedFigures are those of many tills: of all, and of each shop and till.
type PlacedFigures interface {
	report.Source
	// Places are the shops and their tills; it is quick.
	Places() []Place
	// Of is the source of a place's figures; blank is all. It is quick.
	Of(place string) report.Source
}

// Place is a shop, or a till of one.
type Place struct {
	ID   string // for PlacedFigures and till.SaleQuery.Place
	Name string
	Shop bool
}

// figures are those of a place.
func (d Deps) figures(place string) report.Source {
	if all, ok := d.Figures.(PlacedFigures); ok && place != "" {
		return all.Of(place)
	}
	return d.Figures
}

// asHeard says of a figure of many tills that it is one of those that were heard.
func (d Deps) asHeard(what string) string {
	if _, many := d.Figures.(PlacedFigures); many {
		return d.Words.T("office.asHeard", "what", what)
	}
	return what
}

// newPlaces makes the chips of shop and till, which one till's own figures have not.
func (c *chips) newPlaces() {
	if _, ok := c.deps.Figures.(PlacedFigures); !ok {
		return
	}
	c.shop = widgets.NewChip("", "", true, func() { c.pickPlace(c.shop, true) })
	c.till = widgets.NewChip("", "", true, func() { c.pickPlace(c.till, false) })
}

// aside are the chips that stand beside the tabs: what a bar is, and the places.
func (c *chips) aside() []*widgets.Chip {
	if c.shop == nil {
		return []*widgets.Chip{c.by}
	}
	return []*widgets.Chip{c.by, c.shop, c.till}
}

func (c *chips) pickPlace(chip *widgets.Chip, shops bool) {
	pick := func(id string) func() { return func() { c.choose(func(a *Asked) { a.Place = id }) } }
	list, at := []popover.Choice{{Label: c.deps.Words.T(anyPlace(shops)), Pick: pick("")}}, 0
	for _, p := range c.deps.Figures.(PlacedFigures).Places() {
		if p.Shop != shops {
			continue
		}
		if p.ID == c.now.Place {
			at = len(list)
		}
		list = append(list, popover.Choice{Label: p.Name, Pick: pick(p.ID)})
	}
	c.popover.Toggle(chip, popover.NewChoices(list, at, 1))
}

func anyPlace(shop bool) string {
	if shop {
		return "receipts.anyShop"
	}
	return "receipts.anyTill"
}

// paintPlaces shows on its chip which place is chosen.
func (c *chips) paintPlaces() {
	all, ok := c.deps.Figures.(PlacedFigures)
	if !ok {
		return
	}
	places := all.Places()
	for chip, shop := range map[*widgets.Chip]bool{c.shop: true, c.till: false} {
		label, on := c.deps.Words.T(anyPlace(shop)), false
		if i := slices.IndexFunc(places, func(p Place) bool { return p.ID == c.now.Place && p.Shop == shop }); i >= 0 {
			label, on = places[i].Name, true
		}
		chip.SetLabel(label)
		chip.SetSelected(on)
	}
}
