package queries

import (
	"context"

	"sanduq/core/journal"
)

// mostUncounted is how many Zs are passed in search of a count: of shifts that nobody opened,
// and of drawers of another currency.
const mostUncounted = 200

// LastCountOf is what the newest Z with a drawer of a currency counted; nil where there is
// none. What lay in it still lies there while a drawer of another currency is used.
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
			case z.Drawer == nil || z.Drawer.Currency != currency:
			case z.Drawer.Counted == nil:
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
