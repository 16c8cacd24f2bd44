// Package usual is what a shop usually charges, learnt from its newest sales, and how
// carefully an amount far above that is charged. It knows sales, the settings of the shop
// and money; it asks nobody, draws nothing and records nothing. An Amounts belongs on the
// UI goroutine.
//
//sanduq:norace it computes, in one goroutine
package usual

import (
	"math"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// Known is from how many sales on the usual amount of a shop is known, and how many of
// the newest it is learnt from.
const Known = 50

// times is how many times the usual amount is far above it.
const times = 10

// leastDigits is how many digits before the point are many in any shop. Decimals are not
// counted: with the three of the dinar, seven digits are already 1,000.000, which a shop of
// phones or furniture charges several times a day, and a question that is always asked is
// not read. A forgotten point is found all the same: it makes 12.500 into 12,500, five digits
// before the point, which ten times the usual amount finds.
const leastDigits = 7

// Amounts are the newest that a shop charged, at most Known of them. A nil one has learnt
// nothing.
type Amounts struct{ newest []one } // by sale, the newest first

type one struct {
	sale   journal.SaleID
	amount money.Amount
}

// Learn takes sales, those that it knows once. Those that brought no money teach nothing.
func (a *Amounts) Learn(sales ...journal.Sale) {
	for _, s := range sales {
		if st := s.Status(); s.Amount.Minor <= 0 || st != journal.StatusPaid && st != journal.StatusCash {
			continue
		}
		if at, is := slices.BinarySearchFunc(a.newest, s.ID, newestFirst); !is && at < Known {
			a.newest = slices.Insert(a.newest, at, one{s.ID, s.Amount})
		}
	}
	a.newest = a.newest[:min(len(a.newest), Known)]
}

func newestFirst(o one, id journal.SaleID) int {
	switch {
	case o.sale > id:
		return -1
	case o.sale < id:
		return 1
	}
	return 0
}

// Usual is the amount in the middle of the newest sales, as large as half of them at
// most; false before there are enough of the currency.
func (a *Amounts) Usual(currency string) (money.Amount, bool) {
	var all []int64
	if a != nil {
		for _, o := range a.newest {
			if o.amount.Currency == currency {
				all = append(all, o.amount.Minor)
			}
		}
	}
	if len(all) < Known {
		return money.Amount{}, false
	}
	slices.Sort(all)
	return money.Amount{Minor: all[len(all)/2], Currency: currency}, true
}

// Reason is why an amount is asked about.
type Reason int

// The reasons. Limit is the one that the shop has set; without it an amount is Far above
// the usual, or has many Digits.
const (
	None Reason = iota
	Limit
	Far
	Digits
)

// Why is why an amount is asked about before it is charged, and the amount that it is
// compared with: the limit, or the usual amount. Where the shop has set a limit, that one
// alone counts.
func (a *Amounts) Why(shop journal.Settings, sum money.Amount) (Reason, money.Amount) {
	if most, set := shop.Usual(); set {
		if shop.Caution(sum) == journal.CautionNone {
			return None, most
		}
		return Limit, most
	}
	usual, known := a.Usual(sum.Currency)
	many, err := manyDigits(sum.Currency)
	switch {
	case known && usual.Minor <= math.MaxInt64/times && sum.Minor >= times*usual.Minor:
		return Far, usual
	case err == nil && sum.Minor >= many && !(known && usual.Minor >= many):
		return Digits, usual
	}
	return None, usual
}

// Asks reports whether an amount is read again before it is charged.
func (a *Amounts) Asks(shop journal.Settings, sum money.Amount) bool {
	why, _ := a.Why(shop, sum)
	return why != None
}

// manyDigits is the smallest amount with many digits before the point, in minor units.
func manyDigits(currency string) (minor int64, err error) {
	digits, err := money.FractionDigits(currency)
	minor = 1
	for range digits + leastDigits - 1 {
		minor *= 10
	}
	return minor, err
}
