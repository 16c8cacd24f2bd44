package storage

import (
	"fmt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

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
