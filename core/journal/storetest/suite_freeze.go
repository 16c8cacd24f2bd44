package storetest

import (
	"context"
	"testing"
	"time"

	"sanduq/core/journal"
)

// freezes: a journal that was put back leaves numbers out, for good.
func freezes(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	_, err := s.Freeze(ctx)
	wantErr(t, "before the first", err, journal.ErrNotFound)
	one, two := fresh(today, 7), fresh(today, 308)
	mustCommit(t, s, journal.Change{Sale: &one})
	paid, receipt := settled(one, 1)
	mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})

	want := journal.Freeze{Cause: journal.FreezeRestored, Since: noon, At: noon.Add(time.Hour), TakenUp: noon.Add(2 * time.Hour),
		Day: today, Number: 307, Receipt: 40, LeftOut: []journal.LeftOut{{Cause: journal.FreezeRestored, Since: noon, Shift: 3, Day: today,
			Sales: journal.SeqRange{First: 8, Last: 307}, Receipts: journal.SeqRange{First: 2, Last: 40}}}}
	mustCommit(t, s, journal.Change{Freeze: &want, Audit: []journal.AuditRow{auditRow(1)}})
	same(t, "freeze", must[journal.Freeze](t)(s.Freeze(ctx)), want)
	same(t, "numbers", must[journal.Head](t)(s.Head(ctx, today)), journal.Head{Number: 307, Receipt: 40, Audit: 1})
	same(t, "numbers of another day", must[journal.Head](t)(s.Head(ctx, "20261121")), journal.Head{Receipt: 40, Audit: 1})

	mustCommit(t, s, journal.Change{Sale: &two})
	for _, seq := range []uint64{2, 40, 42} {
		sale, wrong := settled(two, seq)
		wantErr(t, "a number left out", s.Commit(ctx, journal.Change{Sale: &sale, Receipt: &wrong}), journal.ErrRefused)
	}
	paid, receipt = settled(two, 41)
	mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
	same(t, "after the gap", must[journal.Receipt](t)(s.Receipt(ctx, 41)), receipt)
	_, err = s.Receipt(ctx, 23)
	wantErr(t, "inside the gap", err, journal.ErrNotFound)

	lower := want
	lower.Receipt = 12
	wantErr(t, "a gap taken back", s.Commit(ctx, journal.Change{Freeze: &lower}), journal.ErrRefused)
	want.Confirmed = &journal.Decision{At: noon.Add(3 * time.Hour), By: "Huda", Reason: "restored"}
	mustCommit(t, s, journal.Change{Freeze: &want})
	after := h.Crash(t)
	same(t, "after a crash", must[journal.Freeze](t)(after.Freeze(ctx)), want)
	same(t, "numbers after a crash", must[journal.Head](t)(after.Head(ctx, today)), journal.Head{Number: 308, Receipt: 41, Audit: 1})
}
