package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/pages"
	"sanduq/storage/internal/record"
)

// CheckArgument is the hidden first argument with which the application starts
// itself to examine a file.
const CheckArgument = "check-store"

// checkTimeout bounds an examination; a damaged file may lead it in circles.
const checkTimeout = 60 * time.Second

// Command returns an Options.Checker that examines a file in a process
// of its own: program, the running one when blank, is started with
// CheckArgument and the path, and must pass what follows CheckArgument to
// CheckMain. Whatever the file does to that process, this one lives and gets
// ErrDamaged.
func Command(program string) func(ctx context.Context, path string) error {
	if program == "" {
		program = os.Args[0]
		if path, err := os.Executable(); err == nil {
			program = path
		}
	}
	return func(ctx context.Context, path string) error {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, CheckArgument, path)
		cmd.WaitDelay = time.Second
		for _, kv := range os.Environ() {
			if !strings.HasPrefix(kv, "SERVICE_") { // it has no use for the merchant's keys
				cmd.Env = append(cmd.Env, kv)
			}
		}
		out, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		if ctx.Err() == nil && cmd.ProcessState == nil {
			return fmt.Errorf("storage: the examination could not be started: %w", err)
		}
		return fault.ErrDamaged.Because(fmt.Errorf("examined: %w: %.400s", errors.Join(err, context.Cause(ctx)), out))
	}
}

// Main is the body of the examining process: args holds the path of the
// file, out is told what is wrong. It returns the exit status: 0 for a sound file, 1 for a
// damaged one, 2 for a wrong call.
func Main(args []string, out io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(out, "usage: "+CheckArgument+" <file>")
		return 2
	}
	// bbolt goes on looking after the first thing that is wrong, and in a damaged file for
	// ever, where a page leads back to itself. So it is left where it is, with the file open,
	// and this process ends.
	found := make(chan error, 2)
	first := func(err error) {
		found <- bolt.Fault(err)
		select {}
	}
	go func() { found <- examine(args[0], first) }()
	for {
		select {
		case err := <-found:
			if err != nil {
				fmt.Fprintln(out, err)
				return 1
			}
			return 0
		case <-time.After(50 * time.Millisecond):
			var m runtime.MemStats
			if runtime.ReadMemStats(&m); m.HeapAlloc > checkMemory {
				fmt.Fprintln(out, "it leads in circles: an examination of a sound file needs less memory")
				return 1
			}
		}
	}
}

// checkMemory is how many bytes of its own an examination may come to use. A cursor that
// follows a page back to itself remembers each step.
const checkMemory = 256 << 20

// CheckWhole is the size in bytes up to which every page is examined; reading
// more would keep a cashier waiting for a minute and longer. Of larger files
// the ends of every bucket are read, where the newest pages are; the rest is
// for Verify. A variable for tests.
var CheckWhole int64 = 256 << 20

// Here examines a file for what bbolt relies on, in this process: a damaged one may
// keep it for ever.
func Here(_ context.Context, path string) error { return examine(path, func(error) {}) }

// examine examines a file, and tells of the first thing that is wrong as soon as it is
// found.
func examine(path string, first func(error)) error {
	if err := pages.CheckFile(path, CheckWhole); err != nil {
		return bolt.Fault(err)
	}
	err := record.Guarded(func() error {
		options := bolt.Options(time.Second)
		options.ReadOnly, options.PreLoadFreelist = true, true
		db, err := bbolt.Open(path, 0o600, options)
		if err != nil {
			return err
		}
		return errors.Join(db.View(func(t *bbolt.Tx) error {
			if t.Size() > CheckWhole {
				return CheckEnds(t)
			}
			return checkPages(t, first)
		}), db.Close())
	})
	if err != nil {
		return bolt.Fault(err)
	}
	return nil
}

// checkPages looks at every page. bbolt does so beside it until all of its errors are
// taken: the file must stay open so long.
func checkPages(t *bbolt.Tx, first func(error)) (wrong error) {
	for err := range t.Check() {
		if wrong == nil {
			wrong = err
			first(err)
		}
	}
	return wrong
}

// CheckEnds reads the first and the last keys of every bucket.
func CheckEnds(t *bbolt.Tx) error {
	const keys = 2_000
	return t.ForEach(func(name []byte, b *bbolt.Bucket) error {
		if b == nil {
			return fmt.Errorf("%q is not a bucket", name)
		}
		c := b.Cursor()
		for _, walk := range []struct {
			begin, step func() (key, value []byte)
			order       int
		}{{c.First, c.Next, 1}, {c.Last, c.Prev, -1}} {
			last, value := walk.begin()
			for n := 0; n < keys && last != nil; n++ {
				_ = bytes.IndexByte(value, 0) // touches the value's pages
				key, next := walk.step()
				if key != nil && bytes.Compare(key, last) != walk.order {
					return fmt.Errorf("keys of %q are out of order", name)
				}
				last, value = key, next
			}
		}
		return nil
	})
}
