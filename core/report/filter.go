package report

import (
	"sanduq/core"
	"sanduq/core/journal"
)

// Filter selects keys; the zero value of a field selects all. It is what a
// bar's receipts are opened with.
type Filter struct {
	Period   Period // the zero Period is any day
	Hour     *int
	Route    core.Route
	Status   journal.Status
	Class    Class
	Cashier  *string // sales without a cashier have a blank one
	Currency string
}

// Has reports whether a key is selected.
func (f Filter) Has(k Key) bool {
	return (f.Period == Period{} || f.Period.Has(k.Day)) &&
		(f.Hour == nil || *f.Hour == k.Hour) &&
		(f.Route == "" || f.Route == k.Route) &&
		(f.Status == "" || f.Status == k.Status) &&
		(f.Class == "" || f.Class == ClassOf(k.Status)) &&
		(f.Cashier == nil || *f.Cashier == k.Cashier) &&
		(f.Currency == "" || f.Currency == k.Currency)
}

// OfHour narrows the filter to an hour.
func (f Filter) OfHour(hour int) Filter { f.Hour = &hour; return f }

// OfStatus narrows the filter to a status, whatever its class.
func (f Filter) OfStatus(s journal.Status) Filter { f.Status, f.Class = s, ""; return f }

// OfTaken narrows the filter to the sales behind a figure of which cash is a part: to their
// one class or, since no single query selects two, to none.
func (f Filter) OfTaken(all, cash Figure) Filter {
	switch cash.Number {
	case 0:
		f.Class = ClassTaken
	case all.Number:
		f.Class = ClassCash
	default:
		f.Class = ""
	}
	return f
}
