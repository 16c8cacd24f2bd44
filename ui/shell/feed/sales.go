package feed

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/settle"
)

// Urgency parts the sales: money that nobody understands yet, ends that nobody
// took note of, and the rest.
func Urgency(v journal.View) int {
	switch {
	case v.Status() == journal.StatusUnknown, v.Session.Conflict != "", v.LateMoney(), v.PaidTwice():
		return 0
	case v.Status().Ended():
		return 1
	}
	return 2
}

// Update takes the newest view of a sale, or forgets it.
func (f *Feed) Update(v journal.View) {
	f.settled.update(v)
	if v.InFlight() || v.LateMoney() || v.PaidTwice() {
		f.sales[v.ID] = v
	} else {
		delete(f.sales, v.ID)
		delete(f.seen, v.ID)
	}
	f.checked(v)
}

// Sale is the newest view of a sale that somebody has to do with; false for another.
func (f *Feed) Sale(id journal.SaleID) (journal.View, bool) {
	v, ok := f.sales[id]
	return v, ok
}

// InOrder is every sale that somebody has to do with: the most urgent first,
// and the newest first among equals.
func (f *Feed) InOrder() []journal.View {
	return slices.SortedFunc(maps.Values(f.sales), func(a, b journal.View) int {
		return cmp.Or(cmp.Compare(Urgency(a), Urgency(b)), strings.Compare(string(b.ID), string(a.ID)))
	})
}

// Open is how many sales go on, and how many of them carry another name than
// cashier.
func (f *Feed) Open(cashier string) (all, others int) {
	for _, v := range f.sales {
		if v.Status().Group() == journal.GroupOpen {
			all++
			if v.Cashier != cashier {
				others++
			}
		}
	}
	return all, others
}

// ToSettle is every sale that somebody must settle.
func (f *Feed) ToSettle() (all []journal.View) {
	for _, v := range f.InOrder() {
		if settle.Why(v) != settle.Not {
			all = append(all, v)
		}
	}
	return all
}

// See takes note of the sale on the screen, blank for none, and of an end that the
// cashier has there.
func (f *Feed) See(id journal.SaleID, end bool) {
	f.shown = id
	if end {
		if f.seen == nil {
			f.seen = map[journal.SaleID]bool{}
		}
		f.seen[id] = true
	}
}
