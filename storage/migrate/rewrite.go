package migrate

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
	"sanduq/storage/verify"
)

// Rewriting is a new file under construction. It is written in many
// transactions that are not synced one by one: it has no name yet that anyone
// would read it by.
type Rewriting struct {
	db       *bbolt.DB
	seal     *record.Sealer
	Progress func(done, total uint64) // nil when nobody waits
}

// reportProgress says now and then how many sales are done.
func (r *Rewriting) reportProgress(done, total uint64) {
	if r.Progress != nil && (done%verify.TellEvery == 0 || done == total) {
		r.Progress(done, total)
	}
}

// Rewrite is rewrite with a key of one's own.
func Rewrite(ctx context.Context, seal *record.Sealer, path string, build func(*Rewriting) error) error {
	if err := files.Remove(path); err != nil {
		return err
	}
	return record.Guarded(func() error {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType, NoSync: true})
		if err != nil {
			return err
		}
		err = build(&Rewriting{db: db, seal: seal})
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = db.Sync()
		}
		return errors.Join(err, db.Close())
	})
}

func (r *Rewriting) Update(write func(record.Tx) error) error {
	return r.db.Update(func(t *bbolt.Tx) error { return write(record.Tx{Tx: t, Seal: r.seal}) })
}

// blockBytes is about how much one transaction of a rewriting copies.
const blockBytes = 4 << 20

// CopyAll copies every bucket, with what lies over it, and returns the manifest
// that fits: it is not written yet.
func (r *Rewriting) CopyAll(ctx context.Context, from record.Tx) (h record.Manifest, err error) {
	if h, err = from.Manifest(); err != nil {
		return h, err
	}
	h.Journal = record.Counted{}
	for _, name := range bucketsOf(h.Schema) {
		if err := r.CopyBucket(ctx, from, name); err != nil {
			return h, err
		}
	}
	if _, there := from.Statements(); there {
		return h, r.CopyBucket(ctx, from, record.StatementsBucket)
	}
	return h, nil
}

// bucketsOf lists the buckets of a layout, the journal with them.
func bucketsOf(schema uint64) []string {
	return slices.DeleteFunc(slices.Clone(record.AllBuckets), func(name string) bool {
		return schema < record.FiguresSchema && name == record.HoursBucket || schema < record.DaySchema && slices.Contains(record.DayBuckets, name)
	})
}

// inBlocks gives all that a bucket holds to the function that begin returns for a
// transaction, in transactions of about blockBytes.
func (r *Rewriting) inBlocks(ctx context.Context, b record.Bucket, begin func(t record.Tx) (put func(key, value []byte) error, err error)) error {
	c := b.Cursor()
	key, value := c.First()
	for key != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.Update(func(t record.Tx) error {
			put, err := begin(t)
			for size := 0; err == nil && key != nil && size < blockBytes; key, value = c.Next() {
				size += len(key) + len(value)
				err = put(key, value)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// CopyBucket copies the records of a bucket as they are, densely; of the
// journal none, since what it says lies over the others.
func (r *Rewriting) CopyBucket(ctx context.Context, from record.Tx, name string) error {
	if err := r.Update(func(t record.Tx) error { _, err := t.CreateBucketIfNotExists([]byte(name)); return err }); err != nil || name == record.JournalBucket {
		return err
	}
	b, err := from.In(name)
	if err != nil {
		return err
	}
	return r.inBlocks(ctx, b, func(t record.Tx) (func(key, value []byte) error, error) {
		into := t.Bucket([]byte(name))
		into.FillPercent = 0.95
		return into.Put, nil
	})
}

// EachRecord gives every authenticated record of a bucket to put, in many
// transactions, and holds them against the old manifest.
func (r *Rewriting) EachRecord(ctx context.Context, from record.Tx, name string, want record.Counted, fresh *record.Manifest,
	put func(w *writing.Writer, key, payload []byte) error) error {
	b, err := from.In(name)
	if err != nil {
		return err
	}
	var found record.Counted
	if err := r.inBlocks(ctx, b, func(t record.Tx) (func(key, value []byte) error, error) {
		w := writing.On(t, *fresh)
		return func(key, value []byte) error {
			payload, mac, err := b.Authenticate(key, value)
			if err != nil {
				return err
			}
			found.Replace(false, mac, true, mac)
			err = put(w, key, payload)
			*fresh = w.Head
			return err
		}, nil
	}); err != nil {
		return err
	}
	return complete(name, found, want)
}

// complete holds the records that were found in a bucket against the manifest.
func complete(name string, found, want record.Counted) error {
	if found != want {
		return record.Corrupt("%s: %d records found, %d expected, or not those expected", name, found.Count, want.Count)
	}
	return nil
}

// eachSale gives every sale to visit, reports the progress, and holds them against the
// old manifest. The sale is valid until visit returns.
func (r *Rewriting) eachSale(ctx context.Context, from record.Tx, h *record.Manifest, visit func(*journal.Sale) error) error {
	sales, err := from.In(record.SalesBucket)
	if err != nil {
		return err
	}
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
		r.reportProgress(found.Count, h.Sales.Count)
		if found.Count%reading.CheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		return visit(&sale)
	}); err != nil {
		return err
	}
	return complete(record.SalesBucket, found, h.Sales)
}

// RewriteRecord writes a record with the same content.
func RewriteRecord(w *writing.Writer, name string, key, payload []byte, sum *record.Counted) error {
	mac, err := w.Write(name, key, payload)
	sum.Replace(false, mac, true, mac)
	return err
}
