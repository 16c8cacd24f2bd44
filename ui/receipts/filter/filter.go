package filter

import (
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Range is a choice of days.
type Range int

// The choices. PickedDay needs Filter.Day, PickedSpan Filter.Last too.
const (
	Today Range = iota
	Yesterday
	SevenDays
	PickedDay
	AllDays
	PickedSpan
)

// Filter is what the chips and the search field say. The zero value is today, everything.
type Filter struct {
	Range Range
	Day   journal.Day // with PickedDay; the first with PickedSpan
	Last  journal.Day // with PickedSpan
	// Booked: the picked days are days of booking, as those of the figure that was
	// opened.
	Booked bool
	Status journal.Status
	Route  core.Route
	Owed   bool // only what money is owed back of
	// Returned is only what was given back.
	Returned bool
	Figure   Figure
	Search   string
	Place    string // of a PlacedHistory
}

// Figure is what only a figure of a report selects by: its bar was opened.
type Figure struct {
	Cashier string
	Amounts journal.Amounts
	Hour    journal.ClockHour
	Back    journal.BackDays // with Filter.Returned
}

// FilterOf is the filter of a query of whole days, as a report's bar opens it.
func FilterOf(q journal.SaleQuery) Filter {
	f := Filter{Range: PickedSpan, Day: q.From, Last: q.To, Booked: q.Booked, Status: q.Status, Route: q.Route, Owed: q.Owed, Returned: q.Returned, Search: q.Search, Place: q.Place,
		Figure: Figure{Cashier: q.Cashier, Amounts: q.Amounts, Hour: q.Hour, Back: q.Back}}
	if f.Day == f.Last {
		f.Range, f.Last = PickedDay, ""
	}
	if q.From == "" && q.To == "" {
		f.Range = AllDays
	}
	return f
}

// Pick chooses a state. Days on which something was returned say nothing of another.
func (f *Filter) Pick(s journal.Status, owed, returned bool) {
	f.Status, f.Owed, f.Returned = s, owed, returned
	if !returned {
		f.Figure.Back = journal.BackDays{}
	}
}

// Query asks for what the filter means on the business day today.
func (f Filter) Query(today journal.Day) journal.SaleQuery {
	q := journal.SaleQuery{From: today, To: today, Status: f.Status, Route: f.Route, Owed: f.Owed, Returned: f.Returned, Search: f.Search, Place: f.Place,
		Cashier: f.Figure.Cashier, Amounts: f.Figure.Amounts, Hour: f.Figure.Hour}
	if f.Returned {
		q.Back = f.Figure.Back
	}
	switch f.Range {
	case Yesterday:
		q.From = DaysBefore(today, 1)
		q.To = q.From
	case SevenDays:
		q.From = DaysBefore(today, 6)
	case PickedDay:
		q.From, q.To, q.Booked = f.Day, f.Day, f.Booked
	case PickedSpan:
		q.From, q.To, q.Booked = f.Day, f.Last, f.Booked
	case AllDays:
		q.From, q.To = "", ""
	}
	return q
}

// Narrow reports whether the filter leaves out sales of its days.
func (f Filter) Narrow() bool {
	return f.Status != "" || f.Route != "" || f.Owed || f.Returned || f.Figure != (Figure{}) || f.Search != "" || f.Place != ""
}

func DaysBefore(d journal.Day, n int) journal.Day {
	t := d.Time(time.UTC)
	if t.IsZero() {
		return d
	}
	return journal.DayOf(t.AddDate(0, 0, -n))
}
