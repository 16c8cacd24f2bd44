package storage

import (
	"context"
	"slices"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// Copy is a copy of a store's file that nobody has open and that was verified.
type Copy struct {
	copier
	path string
	key  []byte
}

// Key returns the data key that opens the copy.
func (c *Copy) Key() []byte { return c.key }

// VerifyCopy reads all of the copy at path, which nobody has open, with the one
// of some keys that it is sealed with. Errors match ErrBackup, and
// ErrEnvironment when it is of another environment than o.
func VerifyCopy(ctx context.Context, o Options, path string, candidates ...[]byte) (*Copy, error) {
	c := &Copy{copier: copier{opts: o.withDefaults(), keys: &sealers{}}, path: path}
	if err := c.keys.know(candidates...); err != nil {
		return nil, err
	}
	err := c.read(path, func(t record.Tx) error { c.keys.choose(t.Tx); return nil })
	if err == nil {
		err = c.verify(ctx, path)
	}
	if err != nil {
		return nil, fault.ErrBackup.Because(err)
	}
	if err := c.read(path, c.opts.environmentFits); err != nil {
		return nil, err
	}
	c.key = candidates[slices.Index(c.keys.known, c.keys.now.Load())]
	return c, nil
}

// LockFolder keeps everybody from the store of a folder, which nobody has open,
// until the function that it returns is called. Errors are those of Open.
func LockFolder(ctx context.Context, o Options) (unlock func() error, err error) {
	p := &place{opts: o.withDefaults()}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	if err := p.acquire(ctx); err != nil {
		return nil, err
	}
	return p.lock.Unlock, nil
}

// Examine examines a file that nobody has open, as an opening after a crash
// does.
func (o Options) Examine(ctx context.Context, path string) error {
	return o.withDefaults().Checker(ctx, path)
}

// MarkRestored marks a copy as put back, before it becomes the store.
func (c *Copy) MarkRestored() error {
	return record.Guarded(func() error {
		db, err := bbolt.Open(c.path, 0o600, &bbolt.Options{Timeout: c.opts.Timeout, FreelistType: bbolt.FreelistMapType})
		if err != nil {
			return err
		}
		err = db.Update(func(t *bbolt.Tx) error {
			return putBackTo(record.Tx{Tx: t, Seal: c.keys.now.Load()}, journal.FreezeRestored, c.opts.Clock())
		})
		if closed := db.Close(); err == nil {
			err = closed
		}
		return err
	})
}

// Reseal seals a copy that was made under a former key with the newest one. The
// recovery code of the file that is there, if it has one, opens it then. Errors
// match ErrBackup.
func (c *Copy) Reseal(ctx context.Context, key []byte) error {
	path := c.path
	seal, err := record.NewSealer(key)
	if err != nil {
		return err
	}
	aside, recovery := path+".rekeyed", c.recoveryOf(ctx, seal)
	if err = c.bringForward(ctx, path); err == nil {
		err = c.read(path, func(t record.Tx) error {
			return migrate.Rewrite(ctx, seal, aside, func(to *migrate.Rewriting) error { return migrate.Reseal(ctx, t, to, recovery) })
		})
	}
	if err == nil {
		c.keys.now.Store(seal)
		err = c.verify(ctx, aside)
	}
	if err := files.MoveInUnless(aside, path, err); err != nil {
		return fault.ErrBackup.Because(err)
	}
	c.key = key
	return nil
}
