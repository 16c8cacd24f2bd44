package agent

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal/storetest"
	"sanduq/core/office"
)

// older is one of two collectors: it answers that the till is there from its memory, where the newest sale is that of
// before the other one took something.
type older struct {
	*hall
	memory *office.Cursor
}

func (b *older) Rows(ctx context.Context, batch *office.Batch) (office.Cursor, error) {
	if batch.Size() == 0 && b.memory != nil {
		return *b.memory, nil
	}
	return b.hall.Rows(ctx, batch)
}

// TestACollectorThatIsBehindIsNoOfficeThatWentBack: a till does not compare more than a year of days, and sends nothing
// again, because another collector has taken its newest sale.
func TestACollectorThatIsBehindIsNoOfficeThatWentBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, &older{hall: newHall()}
		d.open("20261120", 1)
		start(t, d, h)
		time.Sleep(time.Minute)
		synctest.Wait()
		_, before, _, memory := h.seen()
		h.mu.Lock()
		h.memory = &memory
		h.mu.Unlock()
		second := d.open("20261120", 2) // no chain has a line of it
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		_, days, asked, cursor := h.seen()
		if len(before) != 1 || len(days) != 1 || asked != 1 || cursor.Newest != second.ID {
			t.Errorf("days are compared %d times, and then %d; the cursor is asked for %d times; the newest sale is %s", len(before), len(days)-len(before), asked, cursor.Newest)
		}
		again := 0
		for _, ids := range h.sales() {
			again += len(ids)
		}
		if again != 2 {
			t.Errorf("2 sales are sent %d times", again)
		}
	})
}
