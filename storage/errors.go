package storage

import (
	"fmt"

	"sanduq/core/journal"
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %w", journal.ErrCorrupt, fmt.Errorf(format, args...))
}

func refused(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %s", journal.ErrRefused, fmt.Sprintf(format, args...))
}
