package storage

import (
	"context"
	"crypto/rand"
	"errors"

	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// A recovery code gives away a data key. Anyone who has an old code and a backup
// from its time has that key for good, so a new code comes with a new key: the
// file is sealed with it again, and backups made from then on open with neither
// the old code nor the old key. At every moment all keys that a file here may
// be sealed with are kept:
//
//	newest  coming  former    the file at the store's path
//	old                       sealed with old
//	old     new               sealed with old    after a crash nothing uses new
//	old     new               sealed with new    after a crash the next opening goes on
//	new             old       sealed with new
//
// The former key stays, so that this till's backups from before are restored
// here without a code; they are sealed with the newest key then. The store's own
// file is never taken under it again: anyone who has the old code could write one.

// rotateTries is how often a file is sealed again that sales change meanwhile.
const rotateTries = 5

// rotate seals the store with a new data key, which wrapped wraps for a
// recovery code. ErrBusy when sales came in between each time.
func (s *Store) rotate(ctx context.Context, wrapped func(key []byte) ([]byte, error)) error {
	held, err := keys.LoadRing(ctx, s.opts.Keys)
	if err != nil {
		return err
	}
	held = s.keys.promote(ctx, s.opts, held)
	key := make([]byte, keys.Size)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	seal, err := record.NewSealer(key)
	if err != nil {
		return err
	}
	recovery, err := wrapped(key)
	if err != nil {
		return err
	}
	held.Coming = key
	before := s.seal()
	if err := keys.ReplaceRing(ctx, s.opts.Keys, held); err != nil {
		return err
	}
	s.step("kept")
	err = ErrBusy
	for n := 0; n < rotateTries && errors.Is(err, ErrBusy); n++ {
		anew := rewriting{s: s, what: "seal anew", aside: s.Path() + ".rekeyed", seal: seal, otherKey: true}
		err = anew.run(ctx, func(ctx context.Context, t record.Tx, to *migrate.Rewriting) error {
			return migrate.Reseal(ctx, t, to, recovery)
		})
	}
	if err != nil {
		return err // the coming key stays: what is indeterminate may be sealed with it
	}
	s.step("sealed")
	var newest checkpoint
	if err := s.view(ctx, func(t record.Tx) error {
		h, err := t.Manifest()
		newest = checkpointOf(h, s.seal())
		return err
	}); err == nil { // else a later commit's is kept
		s.checkpoints.saveNow(newest)
		if err := s.checkpoints.second.save(newest, before); err != nil { // a folder from before has the key before
			s.opts.Logger.Warn("second store checkpoint not kept", "err", err)
		}
	}
	s.keys.promote(ctx, s.opts, held)
	s.step("promoted")
	return nil
}
