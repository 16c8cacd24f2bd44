package cash

import (
	"cmp"
	"math"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// handed is a sum that customers hand over often, and the notes that make it up.
type handed struct {
	Minor  int64
	Pieces []journal.Pieces // the largest first
}

// mostQuick is how many sums are offered beside the exact one, and mostNotes how
// many notes may make one up.
const (
	mostQuick = 3
	mostNotes = 9
)

// quickNotes returns the sums above what is due that a customer most likely
// hands over, the smallest first: of all that end at a whole note, those of the
// fewest notes. None where the notes of the currency are not known.
func quickNotes(due money.Amount) []handed {
	known := journal.Denominations(due.Currency)
	var all []handed
	for _, value := range known {
		over := due.Minor % value
		if over == 0 || due.Minor <= 0 || due.Minor > math.MaxInt64-value {
			continue
		}
		h := handed{Minor: due.Minor - over + value}
		same := func(other handed) bool { return other.Minor == h.Minor }
		if slices.ContainsFunc(all, same) {
			continue
		}
		rest := h.Minor
		for _, note := range known {
			if n := rest / note; n > 0 {
				h.Pieces = append(h.Pieces, journal.Pieces{Value: note, Number: n})
				rest %= note
			}
		}
		if rest == 0 && h.notes() <= mostNotes {
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b handed) int { return cmp.Or(cmp.Compare(a.notes(), b.notes()), cmp.Compare(a.Minor, b.Minor)) })
	all = all[:min(mostQuick, len(all))]
	slices.SortFunc(all, func(a, b handed) int { return cmp.Compare(a.Minor, b.Minor) })
	return all
}

func (h handed) notes() (n int64) {
	for _, p := range h.Pieces {
		n += p.Number
	}
	return n
}
