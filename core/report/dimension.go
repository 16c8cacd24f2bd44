package report

import (
	"cmp"
	"maps"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

// Dimension names a way in which what was taken is parted into rows: a table of a report,
// on the page and in each export. Its word is "report.table." and the name.
type Dimension string

// The dimensions.
const (
	ByRoute   Dimension = "routes"   // a core.Route; cash is one of them once it is counted in
	ByCashier Dimension = "cashiers" // a name; blank is nobody
)

type dimension struct {
	name   Dimension
	row    func(Key) string            // the row that a key counts in
	fine   bool                        // a source that tells no hours does not tell it
	narrow func(f *Filter, row string) // to the sales behind a row
}

// dimensions are in the order in which their tables are shown.
var dimensions = []dimension{
	{name: ByRoute, row: routeOf, narrow: func(f *Filter, row string) { f.Route = core.Route(row) }},
	{name: ByCashier, row: func(k Key) string { return k.Cashier }, fine: true, narrow: func(f *Filter, row string) { f.Cashier = &row }},
}

// routeOf is cash for what a person says to have taken, whatever was tried before.
func routeOf(k Key) string {
	if ClassOf(k.Status) == ClassCash {
		return string(journal.RouteCash)
	}
	return string(k.Route)
}

// Dimensions lists the dimensions in the order in which their tables are shown.
func Dimensions() (all []Dimension) {
	for _, d := range dimensions {
		all = append(all, d.name)
	}
	return all
}

// Of narrows the filter to a row of a dimension, by its name.
func (f Filter) Of(d Dimension, row string) Filter {
	dimensions[slices.IndexFunc(dimensions, func(one dimension) bool { return one.name == d })].narrow(&f, row)
	return f
}

// Row is what was taken in one row of a dimension, and what was given back of it.
type Row struct {
	Name string // as the sales have it: no word for a person
	Pair
	Back Figure
}

// rows are those of one dimension while they are counted.
type rows struct {
	all  map[string]*Row
	last *Row // of the bucket before: most come in runs
}

func newRows() []rows {
	all := make([]rows, len(dimensions))
	for i := range all {
		all[i].all = map[string]*Row{}
	}
	return all
}

// of is the row of a name.
func (r *rows) of(name string) *Row {
	if r.last == nil || r.last.Name != name {
		if r.last = r.all[name]; r.last == nil {
			r.last = &Row{Name: name}
			r.all[name] = r.last
		}
	}
	return r.last
}

// ranked puts the rows of each dimension into order: the largest sum first.
func ranked(all []rows) map[Dimension][]Row {
	out := map[Dimension][]Row{}
	for i, r := range all {
		for _, row := range slices.SortedFunc(maps.Values(r.all), func(x, y *Row) int {
			return cmp.Or(cmp.Compare(y.Now.Minor, x.Now.Minor), cmp.Compare(y.Before.Minor, x.Before.Minor), cmp.Compare(x.Name, y.Name))
		}) {
			out[dimensions[i].name] = append(out[dimensions[i].name], *row)
		}
	}
	return out
}

// coarsen takes away what a source that tells no hours has not told.
func (p *Parts) coarsen() {
	p.Hours = [24]Pair{}
	for _, d := range dimensions {
		if d.fine {
			delete(p.Rows, d.name)
		}
	}
}
