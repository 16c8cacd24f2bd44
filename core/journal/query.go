package journal

import (
	"sanduq/core"
	"time"
)

// SaleQuery selects sales. The zero value selects all.
type SaleQuery struct {
	From, To Day // inclusive; blank is open
	// Booked: From and To are days of booking, as figures have them, and not the
	// sales' own. So the sales behind a figure are found.
	Booked bool
	Status Status     // blank is any
	Route  core.Route // blank is any
	Owed   bool       // only sales of which OwedSince is set and Owed is true
	// Returned is only sales whose money was given back. A Store has those of which
	// OwedSince is set and Returned is true; a Till reads its ledger, and has those of
	// which a part was given back as well.
	Returned bool
	Back     BackDays  // a Till's: with Returned, on which days that was
	Cashier  string    // blank is any, Nobody is none
	Amounts  Amounts   // the zero value is any
	Hour     ClockHour // in which the sale is booked; the zero value is any
	// Search matches a transaction ID, order or paper reference (whole or from
	// their start, letters in any case), the number of a sale ("#12", "12"), of a
	// receipt ("T-0018", "18") or of a cash receipt ("C-0015", "15"), an amount in major units ("12.5" finds 12.500, in
	// Arabic digits too) or the end of a masked account.
	Search string
	// Place narrows a history of many tills, which says what it takes for one. A
	// till's own history has no places, and nobody asks it for one.
	Place  string
	Before SaleID // only sales older than this one; blank starts at the newest
	Limit  int    // at most this many; 0 means 50
}

// Within reports whether a day is one of those asked for.
func (q SaleQuery) Within(day Day) bool {
	return (q.From == "" || day >= q.From) && (q.To == "" || day <= q.To)
}

// SalePage is one page of a list.
type SalePage struct {
	Sales []Sale
	More  bool // older ones match too
}

// Total is one figure of a filter.
type Total struct {
	Group    Group
	Currency string
	Count    int
	Minor    int64 // sum in minor units
}

// BackDays are days on which money was given back. The zero value is any.
type BackDays struct {
	Zone     *time.Location // nil is any day
	From, To Day            // inclusive; blank is open
}

// Has reports whether a moment lies on one of the days.
func (b BackDays) Has(at time.Time) bool {
	if b.Zone == nil {
		return true
	}
	day := DayOf(at.In(b.Zone))
	return (b.From == "" || day >= b.From) && (b.To == "" || day <= b.To)
}
