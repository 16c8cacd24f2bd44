package till

import (
	"slices"
	"sync"
	"time"

	"sanduq/core/journal"
)

// A slip that could not begin is tried again for as long as a customer waits,
// and then given up: paper that comes out later, beside the next customer, is
// worse than none. It is printed by hand then.
const (
	printAgain    = 2 * time.Second
	printAfter    = 120 * time.Millisecond // so that PAID is on the screen before a slip takes the processor and the disk
	printPatience = 2 * time.Minute
)

// printing is what the till knows of its slips: those that come by themselves,
// in their order, and whose turn it is.
type printing struct {
	turn chan struct{} // held while one slip is printed, whoever asked for it
	wake chan struct{}

	mu    sync.Mutex // held for an instant only, never over another lock
	queue []slipJob
}

// slipJob is a slip that is to come by itself.
type slipJob struct {
	sale  journal.SaleID
	since time.Time // when it joined the queue
}

func (p *printing) init() {
	p.turn, p.wake = make(chan struct{}, 1), make(chan struct{}, 1)
}

// add lets a slip come by itself, unless it waits already.
func (p *printing) add(id journal.SaleID) {
	p.mu.Lock()
	if !slices.ContainsFunc(p.queue, func(j slipJob) bool { return j.sale == id }) {
		p.queue = append(p.queue, slipJob{id, time.Now()})
	}
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// all returns the slips that wait, the first one first.
func (p *printing) all() []slipJob {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]slipJob(nil), p.queue...)
}

// drop takes the first slip from the queue.
func (p *printing) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = p.queue[1:]
}

// slipWanted is how the slip of a sale begins that is paid in this moment.
func (t *Till) slipWanted() journal.PrintState {
	if t.cfg.Paper != nil && t.cfg.Paper.Wanted() > 0 {
		return journal.PrintPending
	}
	return journal.PrintNone
}

// queueSlip lets the slip of a sale come that is to come by itself, as the disk
// has it.
func (t *Till) queueSlip(s journal.Sale) {
	if t.cfg.Paper != nil && s.Print == journal.PrintPending {
		t.printing.add(s.ID)
	}
}

// printAll prints the slips that come by themselves, one after the other, until
// the till closes.
func (t *Till) printAll() {
	for t.ctx.Err() == nil {
		jobs := t.printing.all()
		if len(jobs) == 0 {
			select {
			case <-t.ctx.Done():
			case <-t.printing.wake:
			}
			continue
		}
		if t.printFirst(jobs[0]) {
			t.printing.drop()
		}
	}
}

// printFirst prints the first slip of the queue, or gives it up; false when the
// till closes over it. While the printer refuses, everybody who waits is told.
func (t *Till) printFirst(job slipJob) bool {
	wait := max(0, printAfter-time.Since(job.since))
	for n := 0; ; n++ {
		if !t.rest(wait) {
			return false
		}
		wait = printAgain
		var err error
		if n > 0 { // a question costs no commit
			err = t.cfg.Paper.Ready(t.ctx)
		}
		if err == nil {
			err = t.slip(t.ctx, job.sale, "", byItself)
		}
		switch {
		case t.ctx.Err() != nil:
			return false
		case err == nil:
			return true
		case journal.CodeOf(err) == journal.CodeStore:
			if t.committer.wait() != nil {
				return false
			}
			continue
		case journal.CodeOf(err) != journal.CodePaper && journal.CodeOf(err) != "": // the sale is not there, or not so far
			return true
		}
		e := paperError(err)
		if e.OnPaper {
			return true
		}
		if time.Since(job.since) > printPatience {
			t.giveUp(job.sale)
			return true
		}
		for _, waits := range t.printing.all() {
			t.tellPaper(waits.sale, e.Code)
		}
	}
}

// tellPaper tells whoever looks at a sale why its slip does not come.
func (t *Till) tellPaper(id journal.SaleID, code string) {
	if r, err := t.run(id); err == nil {
		r.setPaper(code)
	}
}

// giveUp writes down that a slip did not come.
func (t *Till) giveUp(id journal.SaleID) {
	r, done, err := t.acquire(t.ctx, id)
	if err != nil {
		return
	}
	defer done()
	if err := r.keepIf(func(s journal.Sale) bool { return s.Print == journal.PrintPending || r.announced(s) },
		func(s *journal.Sale) { s.Print = journal.PrintMissed }); err != nil && journal.CodeOf(err) != journal.CodeStep {
		t.log.Error("slip given up and not recorded", "sale", id, "err", err)
	}
}
