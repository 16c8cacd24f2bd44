package ui

import (
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

// inOrder is the strip's order: ends that nobody took note of, then the rest;
// newest first in both.
func (s *Shell) inOrder() []till.View {
	all := make([]till.View, 0, len(s.sales))
	for _, v := range s.sales {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b till.View) int {
		if x, y := a.Status().Ended(), b.Status().Ended(); x != y {
			if x {
				return -1
			}
			return 1
		}
		return strings.Compare(string(b.ID), string(a.ID))
	})
	return all
}
