package storage

import (
	"context"
	"errors"
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
	s    *Store // of which only the sealers and the options are in use
	path string
	key  []byte
}

// Key returns the data key that opens the copy.
func (c *Copy) Key() []byte { return c.key }

// VerifyCopy reads all of the copy at path, which nobody has open, with the one
// of some keys that it is sealed with. Errors match ErrBackup, and
// ErrEnvironment when it is of another environment than o.
func VerifyCopy(ctx context.Context, o Options, path string, candidates ...[]byte) (*Copy, error) {
	s := newStore(o)
	if err := s.know(candidates...); err != nil {
		return nil, err
	}
	err := s.readCopy(path, func(t record.Tx) error { s.choose(t.Tx); return nil })
	if err == nil {
		err = s.verifyCopy(ctx, path)
	}
	if err != nil {
		return nil, fault.ErrBackup.Because(err)
	}
	if err := s.readCopy(path, s.environmentFits); err != nil {
		return nil, err
	}
	return &Copy{s: s, path: path, key: candidates[slices.Index(s.known, s.seal())]}, nil
}

// LockFolder keeps everybody from the store of a folder, which nobody has open,
// until the function that it returns is called. Errors are those of Open.
func LockFolder(ctx context.Context, o Options) (unlock func() error, err error) {
	s := newStore(o)
	if err := s.prepareFolder(); err != nil {
		return nil, err
	}
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	return s.lock.Unlock, nil
}

// Examine examines a file that nobody has open, as an opening after a crash
// does.
func (o Options) Examine(ctx context.Context, path string) error {
	return o.withDefaults().Checker(ctx, path)
}

// MarkRestored marks a copy as put back, before it becomes the store.
func (c *Copy) MarkRestored() error {
	s := c.s
	return record.Guarded(func() error {
		db, err := bbolt.Open(c.path, 0o600, &bbolt.Options{Timeout: s.opts.Timeout, FreelistType: bbolt.FreelistMapType})
		if err != nil {
			return err
		}
		err = db.Update(func(t *bbolt.Tx) error {
			return putBackTo(record.Tx{Tx: t, Seal: s.seal()}, journal.FreezeRestored, s.opts.Clock())
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
	s, path := c.s, c.path
	seal, err := record.NewSealer(key)
	if err != nil {
		return err
	}
	aside, recovery := path+".rekeyed", s.recoveryOf(ctx, seal)
	if err = s.bringForward(ctx, path); err == nil {
		err = s.readCopy(path, func(t record.Tx) error {
			return migrate.Rewrite(ctx, seal, aside, func(to *migrate.Rewriting) error { return migrate.Reseal(ctx, t, to, recovery) })
		})
	}
	if err == nil {
		s.sealing.Store(seal)
		err = s.verifyCopy(ctx, aside)
	}
	if err == nil {
		err = files.MoveIn(aside, path)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(aside))
	}
	c.key = key
	return nil
}

// bringForward brings a copy of an older layout to the present one.
func (s *Store) bringForward(ctx context.Context, path string) error {
	for {
		var from uint64
		err := s.readCopy(path, func(t record.Tx) error {
			h, err := t.Manifest()
			from = h.Schema
			return err
		})
		if err != nil || from >= migrate.Current.Schema() {
			return err
		}
		aside := path + ".migrated"
		err = s.readCopy(path, func(t record.Tx) error {
			return s.rewrite(ctx, aside, func(to *migrate.Rewriting) error { return migrate.Current.Step(from)(ctx, t, to) })
		})
		if err == nil {
			err = files.MoveIn(aside, path)
		}
		if err != nil {
			return errors.Join(err, files.Remove(aside))
		}
	}
}

// recoveryOf returns the wrapped key of the file that is there, if it is whole
// and sealed with this key; nil otherwise.
func (s *Store) recoveryOf(ctx context.Context, seal *record.Sealer) (recovery []byte) {
	if there, err := files.Exists(s.Path()); err != nil || !there || s.opts.Checker(ctx, s.Path()) != nil {
		return nil
	}
	_ = readCopyWith(seal, s.Path(), s.opts.Timeout, func(t record.Tx) error { // one that cannot be read has none
		if err := migrate.Identify(t); err != nil {
			return err
		}
		recovery = slices.Clone(t.Bucket([]byte(record.MetaBucket)).Get(migrate.RecoveryKey))
		return nil
	})
	return recovery
}
