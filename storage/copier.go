package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
	"sanduq/storage/verify"
)

// copier writes and proves files that nobody has open: copies, and what is to take the
// place of the open one. It knows the options and the keys, and nothing of the open file.
type copier struct {
	opts     Options
	keys     *sealers
	progress func(done, total uint64) // of a migration that is under way; nobody else uses the store then
}

func writeCopy(ctx context.Context, t record.Tx, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = t.WriteTo(files.NewPaced(ctx, file))
	return errors.Join(err, file.Sync(), file.Close())
}

// verify opens a copy and reads all of it.
func (c *copier) verify(ctx context.Context, path string) error {
	return c.verifyWith(ctx, c.keys.now.Load(), path)
}

// verifyWith is verify with a key of one's own.
func (c *copier) verifyWith(ctx context.Context, seal *record.Sealer, path string) error {
	return readCopy(seal, path, c.opts.Timeout, func(copied record.Tx) error {
		if err := migrate.Identify(copied); err != nil {
			return err
		}
		if h, err := copied.Manifest(); err != nil || h.Schema < migrate.Current.Schema() {
			return errors.Join(err, c.verifyOlder(ctx, path, copied, h.Schema))
		}
		_, err := verify.Telling(ctx, copied, c.progress)
		return err
	})
}

// verifyOlder verifies a copy of an older layout by bringing it to the next one.
func (c *copier) verifyOlder(ctx context.Context, path string, copied record.Tx, schema uint64) error {
	tried := path + ".tried"
	err := migrate.Rewrite(ctx, copied.Seal, tried, func(to *migrate.Rewriting) error { return migrate.Current.Step(schema)(ctx, copied, to) })
	if err == nil {
		err = c.verifyWith(ctx, copied.Seal, tried)
	}
	return errors.Join(err, files.Remove(tried))
}

// rewrite builds a file at path, which is replaced, and syncs it.
func (c *copier) rewrite(ctx context.Context, path string, build func(*migrate.Rewriting) error) error {
	return migrate.Rewrite(ctx, c.keys.now.Load(), path, func(r *migrate.Rewriting) error {
		r.Progress = c.progress
		return build(r)
	})
}

// half tells the progress of writing the new file, or of proving it: each goes
// through all sales.
func (c *copier) half(second uint64) func(done, total uint64) {
	if c.opts.Progress == nil {
		return nil
	}
	return func(done, total uint64) { c.opts.Progress(second*total+done, 2*total) }
}

// read reads a file that nobody has open.
func (c *copier) read(path string, read func(record.Tx) error) error {
	return readCopy(c.keys.now.Load(), path, c.opts.Timeout, read)
}

// readCopy reads a file that nobody has open, with a key of one's own.
func readCopy(seal *record.Sealer, path string, timeout time.Duration, read func(record.Tx) error) error {
	return record.Guarded(func() error {
		options := bolt.Options(timeout)
		options.ReadOnly, options.InitialMmapSize = true, 0
		db, err := bbolt.Open(path, 0o600, options)
		if err != nil {
			return err
		}
		return errors.Join(db.View(func(t *bbolt.Tx) error { return read(record.NewTx(t, seal)) }), db.Close())
	})
}

// bringForward brings a copy of an older layout to the present one.
func (c *copier) bringForward(ctx context.Context, path string) error {
	for {
		var from uint64
		err := c.read(path, func(t record.Tx) error {
			h, err := t.Manifest()
			from = h.Schema
			return err
		})
		if err != nil || from >= migrate.Current.Schema() {
			return err
		}
		aside := path + ".migrated"
		err = c.read(path, func(t record.Tx) error {
			return c.rewrite(ctx, aside, func(to *migrate.Rewriting) error { return migrate.Current.Step(from)(ctx, t, to) })
		})
		if err := files.MoveInUnless(aside, path, err); err != nil {
			return err
		}
	}
}

// recoveryOf returns the wrapped key of the file that is there, if it is whole
// and sealed with this key; nil otherwise.
func (c *copier) recoveryOf(ctx context.Context, seal *record.Sealer) (recovery []byte) {
	if there, err := files.Exists(filepath.Join(c.opts.Dir, files.Database)); err != nil || !there || c.opts.Checker(ctx, filepath.Join(c.opts.Dir, files.Database)) != nil {
		return nil
	}
	_ = readCopy(seal, filepath.Join(c.opts.Dir, files.Database), c.opts.Timeout, func(t record.Tx) error { // one that cannot be read has none
		if err := migrate.Identify(t); err != nil {
			return err
		}
		recovery = slices.Clone(t.Bucket([]byte(record.MetaBucket)).Get(migrate.RecoveryKey))
		return nil
	})
	return recovery
}
