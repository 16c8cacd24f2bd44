package reading

import (
	"context"
	"errors"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// Reader is the reading half of journal.Store. view runs a read on one durable
// state of the file. All methods may be called from any goroutine.
type Reader struct {
	view func(ctx context.Context, read func(record.Tx) error) error
}

// read returns what find makes of one durable state of the file; with an error, nothing.
func read[T any](ctx context.Context, s *Reader, find func(record.Tx) (T, error)) (T, error) {
	var found, none T
	if err := s.view(ctx, func(t record.Tx) (err error) {
		found, err = find(t)
		return err
	}); err != nil {
		return none, err
	}
	return found, nil
}

// backwards reads rows, the newest first: those below before, all where it is 0, and from
// oldest on, as many as limit. Numbers that get reports journal.ErrNotFound of were left out.
func backwards[T any](newest, oldest, before uint64, limit int, get func(seq uint64) (T, error)) (rows []T, err error) {
	if before != 0 {
		newest = min(newest, before-1)
	}
	for seq := newest; seq >= max(oldest, 1) && len(rows) < limit; seq-- {
		row, err := get(seq)
		if errors.Is(err, journal.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// NewReader reads through view.
func NewReader(view func(ctx context.Context, read func(record.Tx) error) error) *Reader {
	return &Reader{view: view}
}
