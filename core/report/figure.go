package report

import (
	"context"
	"iter"
	"math"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

// Key is what a figure counts: the sales that are booked in one hour of one business
// day, were taken by one route, stand at one status, and are one cashier's, in one
// currency.
type Key struct {
	Day      journal.Day
	Hour     int // 0 to 23, as the shop's clock showed it at Sale.BookedAt; or HourUnknown
	Route    core.Route
	Status   journal.Status
	Cashier  string
	Currency string
}

// HourUnknown is the hour of figures whose source tells neither hours nor cashiers
// apart.
const HourUnknown = -1

// Figure is a number of sales and their sum in minor units.
type Figure struct {
	Number int64
	Minor  int64
}

// Bucket is one figure that is kept.
type Bucket struct {
	Key
	Figure
}

// Source is what a report asks of the place where figures are kept.
type Source interface {
	// Figures yields the buckets of the business days from one to the other,
	// both in it, in any order; a key may come in several parts. The walk ends
	// with the first error.
	Figures(ctx context.Context, from, to journal.Day) iter.Seq2[Bucket, error]
}

// Plus adds two figures, or returns CodeRange when 64 bits do not hold the sum.
func (f Figure) Plus(g Figure) (Figure, error) {
	if g.Minor > 0 && f.Minor > math.MaxInt64-g.Minor || g.Minor < 0 && f.Minor < math.MinInt64-g.Minor {
		return Figure{}, Refuse(CodeRange, nil)
	}
	return Figure{f.Number + g.Number, f.Minor + g.Minor}, nil
}

// Average returns the sum over the number, rounded to the nearest minor unit,
// halves away from zero; 0 without sales.
func (f Figure) Average() int64 {
	if f.Number == 0 {
		return 0
	}
	quotient, rest := f.Minor/f.Number, f.Minor%f.Number
	switch {
	case rest >= f.Number-rest && rest > 0:
		quotient++
	case -rest >= f.Number+rest && rest < 0:
		quotient--
	}
	return quotient
}

// Class is what a status means for money.
type Class string

// The classes.
const (
	ClassTaken  Class = "taken"  // money came
	ClassLost   Class = "lost"   // it did not become money
	ClassUnsure Class = "unsure" // nobody knows; part of no other
	ClassOpen   Class = "open"   // under way
	ClassCash   Class = "cash"   // a person says that they took cash; part of no other
)

// Lost lists the statuses that did not become money, in the order in which
// they are shown. A status is the reason.
func Lost() []journal.Status {
	return []journal.Status{journal.StatusFailed, journal.StatusExpired, journal.StatusNotOpened, journal.StatusResolved}
}

// Unsure lists the statuses of which nobody knows whether they became money, in the order
// in which they are shown. What was set aside may have been paid in cash, as somebody may
// have said, and may still be paid through a bank: a word alone changes no figure.
func Unsure() []journal.Status {
	return []journal.Status{journal.StatusUnknown, journal.StatusSetAside}
}

// ClassOf returns the class of a status. One that this package has never heard
// of is open: it is never counted as money.
func ClassOf(s journal.Status) Class {
	switch s {
	case journal.StatusPaid:
		return ClassTaken
	case journal.StatusCash:
		return ClassCash
	}
	if slices.Contains(Lost(), s) {
		return ClassLost
	}
	if slices.Contains(Unsure(), s) {
		return ClassUnsure
	}
	return ClassOpen
}
