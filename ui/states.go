package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sanduq/core/till"
	"sanduq/ui/widgets"
)

// stateOf is the shape of a status and the key of its word.
func stateOf(s till.Status) (widgets.State, string) {
	switch s {
	case till.StatusPaid:
		return widgets.StatePaid, "state.paid"
	case till.StatusFailed:
		return widgets.StateFailed, "state.failed"
	case till.StatusExpired:
		return widgets.StateExpired, "state.expired"
	case till.StatusUnknown:
		return widgets.StateUnknown, "state.unknown"
	case till.StatusSetAside:
		return widgets.StateAside, "state.aside"
	case till.StatusNotOpened:
		return widgets.StateExpired, "state.notOpened"
	case till.StatusResolved:
		return widgets.StateAside, "state.resolved"
	case till.StatusOpening:
		return widgets.StateWaiting, "state.opening"
	case till.StatusChoosing:
		return widgets.StateWaiting, "state.choosing"
	case till.StatusEntry:
		return widgets.StateEntry, "state.entry"
	case till.StatusCode:
		return widgets.StateCode, "state.code"
	}
	return widgets.StateWaiting, "state.waiting"
}

// urgency parts the strip: money that nobody understands yet, ends that nobody
// took note of, and the rest.
func urgency(v till.View) int {
	switch {
	case v.Status() == till.StatusUnknown, v.Session.Conflict != "", v.LateMoney(), v.PaidTwice():
		return 0
	case v.Status().Ended():
		return 1
	}
	return 2
}

// inOrder is the strip's order: the most urgent first, and the newest first
// among equals.
func (s *Shell) inOrder() []till.View {
	return slices.SortedFunc(maps.Values(s.sales), func(a, b till.View) int {
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), strings.Compare(string(b.ID), string(a.ID)))
	})
}
