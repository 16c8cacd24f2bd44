package export

import (
	"iter"
	"strconv"

	"sanduq/core/report"
	"sanduq/core/till"
)

// bucketColumns are those of the figures as they are kept: for programs and
// for a pivot table.
var bucketColumns = []Column{
	{Name: "day", Kind: Date, Width: 12},
	{Name: "hour", Kind: Count, Width: 8},
	{Name: "route", Width: 12},
	{Name: "status", Width: 13},
	{Name: "cashier", Width: 16},
	{Name: "currency", Width: 9},
	{Name: "number", Kind: Count, Sum: true, Width: 10},
	{Name: "asked", Kind: Money, Width: 16},
	{Name: "paid", Kind: Money, Sum: true, Width: 16},
}

// Buckets is a table of kept figures, one row each. Without words it is for
// programs.
func Buckets(figures iter.Seq2[report.Bucket, error], w Words) Table {
	t := Table{Name: "figures", Columns: bucketColumns, Heads: names(bucketColumns)}
	status, route := func(b report.Bucket) string { return string(b.Status) }, func(b report.Bucket) string { return string(b.Route) }
	if w != nil {
		s := newSaid(w)
		t.Name, t.Heads = w.Say(KeyFigures), heads(bucketColumns, w)
		status, route = func(b report.Bucket) string { return s.status(b.Status) }, func(b report.Bucket) string { return s.route(b.Route) }
	}
	t.Rows = func(yield func(Row, error) bool) {
		cells := make([]Cell, len(bucketColumns))
		for b, err := range figures {
			if err != nil {
				yield(Row{}, err)
				return
			}
			paid := Cell{}
			if report.ClassOf(b.Status) == report.ClassTaken {
				paid = whole(b.Minor)
			}
			copy(cells, []Cell{day(b.Day), whole(int64(b.Hour)), text(route(b)), text(status(b)), text(b.Cashier), text(b.Currency),
				whole(b.Number), whole(b.Minor), paid})
			if !yield(Row{b.Currency, cells}, nil) {
				return
			}
		}
	}
	return t
}

// reportColumns are those of a report's tables; the first is what it is by.
var reportColumns = []Column{
	{Name: "what", Width: 26}, // its head is what the table is by
	{Name: "currency", Width: 9},
	{Name: "number", Kind: Count, Sum: true, Width: 10},
	{Name: "sum", Kind: Money, Sum: true, Width: 18},
	{Name: "average", Kind: Money, Width: 14},
	{Name: "numberBefore", Kind: Count, Sum: true, Width: 12},
	{Name: "sumBefore", Kind: Money, Sum: true, Width: 18},
	{Name: "change", Kind: Percent, Width: 11},
}

// entry is a line of a report's table.
type entry struct {
	what     string
	currency string
	report.Pair
}

// Reports are the tables of a report in words: by hour, by day, by route, by
// cashier, and what did not become money. The columns of the comparison are
// left out when there is none.
func Reports(r report.Result, w Words) []Table {
	columns := reportColumns
	if r.Compared == (report.Period{}) {
		columns = columns[:5]
	}
	var out []Table
	add := func(key string, lines func(report.Report) []entry) {
		var all []entry
		for _, one := range r.Reports {
			all = append(all, lines(one)...)
		}
		out = append(out, entries(w.Say(key), columns, all, w))
	}
	add(KeyHours, func(one report.Report) []entry { return hours(one, w) })
	add(KeyDays, func(one report.Report) []entry { return days(one, r, w) })
	add(KeyRoutes, func(one report.Report) (all []entry) {
		for _, row := range one.Routes {
			all = append(all, entry{w.Say(routeKey(row.Route)), one.Currency, row.Pair})
		}
		if one.Cash != (report.Pair{}) {
			all = append(all, entry{w.Say(routeKey(till.RouteCash)), one.Currency, one.Cash})
		}
		return all
	})
	add(KeyCashiers, func(one report.Report) (all []entry) {
		for _, row := range one.Cashiers {
			name := row.Cashier
			if name == "" {
				name = w.Say(KeyNobody)
			}
			all = append(all, entry{name, one.Currency, row.Pair})
		}
		return all
	})
	add(KeyLost, func(one report.Report) (all []entry) {
		for _, row := range one.Lost {
			all = append(all, entry{w.Say(statusKey(row.Status)), one.Currency, row.Pair})
		}
		return all
	})
	return out
}

func hours(one report.Report, w Words) (all []entry) {
	first, last, ok := one.OpenHours()
	for h := first; ok && h <= last; h++ {
		name := w.Say(KeyHour, "from", strconv.Itoa(h), "to", strconv.Itoa((h+1)%24))
		all = append(all, entry{name, one.Currency, one.Hours[h]})
	}
	return all
}

// days leaves out days without sales once there are many: forty years are a
// list of the days on which something was taken.
func days(one report.Report, r report.Result, w Words) (all []entry) {
	const many = 62
	for i, f := range one.Days {
		p := report.Pair{Now: f}
		if i < len(one.DaysBefore) {
			p.Before = one.DaysBefore[i]
		}
		if len(one.Days) > many && p == (report.Pair{}) {
			continue
		}
		all = append(all, entry{w.Day(r.Period.Day(i)), one.Currency, p})
	}
	for i := len(one.Days); i < len(one.DaysBefore); i++ { // the month before is longer
		all = append(all, entry{w.Day(r.Compared.Day(i)), one.Currency, report.Pair{Before: one.DaysBefore[i]}})
	}
	return all
}

func entries(name string, columns []Column, all []entry, w Words) Table {
	labels := append([]string{name}, heads(columns[1:], w)...)
	return Table{Name: name, Columns: columns, Heads: labels, Total: len(all), Rows: func(yield func(Row, error) bool) {
		cells := make([]Cell, len(reportColumns))
		for _, e := range all {
			average, change := Cell{}, Cell{}
			if e.Now.Number > 0 {
				average = whole(e.Now.Average())
			}
			if tenths, ok := e.Change(); ok {
				change = whole(tenths)
			}
			copy(cells, []Cell{text(e.what), text(e.currency), whole(e.Now.Number), whole(e.Now.Minor), average, whole(e.Before.Number), whole(e.Before.Minor), change})
			if !yield(Row{e.currency, cells[:len(columns)]}, nil) {
				return
			}
		}
	}}
}
