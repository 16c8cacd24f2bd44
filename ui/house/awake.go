package house

import (
	"context"
	"sync"

	"sanduq/ui/desktop/awake"
)

// stayAwake keeps the computer from sleeping while a sale is open.
func (h *House) stayAwake() {
	ctx, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { awake.Run(ctx, func() bool { return !h.idle() }, awake.System, h.log) })
	h.undo = append(h.undo, func() { end(); running.Wait() })
}
