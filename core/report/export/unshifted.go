package export

import (
	"maps"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/receipt"
)

// BeforeZs is what was taken while shifts were off before the shifts of some Zs, by the
// numbers of these. A Z without any is not in it.
type BeforeZs map[uint64]receipt.BeforeShift

// Facts says it in words, Z by Z, as an export says things of itself.
func (b BeforeZs) Facts(w Words) (all [][2]string) {
	for _, seq := range slices.Sorted(maps.Keys(b)) {
		if said := b[seq].Sentences(w); len(said) > 0 {
			all = append(all, [2]string{zName(seq), strings.Join(said, " ")})
		}
	}
	return all
}

// currencies are those in which something was taken before a Z's shift.
func (b BeforeZs) currencies(z journal.Z) (all []string) {
	for _, l := range b[z.Seq].Sums {
		all = append(all, l.Currency)
	}
	return all
}

// cells are what was taken before a Z's shift in one currency: how many, how much, and
// under which numbers it all stands; blank where it could not be read.
func (b BeforeZs) cells(z journal.Z, currency string) []Cell {
	one := b[z.Seq]
	if one.Unread || currency == "" {
		return make([]Cell, 3)
	}
	at := slices.IndexFunc(one.Sums, func(l journal.Line) bool { return l.Currency == currency })
	if at < 0 {
		return []Cell{whole(0), whole(0), {}}
	}
	return []Cell{whole(one.Sums[at].Number), whole(one.Sums[at].Minor), text(one.Numbers(" "))}
}
