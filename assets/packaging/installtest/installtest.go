// Package installtest is what the trials of installed packages have in common: to
// tell whether a folder is as it was, and whether a log says something yet.
package installtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Until waits, up to a minute, for something to become true.
func Until(ctx context.Context, what string, done func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for !done() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("there is not %s: %w", what, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
	return nil
}

// Line waits for a line that holds all the parts in what log returns. The error
// shows the log's end.
func Line(ctx context.Context, log func() []byte, parts ...string) error {
	var text []byte
	err := Until(ctx, fmt.Sprintf("a log line with %q", parts), func() bool {
		text = log()
		for line := range bytes.Lines(text) {
			if holds(line, parts) {
				return true
			}
		}
		return false
	})
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text[max(0, len(text)-2000):])
	}
	return nil
}

func holds(line []byte, parts []string) bool {
	for _, p := range parts {
		if !bytes.Contains(line, []byte(p)) {
			return false
		}
	}
	return true
}

// Sum is one number for all that is in a folder: names and contents.
func Sum(dir string) (sum string, files int, err error) {
	all := sha256.New()
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		files++
		fmt.Fprintf(all, "%s %d %x\n", name, len(data), sha256.Sum256(data))
		return err
	})
	return fmt.Sprintf("%x", all.Sum(nil))[:16], files, err
}
