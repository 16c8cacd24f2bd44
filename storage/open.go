package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"
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
// ErrKeyring, ErrPassphrase, ErrNewer, ErrDamaged, ErrFull, ErrEnvironment.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Dir == "" || o.Keys == nil {
		return nil, errors.New("storage: Dir and Keys are required")
	}
	s := newStore(o)
	if err := s.prepareFolder(); err != nil {
		return nil, err
	}
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.shut(), s.lock.Unlock())
	}
	return s, nil
}

// start does what is left once the folder is ours.
func (s *Store) start(ctx context.Context) error {
	there, err := files.Exists(s.Path())
	if err == nil {
		err = s.sweep()
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	held, err := keys.LoadOrCreate(ctx, s.opts.Keys, there)
	if err != nil {
		return err
	}
	if err := s.know(held.Live()...); err != nil {
		return err
	}
	if !there {
		if err := s.initialise(); err != nil {
			return err
		}
	}
	if err := s.openFile(ctx); err != nil {
		return err
	}
	s.promote(ctx, held)
	if err := s.migrate(ctx, migrate.Current); err != nil {
		return err
	}
	if err := s.bind(); err != nil {
		return bolt.Fault(err)
	}
	s.checkpoints = newCheckpoints(s.opts, s.sameFolder)
	s.checkFolder()
	s.compareClock()
	if err := s.compareCheckpoint(ctx); err != nil {
		return bolt.Fault(err)
	}
	return nil
}

// sweep removes what a power cut left of files under construction: the first
// one, those of a migration or a compaction, copies.
func (s *Store) sweep() (err error) {
	for _, pattern := range []string{files.Database + ".new-*", files.Database + ".migrated*", files.Database + ".compact*", "till.schema-*.part",
		files.Database + ".restore*", files.Database + ".rekeyed", ".till.*-*", ".proving-*"} {
		leftovers, lookErr := files.Matching(s.opts.Dir, pattern)
		err = errors.Join(err, lookErr)
		for _, path := range leftovers {
			err = errors.Join(err, files.Remove(path))
		}
	}
	return err
}

func (s *Store) prepareFolder() (err error) {
	if err := os.MkdirAll(s.opts.Dir, 0o700); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	info, err := os.Stat(s.opts.Dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(s.opts.Dir, 0o700)
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	s.folder = info
	return nil
}

// acquire takes the folder's lock, which covers what bbolt's own lock cannot:
// the time before the file exists and while it is examined.
func (s *Store) acquire(ctx context.Context) error {
	path := filepath.Join(s.opts.Dir, "till.lock")
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return fault.ErrUnwritable.Because(fmt.Errorf("till.lock: %w", files.ErrNoFile))
	}
	s.lock = flock.New(path, flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	ok, err := s.lock.TryLockContext(waiting, 20*time.Millisecond)
	switch {
	case ok:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil, errors.Is(err, context.DeadlineExceeded):
		return fault.ErrLocked.Because(errors.New("the folder's lock is held"))
	}
	return fault.ErrUnwritable.Because(err)
}

// initialise makes the first file aside and gives it its name only when it is
// whole: a power cut leaves either no file or a good one.
func (s *Store) initialise() error {
	aside := s.Path() + ".new-" + strconv.Itoa(os.Getpid())
	err := record.Guarded(func() error {
		db, err := bbolt.Open(aside, 0o600, &bbolt.Options{Timeout: s.opts.Timeout, FreelistType: bbolt.FreelistMapType})
		if err != nil {
			return err
		}
		return errors.Join(db.Update(s.layOut), db.Close())
	})
	if err == nil {
		err = files.KeepFolders(s.opts.Dir)
	}
	if err == nil {
		err = files.MoveIn(aside, s.Path())
	}
	if err = bolt.Fault(err); errors.Is(err, fault.ErrDamaged) {
		err = fault.ErrUnwritable.Because(err) // nothing was there that could be damaged
	}
	if err != nil {
		return errors.Join(err, files.Remove(aside))
	}
	return nil
}

func (s *Store) layOut(t *bbolt.Tx) error {
	for _, name := range record.AllBuckets {
		if _, err := t.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	here := record.Tx{Tx: t, Seal: s.seal()}
	for _, key := range record.CheckKeys {
		if err := t.Bucket([]byte(record.MetaBucket)).Put(key, s.seal().Check); err != nil {
			return err
		}
	}
	if err := migrate.PutSchema(here, migrate.Current.Schema()); err != nil {
		return err
	}
	return here.PutManifest(record.Manifest{Schema: migrate.Current.Schema(), Environment: s.opts.Environment, At: s.opts.Clock().UTC()})
}

// openFile opens the file that exists. life is held for writing, or nobody
// else knows the store yet.
func (s *Store) openFile(ctx context.Context) error {
	if err := s.examine(ctx); err != nil {
		return err
	}
	var file *held
	err := guardedOpen(func() error {
		if err := bolt.LookFirst(s.Path(), s.opts.Timeout); err != nil {
			return bolt.Fault(err)
		}
		options := bolt.Options(s.opts.Timeout)
		options.OpenFile = func(path string, flag int, mode fs.FileMode) (_ *os.File, err error) {
			file, err = s.openHeld(path, flag, mode)
			if err != nil {
				return nil, err
			}
			return file.handle, nil
		}
		db, err := bbolt.Open(s.Path(), 0o600, options)
		if err != nil {
			return bolt.Fault(err)
		}
		s.file.Store(file)
		s.broken.Store(false)
		s.db, db.AllocSize = db, 1<<20
		begun, err := s.transaction(false)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		s.choose(begun)
		s.seal().Newest.Store((*record.KnownState)(nil)) // what the disk holds counts
		return s.readFirst(ctx, record.NewTx(begun, s.seal()))
	})
	if err != nil && s.db == nil && file != nil {
		_ = files.LetGo(file.handle) // an opening that broke off keeps its lock
	}
	return err
}

// openHeld opens the file of the store's path if it is the store's.
func (s *Store) openHeld(path string, flag int, mode fs.FileMode) (*held, error) {
	handle, err := files.OpenExisting(path, flag, mode)
	if err != nil {
		return nil, err
	}
	info, err := handle.Stat()
	if err == nil {
		err = s.ours(info)
	}
	if err != nil {
		return nil, errors.Join(err, handle.Close())
	}
	return &held{handle, info}, nil
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
		err = s.belongs(t, h)
	}
	if err == nil && t.Size() <= s.opts.verifyBelow && h.Schema == migrate.Current.Schema() { // else the migration reads all of it
		_, err = verify.All(ctx, t)
	}
	if err == nil {
		s.last, s.coming = h, nil
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

// examine looks at a file before it is mapped. bbolt would make a new database
// of an empty file, which must never happen to one that existed. A file that
// was not closed properly goes to the checker first.
func (s *Store) examine(ctx context.Context) error {
	info, err := os.Stat(s.Path())
	switch {
	case err != nil && s.file.Load() != nil:
		return fault.ErrReplaced.Because(err)
	case err != nil:
		return bolt.Fault(err)
	case !info.Mode().IsRegular():
		return fault.ErrDamaged.Because(files.ErrNoFile)
	}
	if err := s.ours(info); err != nil {
		return err
	}
	if info.Size() == 0 {
		return fault.ErrDamaged.Because(errors.New("the file is empty"))
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(s.Path(), 0o600); err != nil {
			return fault.ErrUnwritable.Because(err)
		}
	}
	dirty, err := files.Exists(s.dirtyPath())
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	if !dirty {
		return files.Replace(s.dirtyPath(), []byte(s.opts.Clock().UTC().Format(time.RFC3339)+"\n"))
	}
	s.opts.Logger.Info("store was not closed properly, examining it")
	if err := s.opts.Checker(ctx, s.Path()); err != nil {
		return err
	}
	if err := rewriteMeta(s.Path()); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}

// rewriteMeta writes the beginning of the file once more as it reads, and
// syncs it. bbolt's two meta pages lie there, whatever the size of a page. A
// commit that was cut short between writing its meta page and syncing it, or
// whose last sync failed, is what the file reads as, but perhaps only in
// memory: the kernel takes pages for clean whose sync failed, and no later
// sync writes them. Until they are written again the next commit would
// overwrite pages of the state that the disk still stands at.
func rewriteMeta(path string) error {
	file, err := files.OpenExisting(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	begin := make([]byte, 2*64<<10)
	n, err := file.ReadAt(begin, 0)
	if err == nil || errors.Is(err, io.EOF) {
		_, err = file.WriteAt(begin[:n], 0)
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// dirtyPath names the file that stands there while the store is open.
func (s *Store) dirtyPath() string { return filepath.Join(s.opts.Dir, files.OpenMark) }

// Exists reports whether a folder holds a store, for whoever must not make one.
func Exists(dir string) (bool, error) { return files.Exists(filepath.Join(dir, files.Database)) }
