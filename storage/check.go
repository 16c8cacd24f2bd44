package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"go.etcd.io/bbolt"
)

// CheckArgument is the hidden first argument with which the application starts
// itself to examine a file.
const CheckArgument = "check-store"

// checkTimeout bounds an examination; a damaged file may lead it in circles.
const checkTimeout = 60 * time.Second

// CommandChecker returns an Options.Checker that examines a file in a process
// of its own: program, usually the application itself, is started with
// CheckArgument and the path, and must pass what follows CheckArgument to
// CheckMain. Whatever the file does to that process, this one lives and gets
// ErrDamaged.
func CommandChecker(program string) func(ctx context.Context, path string) error {
	return func(ctx context.Context, path string) error {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, CheckArgument, path)
		cmd.WaitDelay = time.Second
		out, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		if ctx.Err() == nil && cmd.ProcessState == nil {
			return fmt.Errorf("storage: the examination could not be started: %w", err)
		}
		return ErrDamaged.because(fmt.Errorf("examined: %w: %.400s", errors.Join(err, context.Cause(ctx)), out))
	}
}

// CheckMain is the body of the examining process: args holds the path of the
// file. It returns the process's exit status: 0 for a sound file, 1 for a
// damaged one, 2 for a wrong call.
func CheckMain(args []string) int { return checkMain(args, os.Stderr) }

func checkMain(args []string, out io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(out, "usage: "+CheckArgument+" <file>")
		return 2
	}
	if err := checkHere(context.Background(), args[0]); err != nil {
		fmt.Fprintln(out, err)
		return 1
	}
	return 0
}

// checkHere examines every page of a file for what bbolt relies on.
func checkHere(_ context.Context, path string) error {
	err := guarded(func() error {
		options := boltOptions(time.Second)
		options.ReadOnly, options.PreLoadFreelist = true, true
		db, err := bbolt.Open(path, 0o600, options)
		if err != nil {
			return err
		}
		return errors.Join(db.View(checkPages), db.Close())
	})
	if err != nil {
		return fileError(err)
	}
	return nil
}

func checkPages(t *bbolt.Tx) error {
	var first error
	for err := range t.Check() {
		if first == nil {
			first = err
		}
	}
	return first
}
