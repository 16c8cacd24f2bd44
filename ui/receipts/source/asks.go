package source

import (
	"context"

	"sanduq/core/journal"
)

// Returner is a History that tells what was given back of the sales that a query
// selects, by currency, whenever that was. It may be slow.
type Returner interface {
	Returned(ctx context.Context, q journal.SaleQuery) ([]journal.Line, error)
}

// Retention is a History that keeps sums for longer than single sales: it tells up to which day it
// no longer has sales of a query's days, blank for none. It may be slow.
type Retention interface {
	Gone(ctx context.Context, q journal.SaleQuery) (journal.Day, error)
}

// GiverBack is a Returner that knows how much was given back of each sale, in minor units:
// that is what a list of what was returned shows of it. It may be slow.
type GiverBack interface {
	GivenBack(ctx context.Context, q journal.SaleQuery) (map[journal.SaleID]int64, error)
}
