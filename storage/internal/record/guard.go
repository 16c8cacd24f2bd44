package record

import (
	"errors"
	"runtime/debug"
)

// Guarded turns what a damaged page makes bbolt do, panics and faults of the
// mapped file, into an error.
func Guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = Corrupt("the file cannot be read: %w: %v", ErrFault, r)
		}
	}()
	return f()
}

// ErrFault is what guarded caught. Where it happens while a transaction begins
// or ends, bbolt keeps its locks, and closing it would wait for them for ever.
var ErrFault = errors.New("fault")
