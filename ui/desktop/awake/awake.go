// Package awake keeps the computer and its screen from going to sleep while a
// sale is open: a QR that goes dark before the customer has paid is a sale that
// nobody understands. It asks the desktop, and lets go as soon as the last sale
// has ended. Where the desktop does not listen the till works all the same.
//
// Fyne's Driver.SetDisableScreenBlanking (2.8.1) would keep less: on Linux it asks
// the screen saver alone and not the logins, so that a computer without a desktop
// that listens goes to sleep, and it waits for an answer on the UI goroutine
// without an end; on Windows it keeps the display on and lets the system sleep;
// nowhere does it tell that it did not succeed.
package awake

import (
	"context"
	"log/slog"
	"time"
)

// glance is how often it is looked whether a sale is open.
const glance = 5 * time.Second

// Hold keeps the computer awake until release is called, once. It takes a
// moment, not more.
type Hold func() (release func(), err error)

// Run holds while open says so, until ctx ends. It blocks. A hold that does not
// succeed is tried again at the next sale, and only the first is logged. open
// is called from the goroutine of Run.
func Run(ctx context.Context, open func() bool, hold Hold, log *slog.Logger) {
	var release func()
	let := func() {
		if release != nil {
			release()
			release = nil
		}
	}
	defer let()
	tried, told := false, false
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		switch busy := open(); {
		case !busy:
			let()
			tried = false
		case !tried:
			tried = true
			var err error
			if release, err = hold(); err != nil && !told {
				told = true
				log.Warn("the computer may go to sleep during a sale", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
