package harness

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Ready waits until the application takes keys, and returns the line by which
// its log says so. On a fresh data folder it skips the first run, with the key
// that practice has for that.
func (a *App) Ready(ctx context.Context, d *Display) (string, error) {
	line, err := a.WaitLog(ctx, "msg=ready")
	if err != nil || !strings.Contains(line, "fresh=true") {
		return line, err
	}
	return line, a.SkipSetup(ctx, d)
}

// SkipSetup presses the key that skips the first run until it is over: the
// first may come before the window has the keyboard.
func (a *App) SkipSetup(ctx context.Context, d *Display) error {
	for range 40 {
		if err := d.Key("Escape"); err != nil {
			return err
		}
		soon, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
		_, err := a.WaitLog(soon, `msg="set up"`)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return errors.New("the first run was not skipped")
}
