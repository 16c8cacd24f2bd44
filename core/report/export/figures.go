package export

import (
	"cmp"
	"slices"
	"strconv"

	"sanduq/core/report"
)

// reportColumns are those of a report's tables; the first is what it is by. What was
// returned is left out of what is about no money, and where nobody tells; the
// comparison where there is none.
var reportColumns = []Column{
	{Name: "what", Width: 26}, // its head is what the table is by
	{Name: "currency", Width: 9},
	{Name: "number", Kind: Count, Sum: true, Width: 10},
	{Name: "sum", Kind: Money, Sum: true, Width: 18},
	{Name: "average", Kind: Money, Width: 14},
	{Name: "returnedNumber", Kind: Count, Sum: true, Width: 10},
	{Name: "returned", Kind: Money, Sum: true, Width: 16},
	{Name: "stays", Kind: Money, Sum: true, Width: 18},
	{Name: "numberBefore", Kind: Count, Sum: true, Width: 12},
	{Name: "sumBefore", Kind: Money, Sum: true, Width: 18},
	{Name: "change", Kind: Percent, Width: 11},
}

// entry is a line of a report's table.
type entry struct {
	what     string
	currency string
	report.Pair
	back report.Figure // of what was taken, as report.Returner has it
}

// Reports are the tables of a report in words: by hour, by day, by each dimension,
// what did not become money, and what nobody knows, if anything. Cash is a part of what was taken in each of
// them, as in a Z.
func Reports(r report.Result, w Words) []Table {
	var out []Table
	add := func(key string, lines func(report.Report) []entry) {
		var all []entry
		var wrong error
		for _, one := range r.Reports {
			one, err := one.WithCash()
			wrong = cmp.Or(wrong, err)
			all = append(all, lines(one)...)
		}
		out = append(out, entries(w.Say(key), parts{returned: r.Returns && key != KeyLost, compared: r.Compared != (report.Period{})}, all, wrong, w))
	}
	add(KeyHours, func(one report.Report) []entry { return hours(one, w) })
	add(KeyDays, func(one report.Report) []entry { return days(one, r, w) })
	for _, d := range report.Dimensions() {
		add(keyTable+string(d), func(one report.Report) (all []entry) {
			for _, row := range one.Rows[d] {
				all = append(all, entry{rowName(d, row.Name, w), one.Currency, row.Pair, row.Back})
			}
			return all
		})
	}
	add(KeyLost, func(one report.Report) []entry { return statuses(one.Currency, one.Lost, w) })
	var all, unsure []entry
	for _, one := range r.Reports {
		unsure = append(unsure, statuses(one.Currency, one.Unsure, w)...)
	}
	if slices.ContainsFunc(unsure, func(e entry) bool { return e.Now.Number > 0 || e.Before.Number > 0 }) { // in none of the sums above
		out = append(out, entries(w.Say(KeyUnsure), parts{compared: r.Compared != (report.Period{})}, unsure, nil, w))
	}
	for _, one := range r.Reports {
		for _, l := range []struct {
			key string
			report.Figure
		}{{KeyKept, one.Ledger.Kept}, {KeyAlone, one.Ledger.Alone}} {
			if l.Number > 0 {
				all = append(all, entry{w.Say(l.key), one.Currency, report.Pair{Now: l.Figure}, report.Figure{}})
			}
		}
	}
	if len(all) > 0 { // liabilities, in none of the sums above
		out = append(out, entries(w.Say(KeyOwed), parts{}, all, nil, w))
	}
	return out
}

func statuses(currency string, rows []report.StatusRow, w Words) (all []entry) {
	for _, row := range rows {
		all = append(all, entry{w.Say(statusKey(row.Status)), currency, row.Pair, report.Figure{}})
	}
	return all
}

func hours(one report.Report, w Words) (all []entry) {
	first, last, ok := one.OpenHours()
	for h := first; ok && h <= last; h++ {
		name := w.Say(KeyHour, "from", strconv.Itoa(h), "to", strconv.Itoa((h+1)%24))
		all = append(all, entry{name, one.Currency, one.Hours[h], one.Returned.Hours[h]})
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
		day := r.Period.Day(i)
		back := one.Returned.Days[day]
		if len(one.Days) > many && p == (report.Pair{}) && back == (report.Figure{}) {
			continue
		}
		all = append(all, entry{w.Day(day), one.Currency, p, back})
	}
	for i := len(one.Days); i < len(one.DaysBefore); i++ { // the month before is longer
		all = append(all, entry{w.Day(r.Compared.Day(i)), one.Currency, report.Pair{Before: one.DaysBefore[i]}, report.Figure{}})
	}
	return all
}

// parts are the columns that a table of a report may do without.
type parts struct{ returned, compared bool }

// of picks those that are there.
func of[T any](p parts, all []T) []T {
	out := slices.Clone(all[:5])
	if p.returned {
		out = append(out, all[5:8]...)
	}
	if p.compared {
		out = append(out, all[8:]...)
	}
	return out
}

// entries is a table of them, or of the error that they could not be added up for.
func entries(name string, p parts, all []entry, wrong error, w Words) Table {
	columns := of(p, reportColumns)
	labels := append([]string{name}, heads(columns[1:], w)...)
	return Table{Name: name, Columns: columns, Heads: labels, Total: len(all), Rows: func(yield func(Row, error) bool) {
		if wrong != nil {
			yield(Row{}, wrong)
			return
		}
		for _, e := range all {
			average, change := Cell{}, Cell{}
			if e.Now.Number > 0 {
				average = whole(e.Now.Average())
			}
			if tenths, ok := e.Change(); ok {
				change = whole(tenths)
			}
			cells := []Cell{text(e.what), text(e.currency), whole(e.Now.Number), whole(e.Now.Minor), average,
				whole(e.back.Number), whole(e.back.Minor), whole(report.Stays(e.Now, e.back)), whole(e.Before.Number), whole(e.Before.Minor), change}
			if !yield(Row{e.currency, of(p, cells)}, nil) {
				return
			}
		}
	}}
}
