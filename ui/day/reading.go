package day

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/receipt"
)

// sinceZ reports whether a shift that nobody has opened yet began with the newest Z, so
// that all money since is its own. The first shift began with none, and one that came
// after shifts were off began later. It may be slow. What cannot be read is not promised.
func (s *Screen) sinceZ(ctx context.Context, shift journal.Shift) bool {
	if shift.Opened != nil || shift.After == 0 {
		return false
	}
	before, err := s.deps.Records.Zs(ctx, shift.After+1, 1)
	return err == nil && len(before) == 1 && before[0].Seq == shift.After && before[0].At.Equal(shift.Begun)
}

// counts reads how the drawer of a Z was counted, where that is more than one count
// says. It may be slow.
func (s *Screen) counts(z journal.Z) ([]journal.ShiftCount, error) {
	return Counts(s.env.Life, s.deps.Records, z)
}

// Counts is how the drawer of a Z was counted, where that was more than once.
func Counts(ctx context.Context, r Records, z journal.Z) ([]journal.ShiftCount, error) {
	if z.Seq == 0 || z.Drawer == nil || z.Drawer.Counts < 2 {
		return nil, nil
	}
	return r.Counts(ctx, z.Shift)
}

// firstCount is the first count of a drawer that was counted again. Nobody knew then what
// should be there. Where it cannot be read it is not told: the count stands all the same.
func (s *Screen) firstCount(ctx context.Context, shift uint64, sum journal.DrawerSum) *journal.ShiftCount {
	if sum.Counts < 2 {
		return nil
	}
	all, err := s.deps.Records.Counts(ctx, shift)
	if err != nil || len(all) < 2 {
		return nil
	}
	return &all[0]
}

// Movements reads all of a shift, oldest first.
func Movements(ctx context.Context, r Records, shift uint64) (all []journal.Movement, err error) {
	const each, mostRows = 100, 1000
	for before := uint64(0); len(all) < mostRows; {
		some, err := r.Movements(ctx, shift, before, each)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < each {
			break
		}
		before = some[len(some)-1].Seq
	}
	slices.Reverse(all)
	return all, nil
}

// outsideShift reads what was taken before the shift of an X or a Z while shifts were off.
// It may be slow. Where it cannot be read the record is shown all the same, and that is
// said beside it.
func (s *Screen) outsideShift(ctx context.Context, z journal.Z) receipt.BeforeShift {
	u, err := s.deps.Records.OutsideShift(ctx, z)
	return receipt.BeforeShift{OutsideShift: u, Unread: err != nil}
}
