package storage

import (
	"context"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// sealers are what the file may be sealed with. now may be read from any goroutine;
// all else by the goroutine that holds life for writing, or while nobody else knows the store.
type sealers struct {
	now   atomic.Pointer[record.Sealer] // of the open file
	known []*record.Sealer
}

// know makes sealers of keys, in their order; the first one is used until a
// file chooses another.
func (k *sealers) know(all ...[]byte) error {
	k.known = nil
	for _, key := range all {
		seal, err := record.NewSealer(key)
		if err != nil {
			return err
		}
		k.known = append(k.known, seal)
	}
	k.now.Store(k.known[0])
	return nil
}

// choose takes the key that the file names by its check; it changes nothing
// when there is none of that name, which is then refused.
func (k *sealers) choose(t *bbolt.Tx) {
	meta := t.Bucket([]byte(record.MetaBucket))
	if meta == nil {
		return
	}
	for _, check := range record.CheckKeys {
		for _, seal := range k.known {
			if string(meta.Get(check)) == string(seal.Check) {
				k.now.Store(seal)
				return
			}
		}
	}
}

// promote makes the coming key the newest one where the open file is sealed with
// it already: a power cut came before that was noted.
func (k *sealers) promote(ctx context.Context, o Options, held keys.Ring) keys.Ring {
	if held.Coming == nil || k.now.Load().SealsWith(held.Newest) {
		return held
	}
	held = held.Promoted(held.Coming)
	if err := keys.ReplaceRing(ctx, o.Keys, held); err != nil { // the next opening tries again
		o.Logger.Warn("the store's newest key is not noted as such", "err", err)
	}
	return held
}
