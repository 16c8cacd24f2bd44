package storage

import (
	"fmt"

	"sanduq/core/till"
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %w", till.ErrCorrupt, fmt.Errorf(format, args...))
}

func refused(format string, args ...any) error {
	return fmt.Errorf("storage: %w: %s", till.ErrRefused, fmt.Sprintf(format, args...))
}
