package migrate

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// AddNames leads from layout 5 to 6: each sale stands under the names that the gateway
// gave it, so that none of them is ever taken for another sale's.
var AddNames = adding(record.NamesSchema, func(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) error {
	all, err := namesSoFar(ctx, from, to, h)
	if err != nil {
		return err
	}
	h.Entries += uint64(len(all))
	return to.putNames(ctx, all)
})

// named is an entry to come: 32 bytes, since all of them are in memory at once.
type named struct {
	name [index.GatewayNameLength]byte
	kind journal.NameKind
	sale uint64
}

// compare is the order of the keys: whatever is put in another one moves what is behind
// it, which took a third of the time.
func (a named) compare(b named) int {
	return cmp.Or(cmp.Compare(index.GatewayNameKinds[a.kind], index.GatewayNameKinds[b.kind]), bytes.Compare(a.name[:], b.name[:]), cmp.Compare(a.sale, b.sale))
}

// namesSoFar returns the entries of all sales in the order of their names.
func namesSoFar(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) ([]named, error) {
	all := make([]named, 0, len(journal.NameKinds())*int(min(h.Sales.Count, 1<<21)))
	err := to.eachSale(ctx, from, h, func(sale *journal.Sale) error {
		id, ok := codec.Pack(sale.ID)
		if !ok {
			return record.Corrupt("sale %q", sale.ID)
		}
		for _, kind := range journal.NameKinds() {
			if name := sale.GatewayName(kind); name != "" {
				all = append(all, named{index.GatewayName(name), kind, id})
			}
		}
		return nil
	})
	slices.SortFunc(all, named.compare)
	return all, err
}

// putNames writes entries, which are in the order of their names. Earlier versions let
// several sales bear one.
func (r *Rewriting) putNames(ctx context.Context, all []named) error {
	for len(all) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.Update(func(t record.Tx) error {
			terms := t.Bucket([]byte(record.IndexBucket))
			if terms == nil {
				return record.Corrupt("no bucket %s", record.IndexBucket)
			}
			terms.FillPercent = 0.95
			var ids []uint64
			for size := 0; len(all) > 0 && size < blockBytes; {
				one := all[0]
				for ids = ids[:0]; len(all) > 0 && all[0].kind == one.kind && all[0].name == one.name && len(ids) < index.MaxChunk; all = all[1:] {
					ids = append(ids, all[0].sale)
				}
				key, value := index.AppendPacked(index.GatewayNamePrefix(one.kind, one.name), ids[0]), index.PackChunk(ids)
				size += len(key) + len(value)
				if err := terms.Put(key, value); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}
