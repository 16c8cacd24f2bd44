package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/pages"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// NewRecoveryCode makes a code that opens this store and every backup made from
// now on without the keyring: eight groups of four letters and digits. It is
// shown once, to be written down, and kept nowhere. A former code opens the
// backups made under it, and nothing that is made from now on: the store is
// sealed with another key, which takes a second for 50,000 sales, beside the
// till's work. ErrBusy when too much was committed meanwhile, ErrFull without
// room for a second file; a failure to write poisons the store as a failed
// commit does. A crash leaves a store that opens; a code that was not returned
// is lost.
func (s *Store) NewRecoveryCode(ctx context.Context) (core.Secret, error) {
	code, wrapped, err := keys.NewRecoveryCode()
	if err != nil {
		return core.Secret{}, err
	}
	given, err := s.codeWasGiven(ctx)
	if err != nil {
		return core.Secret{}, err
	}
	if keys.Replaceable(s.opts.Keys) && given {
		err = s.rotate(ctx, wrapped)
	} else {
		err = s.wrapPresent(ctx, wrapped)
	}
	if err != nil {
		return core.Secret{}, err
	}
	return code, nil
}

// codeWasGiven reports whether there may be a code that unlocks the present key.
// A file that was put back may be from before one.
func (s *Store) codeWasGiven(ctx context.Context) (given bool, err error) {
	err = s.view(ctx, func(t record.Tx) error {
		h, err := t.Manifest()
		if err == nil {
			given = h.Freeze != nil || t.Bucket([]byte(record.MetaBucket)).Get(migrate.RecoveryKey) != nil
		}
		return err
	})
	return given, err
}

// wrapPresent wraps the key that the store is sealed with.
func (s *Store) wrapPresent(ctx context.Context, wrapped func(key []byte) ([]byte, error)) error {
	held, err := keys.LoadRing(ctx, s.opts.Keys)
	if err != nil {
		return err
	}
	for _, key := range held.Live() {
		if !s.seal().SealsWith(key) {
			continue
		}
		sealed, err := wrapped(key)
		if err != nil {
			return err
		}
		return s.putMeta(migrate.RecoveryKey, sealed)
	}
	return fault.ErrWrongKey
}

// HasRecoveryCode reports whether a code was ever made for this store.
func (s *Store) HasRecoveryCode(ctx context.Context) (there bool, err error) {
	err = s.view(ctx, func(t record.Tx) error {
		meta, err := t.In(record.MetaBucket)
		if err == nil {
			there = meta.Get(migrate.RecoveryKey) != nil
		}
		return err
	})
	return there, err
}

// putMeta writes a plain value of the meta bucket under the rules of a commit.
func (s *Store) putMeta(key, value []byte) error {
	s.life.RLock()
	defer s.life.RUnlock()
	s.gate.Lock()
	defer s.gate.Unlock()
	if err := s.usable(); err != nil {
		return err
	}
	err := record.Guarded(func() error {
		return s.db.Update(func(t *bbolt.Tx) error {
			meta, err := record.Tx{Tx: t, Seal: s.seal()}.In(record.MetaBucket)
			if err != nil {
				return err
			}
			return meta.Put(key, value)
		})
	})
	if err != nil {
		err = fmt.Errorf("storage: recovery code: %w", err)
		s.poison(err)
		return err
	}
	return nil
}

// RecoverKey reads the data key out of a store's file or a backup with a
// recovery code, typed with or without dashes, in any case, O for 0 and I or L
// for 1. ErrPassphrase when the code does not fit, ErrNoKey when the file was
// never given one. The file must not be open elsewhere.
func RecoverKey(path string, code core.Secret) ([]byte, error) {
	typed, err := keys.ReadCode(code)
	if err != nil {
		return nil, err
	}
	sealed, err := readSealedKey(path)
	if err != nil {
		return nil, err
	}
	return typed.Open(sealed)
}

func readSealedKey(path string) (sealed []byte, err error) {
	if there, err := files.Exists(path); err != nil || !there {
		return nil, fault.ErrUnwritable.Because(fmt.Errorf("no file to recover from: %v", err))
	}
	err = record.Guarded(func() error {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second, OpenFile: pages.Open})
		if err != nil {
			return bolt.Fault(err)
		}
		return errors.Join(db.View(func(t *bbolt.Tx) error {
			if meta := t.Bucket([]byte(record.MetaBucket)); meta != nil {
				sealed = append(sealed, meta.Get(migrate.RecoveryKey)...)
			}
			return nil
		}), db.Close())
	})
	if err == nil && sealed == nil {
		err = fault.ErrNoKey.Because(errors.New("the file holds no recovery"))
	}
	return sealed, err
}

// Unlock lets the recovery code of a store's own file stand in for a key that
// was lost: the key is kept in o.Keys again, and nothing else changes. Errors
// match ErrPassphrase when the code does not fit, ErrNoKey when the file was
// never given one, ErrKeyring, ErrFull and ErrUnwritable.
func Unlock(ctx context.Context, o Options, code core.Secret) (err error) {
	p := &place{opts: o.withDefaults()}
	if err := p.acquire(ctx); err != nil {
		return err
	}
	defer func() { err = files.RoomFirst(errors.Join(err, p.lock.Unlock())) }()
	key, err := RecoverKey(p.path(), code)
	if err != nil {
		return err
	}
	return keys.Adopt(ctx, o.Keys, key)
}
