package journal

import (
	"slices"
	"time"
)

// unknowns are the events after which nobody knew how a sale ended.
var unknowns = []string{HistoryCapped, HistoryDenied, HistoryConflict, HistoryWatchEnded, HistoryBehind}

// gatewayEnds are the events by which the gateway said how it did.
var gatewayEnds = []string{HistoryPaid, HistoryPaidLate, HistoryFailed, HistoryExpired}

// ClarifiedAt is when a sale that somebody had to settle no longer was one: its alert was
// read, a manager resolved it, or the gateway said how it ended after nobody had
// known; ok is false where none of it was ever so, and while it still has to be.
// It follows from the record alone, as far as History reaches back.
func (s Sale) ClarifiedAt() (at time.Time, ok bool) {
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
