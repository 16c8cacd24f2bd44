package reports

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/places"
	"sanduq/ui/popover"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// chips are the row that says which days, and what they are held against.
type chips struct {
	env     screen.Env
	deps    Deps
	now     *Asked
	popover *popover.Popover
	changed func() // other figures are asked for
	shown   func() // the same are shown otherwise

	ranges   []*control.Chip // in the order of rangeOrder
	pick     *control.Chip
	against  *control.Chip
	by       *control.Chip // stands elsewhere
	currency *control.Chip // where there are several
	places   *places.Chips // of figures of many tills; stand elsewhere
	coarse   bool          // there are no hours to choose
	all      []string      // of the currencies
	first    journal.Day   // of a span that is being picked
	row      *fyne.Container
}

var rangeOrder = []Range{Today, Yesterday, SevenDays, Month, Year}

const groupGap float32 = 24

func newChips(env screen.Env, d Deps, now *Asked, p *popover.Popover, changed, shown func()) *chips {
	c := &chips{env: env, deps: d, now: now, popover: p, changed: changed, shown: shown}
	w := env.Words
	labels := []string{w.T("receipts.today"), w.T("receipts.yesterday"), w.T("receipts.week", "n", 7), w.T("reports.month"), w.T("reports.year")}
	var objects []fyne.CanvasObject
	for i, r := range rangeOrder {
		c.ranges = append(c.ranges, control.NewChip(labels[i], "", false, func() { c.choose(func(a *Asked) { a.Range, a.Span = r, report.Period{} }) }))
		objects = append(objects, c.ranges[i])
	}
	c.pick = control.NewChip("", "calendar", false, c.pickFirst)
	c.against = control.NewChip("", "", true, c.pickAgainst)
	c.by = control.NewChip("", "", true, c.pickBy)
	c.currency = control.NewChip("", "", true, c.pickCurrency)
	c.places = c.newPlaces()
	c.row = layout.New(func() fyne.Size { return fyne.NewSize(200, theme.ChipHeight) }, func(b layout.Placer) { c.flow(b.W, b.Put) }, append(objects, c.pick, c.against, c.currency)...)
	c.paint("")
	return c
}

func (c *chips) choose(change func(*Asked)) {
	change(c.now)
	c.popover.Close()
	c.changed()
}

// pickFirst asks for the first day, then for the last.
func (c *chips) pickFirst() {
	p := c.now.Period(c.deps.Today())
	c.popover.Toggle(c.pick, c.calendar(p.From, "reports.pick.first", func(d journal.Day) {
		c.first = d
		c.popover.Open(c.pick, c.calendar(d, "reports.pick.last", c.pickLast))
	}))
}

func (c *chips) pickLast(last journal.Day) {
	span := report.Period{From: min(c.first, last), To: max(c.first, last)}
	c.choose(func(a *Asked) { a.Range, a.Span = Picked, span })
}

// calendar says below its days what is picked; a press on that takes the day it
// stands on.
func (c *chips) calendar(on journal.Day, key string, pick func(journal.Day)) popover.Body {
	return popover.NewCalendar(popover.Days{Words: c.env.Words, Today: c.deps.Today(), On: on, Pick: pick, Label: c.env.Words.T(key), Every: func() { pick(on) }})
}

func (c *chips) pickAgainst() {
	var list []popover.Choice
	for _, one := range []Against{Before, Weekdays, LastYear, Nothing} {
		list = append(list, popover.Choice{Label: againstLabel(c.env, *c.now, one), Pick: func() { c.choose(func(a *Asked) { a.Against = one }) }})
	}
	c.popover.Toggle(c.against, popover.NewChoices(list, int(c.now.Against), 1))
}

// byKeys are the words of By, in its order.
var byKeys = []string{"report.hours", "report.days"}

func (c *chips) pickBy() {
	var list []popover.Choice
	for i, key := range byKeys {
		if c.coarse && By(i) == ByHour {
			continue
		}
		list = append(list, popover.Choice{Label: c.env.Words.T(key), Pick: func() {
			c.now.By = By(i)
			c.popover.Close()
			c.shown()
		}})
	}
	c.popover.Toggle(c.by, popover.NewChoices(list, min(int(c.bars()), len(list)-1), 1))
}

func (c *chips) pickCurrency() {
	var list []popover.Choice
	at := 0
	for i, one := range c.all {
		if one == c.now.Currency {
			at = i
		}
		list = append(list, popover.Choice{Label: present.Currency(c.env.Words, one), Pick: func() { c.choose(func(a *Asked) { a.Currency = one }) }})
	}
	c.popover.Toggle(c.currency, popover.NewChoices(list, at, 1))
}

// bars is what a bar stands for: what was chosen, if the figures tell it.
func (c *chips) bars() By {
	if c.coarse {
		return ByDay
	}
	return c.now.By
}

// offer shows the currencies that there are sales in, once there are several, and
// hours unless the figures are coarse.
func (c *chips) offer(all []string, shown string, coarse bool) {
	c.all, c.coarse = all, coarse
	c.paint(shown)
}

func (c *chips) paint(currency string) {
	for i, r := range rangeOrder {
		c.ranges[i].SetSelected(c.now.Range == r)
	}
	label := c.env.Words.T("reports.pick")
	if c.now.Range == Picked {
		label = span(c.env, c.now.Span)
	}
	c.pick.SetLabel(label)
	c.pick.SetSelected(c.now.Range == Picked)
	c.against.SetLabel(againstLabel(c.env, *c.now, c.now.Against))
	c.against.SetSelected(c.now.Against != Nothing)
	c.by.SetLabel(c.env.Words.T(byKeys[c.bars()]))
	c.places.Paint()
	c.currency.SetLabel(present.Currency(c.env.Words, currency))
	c.currency.Hidden = len(c.all) < 2
	c.row.Refresh()
}

// heightFor is one line, or as many as a width needs.
func (c *chips) heightFor(width float32) float32 {
	return c.flow(width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

func (c *chips) flow(width float32, put func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	var x, y float32
	place := func(chip *control.Chip, gap float32) {
		if chip.Hidden {
			return
		}
		w := min(chip.MinSize().Width, width)
		if x > 0 {
			x += gap
		}
		if x > 0 && x+w > width {
			x, y = 0, y+theme.ChipHeight+theme.S2
		}
		put(chip, x, y, w, theme.ChipHeight)
		x += w
	}
	for _, r := range c.ranges {
		place(r, theme.S2)
	}
	place(c.pick, theme.S2)
	place(c.against, groupGap)
	place(c.currency, theme.S2)
	return y + theme.ChipHeight
}
