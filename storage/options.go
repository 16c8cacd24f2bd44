package storage

import (
	"context"
	"log/slog"
	"time"

	"sanduq/core"
	"sanduq/storage/check"
	"sanduq/storage/config"
	"sanduq/storage/keys"
)

// Options say where a store is and what it works with.
type Options struct {
	// Dir is the folder of one environment; it is made with mode 0700 when
	// absent. Required.
	Dir string
	// Environment is the one whose sales the store holds: a file of another one
	// is refused. Blank takes any.
	Environment core.Environment
	// Keys yields the data key. Required.
	Keys keys.Source
	// Checkpoints keeps the checkpoint that tells a rolled-back file; nil keeps
	// none. Every place of the data key is one.
	Checkpoints keys.Checkpoints
	// Elsewhere is a folder outside of Dir, of this user, in which a live store keeps its
	// checkpoint once more; it is made when absent. Blank keeps none. See second.
	Elsewhere string
	// Logger takes what went wrong, without secrets; nil is silent.
	Logger *slog.Logger
	// Timeout is how long to wait for another copy to let go of the file; 0
	// means one second.
	Timeout time.Duration
	// Patience is how long the disk may take for one commit, for reopening and
	// for closing, before the store is given up with ErrSlow; 0 means ten
	// seconds, less than 0 for ever, in the caller's own goroutine.
	Patience time.Duration
	// Clock names backups; nil is time.Now.
	Clock func() time.Time
	// Checker examines a file that was not closed properly before this process
	// maps it, since most faults of a damaged file kill a process in ways that
	// it cannot catch. Nil examines it in this process. See CommandChecker.
	Checker func(ctx context.Context, path string) error
	// Progress is told, on the caller's goroutine, while Open brings an older
	// file to the present layout, for each layout between: how many of all steps
	// are done, two for each sale, one to write it and one to prove it. Nil when
	// nobody waits.
	Progress func(done, total uint64)

	// verifyBelow is the size in bytes up to which a file is read in full at
	// every opening: some thousand sales, a fraction of a second. Larger ones
	// are for Verify, in the background.
	verifyBelow int64
	// doubts is config.Doubts, but for tests.
	doubts func(dir string) (network, synced string)
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Timeout <= 0 {
		o.Timeout = time.Second
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.verifyBelow == 0 {
		o.verifyBelow = 4 << 20
	}
	if o.doubts == nil {
		o.doubts = config.Doubts
	}
	if o.Checker == nil {
		o.Checker = check.Here
	}
	return o
}

// defaultPatience is how long a disk may take for one commit. Ones that wear
// out take seconds now and then; a cashier does not wait longer without a word.
const defaultPatience = 10 * time.Second
