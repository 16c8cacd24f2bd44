package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
)

// urgency parts the sidebar: money that nobody understands yet, ends that nobody
// took note of, and the rest.
func urgency(v journal.View) int {
	switch {
	case v.Status() == journal.StatusUnknown, v.Session.Conflict != "", v.LateMoney(), v.PaidTwice():
		return 0
	case v.Status().Ended():
		return 1
	}
	return 2
}

// tillState is what the till and those who look after it said last. It lives on the
// UI goroutine.
type tillState struct {
	sales      map[journal.SaleID]journal.View // in flight, and those of which somebody must read
	settled    settled
	owing      []journal.Debt // what is owed back and still open, as it was read last
	asked      int            // how often it was
	link       journal.Link
	storeFault *journal.StoreFault
	recovery   *journal.Recovery // the till was put back to an older state
	backup     *alarm.Backup
	damage     string                  // of the records, as an examination found it
	failure    error                   // what the till has just refused
	missed     []alarm.Missed          // refusals of which the page was left
	news       *news                   // the end of a sale elsewhere that is being told; nil for none
	seen       map[journal.SaleID]bool // ends that the cashier had on the screen
	shown      journal.SaleID          // what is on it now; "" for no sale
	back       *back                   // the bank answers again; nil for none
}

// keep takes the newest view of a sale, or forgets it.
func (s *tillState) keep(v journal.View) {
	s.settled.keep(v)
	if v.InFlight() || v.LateMoney() || v.PaidTwice() {
		s.sales[v.ID] = v
		return
	}
	delete(s.sales, v.ID)
	delete(s.seen, v.ID)
}

// inOrder is every sale that somebody has to do with: the most urgent first,
// and the newest first among equals.
func (s *tillState) inOrder() []journal.View {
	return slices.SortedFunc(maps.Values(s.sales), func(a, b journal.View) int {
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), strings.Compare(string(b.ID), string(a.ID)))
	})
}

// open is how many sales go on, and how many of them carry another name than
// cashier.
func (s *tillState) open(cashier string) (all, others int) {
	for _, v := range s.sales {
		if v.Status().Group() == journal.GroupOpen {
			all++
			if v.Cashier != cashier {
				others++
			}
		}
	}
	return all, others
}

// alarms is what of it could have to be said.
func (s *tillState) alarms() alarm.State {
	return alarm.State{StoreFault: s.storeFault, Recovery: s.recovery, Link: s.link, Damage: s.damage, Backup: s.backup, Failure: s.failure, Missed: s.missed, Back: s.back.found(), Sales: s.inOrder()}
}

// examine asks those who look after the records, and reports whether anything
// has changed.
func (s *tillState) examine(h Health) bool {
	before, was := s.damage, s.backup
	if h != nil {
		s.damage, s.backup = h.Damage(), h.Backup()
	}
	return s.damage != before || (was == nil) != (s.backup == nil) || was != nil && *was != *s.backup
}
