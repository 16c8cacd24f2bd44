// Package places lets a person choose a shop, or a till of one, where there are many.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package places

import (
	"slices"

	"sanduq/ui/popover"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// Place is a shop, or a till of one.
type Place struct {
	ID   string // for journal.SaleQuery.Place
	Name string
	Shop bool
}

// Choice is what is chosen from, and where its lists hang.
type Choice struct {
	Words   *words.Catalogue
	Popover *popover.Popover
	All     func() []Place  // the shops and their tills; it is quick
	Now     func() string   // the place that is chosen; blank is all of them
	Pick    func(id string) // blank is all of them
}

// Chips are that of shops and that of tills, for a row. Nil has none.
type Chips struct {
	of         Choice
	shop, till *control.Chip
}

// NewChips says nothing yet: Paint does.
func NewChips(of Choice) *Chips {
	c := &Chips{of: of}
	c.shop = control.NewChip("", "", true, func() { c.open(c.shop, true) })
	c.till = control.NewChip("", "", true, func() { c.open(c.till, false) })
	return c
}

// Row is both of them, the shops' first.
func (c *Chips) Row() []*control.Chip {
	if c == nil {
		return nil
	}
	return []*control.Chip{c.shop, c.till}
}

// Paint shows on its chip which place is chosen.
func (c *Chips) Paint() {
	if c == nil {
		return
	}
	all, now := c.of.All(), c.of.Now()
	for chip, shop := range map[*control.Chip]bool{c.shop: true, c.till: false} {
		label, on := c.any(shop), false
		if i := slices.IndexFunc(all, func(p Place) bool { return p.ID == now && p.Shop == shop }); i >= 0 {
			label, on = all[i].Name, true
		}
		chip.SetLabel(label)
		chip.SetSelected(on)
	}
}

// open hangs the list of shops, or of tills, below its chip.
func (c *Chips) open(chip *control.Chip, shops bool) {
	pick := func(id string) func() { return func() { c.of.Pick(id) } }
	list, at := []popover.Choice{{Label: c.any(shops), Pick: pick("")}}, 0
	for _, p := range c.of.All() {
		if p.Shop != shops {
			continue
		}
		if p.ID == c.of.Now() {
			at = len(list)
		}
		list = append(list, popover.Choice{Label: p.Name, Pick: pick(p.ID)})
	}
	c.of.Popover.Toggle(chip, popover.NewChoices(list, at, 1))
}

func (c *Chips) any(shop bool) string {
	if shop {
		return c.of.Words.T("receipts.anyShop")
	}
	return c.of.Words.T("receipts.anyTill")
}
