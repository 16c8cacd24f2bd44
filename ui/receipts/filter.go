package receipts

import (
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// Range is a choice of days.
type Range int

// The choices. PickedDay needs Filter.Day.
const (
	Today Range = iota
	Yesterday
	SevenDays
	PickedDay
	AllDays
)

// Filter is what the chips and the search field say. The zero value is today, everything.
type Filter struct {
	Range  Range
	Day    till.Day // with PickedDay
	Status till.Status
	Route  core.Route
	Owed   bool // only what money is owed back of
	Search string
}

// Query asks for what the filter means on the business day today.
func (f Filter) Query(today till.Day) till.SaleQuery {
	q := till.SaleQuery{From: today, To: today, Status: f.Status, Route: f.Route, Owed: f.Owed, Search: f.Search}
	switch f.Range {
	case Yesterday:
		q.From = daysBefore(today, 1)
		q.To = q.From
	case SevenDays:
		q.From = daysBefore(today, 6)
	case PickedDay:
		q.From, q.To = f.Day, f.Day
	case AllDays:
		q.From, q.To = "", ""
	}
	return q
}

// Narrow reports whether the filter leaves out sales of its days.
func (f Filter) Narrow() bool { return f.Status != "" || f.Route != "" || f.Owed || f.Search != "" }

func daysBefore(d till.Day, n int) till.Day {
	t := d.Time(time.UTC)
	if t.IsZero() {
		return d
	}
	return till.DayOf(t.AddDate(0, 0, -n))
}
