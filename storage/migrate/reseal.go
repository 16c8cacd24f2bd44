package migrate

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

// Reseal writes all that a file holds into a new one under another key: every
// record gets its MAC again, every secret is sealed again, the chains are linked
// again. What is read is authenticated and held against the old manifest. recovery
// is the new key as a recovery code wraps it; nil without a code.
func Reseal(ctx context.Context, from record.Tx, to *Rewriting, recovery []byte) error {
	old, err := from.Manifest()
	if err != nil {
		return err
	}
	if err := to.Update(func(t record.Tx) error { return beginFile(t, recovery) }); err != nil {
		return err
	}
	for _, name := range []string{record.IndexBucket, record.OpenBucket, record.OwingBucket} { // hints, which bear no MAC
		if err := to.CopyBucket(ctx, from, name); err != nil {
			return err
		}
	}
	fresh := old
	fresh.Commits++
	fresh.Rekeyed, fresh.Journal = fresh.Commits, record.Counted{}
	for _, sum := range fresh.Counts() {
		*sum = record.Counted{}
	}
	secrets := record.Counted{}
	for _, part := range []struct {
		name string
		want record.Counted
		put  func(w *writing.Writer, key, payload []byte) error
	}{
		{record.TotalsBucket, old.Totals, asItIs(record.TotalsBucket)},
		{record.HoursBucket, old.Hours, asItIs(record.HoursBucket)},
		{record.DebtsBucket, old.Debts, asItIs(record.DebtsBucket)},
		{record.ShiftsBucket, old.Shifts, resealShift},
		{record.SettingsBucket, old.Settings, func(w *writing.Writer, key, payload []byte) error { return resealSettings(w, from, key, payload) }},
		{record.SalesBucket, old.Sales, func(w *writing.Writer, key, payload []byte) error { return resealSale(w, from, key, payload, &secrets) }},
	} {
		if err := to.EachRecord(ctx, from, part.name, part.want, &fresh, part.put); err != nil {
			return err
		}
	}
	if secrets != old.Secrets {
		return record.Corrupt("secrets: %d sealed values found, %d expected, or not those expected", secrets.Count, old.Secrets.Count)
	}
	for name, end := range fresh.Chains() {
		if *end, err = to.relink(ctx, from, name, *end); err != nil {
			return err
		}
	}
	if err := to.resealStatements(ctx, from); err != nil {
		return err
	}
	return to.Update(func(t record.Tx) error { return t.PutManifest(fresh) })
}

// asItIs writes the records of a bucket with the same content, and counts them.
func asItIs(name string) func(w *writing.Writer, key, payload []byte) error {
	return func(w *writing.Writer, key, payload []byte) error {
		return RewriteRecord(w, name, key, payload, w.Head.Counts()[name])
	}
}

// resealStatements writes what statements of banks say as it is. A record that is
// damaged stays behind: it can be had again from the bank's file, and must not keep a
// file from its new key.
func (r *Rewriting) resealStatements(ctx context.Context, from record.Tx) error {
	b, there := from.Statements()
	if !there {
		return nil
	}
	return r.inBlocks(ctx, b, func(t record.Tx) (func(key, value []byte) error, error) {
		into, err := t.MakeStatements()
		return func(key, value []byte) error {
			payload, _, damaged := b.Authenticate(key, value)
			if damaged != nil {
				return nil
			}
			_, err := into.Write(key, payload)
			return err
		}, err
	})
}

// beginFile makes the buckets of a file and what lies in the clear.
func beginFile(t record.Tx, recovery []byte) error {
	for _, name := range record.AllBuckets {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	meta := t.Bucket([]byte(record.MetaBucket))
	for _, key := range record.CheckKeys {
		if err := meta.Put(key, t.Seal.Check); err != nil {
			return err
		}
	}
	if recovery != nil {
		if err := meta.Put(RecoveryKey, recovery); err != nil {
			return err
		}
	}
	return PutSchema(t, Current.Schema())
}

// resealSale writes a sale as it is, and its secrets sealed again.
func resealSale(w *writing.Writer, from record.Tx, key, payload []byte, found *record.Counted) error {
	var sale journal.Sale
	version, err := record.DecodeSale(journal.SaleID(key), payload, &sale)
	if err != nil {
		return err
	}
	if err := RewriteRecord(w, record.SalesBucket, key, payload, &w.Head.Sales); err != nil || version == 0 {
		return err
	}
	plain, err := from.SaleSecrets(sale.ID, version)
	if err != nil {
		return err
	}
	_, mac, err := from.Read(record.SecretsBucket, key)
	if err != nil {
		return err
	}
	found.Replace(false, mac, true, mac)
	sealed, err := w.Seal.Seal(record.SecretPlace(key, version), plain)
	if err != nil {
		return err
	}
	return RewriteRecord(w, record.SecretsBucket, key, sealed, &w.Head.Secrets)
}

// resealShift writes the record of a shift as it is.
func resealShift(w *writing.Writer, key, payload []byte) error {
	mac, err := w.Write(record.ShiftsBucket, key, payload)
	w.Head.Shifts.Replace(false, mac, true, mac)
	if record.SeqOf(key) == w.Head.Present.Number {
		w.Head.Present.MAC = mac
	}
	return err
}

// resealSettings writes the settings with the staff sealed again.
func resealSettings(w *writing.Writer, from record.Tx, key, payload []byte) error {
	var kept record.SettingsRecord
	if err := json.Unmarshal(payload, &kept); err != nil {
		return record.Corrupt("settings: %w", err)
	}
	if len(kept.Staff) > 0 {
		plain, err := from.Seal.Open(record.StaffPlace, kept.Staff)
		if err != nil {
			return err
		}
		if kept.Staff, err = w.Seal.Seal(record.StaffPlace, plain); err != nil {
			return err
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return RewriteRecord(w, record.SettingsBucket, key, text, &w.Head.Settings)
}

// relink writes the rows of a chain with new links, and returns its new end.
func (r *Rewriting) relink(ctx context.Context, from record.Tx, name string, want record.Chained) (end record.Chained, err error) {
	b, err := from.In(name)
	if err != nil {
		return end, err
	}
	var before record.Digest
	if err := r.inBlocks(ctx, b, func(t record.Tx) (func(key, value []byte) error, error) {
		into, err := t.In(name)
		return func(key, value []byte) error {
			payload, _, err := b.Authenticate(key, value)
			if err != nil {
				return err
			}
			if len(payload) < record.MacSize || !bytes.Equal(payload[:record.MacSize], before[:]) {
				return record.Corrupt("%s: the chain breaks at row %x", name, key)
			}
			before = from.Seal.Link(name, key, payload)
			fresh := append(slices.Clone(end.Link[:]), payload[record.MacSize:]...)
			if _, err := into.Write(key, fresh); err != nil {
				return err
			}
			end = record.Chained{Seq: record.SeqOf(key), Link: t.Seal.Link(name, key, fresh)}
			return nil
		}, err
	}); err != nil {
		return end, err
	}
	if (record.Chained{Seq: end.Seq, Link: before}) != want {
		return end, record.Corrupt("%s: the chain ends elsewhere than at row %d", name, want.Seq)
	}
	return end, nil
}
