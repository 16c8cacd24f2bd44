package storage

import (
	"errors"
	"runtime/debug"
)

// guarded turns what a damaged page makes bbolt do, panics and faults of the
// mapped file, into an error.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = corrupt("the file cannot be read: %w: %v", errFault, r)
		}
	}()
	return f()
}

// errFault is what guarded caught. Where it happens while a transaction begins
// or ends, bbolt keeps its locks, and closing it would wait for them for ever.
var errFault = errors.New("fault")
