package journal

import (
	"cmp"
	"slices"
	"time"
)

// Outcome is what is known of an order as a whole, all its attempts taken
// together.
type Outcome string

// The outcomes. None claims more than the records say.
const (
	OutcomePaid      Outcome = "paid"       // once, and nothing else of it can come
	OutcomePaidOpen  Outcome = "paidOpen"   // once, and another attempt may still be paid
	OutcomePaidCash  Outcome = "paidCash"   // through the bank, and somebody said that it was paid in cash
	OutcomePaidTwice Outcome = "paidTwice"  // money is owed back
	OutcomeMaybe     Outcome = "maybeTwice" // paid, and perhaps debited twice: money may be owed back
	OutcomeReturned  Outcome = "returned"   // more came than once, and a person says that it was returned
	OutcomeKept      Outcome = "kept"       // the same, and that the customer left the shop a part of it, or all
	OutcomeNotPaid   Outcome = "notPaid"    // the gateway said so, or nothing was ever opened
	OutcomeTaken     Outcome = "taken"      // in cash, by a person's word; never paid
	OutcomeReversed  Outcome = "reversed"   // cash that was recorded, and taken off again
	OutcomeResolved  Outcome = "resolved"   // not paid by the gateway's word; a manager settled it outside
	OutcomeCash      Outcome = "cash"       // set aside as paid in cash; it may still be paid
	OutcomeAside     Outcome = "aside"      // set aside; it may still be paid
	OutcomeUnknown   Outcome = "unknown"    // nobody knows
	OutcomeOpen      Outcome = "open"       // not paid yet
)

// Outcomes lists every outcome.
func Outcomes() []Outcome {
	return []Outcome{OutcomePaid, OutcomePaidOpen, OutcomePaidCash, OutcomePaidTwice, OutcomeMaybe, OutcomeReturned, OutcomeKept, OutcomeNotPaid, OutcomeTaken, OutcomeReversed, OutcomeResolved,
		OutcomeCash, OutcomeAside, OutcomeUnknown, OutcomeOpen}
}

// Conclusion is an Outcome and what it is about.
type Conclusion struct {
	Outcome Outcome
	At      time.Time // of the payment, or of the word that ended it; zero where there is none
	Sale    SaleID    // that was paid, or that the outcome is of
	Other   SaleID    // the second payment, or the attempt that may still be paid; Sale itself where one payment was debited twice
	Watched bool      // the paid sale's other leg is still asked about
}

// Conclude says what is known of an order from its attempts, in any order. What
// is certain comes before what is not: money that came is never hidden by an
// attempt that failed, and "not paid" is said only if it is true of every one.
func Conclude(attempts []Sale) Conclusion {
	all := slices.SortedFunc(slices.Values(attempts), func(a, b Sale) int {
		return cmp.Or(a.SettledAt.Compare(b.SettledAt), cmp.Compare(a.ID, b.ID))
	})
	var paid, rest []Sale
	for _, s := range all {
		if s.Status() == StatusPaid {
			paid = append(paid, s)
		} else {
			rest = append(rest, s)
		}
	}
	if len(paid) == 0 {
		return unpaidOrder(rest)
	}
	first := paid[0]
	c := Conclusion{Outcome: OutcomePaid, At: first.SettledAt, Sale: first.ID}
	end := owedEnd(all)
	switch twice := slices.IndexFunc(paid, func(s Sale) bool { return s.Owed() && !s.AfterCash() }); {
	case end != "":
		c.Outcome, c.Other = end, cmp.Or(first.OwedWith(), first.ID)
		if len(paid) > 1 {
			c.Other = paid[1].ID
		}
		return c
	case len(paid) > 1:
		c.Outcome, c.Other = OutcomePaidTwice, paid[1].ID
		return c
	case twice >= 0:
		c.Outcome, c.Other = OutcomePaidTwice, cmp.Or(first.OwedWith(), first.ID)
		if paid[twice].MaybeTwice() {
			c.Outcome = OutcomeMaybe
		}
		return c
	}
	for _, s := range all {
		if s.SaidCash() {
			c.Outcome, c.Other = OutcomePaidCash, s.ID
			return c
		}
	}
	for _, s := range rest {
		if s.Status().Group() == GroupOpen || s.Status() != StatusResolved && s.Watchable() && !s.Watch.Next.IsZero() {
			c.Outcome, c.Other = OutcomePaidOpen, s.ID
			return c
		}
	}
	for _, s := range all {
		c.Watched = c.Watched || s.SecondWatched()
	}
	return c
}

// owedEnd is what became of all that was owed back of an order; blank while a
// part of it is open, or where nothing ever was.
func owedEnd(all []Sale) (end Outcome) {
	for _, s := range all {
		switch {
		case s.Reversed != nil, s.OwedEnd == DebtKept && slices.ContainsFunc(all, func(o Sale) bool { return o.Reversed != nil && o.ID == s.OwedWith() }): // cash alone
		case s.Owed():
			return ""
		case s.OwedEnd == DebtKept:
			end = OutcomeKept
		case s.OwedEnd != "":
			end = cmp.Or(end, OutcomeReturned)
		}
	}
	return end
}

// unpaidOrder concludes of attempts of which none is paid: cash that a person says
// they took goes before all, since it came; else the least certain
// speaks for all.
func unpaidOrder(all []Sale) Conclusion {
	if taken := slices.IndexFunc(all, func(s Sale) bool { return s.TookCash() }); taken >= 0 {
		c := Conclusion{Outcome: OutcomeTaken, At: all[taken].SettledAt, Sale: all[taken].ID}
		for _, s := range all {
			if s.Status().Group() == GroupOpen || s.Status() != StatusResolved && s.Watchable() && !s.Watch.Next.IsZero() {
				c.Other = s.ID
				break
			}
		}
		return c
	}
	rank := func(s Sale) Conclusion {
		c := Conclusion{Sale: s.ID}
		switch status := s.Status(); {
		case s.Reversed != nil:
			c.Outcome, c.At = OutcomeReversed, s.Reversed.At
		case status == StatusUnknown || status == StatusSetAside && (s.Capped || s.Watch.Denied):
			c.Outcome = OutcomeUnknown
			if s.SetAside != nil && s.SetAside.Reason == AsidePaidCash {
				c.Outcome, c.At = OutcomeCash, s.SetAside.At
			}
		case status == StatusSetAside:
			c.Outcome, c.At = OutcomeAside, s.SetAside.At
			if s.SetAside.Reason == AsidePaidCash {
				c.Outcome = OutcomeCash
			}
		case status == StatusResolved:
			c.Outcome, c.At = OutcomeResolved, s.ResolvedOutside.At
		case status.Group() == GroupOpen:
			c.Outcome = OutcomeOpen
		default:
			c.Outcome, c.At = OutcomeNotPaid, s.UpdatedAt
		}
		return c
	}
	order := []Outcome{OutcomeUnknown, OutcomeCash, OutcomeAside, OutcomeOpen, OutcomeReversed, OutcomeResolved, OutcomeNotPaid}
	best := Conclusion{Outcome: OutcomeUnknown} // of nothing, nothing is known
	for i, s := range all {
		c := rank(s)
		a, b := slices.Index(order, c.Outcome), slices.Index(order, best.Outcome)
		if i == 0 || a < b || a == b && !c.At.Before(best.At) {
			best = c
		}
	}
	return best
}

// unknowns are the events after which nobody knew how a sale ended.
var unknowns = []string{HistoryCapped, HistoryDenied, HistoryConflict, HistoryWatchEnded, HistoryStale}

// gatewayEnds are the events by which the gateway said how it did.
var gatewayEnds = []string{HistoryPaid, HistoryPaidLate, HistoryFailed, HistoryExpired}

// ResolvedAt is when a sale that somebody had to settle no longer was one: its alert was
// read, a manager resolved it, or the gateway said how it ended after nobody had
// known; ok is false where none of it was ever so, and while it still has to be.
// It follows from the record alone, as far as History reaches back.
func (s Sale) ResolvedAt() (at time.Time, ok bool) {
	switch {
	case s.LateMoney(), s.PaidTwice(), !s.Status().Ended():
		return time.Time{}, false
	case !s.LateAlertRead.IsZero():
		return s.LateAlertRead, true
	case s.Status() == StatusResolved:
		return s.ResolvedOutside.At, true
	}
	known := true
	for _, e := range s.History {
		switch {
		case slices.Contains(unknowns, e.Code):
			known = false
		case !known && slices.Contains(gatewayEnds, e.Code):
			at, ok, known = e.At, true, true
		}
	}
	return at, ok
}
