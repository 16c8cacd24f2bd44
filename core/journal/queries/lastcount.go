package queries

import (
	"context"

	"sanduq/core/journal"
)

// mostUncounted is how many Zs of shifts that nobody opened are passed in search of a count.
const mostUncounted = 200

// LastCountOf is what the newest Z with a drawer counted; nil where there is none, or its
// drawer was of another currency.
func LastCountOf(ctx context.Context, from interface {
	Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error)
}, currency string) (*journal.LastCount, error) {
	for before, passed := uint64(0), 0; passed < mostUncounted; {
		zs, err := from.Zs(ctx, before, 1+passed)
		if err != nil || len(zs) == 0 {
			return nil, err
		}
		for i := range zs {
			switch z := &zs[i]; {
			case z.Drawer == nil:
			case z.Drawer.Counted == nil || z.Drawer.Currency != currency:
				return nil, nil
			default:
				return &journal.LastCount{Z: z.Seq, At: z.At, By: z.By, Minor: z.Drawer.Counted.Minor}, nil
			}
			before = zs[i].Seq
		}
		passed += len(zs)
	}
	return nil, nil
}
