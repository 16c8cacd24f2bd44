package storage

import (
	"context"
	"crypto/rand"
	"errors"

	"sanduq/storage/fault"
)

// KeySize is the length of a data key in bytes.
const KeySize = 32

// KeyPlace tells a person where the data key lives.
type KeyPlace string

// The places.
const (
	PlaceKeyring    KeyPlace = "keyring"    // the operating system's keyring
	PlaceFile       KeyPlace = "file"       // a file beside the database: practice only
	PlacePassphrase KeyPlace = "passphrase" // wrapped by a passphrase
)

// KeySource yields the data key of one store. Both methods are called once for
// each opening, from one goroutine, and must end soon: a source that talks to
// something slow bounds the wait itself.
type KeySource interface {
	// Load returns the key that was kept: KeySize bytes. ErrNoKey when there
	// is none, ErrKeyring or ErrPassphrase when it cannot be had now.
	Load(ctx context.Context) ([]byte, error)
	// Create keeps a new key where Load finds it. It never replaces one.
	Create(ctx context.Context, key []byte) error
	// Place tells where the key lives.
	Place() KeyPlace
}

// Marks keeps one short text outside the database: the newest checkpoint.
type Marks interface {
	// LoadMark returns what was kept last; blank when nothing was.
	LoadMark(ctx context.Context) (string, error)
	// SaveMark replaces it.
	SaveMark(ctx context.Context, mark string) error
}

// dataKeys finds the keys for a store. Only a store without a file may get a new
// one: a file whose key is missing is refused, since a new key could never
// read it and would make every backup unreadable too. A key without a file is
// used again for the same reason. A new key is read back before anything is
// written with it.
func dataKeys(ctx context.Context, keys KeySource, fileExists bool) (ring, error) {
	all, err := loadRing(ctx, keys)
	if err == nil || fileExists || !errors.Is(err, fault.ErrNoKey) {
		return all, err
	}
	made := make([]byte, KeySize)
	if _, err := rand.Read(made); err != nil {
		return ring{}, fault.ErrKeyring.Because(err)
	}
	if err := keys.Create(ctx, made); err != nil {
		return ring{}, err
	}
	if all, err = loadRing(ctx, keys); err != nil {
		return ring{}, err
	}
	if string(all.newest) != string(made) {
		return ring{}, fault.ErrKeyring.Because(errors.New("the key read back is not the one that was kept"))
	}
	return all, nil
}

func sizedKey(key []byte) ([]byte, error) {
	if len(key) != KeySize {
		return nil, fault.ErrNoKey.Because(errors.New("what is kept as the key has another length"))
	}
	return key, nil
}
