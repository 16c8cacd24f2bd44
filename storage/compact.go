package storage

import (
	"context"
	"errors"

	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// When a compaction is worth its work: a file does not shrink by itself, pages that
// were freed keep what they held until they are used again, and each commit writes
// the list of them, eight bytes for each. A shop's commits leave some hundred; a
// file that was filled in large blocks, or migrated, has thousands.
const (
	compactShare = 4       // free pages are more than a quarter
	compactLeast = 4 << 20 // and more bytes than this
	compactList  = 4096    // or their list takes more than eight pages of each commit
)

// worthwhile reports whether so many free pages of a file of so many bytes are worth
// a compaction.
func worthwhile(pages, pageSize, size int64) bool {
	free := pages * pageSize
	return free > compactLeast && free > size/compactShare || pages > compactList
}

// Compact writes the file again without its free pages, and with full ones, and
// puts it in the place of the old one. Reading and committing go on until the
// last moment, when the files change places; ErrBusy when something was
// committed meanwhile, ErrFull when there is no room for both. The new file is
// synced and proved, record by record, before; a power cut leaves one or the
// other.
func (s *Store) Compact(ctx context.Context) error {
	if err := errors.Join(s.Room(), s.Present()); err != nil {
		return err
	}
	anew := rewriting{s: s, what: "compact", aside: s.Path() + ".compact"}
	return anew.run(ctx, func(ctx context.Context, t record.Tx, to *migrate.Rewriting) error {
		h, err := to.CopyAll(ctx, t)
		if err != nil {
			return err
		}
		return to.Update(func(t record.Tx) error { return t.PutManifest(h) })
	})
}

// spare returns how many pages of the file are free, how large one is, and the
// file's size.
func (s *Store) spare(ctx context.Context) (pages, pageSize, size int64, err error) {
	err = s.view(ctx, func(t record.Tx) error {
		stats := t.DB().Stats()
		pages, pageSize, size = int64(stats.FreePageN+stats.PendingPageN), int64(t.DB().Info().PageSize), t.Size()
		return nil
	})
	return pages, pageSize, size, err
}

func (s *Store) compactIfWorthwhile(ctx context.Context) {
	pages, pageSize, size, err := s.spare(ctx)
	if err == nil && worthwhile(pages, pageSize, size) {
		err = s.Compact(ctx)
		s.opts.Logger.Info("store compacted", "bytes", size, "free", pages*pageSize, "err", err)
	}
	if err != nil && ctx.Err() == nil {
		s.opts.Logger.Warn("store not compacted", "err", err)
	}
}

// Room returns nil when the disk has room for further sales, and an error that
// matches ErrFull and journal.ErrFull when it has less than 64 MiB. Call it before
// a payment is opened: a disk that fills up in the middle of one is worse.
func (s *Store) Room() error { return s.place.room() }
