// Package keys keeps what opens a store, and what the payment service gave the
// merchant, outside the database: in the system's keyring, in a file, or wrapped
// by a passphrase, and for the worst case by a recovery code. It knows keys and
// places, not what is sealed with them; no key is ever printed or logged.
package keys

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Size is the length of a data key in bytes.
const Size = 32

// Place tells a person where the data key lives.
type Place string

// The places.
const (
	PlaceKeyring    Place = "keyring"    // the operating system's keyring
	PlaceFile       Place = "file"       // a file beside the database: practice only
	PlacePassphrase Place = "passphrase" // wrapped by a passphrase
)

// Source yields the data key of one store. Both methods are called once for
// each opening, from one goroutine, and must end soon: a source that talks to
// something slow bounds the wait itself.
type Source interface {
	// Load returns the key that was kept: Size bytes. ErrNoKey when there
	// is none, ErrKeyring or ErrPassphrase when it cannot be had now.
	Load(ctx context.Context) ([]byte, error)
	// Create keeps a new key where Load finds it. It never replaces one.
	Create(ctx context.Context, key []byte) error
	// Place tells where the key lives.
	Place() Place
}

// Checkpoints keeps one short text outside the database: the newest checkpoint.
type Checkpoints interface {
	// LoadCheckpoint returns what was kept last; blank when nothing was.
	LoadCheckpoint(ctx context.Context) (string, error)
	// SaveCheckpoint replaces it.
	SaveCheckpoint(ctx context.Context, checkpoint string) error
}

// LoadOrCreate finds the keys for a store. Only a store without a file may get
// a new one: a file whose key is missing is refused, since a new key could never
// read it and would make every backup unreadable too. A key without a file is
// used again for the same reason, and one that is damaged is not replaced. A new
// key is read back before anything is written with it.
func LoadOrCreate(ctx context.Context, from Source, fileExists bool) (Ring, error) {
	all, err := LoadRing(ctx, from)
	if err == nil || fileExists || !errors.Is(err, fault.ErrNoKey) || errors.Is(err, errDamaged) {
		return all, err
	}
	made := make([]byte, Size)
	if _, err := rand.Read(made); err != nil {
		return Ring{}, fault.ErrKeyring.Because(err)
	}
	if err := from.Create(ctx, made); err != nil {
		return Ring{}, err
	}
	if all, err = LoadRing(ctx, from); err != nil {
		return Ring{}, err
	}
	if string(all.Newest) != string(made) {
		return Ring{}, fault.ErrKeyring.Because(errors.New("the key read back is not the one that was kept"))
	}
	return all, nil
}

// errDamaged is the cause of an ErrNoKey where something is kept, and it is not
// readable as a key.
var errDamaged = errors.New("what is kept as the key is damaged")

func sizedKey(key []byte) ([]byte, error) {
	if len(key) != Size {
		return nil, fault.ErrNoKey.Because(fmt.Errorf("%w: it has another length", errDamaged))
	}
	return key, nil
}

// Adopt makes the key of another machine, or a lost one, the key of this
// folder. The one before it is kept: what was set aside needs it. A file of keys
// that is damaged is replaced, and kept as it is under a name that ends in
// ".damaged".
func Adopt(ctx context.Context, in Source, key []byte) error {
	held, err := LoadRing(ctx, in)
	if err == nil {
		return ReplaceRing(ctx, in, held.Promoted(key))
	}
	if !errors.Is(err, fault.ErrNoKey) {
		return err
	}
	if source, able := in.(ringSource); able && errors.Is(err, errDamaged) { // Create replaces nothing
		if err = source.keepDamaged(); err != nil {
			return err
		}
		return ReplaceRing(ctx, in, Ring{Newest: key})
	}
	if err = in.Create(ctx, key); err != nil {
		return err
	}
	back, err := in.Load(ctx)
	if err == nil && string(back) != string(key) {
		err = fault.ErrKeyring.Because(errors.New("the key read back is not the one that was kept"))
	}
	return err
}

// keepDamaged gives a file that is about to be replaced a second name.
func keepDamaged(path string) error {
	if err := files.Copy(path, path+".damaged"); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}
