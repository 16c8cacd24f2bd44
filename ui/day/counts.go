package day

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// counts reads how the drawer of a Z was counted, where that is more than one count
// says. It may be slow.
func (s *Screen) counts(z journal.Z) ([]journal.ShiftCount, error) {
	if z.Seq == 0 || z.Drawer == nil || z.Drawer.Counts < 2 {
		return nil, nil
	}
	return s.deps.Till.Counts(s.env.Life, z.Shift)
}

// firstCount is the first count of a drawer that was counted again. Nobody knew then what
// should be there. Where it cannot be read it is not told: the count stands all the same.
func (s *Screen) firstCount(ctx context.Context, shift uint64, sum journal.DrawerSum) *journal.ShiftCount {
	if sum.Counts < 2 {
		return nil
	}
	all, err := s.deps.Till.Counts(ctx, shift)
	if err != nil || len(all) < 2 {
		return nil
	}
	return &all[0]
}

// counted says that a drawer was counted more than once, and what the first count came
// to; blank where it was counted once.
func counted(env screen.Env, sum journal.DrawerSum, first *journal.ShiftCount) string {
	switch {
	case sum.Counts < 2:
		return ""
	case first == nil:
		return env.Words.T("day.counts", "n", sum.Counts)
	}
	by := env.Words.T("slip.z.by", "time", present.Clock(first.At, env.Zone), "name", orNobody(env, first.By))
	return env.Words.T("day.counts.first", "n", sum.Counts, "sum", amount(env, first.Cash.Minor, first.Cash.Currency), "by", by)
}
