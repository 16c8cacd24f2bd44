package migrate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
)

// AddNames leads from layout 5 to 6: each sale stands under the names that the gateway
// gave it, so that none of them is ever taken for another sale's. All else stays as it
// is. A program that knows nothing of them would leave sales out: the new number keeps
// it from the file.
func AddNames(ctx context.Context, from record.Tx, to *Rewriting) error {
	h, err := to.CopyAll(ctx, from)
	if err != nil {
		return err
	}
	named, err := namesSoFar(ctx, from, to, &h)
	if err != nil {
		return err
	}
	h.Entries += uint64(len(named))
	if err := to.putNames(ctx, named); err != nil {
		return err
	}
	h.Schema = record.NamesSchema
	h.Commits++
	return to.Update(func(t record.Tx) error { return errors.Join(PutSchema(t, h.Schema), t.PutManifest(h)) })
}

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

// namesSoFar reads all sales, which are held against the manifest, and returns their
// entries in the order of their names.
func namesSoFar(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) (all []named, err error) {
	sales, err := from.In(record.SalesBucket)
	if err != nil {
		return nil, err
	}
	all = make([]named, 0, len(journal.NameKinds())*int(min(h.Sales.Count, 1<<21)))
	var found record.Counted
	var sale journal.Sale
	if err := sales.ForEach(func(key, value []byte) error {
		payload, mac, err := sales.Authenticate(key, value)
		if err != nil {
			return err
		}
		if _, err := record.DecodeSale(journal.SaleID(key), payload, &sale); err != nil {
			return err
		}
		found.Replace(false, mac, true, mac)
		to.reportProgress(found.Count, h.Sales.Count)
		if found.Count%reading.CheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
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
	}); err != nil {
		return nil, err
	}
	if found != h.Sales {
		return nil, record.Corrupt("sales: %d records found, %d expected, or not those expected", found.Count, h.Sales.Count)
	}
	slices.SortFunc(all, named.compare)
	return all, nil
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
