package storage

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// When a compaction is worth its work: a file does not shrink by itself, and
// pages that were freed keep what they held until they are used again.
const (
	compactShare = 4       // free pages are more than a quarter
	compactLeast = 4 << 20 // and more bytes than this
)

// ErrBusy matches a compaction that a commit overtook. Nothing was changed.
var ErrBusy = errors.New("storage: the store was written to meanwhile")

// Compact writes the file anew without its free pages, and with full ones, and
// puts it in the place of the old one. Reading and committing go on until the
// last moment, when the files change places; ErrBusy when something was
// committed meanwhile, ErrFull when there is no room for both. The new file is
// synced and proved, record by record, before; a power cut leaves one or the
// other.
func (s *Store) Compact(ctx context.Context) error {
	ctx, done := s.long.begin(ctx)
	defer done()
	if err := errors.Join(s.Room(), s.Present()); err != nil {
		return err
	}
	aside := s.Path() + ".compact"
	var copied record.Manifest
	err := s.view(ctx, func(t record.Tx) (err error) {
		if copied, err = t.Manifest(); err != nil {
			return err
		}
		if info, err := os.Stat(s.Path()); err != nil || !s.roomFor(info.Size()) {
			return errors.Join(err, fault.ErrFull.Because(errors.New("no room for a second file")))
		}
		return s.rewrite(ctx, aside, func(to *migrate.Rewriting) error {
			h, err := to.CopyAll(ctx, t)
			if err != nil {
				return err
			}
			return to.Update(func(t record.Tx) error { return t.PutManifest(h) })
		})
	})
	if err == nil {
		err = s.verifyCopy(ctx, aside)
	}
	if err == nil {
		err = s.within(func() error { return s.changePlaces(ctx, done, aside, copied) })
	}
	if errors.Is(err, fault.ErrSlow) {
		s.poison(err)
		return err // what hangs may need it yet
	}
	return errors.Join(err, files.Remove(aside))
}

// changePlaces puts the new file in unless the old one has moved on.
func (s *Store) changePlaces(ctx context.Context, done func(), aside string, copied record.Manifest) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	done() // what follows is short, and must not be cut off
	s.life.Lock()
	defer s.life.Unlock()
	if err := s.unmoved(copied); err != nil {
		return err
	}
	if err := s.exchange(context.WithoutCancel(ctx), aside, successor{last: s.last}); err != nil {
		err = fmt.Errorf("storage: compact: %w", err)
		s.poison(err) // reopening finds one file or the other
		return err
	}
	return nil
}

func (s *Store) roomFor(size int64) bool {
	free, err := files.Free(s.opts.Dir)
	return err == nil && free > uint64(size)+roomNeeded
}

// spare returns how many bytes of the file are free pages, and its size.
func (s *Store) spare(ctx context.Context) (free, size int64, err error) {
	err = s.view(ctx, func(t record.Tx) error {
		stats := t.DB().Stats()
		free, size = int64(stats.FreePageN+stats.PendingPageN)*int64(t.DB().Info().PageSize), t.Size()
		return nil
	})
	return free, size, err
}

func (s *Store) compactIfWorthwhile(ctx context.Context) {
	free, size, err := s.spare(ctx)
	if err == nil && free > compactLeast && free > size/compactShare {
		err = s.Compact(ctx)
		s.opts.Logger.Info("store compacted", "bytes", size, "free", free, "err", err)
	}
	if err != nil && ctx.Err() == nil {
		s.opts.Logger.Warn("store not compacted", "err", err)
	}
}

// roomNeeded is how many bytes must be free for a till to go on: thousands of
// sales, and the file's own growth.
const roomNeeded = 64 << 20

// Room returns nil when the disk has room for further sales, and an error that
// matches ErrFull and journal.ErrFull when it has less than 64 MiB. Call it before
// a payment is opened: a disk that fills up in the middle of one is worse.
func (s *Store) Room() error {
	free, err := files.Free(s.opts.Dir)
	if err != nil {
		return fmt.Errorf("storage: room: %w", err)
	}
	if free < roomNeeded {
		return fault.ErrFull.Because(fmt.Errorf("%d bytes free, %d needed", free, int64(roomNeeded)))
	}
	return nil
}
