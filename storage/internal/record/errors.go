package record

import (
	"fmt"

	"sanduq/core/journal"
)

func Corrupt(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %w", journal.ErrCorrupt, fmt.Errorf(format, args...))
}

func Refused(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %s", journal.ErrRefused, fmt.Sprintf(format, args...))
}
