package bolt

import (
	"errors"
	"fmt"
	"io/fs"

	bolterrors "go.etcd.io/bbolt/errors"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Fault gives an error of the file system or of bbolt its code.
func Fault(err error) error {
	known := (*fault.Error)(nil)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return fault.ErrLocked.Because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return fault.ErrUnwritable.Because(err)
	case files.IsFull(err):
		return fault.ErrFull.Because(err)
	}
	return fault.ErrDamaged.Because(fmt.Errorf("open: %w", err))
}
