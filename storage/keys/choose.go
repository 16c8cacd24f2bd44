package keys

import (
	"context"
	"errors"
	"path/filepath"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Ask gets the passphrase from a person: a new one, or the one that opens what
// is there. It returns ErrPassphrase when the person gives none.
type Ask func(ctx context.Context, choose bool) (core.Secret, error)

// For chooses where the data key of a folder lives; where it lies once, it
// stays. Live, that is the keyring, and a passphrase only where the system has
// no keyring at all: one that is locked or silent is refused by the source
// returned. In practice a machine without a usable keyring may keep the key in
// a file. Nobody is asked for the passphrase of a file that is damaged: the source
// returned says ErrNoKey. Errors are those of ask; ErrKeyringAbsent when it is
// nil and needed.
func For(ctx context.Context, environment core.Environment, dir string, ask Ask) (Source, Checkpoints, error) {
	return choose(ctx, environment, dir, ask, false)
}

// ForRecovery is For where a recovery code may give back a key that is lost, or
// that lies in a keyring which this system does not have. Live without a keyring
// the key then gets a passphrase: the one that opens what else it closed in the
// folder, or where nothing can tell it a new one.
func ForRecovery(ctx context.Context, environment core.Environment, dir string, ask Ask) (Source, Checkpoints, error) {
	return choose(ctx, environment, dir, ask, true)
}

func choose(ctx context.Context, environment core.Environment, dir string, ask Ask, recovering bool) (Source, Checkpoints, error) {
	ring, file := NewKeyring(environment, dir), NewFile(dir)
	begun, err := files.Exists(filepath.Join(dir, files.Database))
	if err != nil {
		return nil, nil, fault.ErrUnwritable.Because(err)
	}
	if environment == core.Live {
		wrapped := HasWrappedKey(dir)
		if !wrapped && (begun && !recovering || !errors.Is(ring.Probe(ctx), fault.ErrKeyringAbsent)) {
			return ring, ring, nil
		}
		source := NewPassphrase(dir, core.Secret{})
		if wrapped && source.content(wrapFile) == nil && !recovering {
			return source, source, nil
		}
		if ask == nil {
			return nil, nil, fault.ErrKeyringAbsent
		}
		if source.phrase, err = ask(ctx, !source.testable()); err != nil {
			return nil, nil, err
		}
		return source, source, nil
	}
	if _, err := file.Load(ctx); !errors.Is(err, fault.ErrNoKey) {
		return file, file, nil
	}
	if err := ring.Probe(ctx); err != nil && (!begun || errors.Is(err, fault.ErrKeyringAbsent)) {
		return file, file, nil // a database that is there already is then refused: its key is missing
	}
	return ring, ring, nil
}
