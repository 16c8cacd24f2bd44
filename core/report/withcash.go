package report

import "slices"

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
	if r.Cash.Taken == (Pair{}) {
		return r, nil
	}
	both(&r.Taken, r.Cash.Taken)
	for i, c := range r.Cash.Hours {
		both(&r.Hours[i], c)
	}
	r.Days, r.DaysBefore = slices.Clone(r.Days), slices.Clone(r.DaysBefore)
	for i, c := range r.Cash.Days {
		plus(&r.Days[i], c)
	}
	for i, c := range r.Cash.DaysBefore {
		plus(&r.DaysBefore[i], c)
	}
	all := newRows()
	for i, d := range Dimensions() {
		for _, row := range slices.Concat(r.Rows[d], r.Cash.Rows[d]) {
			to := all[i].of(row.Name)
			both(&to.Pair, row.Pair)
			plus(&to.Back, row.Back)
		}
	}
	r.Rows = ranked(all)
	return r, wrong
}
