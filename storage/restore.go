package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// Restore puts a copy in the place of a store that is closed and keeps what
// was there under another name, which it returns ("" when nothing was). The
// copy is opened with o.Keys and proved first. The store is
// frozen: see till.Freeze. Whatever stops it half way, the old store or the
// restored one is there.
//
// Errors match ErrBackup when the copy is damaged; ErrWrongKey or ErrNoKey when
// it was made under another key; ErrEnvironment when it is one of practice and
// the store is live, or the other way round; ErrUnwritable, ErrLocked, ErrKeyring.
func Restore(ctx context.Context, o Options, backup string) (kept string, err error) {
	return RestoreByCode(ctx, o, backup, core.Secret{})
}

// RestoreByCode is Restore of a copy from another machine: it opens with the
// key that the recovery code unlocks in it, and o.Keys then keeps that key. A
// copy under a key that o.Keys kept from before is sealed anew with the newest
// one, so that nothing comes to be readable again by an older recovery code.
// ErrPassphrase when the code does not fit, ErrNoKey when the copy was made
// without one. A blank code is Restore.
func RestoreByCode(ctx context.Context, o Options, backup string, code core.Secret) (kept string, err error) {
	s := &Store{opts: o.withDefaults()}
	if err := s.prepareFolder(); err != nil {
		return "", err
	}
	if err := s.acquire(ctx); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.lock.Unlock()) }()
	aside := s.Path() + ".restore"
	defer func() { err = errors.Join(err, files.Remove(aside)) }()
	key, held, err := s.takeIn(ctx, backup, aside, code)
	if err == nil && held.Has(key) && !slices.Equal(key, held.Newest) {
		err = s.renew(ctx, aside, held.Newest)
		key = held.Newest
	}
	if err != nil {
		return "", err
	}
	if err := s.freezeFile(aside); err != nil {
		return "", fault.ErrBackup.Because(err)
	}
	stamp := s.opts.Clock().UTC().Format(stampLayout)
	if kept, err = s.keepAside(stamp); err != nil {
		return "", fault.ErrUnwritable.Because(err)
	}
	moved := func() error {
		if err := errors.Join(files.MoveIn(aside, s.Path()), files.Remove(s.dirtyPath())); err != nil {
			return fault.ErrUnwritable.Because(err)
		}
		return nil
	}
	switch {
	case slices.Equal(key, held.Newest):
		return kept, moved()
	case held.Newest == nil:
		if err := s.adoptKey(ctx, key); err != nil {
			return kept, err
		}
		return kept, moved()
	}
	// Until the file is there, the one before it is the store.
	after := held.Promoted(key)
	between := keys.Ring{Newest: held.Newest, Coming: key, Former: after.Former}
	if err := keys.ReplaceRing(ctx, s.opts.Keys, between); err != nil {
		return kept, err
	}
	if err := moved(); err != nil {
		return kept, err
	}
	return kept, keys.ReplaceRing(ctx, s.opts.Keys, after)
}

const stampLayout = "20060102-150405"

// takeIn copies a backup and proves the copy. It returns the key that opens it
// and those that Keys holds.
func (s *Store) takeIn(ctx context.Context, backup, aside string, code core.Secret) (key []byte, held keys.Ring, err error) {
	if err := files.Copy(backup, aside); err != nil {
		return nil, held, fault.ErrBackup.Because(err)
	}
	if err := s.opts.Checker(ctx, aside); err != nil {
		return nil, held, fault.ErrBackup.Because(err)
	}
	held, err = keys.LoadRing(ctx, s.opts.Keys)
	tried := held.All()
	if !code.Empty() { // without a key of one's own it may be restored all the same
		key, err = RecoverKey(aside, code)
		tried = [][]byte{key}
	}
	if err == nil {
		err = s.know(tried...)
	}
	if err != nil {
		return nil, held, err
	}
	err = s.readCopy(aside, func(t tx) error { s.choose(t.Tx); return nil })
	if err == nil {
		err = s.prove(ctx, aside)
	}
	if err != nil {
		return nil, held, fault.ErrBackup.Because(err)
	}
	if err := s.readCopy(aside, s.environmentFits); err != nil {
		return nil, held, err
	}
	return tried[slices.Index(s.known, s.seal())], held, nil
}

// keepAside gives the file that is there a second name, under which it stays.
func (s *Store) keepAside(stamp string) (kept string, err error) {
	there, err := files.Exists(s.Path())
	if err != nil || !there {
		return "", err
	}
	for n := 1; ; n++ {
		kept = s.Path() + ".replaced-" + stamp
		if n > 1 {
			kept = fmt.Sprintf("%s-%d", kept, n)
		}
		if taken, err := files.Exists(kept); err != nil {
			return "", err
		} else if !taken {
			break
		}
	}
	if err := os.Link(s.Path(), kept); err == nil {
		return kept, files.SyncDir(s.opts.Dir)
	}
	return kept, files.Copy(s.Path(), kept) // a disk that knows one name for a file
}

// adoptKey makes the key of another machine, or a lost one, the key of this
// folder. The one before it is kept: what was set aside needs it.
func (s *Store) adoptKey(ctx context.Context, key []byte) error {
	held, err := keys.LoadRing(ctx, s.opts.Keys)
	if err == nil {
		return keys.ReplaceRing(ctx, s.opts.Keys, held.Promoted(key))
	}
	if !errors.Is(err, fault.ErrNoKey) {
		return err
	}
	if err = s.opts.Keys.Create(ctx, key); err != nil {
		return err
	}
	back, err := s.opts.Keys.Load(ctx)
	if err == nil && string(back) != string(key) {
		err = fault.ErrKeyring.Because(errors.New("the key read back is not the one that was kept"))
	}
	return err
}

// Prove tells whether a copy could be restored: nil, or the error that Restore
// would return for it. It changes nothing, and the store may be open.
func Prove(ctx context.Context, o Options, backup string, code core.Secret) error {
	s := &Store{opts: o.withDefaults()}
	file, err := os.CreateTemp(s.opts.Dir, ".proving-*.db")
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	aside := file.Name()
	err = file.Close()
	if err == nil {
		_, _, err = s.takeIn(ctx, backup, aside, code)
	}
	return errors.Join(err, files.Remove(aside))
}

// Unlock lets the recovery code of a store's own file stand in for a key that
// was lost: the key is kept in o.Keys again, and nothing else changes. Errors
// match ErrPassphrase when the code does not fit, ErrNoKey when the file was
// never given one, ErrKeyring and ErrUnwritable.
func Unlock(ctx context.Context, o Options, code core.Secret) (err error) {
	s := &Store{opts: o.withDefaults()}
	if err := s.acquire(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.lock.Unlock()) }()
	key, err := RecoverKey(s.Path(), code)
	if err != nil {
		return err
	}
	return s.adoptKey(ctx, key)
}
