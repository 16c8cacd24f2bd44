package till

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core"
)

// Bulk is a Store that can apply many changes as one transaction, by the rules
// of Commit. It is asked for by FillPractice alone.
type Bulk interface {
	CommitAll(ctx context.Context, all []Change) error
}

// PracticeDays is over how many past days FillPractice spreads its sales;
// today is not one of them.
const PracticeDays = 90

// practiceBlock is how many sales are written at once: few enough that a
// cashier who takes a payment meanwhile does not notice.
const practiceBlock = 250

// CodePractice: invented sales are refused here.
const CodePractice Code = "practice"

// AuditPractice is the action of filling in invented sales.
const AuditPractice AuditAction = "practiceSales"

// FillPractice writes total invented sales of the last PracticeDays days, so
// that a manager can try the screens on a long history. All of them are over:
// none is shown as in progress, none is ever asked about at a gateway. The
// same seed and settings over the same history make the same sales. progress,
// which may be nil, is told how far it has come, on the caller's goroutine.
//
// It is refused with CodePractice anywhere but in the sandbox, and with
// CodeStore when the store cannot take it. When ctx ends, what was written so
// far stays: each block is whole.
func (t *Till) FillPractice(ctx context.Context, total int, seed uint64, progress func(done, total int)) error {
	bulk, able := t.cfg.Store.(Bulk)
	if t.cfg.Environment != core.Sandbox || !able {
		return refuse(CodePractice, fmt.Errorf("no invented sales in %q", t.cfg.Environment))
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	written := t.work.Begin() // closing waits for the block that is being written
	if written == nil {
		return refuse(CodeUnavailable, nil)
	}
	defer written()
	in := newInvention(seed, t.now(), t.Settings(), t.cfg.BaseURL)
	done := 0
	progress(done, total)
	for day, count := range in.shares(total) {
		plan := in.day(day, count)
		for len(plan) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if t.ctx.Err() != nil {
				return refuse(CodeUnavailable, t.ctx.Err())
			}
			n := min(practiceBlock, len(plan))
			if err := t.committer.commitAll(ctx, bulk, in.name(day), plan[:n], done == 0); err != nil {
				return refuse(CodeStore, err)
			}
			plan = plan[n:]
			done += n
			progress(done, total)
		}
	}
	return nil
}

// commitAll numbers invented sales of one day and writes them as one block. It
// waits out a store in trouble, as every other writer does.
func (b *committer) commitAll(ctx context.Context, bulk Bulk, day Day, plan []invented, first bool) error {
	for {
		err := b.tryAll(ctx, bulk, day, plan, first)
		if !errors.Is(err, ErrPoisoned) {
			return err
		}
		if err := b.wait(); err != nil {
			return err
		}
	}
}

func (b *committer) tryAll(ctx context.Context, bulk Bulk, day Day, plan []invented, first bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bad != nil {
		return ErrPoisoned
	}
	h, err := b.t.cfg.Store.Head(ctx, day)
	if err != nil {
		if ctx.Err() == nil {
			b.poison(err)
		}
		return err
	}
	all := make([]Change, 0, len(plan)+1)
	if first { // written down before it is done
		all = append(all, Change{Audit: []AuditRow{{Seq: h.Audit + 1, At: b.t.now(), By: b.t.Settings().Cashier, Action: AuditPractice}}})
	}
	for _, one := range plan {
		h.Number++
		all = append(all, one.change(NewSaleID(day, h.Number), &h.Receipt))
	}
	err = bulk.CommitAll(context.Background(), all)
	if err != nil && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrRefused) {
		b.poison(err)
	}
	return err
}
