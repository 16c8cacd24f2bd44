package report

import (
	"slices"

	"sanduq/core/journal"
)

// WithCash is the report with cash as a part of all that was taken, as a Z has it: of
// the whole, of each hour, day and cashier, and as a route of its own. Error:
// CodeRange.
func (r Report) WithCash() (Report, error) {
	var wrong error
	plus := func(f *Figure, g Figure) {
		sum, err := f.Plus(g)
		if err != nil {
			wrong = err
		}
		*f = sum
	}
	both := func(p *Pair, c Pair) {
		plus(&p.Now, c.Now)
		plus(&p.Before, c.Before)
	}
	if r.Cash == (Pair{}) {
		return r, nil
	}
	both(&r.Taken, r.Cash)
	for i, c := range r.CashBy.Hours {
		both(&r.Hours[i], c)
	}
	r.Days, r.DaysBefore = slices.Clone(r.Days), slices.Clone(r.DaysBefore)
	for i, c := range r.CashBy.Days {
		plus(&r.Days[i], c)
	}
	for i, c := range r.CashBy.DaysBefore {
		plus(&r.DaysBefore[i], c)
	}
	r.Routes = slices.DeleteFunc(slices.Clone(r.Routes), func(row RouteRow) bool { return row.Route == journal.RouteCash }) // of what was given back alone
	r.Routes = append(r.Routes, RouteRow{journal.RouteCash, r.Cash})
	all := map[string]*Pair{}
	for _, row := range r.Cashiers {
		all[row.Cashier] = &row.Pair
	}
	for name, c := range r.CashBy.Cashiers {
		both(entry(all, name), *c)
	}
	r.Cashiers = nil
	for _, name := range ranked(all) {
		r.Cashiers = append(r.Cashiers, CashierRow{name, *all[name]})
	}
	return r, wrong
}
