//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"sanduq/ui/e2e/harness"
)

// Where a typed digit appears: the amount of a new sale, above what the window
// says while its data are opened, and the empty window's text. shown is what of a
// sale changes when its state does: within the QR.
var (
	amount = image.Rect(480, 250, 820, 325)
	middle = image.Rect(483, 265, 883, 425)
	shown  = image.Rect(320, 180, 680, 520)
)

// window is a program on a display of its own.
type window struct {
	display *harness.Display
	*screen
	program *harness.App
	began   time.Time
	typed   image.Rectangle
}

// till opens the application's window with its data in a folder of this run.
func (b *bench) till(ctx context.Context, data string, env []string, args ...string) (*window, error) {
	if err := setUp(ctx, filepath.Join(b.dir, data, "sandbox")); err != nil {
		return nil, err
	}
	return open(ctx, b.size, b.app, filepath.Join(b.dir, data), amount, env, append(args, "--lang", "en", "--bank-addr", "127.0.0.1:0")...)
}

// bare opens the empty window.
func (b *bench) bare(ctx context.Context) (*window, error) {
	return open(ctx, b.size, b.empty, filepath.Join(b.dir, "empty"), middle, nil)
}

func open(ctx context.Context, size image.Point, binary, data string, typed image.Rectangle, env []string, args ...string) (w *window, err error) {
	unix.Sync() // what the last one wrote is not this one's to wait for
	w = &window{typed: typed}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if w.display, err = harness.StartDisplay(ctx, size.X, size.Y); err != nil {
		return nil, err
	}
	if w.screen, err = openScreen(w.display); err != nil {
		return nil, err
	}
	w.began = time.Now()
	w.program, err = harness.StartApp(w.display, binary, data, env, args...)
	return w, err
}

// close ends what has begun.
func (w *window) close() {
	if w.program != nil {
		_ = w.program.Stop()
	}
	if w.screen != nil {
		w.screen.close()
	}
	if w.display != nil {
		w.display.Stop()
	}
}

// usable waits until the window is painted and shows a typed digit, and
// returns how long each took from the start on. It leaves the digit there.
func (w *window) usable(ctx context.Context) (painted, usable time.Duration, err error) {
	at, err := w.until(ctx, w.typed, 60*time.Second, drawn)
	if err != nil {
		return 0, 0, fmt.Errorf("the window was not painted: %w; the log ends: %s", err, w.program.Last("msg="))
	}
	before, err := w.pixels(w.typed)
	if err != nil {
		return 0, 0, err
	}
	differs := func(now []byte) bool { return !bytes.Equal(now, before) }
	for range 40 { // a key before the window takes any is lost
		if err := w.press('5'); err != nil {
			return 0, 0, err
		}
		shown, err := w.until(ctx, w.typed, 250*time.Millisecond, differs)
		if err == nil {
			return at.Sub(w.began), shown.Sub(w.began), nil
		}
		if !errors.Is(err, errNoFrame) {
			return 0, 0, err
		}
	}
	return 0, 0, errors.New("the window took no key")
}
