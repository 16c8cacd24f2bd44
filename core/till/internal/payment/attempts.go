package payment

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"sanduq/core/journal"
)

// mostAttempts bounds how many sales of one order are looked up.
const mostAttempts = 40

// Attempts is till.Till.Attempts.
func (o *orders) Attempts(ctx context.Context, id journal.SaleID) ([]journal.Sale, error) {
	seen := map[journal.SaleID]bool{"": true}
	var found []journal.Sale
	for next := []journal.SaleID{id}; len(next) > 0 && len(found) < mostAttempts; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		s, err := o.t.cfg.Store.Sale(ctx, next[0])
		if err != nil {
			if len(found) > 0 && errors.Is(err, journal.ErrNotFound) {
				continue
			}
			return nil, err
		}
		if s.OwedEnd, err = o.t.cfg.Refunds.OwedEnd(ctx, s.ID, journal.Debt{}); err != nil {
			return nil, err
		}
		found = append(found, s)
		next = append(next, append([]journal.SaleID{s.Replaces, s.ReplacedBy, s.PaidTwiceWith, s.AlsoPaid}, s.Instead...)...)
	}
	slices.SortFunc(found, func(a, b journal.Sale) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}
