package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
	"sanduq/storage/verify"
)

// Open opens the store in o.Dir and makes it when there is none. It waits no
// longer than o.Timeout for another copy of the application, and as long as
// o.Keys takes. Errors: ErrUnwritable, ErrLocked, ErrNoKey, ErrWrongKey,
// ErrKeyring, ErrPassphrase, ErrNewer, ErrDamaged, ErrFull, ErrEnvironment;
// ErrNetwork where a live till's folder is on another machine.
func Open(ctx context.Context, o Options) (_ *Store, err error) {
	defer func() { err = files.RoomFirst(err) }()
	if o.Dir == "" || o.Keys == nil {
		return nil, errors.New("storage: Dir and Keys are required")
	}
	s := newStore(o)
	if err := s.place.prepare(); err != nil {
		return nil, err
	}
	if err := s.place.acquire(ctx); err != nil {
		return nil, err
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.shut(), s.place.lock.Unlock())
	}
	return s, nil
}

// start does what is left once the folder is ours.
func (s *Store) start(ctx context.Context) error {
	there, err := files.Exists(s.Path())
	if err == nil {
		err = s.place.sweep()
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	held, err := keys.LoadOrCreate(ctx, s.opts.Keys, there)
	if err != nil {
		return err
	}
	if err := s.keys.know(held.Live()...); err != nil {
		return err
	}
	if !there {
		if err := s.place.initialise(s.seal()); err != nil {
			return err
		}
	}
	if err := s.openFile(ctx); err != nil {
		return err
	}
	s.keys.promote(ctx, s.opts, held)
	if err := s.migrate(ctx, migrate.Current); err != nil {
		return err
	}
	if err := s.bind(); err != nil {
		return bolt.Fault(err)
	}
	s.checkpoints = newCheckpoints(s.opts, s.seal, s.place.sameFolder)
	s.warnings.checkFolder()
	s.warnings.compareClock(s.last.At)
	if err := s.compareCheckpoint(ctx); err != nil {
		return bolt.Fault(err)
	}
	return nil
}

// openFile opens the file that exists. life is held for writing, or nobody
// else knows the store yet.
func (s *Store) openFile(ctx context.Context) error {
	if err := s.place.examine(ctx); err != nil {
		return err
	}
	var file *held
	err := guardedOpen(func() error {
		if err := bolt.LookFirst(s.Path(), s.opts.Timeout); err != nil {
			return bolt.Fault(err)
		}
		options := bolt.Options(s.opts.Timeout)
		options.OpenFile = func(path string, flag int, mode fs.FileMode) (_ *os.File, err error) {
			file, err = s.place.open(path, flag, mode)
			if err != nil {
				return nil, err
			}
			return file.handle, nil
		}
		db, err := bbolt.Open(s.Path(), 0o600, options)
		if err != nil {
			return bolt.Fault(err)
		}
		s.adopt(file)
		s.broken.Store(false)
		s.db, db.AllocSize = db, 1<<20
		begun, err := s.transaction(false)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		s.keys.choose(begun)
		s.seal().Newest.Store((*record.KnownState)(nil)) // what the disk holds counts
		return s.readFirst(ctx, record.NewTx(begun, s.seal()))
	})
	if err != nil && s.db == nil && file != nil {
		_ = files.LetGo(file.handle) // an opening that broke off keeps its lock
	}
	return err
}

// adopt keeps a file that was just opened as the store's. Where it took the place of
// another one, what was committed last is that file's from here on: a first reading
// that fails must leave nothing of the one before to compare the next one with.
func (s *Store) adopt(file *held) {
	s.place.file.Store(file)
	if next := s.place.taken; next != nil {
		s.last, s.place.taken = next.last, nil
	}
}

// readFirst reads what must be right before a file is used: all of a small one.
func (s *Store) readFirst(ctx context.Context, t record.Tx) error {
	if err := migrate.Identify(t); err != nil {
		return err
	}
	h, err := t.Manifest()
	if err == nil {
		err = t.Unread
	}
	if err == nil {
		err = s.follows(t, h)
	}
	if err == nil {
		err = s.opts.belongs(t, h)
	}
	if err == nil && t.Size() <= s.opts.verifyBelow && h.Schema == migrate.Current.Schema() { // else the migration reads all of it
		_, err = verify.All(ctx, t)
	}
	if err == nil {
		s.last, s.place.coming = h, nil
	}
	return err
}

func guardedOpen(f func() error) error {
	err := record.Guarded(f)
	var known *fault.Error
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return bolt.Fault(err)
}

// Exists reports whether a folder holds a store, for code that must not make one.
func Exists(dir string) (bool, error) { return files.Exists(filepath.Join(dir, files.Database)) }

// bind writes down to which environment a file of an earlier version belongs.
func (s *Store) bind() error {
	if s.opts.Environment == "" || s.last.Environment != "" {
		return nil
	}
	return s.amend(func(_ record.Tx, h *record.Manifest) error {
		h.Environment = s.opts.Environment
		return nil
	})
}
