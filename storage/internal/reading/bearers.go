package reading

import (
	"context"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Bearers implements journal.Store. It reads one chunk of the index, and the records
// that it names.
func (s *Reader) Bearers(ctx context.Context, kind journal.NameKind, name string, limit int) ([]journal.SaleID, error) {
	if name == "" {
		return nil, ctx.Err()
	}
	return read(ctx, s, func(t record.Tx) (ids []journal.SaleID, err error) {
		terms, err := t.In(record.IndexBucket)
		if err != nil {
			return nil, err
		}
		var failed error
		next := index.TermSource(terms, index.GatewayNamePrefix(kind, index.GatewayName(name)), index.SpanOf(journal.SaleQuery{}), &failed)
		for id := next(); id != ""; id = next() {
			r, found, err := t.SaleRecord(id)
			if err == nil && !found {
				err = record.Corrupt("sale %s is lost", id)
			}
			if err != nil {
				return nil, err
			}
			if r.Sale.GatewayName(kind) == name {
				if ids = append(ids, id); len(ids) == limit {
					break
				}
			}
		}
		return ids, failed
	})
}
