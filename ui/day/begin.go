package day

import (
	"context"

	"sanduq/core/journal"
)

// sinceZ reports whether a shift that nobody has opened yet began with the newest Z, so
// that all money since is its own. The first shift began with none, and one that came
// after shifts were off began later. It may be slow. What cannot be read is not promised.
func (s *Screen) sinceZ(ctx context.Context, shift journal.Shift) bool {
	if shift.Opened != nil || shift.After == 0 {
		return false
	}
	before, err := s.deps.Till.Zs(ctx, shift.After+1, 1)
	return err == nil && len(before) == 1 && before[0].Seq == shift.After && before[0].At.Equal(shift.Begun)
}

// beginText is what a person does before the shift is open, and what will belong to it.
func (s *Screen) beginText() string {
	w := s.env.Words
	if !s.since {
		return w.T("day.unopened.text")
	}
	return w.T("day.unopened.text") + " " + w.T("day.unopened.since")
}
