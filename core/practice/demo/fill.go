// Package demo makes up the history of a shop, so that a manager can try the
// screens on a long one, and tests have something to search. It knows the
// till's records and hands them to Till.Import; the till does not know it, and
// takes such sales in practice alone.
package demo

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/till"
)

// Days is over how many past days the sales are spread; today is not one of
// them.
const Days = 365

// block is how many sales are written at once: few enough that a cashier who
// takes a payment meanwhile does not notice.
const block = 250

// Audit is the action of filling in made-up sales.
const Audit journal.AuditAction = "practiceSales"

// Fill writes total made-up sales of the last Days days. All of them are over:
// none is shown as in progress, none is ever asked about at a gateway. The same
// seed and settings over the same history make the same sales. progress, which may
// be nil, is told how far it has come, on the caller's goroutine. Errors: as
// Till.Import; when ctx ends, what was written so far stays, since each block is
// whole.
func Fill(ctx context.Context, t *till.Till, total int, seed uint64, progress func(done, total int)) error {
	if progress == nil {
		progress = func(int, int) {}
	}
	g := newGenerator(seed, t.Settings(), t.Now())
	if err := t.Import(ctx, g.name(0), nil, ""); err != nil { // refused before it is said to begin
		return err
	}
	done, action := 0, Audit
	progress(done, total)
	for day, count := range g.shares(total) {
		plan := g.day(day, count)
		for len(plan) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			n := min(block, len(plan))
			if err := t.Import(ctx, g.name(day), plan[:n], action); err != nil {
				return err
			}
			plan, action = plan[n:], ""
			done += n
			progress(done, total)
		}
	}
	return nil
}
