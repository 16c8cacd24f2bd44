package reading

import (
	"context"

	"sanduq/storage/internal/record"
)

// Reader is the reading half of journal.Store. view runs a read on one durable
// state of the file. All methods may be called from any goroutine.
type Reader struct {
	view func(ctx context.Context, read func(record.Tx) error) error
}

// NewReader reads through view.
func NewReader(view func(ctx context.Context, read func(record.Tx) error) error) *Reader {
	return &Reader{view: view}
}
