package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"sanduq/core/journal"
)

// reseal writes all that a file holds into a new one under another key: every
// record gets its MAC anew, every secret is sealed anew, the chains are linked
// anew. What is read is authenticated and held against the old manifest. recovery
// is the new key as a recovery code wraps it; nil without a code.
func reseal(ctx context.Context, from tx, to *rewriting, recovery []byte) error {
	old, err := from.manifest()
	if err != nil {
		return err
	}
	if err := to.update(func(t tx) error { return beginFile(t, recovery) }); err != nil {
		return err
	}
	for _, name := range []string{indexBucket, openBucket, owingBucket} { // hints, which bear no MAC
		if err := to.copyBucket(ctx, from, name); err != nil {
			return err
		}
	}
	fresh := old
	fresh.Commits++
	fresh.Rekeyed, fresh.Journal = fresh.Commits, counted{}
	fresh.Sales, fresh.Totals, fresh.Hours, fresh.Secrets, fresh.Settings = counted{}, counted{}, counted{}, counted{}, counted{}
	fresh.Shifts, fresh.Debts = counted{}, counted{}
	secrets := counted{}
	for _, part := range []struct {
		name string
		want counted
		put  func(w *writer, key, payload []byte) error
	}{
		{totalsBucket, old.Totals, func(w *writer, key, payload []byte) error {
			return w.again(totalsBucket, key, payload, &w.manifest.Totals)
		}},
		{hoursBucket, old.Hours, func(w *writer, key, payload []byte) error {
			return w.again(hoursBucket, key, payload, &w.manifest.Hours)
		}},
		{debtsBucket, old.Debts, func(w *writer, key, payload []byte) error {
			return w.again(debtsBucket, key, payload, &w.manifest.Debts)
		}},
		{shiftsBucket, old.Shifts, func(w *writer, key, payload []byte) error { return w.resealShift(key, payload) }},
		{settingsBucket, old.Settings, func(w *writer, key, payload []byte) error { return w.resealSettings(from, key, payload) }},
		{salesBucket, old.Sales, func(w *writer, key, payload []byte) error { return w.resealSale(from, key, payload, &secrets) }},
	} {
		if err := to.eachRecord(ctx, from, part.name, part.want, &fresh, part.put); err != nil {
			return err
		}
	}
	if secrets != old.Secrets {
		return corrupt("secrets: %d sealed values found, %d expected, or not those expected", secrets.Count, old.Secrets.Count)
	}
	for name, end := range map[string]*chained{receiptsBucket: &fresh.Receipts, auditBucket: &fresh.Audit, zsBucket: &fresh.Zs, cashBucket: &fresh.Cash,
		drawerBucket: &fresh.Drawer, owedBucket: &fresh.Owed} {
		if *end, err = to.relink(ctx, from, name, *end); err != nil {
			return err
		}
	}
	return to.update(func(t tx) error { return t.putManifest(fresh) })
}

// beginFile makes the buckets of a file and what lies in the clear.
func beginFile(t tx, recovery []byte) error {
	for _, name := range allBuckets {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	meta := t.Bucket([]byte(metaBucket))
	for _, key := range checkKeys {
		if err := meta.Put(key, t.seal.check); err != nil {
			return err
		}
	}
	if recovery != nil {
		if err := meta.Put(recoveryKey, recovery); err != nil {
			return err
		}
	}
	return putSchema(t, current.schema())
}

// resealSale writes a sale as it is, and its secrets sealed anew.
func (w *writer) resealSale(from tx, key, payload []byte, found *counted) error {
	var sale journal.Sale
	version, err := decodeSale(journal.SaleID(key), payload, &sale)
	if err != nil {
		return err
	}
	if err := w.again(salesBucket, key, payload, &w.manifest.Sales); err != nil || version == 0 {
		return err
	}
	plain, err := from.saleSecrets(sale.ID, version)
	if err != nil {
		return err
	}
	b, err := from.in(secretsBucket)
	if err != nil {
		return err
	}
	_, mac, err := b.get(key)
	if err != nil {
		return err
	}
	found.replace(false, mac, true, mac)
	sealed, err := w.seal.seal(secretPlace(key, version), plain)
	if err != nil {
		return err
	}
	return w.again(secretsBucket, key, sealed, &w.manifest.Secrets)
}

// resealShift writes the record of a shift as it is.
func (w *writer) resealShift(key, payload []byte) error {
	b, err := w.in(shiftsBucket)
	if err != nil {
		return err
	}
	mac, err := b.put(key, payload)
	w.manifest.Shifts.replace(false, mac, true, mac)
	if seqOf(key) == w.manifest.Present.Number {
		w.manifest.Present.MAC = mac
	}
	return err
}

// resealSettings writes the settings with the staff sealed anew.
func (w *writer) resealSettings(from tx, key, payload []byte) error {
	var kept settingsRecord
	if err := json.Unmarshal(payload, &kept); err != nil {
		return corrupt("settings: %w", err)
	}
	if len(kept.Staff) > 0 {
		plain, err := from.seal.open(staffPlace, kept.Staff)
		if err != nil {
			return err
		}
		if kept.Staff, err = w.seal.seal(staffPlace, plain); err != nil {
			return err
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return w.again(settingsBucket, key, text, &w.manifest.Settings)
}

// relink writes the rows of a chain with new links, and returns its new end.
func (r *rewriting) relink(ctx context.Context, from tx, name string, want chained) (end chained, err error) {
	b, err := from.in(name)
	if err != nil {
		return end, err
	}
	var before digest
	c := b.Cursor()
	key, value := c.First()
	for key != nil {
		if err := ctx.Err(); err != nil {
			return end, err
		}
		if err := r.update(func(t tx) error {
			into, err := t.in(name)
			if err != nil {
				return err
			}
			for size := 0; key != nil && size < blockBytes; key, value = c.Next() {
				size += len(key) + len(value)
				payload, _, err := b.authenticate(key, value)
				if err != nil {
					return err
				}
				if len(payload) < macSize || !bytes.Equal(payload[:macSize], before[:]) {
					return corrupt("%s: the chain breaks at row %x", name, key)
				}
				before = from.seal.link(name, key, payload)
				fresh := append(slices.Clone(end.Link[:]), payload[macSize:]...)
				if _, err := into.put(key, fresh); err != nil {
					return err
				}
				end = chained{Seq: seqOf(key), Link: t.seal.link(name, key, fresh)}
			}
			return nil
		}); err != nil {
			return end, err
		}
	}
	if (chained{end.Seq, before}) != want {
		return end, corrupt("%s: the chain ends elsewhere than at row %d", name, want.Seq)
	}
	return end, nil
}
