package storage

import (
	"context"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// know makes sealers of keys, in their order; the first one is used until a
// file chooses another.
func (s *Store) know(all ...[]byte) error {
	s.known = nil
	for _, key := range all {
		seal, err := record.NewSealer(key)
		if err != nil {
			return err
		}
		s.known = append(s.known, seal)
	}
	s.sealing.Store(s.known[0])
	return nil
}

// choose takes the key that the file names by its check; it changes nothing
// when there is none of that name, which is then refused.
func (s *Store) choose(t *bbolt.Tx) {
	meta := t.Bucket([]byte(record.MetaBucket))
	if meta == nil {
		return
	}
	for _, check := range record.CheckKeys {
		for _, seal := range s.known {
			if string(meta.Get(check)) == string(seal.Check) {
				s.sealing.Store(seal)
				return
			}
		}
	}
}

// promote makes the coming key the newest one where the open file is sealed with
// it already: a power cut came before that was noted.
func (s *Store) promote(ctx context.Context, held keys.Ring) keys.Ring {
	if held.Coming == nil || s.seal().SealsWith(held.Newest) {
		return held
	}
	held = held.Promoted(held.Coming)
	if err := keys.ReplaceRing(ctx, s.opts.Keys, held); err != nil { // the next opening tries again
		s.opts.Logger.Warn("the store's newest key is not noted as such", "err", err)
	}
	return held
}
