package reports

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/places"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
)

// PlacedFigures are those of many tills: of all, and of each shop and till.
type PlacedFigures interface {
	report.Source
	// Places are the shops and their tills; it is quick.
	Places() []places.Place
	// Of is the source of a place's figures; blank is all. It is quick.
	Of(place string) report.Source
}

// Retention is a report.Source that keeps sums for longer than single sales: it tells up to which day
// it no longer has sales of a query's days, blank for none. Of those it tells neither hours nor
// cashiers, and nothing of one till: journal.ErrNotFound. It may be slow.
type Retention interface {
	Gone(ctx context.Context, q journal.SaleQuery) (journal.Day, error)
}

// goneOf is up to which day single sales of either period of a query are gone; blank where that is
// not why something is missing, or nobody knows.
func (d Deps) goneOf(ctx context.Context, q report.Query) journal.Day {
	from, tells := d.Figures.(Retention)
	if !tells {
		return ""
	}
	all := []report.Period{q.Filter.Period}
	if before, compared := q.Filter.Period.Against(q.Compare); compared {
		all = append(all, before)
	}
	for _, p := range all {
		if day, err := from.Gone(ctx, journal.SaleQuery{From: p.From, To: p.To, Booked: true}); err == nil && day != "" {
			return day
		}
	}
	return ""
}

// figures are those of a place.
func (d Deps) figures(place string) report.Source {
	if all, ok := d.Figures.(PlacedFigures); ok && place != "" {
		return all.Of(place)
	}
	return d.Figures
}

// asHeard says of a figure of many tills that it is one of those that were heard.
func (d Deps) asHeard(env screen.Env, what string) string {
	if _, many := d.Figures.(PlacedFigures); many {
		return env.Words.T("office.asHeard", "what", what)
	}
	return what
}

// newPlaces are the chips of shop and till, which one till's own figures have not.
func (c *chips) newPlaces() *places.Chips {
	all, ok := c.deps.Figures.(PlacedFigures)
	if !ok {
		return nil
	}
	return places.NewChips(places.Choice{Words: c.env.Words, Popover: c.popover, All: all.Places, Now: func() string { return c.now.Place },
		Pick: func(id string) { c.choose(func(a *Asked) { a.Place = id }) }})
}

// aside are the chips that stand beside the tabs: what a bar is, and the places.
func (c *chips) aside() []*control.Chip { return append([]*control.Chip{c.by}, c.places.Row()...) }
