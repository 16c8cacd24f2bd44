package journal

import (
	"cmp"
	"fmt"
	"time"

	"sanduq/core"
)

// Shift is a stretch of a till's day. From the moment that a shop uses shifts
// there is always exactly one: the next begins in the transaction of the Z that
// ends the one before. Somebody opens it afterwards with a float; money that
// comes in between belongs to it all the same. What belongs to a shift is
// decided by the order of commits and never by a clock.
type Shift struct {
	Number  uint64    `json:"number"`
	Version uint64    `json:"version"` // 1 at first, one more with each commit
	After   uint64    `json:"after"`   // the newest Z when it began; 0 for none
	Begun   time.Time `json:"begun"`

	Opened *Opening     `json:"opened,omitempty"` // nil until somebody opened it
	Counts []ShiftCount `json:"counts,omitempty"` // oldest first

	// BookFrom is the first day on which anything is booked, by a person's word: the clock
	// had been ahead when the shift was opened, or a Z before it made. Blank is what they
	// say.
	BookFrom Day `json:"bookFrom,omitempty"`
}

// Opening is how a person took a shift.
type Opening struct {
	At       time.Time `json:"at"`
	By       string    `json:"by,omitempty"`
	Currency string    `json:"currency"` // of the drawer, for the whole shift
	// Float is what the count of the newest Z left in the drawer, in minor units; or what
	// the person found, where no Z counted one in this currency.
	Float int64 `json:"float"`
	// Counted is the Z that counted Float; 0 for none.
	Counted uint64 `json:"counted,omitempty"`
	// Between is what was put in since that count, below zero what was taken out: the
	// person found Float plus Between. It is a movement of the shift, and Reason is its.
	Between int64  `json:"between,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// LastCount is what a Z left in the drawer: what the next shift begins with.
type LastCount struct {
	Z     uint64
	At    time.Time // of the Z
	By    string    // who closed the shift
	Minor int64
}

// Opens checks that a change which opens the shift says by a movement what its float
// differs by from the count before. Error: ErrFigures.
func (s Shift) Opens(moves []Movement) error {
	o := s.Opened
	found, fits := plus(o.Float, o.Between)
	switch {
	case !fits || found < 0 || (o.Between == 0) != (o.Reason == "") || o.Between != 0 && o.Counted == 0:
	case o.Between == 0 && len(moves) == 0:
		return nil
	case len(moves) == 1 && moves[0].Float && moves[0].Signed() == o.Between && moves[0].Reason == o.Reason:
		return nil
	}
	return fmt.Errorf("%w: shift %d opens with %+v and %d movements", ErrFigures, s.Number, *o, len(moves))
}

// ShiftCount is a count of the drawer, durable before the person who counted
// learns what should be there.
type ShiftCount struct {
	At   time.Time   `json:"at"`
	By   string      `json:"by,omitempty"`
	Cash DrawerCount `json:"cash"`
	// Newest are the newest numbers of cash sales and of movements that it knows
	// of: cash that came after it makes it stale, money through a bank does not.
	NewestCash     uint64 `json:"newestCash,omitempty"`
	NewestMovement uint64 `json:"newestMovement,omitempty"`
}

// Counted returns the newest count of the drawer. It is stale, and has to be made
// again, once cash came or went after it: cash and movement are the newest
// numbers of both.
func (s Shift) Counted(cash, movement uint64) (count ShiftCount, stale, ok bool) {
	n := len(s.Counts)
	if n == 0 {
		return ShiftCount{}, false, false
	}
	count = s.Counts[n-1]
	return count, count.NewestCash != cash || count.NewestMovement != movement, true
}

// RouteCash is the route of a sale that a person says was paid in cash. The SDK
// knows nothing of it.
const RouteCash core.Route = "cash"

// TakenKey is what a figure of a shift counts: what was taken by one route, by
// one cashier, in one currency, for sales that were opened in one shift.
type TakenKey struct {
	Opened   uint64     `json:"opened,omitempty"` // the shift; 0 before there were any
	Route    core.Route `json:"route"`
	Cashier  string     `json:"cashier,omitempty"` // blank is nobody
	Currency string     `json:"currency"`
}

// Compare orders keys by their fields, from the shift to the currency.
func (k TakenKey) Compare(other TakenKey) int {
	return cmp.Or(cmp.Compare(k.Opened, other.Opened), cmp.Compare(k.Route, other.Route), cmp.Compare(k.Cashier, other.Cashier),
		cmp.Compare(k.Currency, other.Currency))
}

// Taken is a number of receipts, or of cash sales, and what they add up to.
type Taken struct {
	TakenKey
	Number   int64 `json:"number"`
	Minor    int64 `json:"minor"`              // sum of the sales' amounts
	Rounding int64 `json:"rounding,omitempty"` // what customers paid in cash beyond that, or less
}

// Tally is a number and a sum in minor units.
type Tally struct {
	Number int64 `json:"number"`
	Minor  int64 `json:"minor"`
}

// SeqRange are the first and the last of a run of numbers; zero for none.
type SeqRange struct {
	First uint64 `json:"first,omitempty"`
	Last  uint64 `json:"last,omitempty"`
}

// OwedSum is what became, in one shift and currency, of the money that is owed
// back. Before plus Opened is what was returned, what was kept, and what is open.
type OwedSum struct {
	Currency string `json:"currency"`
	Before   int64  `json:"before,omitempty"` // open when the shift began
	Opened   int64  `json:"opened,omitempty"`
	Returned int64  `json:"returned,omitempty"`
	Kept     int64  `json:"kept,omitempty"`
	// OpenedApart and ReturnedApart are the parts of Opened and Returned that never were a
	// part of what was taken; see DebtCause.Apart. An older program's are zero.
	OpenedApart   int64 `json:"openedApart,omitempty"`
	ReturnedApart int64 `json:"returnedApart,omitempty"`
	// Alone is the part of Returned and Kept that one person recorded by their own right, and
	// nobody else confirmed.
	Alone int64 `json:"alone,omitempty"`
	// Reversed is the part of Opened, and of Returned, that was cash recorded by mistake: it
	// went back out of the drawer's book, and no bank knows of it.
	Reversed int64 `json:"reversed,omitempty"`
}

// Open is what is still owed; false when 64 bits do not hold it.
func (o OwedSum) Open() (int64, bool) {
	sum, ok := plus(o.Before, o.Opened)
	for _, gone := range []int64{o.Returned, o.Kept} {
		if ok {
			sum, ok = minus(sum, gone)
		}
	}
	return sum, ok
}

// ShiftFigures are what the commits of a shift add up to. The store keeps them
// in the transaction of what they count, so that an X or a Z reads one record,
// however much was sold.
type ShiftFigures struct {
	Taken    []Taken   `json:"taken,omitempty"` // in the order of TakenKey.Compare, each key once, none without sales
	Receipts SeqRange  `json:"receipts,omitzero"`
	Cash     SeqRange  `json:"cash,omitzero"`
	In       Tally     `json:"in,omitzero"`    // cash put into the drawer, in its currency
	Out      Tally     `json:"out,omitzero"`   // cash taken out of it
	Owed     []OwedSum `json:"owed,omitempty"` // by currency, each once
}

// StillOpen are the sales that may still be paid when a shift is summed up.
type StillOpen struct {
	Sales []SaleID         `json:"sales,omitempty"` // oldest first, not all where there are many
	Sums  map[string]Tally `json:"sums,omitempty"`  // of all, by currency
}

// Label is what the audit calls a shift: by the Z that it is to have.
func (s Shift) Label() string { return ZNumber(s.Number) }

// Head holds the newest numbers given out, or left out by a Freeze; the next
// is one more.
type Head struct {
	Number   int // of the day's sales
	Receipt  uint64
	Audit    uint64
	Shift    uint64 // the present one; 0 for none
	Z        uint64
	Cash     uint64
	Movement uint64
	Debt     uint64
	DebtRow  uint64
}

// ShiftState is a shift and what its commits add up to.
type ShiftState struct {
	Shift
	Figures ShiftFigures
	Z       uint64 // that ended it; 0 for the present one
}
