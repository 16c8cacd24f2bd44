package receipts

import (
	"strings"

	"sanduq/ui/places"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

// newPlaces are the chips of shop and till, which a till's own history has not.
func (f *filters) newPlaces() *places.Chips {
	h, ok := f.deps.placed()
	if !ok {
		return nil
	}
	return places.NewChips(places.Choice{Words: f.env.Words, Popover: f.popover, All: h.Places, Now: func() string { return f.now.Place },
		Pick: func(id string) {
			f.now.Place = id
			f.apply()
		}})
}

// leastSearch is the width below which the search has a line of its own. Beside the
// chips of shop and till it makes do with less.
func (f *filters) leastSearch() float32 {
	if f.places != nil {
		return 112
	}
	return max(searchLeast*.7, f.hint.MinSize().Width+aroundHint) // an empty search says what it finds
}

// aroundHint is what stands around it: the icon, and the room beside both.
const aroundHint = 24 + 2*theme.S4 + theme.S3 + theme.S2

// searchHint is the key of what stands in the empty search.
func (f *filters) searchHint() string {
	if f.places != nil {
		return "receipts.find"
	}
	return "receipts.search"
}

// said is the filter in words, for a file that tells what was asked.
func (f *filters) said() string {
	parts := []string{}
	for _, c := range append([]*control.Chip{f.status, f.route}, f.asked...) {
		if !c.Hidden {
			parts = append(parts, c.Label())
		}
	}
	if !f.figure.Hidden {
		parts = append(parts, f.figure.Label())
	}
	if q := f.question(); q.Rest != "" {
		parts = append(parts, q.Rest)
	}
	return strings.Join(parts, " · ")
}
