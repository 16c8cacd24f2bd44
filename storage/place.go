package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/pages"
	"sanduq/storage/internal/record"
)

// A file can be removed, renamed or replaced while it is open, and every write
// into it goes well: only that no start will ever find it. A commit is durable
// when the file that it went into is the one at the store's path afterwards.

// place is where a store lies: the folder, which is locked, and the file in it that the
// store's path must lead to. Only present may be called from any goroutine; for the rest
// the caller holds life for writing, or nobody else knows the store yet.
type place struct {
	opts   Options
	lock   *flock.Flock
	folder fs.FileInfo          // as it was opened; set once
	file   atomic.Pointer[held] // what its path must lead to
	coming *successor           // while files change places
	taken  *successor           // the one that was found in its place
}

// held is the file that a store has open.
type held struct {
	handle *os.File // bbolt's own
	info   fs.FileInfo
}

// successor is a proved file that is about to take the place of the open one.
type successor struct {
	info fs.FileInfo
	last record.Manifest
}

func (p *place) path() string { return filepath.Join(p.opts.Dir, files.Database) }

// present reports whether the store's path leads to the file that is open: nil,
// or an error that matches ErrReplaced. It may be called from any goroutine,
// and takes as long as looking up a path.
func (p *place) present() error {
	file := p.file.Load()
	if file == nil {
		return nil // nothing was opened yet
	}
	info, err := os.Stat(p.path())
	if err != nil {
		return fault.ErrReplaced.Because(err)
	}
	if !os.SameFile(info, file.info) {
		return fault.ErrReplaced.Because(errors.New("another file lies at its path"))
	}
	return nil
}

// sameFolder reports whether the store's folder is the one in which it was
// opened: what is kept beside the file belongs there only.
func (p *place) sameFolder() error {
	now, err := os.Stat(p.opts.Dir)
	if err != nil {
		return fault.ErrReplaced.Because(err)
	}
	if !os.SameFile(now, p.folder) {
		return fault.ErrReplaced.Because(errors.New("another folder lies at its path"))
	}
	return nil
}

// ours reports whether a file that was just opened may be the store's: the
// first one, the one that was open before, or the one that was to take its
// place.
func (p *place) ours(file fs.FileInfo) error {
	before := p.file.Load()
	switch {
	case before == nil || os.SameFile(file, before.info):
		p.taken = nil
		return nil
	case p.coming != nil && os.SameFile(file, p.coming.info):
		p.taken = p.coming
		return nil
	}
	return fault.ErrReplaced.Because(errors.New("another file lies at its path"))
}

// prepare makes the folder. A live till's must be on this machine: the locks of another
// one's file system may hold on each machine alone, and two tills then write one file.
func (p *place) prepare() (err error) {
	if err := os.MkdirAll(p.opts.Dir, 0o700); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	if network, _ := p.opts.doubts(p.opts.Dir); network != "" && p.opts.Environment == core.Live {
		return fault.ErrNetwork.Because(fault.FileSystem(network))
	}
	info, err := files.Stat(p.opts.Dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(p.opts.Dir, 0o700)
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	p.folder = info
	return nil
}

// acquire takes the folder's lock, which covers what bbolt's own lock cannot:
// the time before the file exists and while it is examined.
func (p *place) acquire(ctx context.Context) error {
	path := filepath.Join(p.opts.Dir, "till.lock")
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return fault.ErrUnwritable.Because(fmt.Errorf("till.lock: %w", files.ErrNoFile))
	}
	p.lock = flock.New(path, flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, p.opts.Timeout)
	defer cancel()
	ok, err := p.lock.TryLockContext(waiting, 20*time.Millisecond)
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

// sweep removes what a power cut left of files under construction: the first
// one, those of a migration or a compaction, copies.
func (p *place) sweep() (err error) {
	for _, pattern := range []string{files.Database + ".new-*", files.Database + ".migrated*", files.Database + ".compact*", "till.schema-*.part",
		files.Database + ".restore*", files.Database + ".rekeyed", ".till.*-*", ".proving-*"} {
		leftovers, lookErr := files.Matching(p.opts.Dir, pattern)
		err = errors.Join(err, lookErr)
		for _, path := range leftovers {
			err = errors.Join(err, files.Remove(path))
		}
	}
	return err
}

// open opens the file of the store's path if it is the store's.
func (p *place) open(path string, flag int, mode fs.FileMode) (*held, error) {
	handle, err := pages.Open(path, flag, mode)
	if err != nil {
		return nil, err
	}
	info, err := handle.Stat()
	if err == nil {
		err = p.ours(info)
	}
	if err != nil {
		return nil, errors.Join(err, handle.Close())
	}
	return &held{handle, info}, nil
}

// examine looks at a file before it is mapped. bbolt would make a new database
// of an empty file, which must never happen to one that existed. A file that
// was not closed properly goes to the checker first.
func (p *place) examine(ctx context.Context) error {
	info, err := os.Stat(p.path())
	switch {
	case err != nil && p.file.Load() != nil:
		return fault.ErrReplaced.Because(err)
	case err != nil:
		return bolt.Fault(err)
	case !info.Mode().IsRegular():
		return fault.ErrDamaged.Because(files.ErrNoFile)
	}
	if err := p.ours(info); err != nil {
		return err
	}
	if info.Size() == 0 {
		return fault.ErrDamaged.Because(errors.New("the file is empty"))
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(p.path(), 0o600); err != nil {
			return fault.ErrUnwritable.Because(err)
		}
	}
	dirty, err := files.Exists(p.mark())
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	if !dirty {
		return files.Replace(p.mark(), []byte(p.opts.Clock().UTC().Format(time.RFC3339)+"\n"))
	}
	p.opts.Logger.Info("store was not closed properly, examining it")
	if err := p.opts.Checker(ctx, p.path()); err != nil {
		return err
	}
	if err := rewriteMeta(p.path()); err != nil {
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

// mark names the file that stands there while the store is open.
func (p *place) mark() string { return filepath.Join(p.opts.Dir, files.OpenMark) }

// roomNeeded is how many bytes must be free for a till to go on: thousands of
// sales, and the file's own growth.
const roomNeeded = 64 << 20

func (p *place) roomFor(size int64) bool {
	free, err := files.Free(p.opts.Dir)
	return err == nil && free > uint64(size)+roomNeeded
}

// room returns nil when the disk has room for further sales, and an error that
// matches ErrFull and journal.ErrFull when it has less than 64 MiB. Call it before
// a payment is opened: a disk that fills up in the middle of one is worse.
func (p *place) room() error {
	free, err := files.Free(p.opts.Dir)
	if err != nil {
		return fmt.Errorf("storage: room: %w", err)
	}
	if free < roomNeeded {
		return fault.ErrFull.Because(fmt.Errorf("%d bytes free, %d needed", free, int64(roomNeeded)))
	}
	return nil
}
