package house

import (
	"context"
	"sync"

	"sanduq/storage"
)

// patrol has the store examined in the background, some time after the start
// and then daily, and remembers what was found for the banner.
func (h *House) patrol() {
	ctx, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		h.store.Patrols(ctx, storage.PatrolOptions{Done: func(r storage.Report, err error) {
			h.damage.Store("")
			if err == nil {
				return
			}
			h.log.Error("the records are damaged", "parts", r.Damaged, "problems", r.Problems)
			part := "sales"
			if len(r.Damaged) > 0 {
				part = r.Damaged[0]
			}
			h.damage.Store(part)
		}})
	})
	h.undo = append(h.undo, func() { end(); running.Wait() })
}

// damaged is for the banner.
func (h *House) damaged() string {
	part, _ := h.damage.Load().(string)
	return part
}
