package app

import (
	"context"

	"sanduq/storage"
	"sanduq/storage/verify"
	"sanduq/ui/alarm"
	"sanduq/ui/desktop/network"
)

// scrub has the store examined in the background, some time after the start
// and then daily, and remembers what was found for the banner.
func (a *App) scrub() {
	a.background(func(ctx context.Context) {
		a.store.Scrubs(ctx, storage.ScrubOptions{Done: func(r verify.Report, err error) {
			a.damage.Store("")
			if err == nil {
				return
			}
			a.log.Error("the records are damaged", "parts", r.Damaged, "problems", r.Problems)
			part := "sales"
			if len(r.Damaged) > 0 {
				part = r.Damaged[0]
			}
			if part == "statements" { // no sale depends on it, and the bank's file brings it back
				return
			}
			a.damage.Store(part)
		}})
	})
}

// health is what the window asks of those who look after the till.
type health struct{ app *App }

// Network is for feed.Health.
func (h health) Network() bool { return network.Local(h.app.url) || network.Connected() }

// Backup is for feed.Health.
func (h health) Backup() *alarm.Backup { return h.app.backupFault() }

// Damage is for feed.Health.
func (h health) Damage() string { return h.app.damaged() }

// damaged names the part of the records that was found damaged; blank for none.
func (a *App) damaged() string {
	part, _ := a.damage.Load().(string)
	return part
}
