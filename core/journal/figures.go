package journal

import (
	"cmp"
	"time"

	"sanduq/core"
)

// Quarter is a quarter of an hour of the world's clock, counted from the
// beginning of 1970 in UTC. Every zone that has been in use since 1972 is a
// whole number of quarters away from UTC, so that a quarter lies within one
// hour of any shop's clock. Figures are kept by quarters and not by hours of a
// zone: what follows from the sales alone can be recounted on any machine, and
// a bar shows the hour that its receipts show, whatever zone they are read in.
type Quarter int64

const quarterSeconds = 15 * 60

// QuarterOf returns the quarter in which t lies.
func QuarterOf(t time.Time) Quarter {
	seconds := t.Unix()
	q := seconds / quarterSeconds
	if seconds%quarterSeconds < 0 {
		q--
	}
	return Quarter(q)
}

// Time returns the quarter's first moment, in UTC.
func (q Quarter) Time() time.Time { return time.Unix(int64(q)*quarterSeconds, 0).UTC() }

// Hour returns the hour of a zone's clock in which the quarter lies, 0 to 23.
func (q Quarter) Hour(zone *time.Location) int { return q.Time().In(zone).Hour() }

// FigureKey is what a figure counts: the sales that are booked on one business day
// and in one quarter of an hour, were taken by one route, stand at one
// status, and are one cashier's, in one currency.
type FigureKey struct {
	Day      Day
	Quarter  Quarter
	Route    core.Route
	Status   Status
	Cashier  string // blank is nobody
	Currency string
}

// Figure is a number of sales and their sum.
type Figure struct {
	FigureKey
	Number int64
	Minor  int64 // sum in minor units
}

// FigureKeyOf returns the key that a sale counts towards. It follows from the
// sale alone.
func FigureKeyOf(s Sale) FigureKey {
	return FigureKey{Day: s.BookingDay(), Quarter: QuarterOf(s.BookedAt()), Route: s.Route, Status: s.Status(), Cashier: s.Cashier, Currency: s.Amount.Currency}
}

// Compare orders keys by their fields, from the day to the currency.
func (k FigureKey) Compare(other FigureKey) int {
	return cmp.Or(cmp.Compare(k.Day, other.Day), cmp.Compare(k.Quarter, other.Quarter), cmp.Compare(k.Route, other.Route),
		cmp.Compare(k.Status, other.Status), cmp.Compare(k.Cashier, other.Cashier), cmp.Compare(k.Currency, other.Currency))
}

// Nobody asks a SaleQuery for the sales without a cashier. No person can have
// this name.
const Nobody = "\x00"

// Amounts is a range of amounts in one currency. The zero value is all amounts
// in all currencies.
type Amounts struct {
	Currency string // blank is any, and the limits do not matter
	Min, Max int64  // in minor units, both in the range; 0 is no limit
}

// Has reports whether an amount lies in the range. One below zero, which no sale
// has, lies in no range with a limit.
func (a Amounts) Has(minor int64, currency string) bool {
	if a.Currency == "" || currency != a.Currency || !a.Bounded() {
		return a.Currency == "" || currency == a.Currency
	}
	return minor >= max(a.Min, 0) && (a.Max == 0 || minor <= a.Max)
}

// Bounded reports whether the range has a limit.
func (a Amounts) Bounded() bool { return a.Currency != "" && (a.Min != 0 || a.Max != 0) }

// ClockHour is an hour of a shop's clock. The zero value is any hour.
type ClockHour struct {
	Zone *time.Location // nil is any hour
	Hour int            // 0 to 23
}

// Has reports whether a quarter lies in the hour.
func (h ClockHour) Has(q Quarter) bool { return h.Zone == nil || q.Hour(h.Zone) == h.Hour }
