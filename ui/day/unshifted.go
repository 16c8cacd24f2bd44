package day

import (
	"context"
	"strconv"
	"strings"

	"sanduq/core/till"
	"sanduq/ui/present"
)

// unshifted is what was taken before a shift while shifts were off, as it was read.
type unshifted struct {
	till.Unshifted
	err error
}

// unshifted reads it for an X or a Z. It may be slow. Where it cannot be read the
// record is shown all the same, and that is said beside it.
func (s *Screen) unshifted(ctx context.Context, z till.Z) unshifted {
	u, err := s.deps.Till.Unshifted(ctx, z)
	return unshifted{u, err}
}

// tell says what stands in no Z, by currency, and under which numbers it is found;
// blank where there is nothing.
func (u unshifted) tell(d Deps) string {
	w := d.Words
	if u.err != nil {
		return w.T("day.unshifted.unknown")
	}
	var sums, numbers []string
	for _, l := range u.Sums {
		sums = append(sums, d.amount(l.Minor, l.Currency)+" ("+strconv.FormatInt(l.Number, 10)+")")
	}
	for _, one := range []struct {
		run  till.SeqRange
		name func(uint64) string
	}{{u.Receipts, present.Receipt}, {u.Cash, present.CashReceipt}} {
		switch {
		case one.run.First == 0:
		case one.run.First == one.run.Last:
			numbers = append(numbers, one.name(one.run.First))
		default:
			numbers = append(numbers, one.name(one.run.First)+"–"+one.name(one.run.Last))
		}
	}
	if len(sums) == 0 {
		return ""
	}
	said := w.T("day.unshifted", "sum", strings.Join(sums, " + "), "numbers", strings.Join(numbers, " · "))
	if u.More {
		said += " " + w.T("day.unshifted.more")
	}
	return said
}
