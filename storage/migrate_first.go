package storage

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"maps"

	"sanduq/core/till"
)

// fromFirst leads from schema 1 to 2. Rows of chains stay as they were written,
// since their links and the checkpoint outside cover them; all else is written
// anew.
func fromFirst(ctx context.Context, from tx, to *rewriting) error {
	old, err := from.head()
	if err != nil {
		return err
	}
	fresh := head{Schema: 2, Commits: old.Commits + 1, Receipts: old.Receipts, Audit: old.Audit,
		At: old.At, Environment: old.Environment, Freeze: old.Freeze, Gaps: old.Gaps}
	if err := to.update(func(t tx) error {
		for _, name := range allBuckets {
			if _, err := t.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return t.putSchema(fresh.Schema)
	}); err != nil {
		return err
	}
	skip := []string{string(headKey), string(schemaKeys[0]), string(schemaKeys[1])}
	if err := to.copyBucket(ctx, from, metaBucket, skip...); err != nil {
		return err
	}
	for _, name := range []string{receiptsBucket, auditBucket} {
		if err := to.copyBucket(ctx, from, name); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		name string
		want counted
		put  func(w *writer, key, payload []byte) error
	}{
		{salesBucket, old.Sales, putFirstSale},
		{secretsBucket, old.Secrets, func(w *writer, key, payload []byte) error {
			return w.again(secretsBucket, key, payload, &w.head.Secrets)
		}},
		{settingsBucket, old.Settings, func(w *writer, key, payload []byte) error {
			return w.again(settingsBucket, key, payload, &w.head.Settings)
		}},
	} {
		if err := to.eachRecord(ctx, from, part.name, part.want, &fresh, part.put); err != nil {
			return err
		}
	}
	if fresh.Open != old.Open || !maps.Equal(fresh.Figures, old.Figures) {
		return corrupt("%d open sales where %d were, by status %v where %v", fresh.Open, old.Open, fresh.Figures, old.Figures)
	}
	return to.update(func(t tx) error { return t.putHead(fresh) })
}

// eachRecord gives every authenticated record of a bucket to put, in many
// transactions, and holds them against the old head.
func (r *rewriting) eachRecord(ctx context.Context, from tx, name string, want counted, fresh *head,
	put func(w *writer, key, payload []byte) error) error {
	b, err := from.in(name)
	if err != nil {
		return err
	}
	var found counted
	c := b.Cursor()
	key, value := c.First()
	for key != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.update(func(t tx) error {
			w := writer{tx: t, head: *fresh}
			for size := 0; key != nil && size < blockBytes; key, value = c.Next() {
				size += len(key) + len(value)
				payload, mac, err := b.authenticate(key, value)
				if err != nil {
					return err
				}
				found.replace(false, mac, true, mac)
				if err := put(&w, key, payload); err != nil {
					return err
				}
			}
			*fresh = w.head
			return nil
		}); err != nil {
			return err
		}
	}
	if found != want {
		return corrupt("%s: %d records found, %d expected, or not those expected", name, found.Count, want.Count)
	}
	return nil
}

// again writes a record with the same content.
func (w *writer) again(name string, key, payload []byte, sum *counted) error {
	b, err := w.in(name)
	if err != nil {
		return err
	}
	mac, err := b.put(key, payload)
	sum.replace(false, mac, true, mac)
	return err
}

// firstSale reads a sale as schema 1 kept it: the version that brought its
// secrets, then JSON.
func firstSale(key, payload []byte) (sale till.Sale, secrets uint64, err error) {
	if len(payload) < 8 {
		return sale, 0, corrupt("sale %s: too short", key)
	}
	if err := json.Unmarshal(payload[8:], &sale); err != nil {
		return sale, 0, corrupt("sale %s: %w", key, err)
	}
	if sale.ID != till.SaleID(key) {
		return sale, 0, corrupt("sale %s is kept as %s", sale.ID, key)
	}
	return sale, binary.BigEndian.Uint64(payload), nil
}

func putFirstSale(w *writer, key, payload []byte) error {
	sale, secrets, err := firstSale(key, payload)
	if err != nil {
		return err
	}
	r := saleRecord{sale: sale, secrets: secrets}
	content, err := encodeSale(r)
	if err != nil {
		return err
	}
	if err := w.again(salesBucket, key, content, &w.head.Sales); err != nil {
		return err
	}
	return w.reindex(nil, r.sale)
}
