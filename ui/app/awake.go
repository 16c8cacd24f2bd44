package app

import (
	"context"

	"sanduq/ui/desktop/awake"
)

// stayAwake keeps the computer from sleeping while a sale is open.
func (a *App) stayAwake() {
	a.background(func(ctx context.Context) {
		awake.Run(ctx, func() bool { return !a.idle() }, awake.System, a.log)
	})
}
