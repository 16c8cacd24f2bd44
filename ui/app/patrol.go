package app

import (
	"context"

	"sanduq/storage"
	"sanduq/storage/verify"
)

// patrol has the store examined in the background, some time after the start
// and then daily, and remembers what was found for the banner.
func (a *App) patrol() {
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
			a.damage.Store(part)
		}})
	})
}

// damaged is for the banner.
func (a *App) damaged() string {
	part, _ := a.damage.Load().(string)
	return part
}
