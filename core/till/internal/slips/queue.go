package slips

import (
	"errors"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// A slip that could not begin is tried again for as long as a customer waits,
// and then given up: paper that comes out later, beside the next customer, is
// worse than none. It is printed by hand then.
const (
	printAgain    = 2 * time.Second
	printAfter    = 120 * time.Millisecond // so that PAID is on the screen before a slip takes the processor and the disk
	printPatience = 2 * time.Minute
)

// queuedSlip is a slip that is to come by itself.
type queuedSlip struct {
	sale  journal.SaleID
	since time.Time // when it joined the queue
}

// waited is how long it has waited, by the clock that says more: the monotonic one may
// have stood still while the machine slept, the other may have been set back.
func (j queuedSlip) waited(now time.Time) time.Duration {
	return max(now.Sub(j.since), now.Round(0).Sub(j.since.Round(0)))
}

// add lets a slip come by itself, unless it waits already.
func (p *Printer) add(id journal.SaleID) {
	p.mu.Lock()
	if !slices.ContainsFunc(p.queue, func(j queuedSlip) bool { return j.sale == id }) {
		p.queue = append(p.queue, queuedSlip{id, p.cfg.Now()})
	}
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// all returns the slips that wait, the first one first.
func (p *Printer) all() []queuedSlip {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]queuedSlip(nil), p.queue...)
}

// drop takes the first slip from the queue.
func (p *Printer) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = p.queue[1:]
}

// Wanted is how the slip of a sale begins that is paid in this moment.
func (p *Printer) Wanted() journal.PrintState {
	if p.cfg.Paper != nil && p.cfg.Paper.Wanted() > 0 {
		return journal.PrintPending
	}
	return journal.PrintNone
}

// Queue lets the slip of a sale come that is to come by itself, as the disk
// has it.
func (p *Printer) Queue(s journal.Sale) {
	if p.cfg.Paper != nil && s.Print == journal.PrintPending {
		p.add(s.ID)
	}
}

// Run prints the slips that come by themselves, one after the other, until
// the till closes.
func (p *Printer) Run() {
	for p.cfg.Work.Context().Err() == nil {
		jobs := p.all()
		if len(jobs) == 0 {
			select {
			case <-p.cfg.Work.Context().Done():
			case <-p.wake:
			}
			continue
		}
		if p.printFirst(jobs[0]) {
			p.drop()
		}
	}
}

// printFirst prints the first slip of the queue, or gives it up; false when the
// till closes over it. While the printer refuses, everybody who waits is told.
func (p *Printer) printFirst(job queuedSlip) bool {
	wait := min(max(0, printAfter-job.waited(p.cfg.Now())), printAfter)
	var own *ownMissing // the original is out
	for n := 0; ; n++ {
		if !p.cfg.Work.Rest(wait) {
			return false
		}
		wait = printAgain
		if n > 0 && job.waited(p.cfg.Now()) > printPatience {
			p.giveUp(job.sale)
			return true
		}
		var err error
		if n > 0 { // a question costs no commit
			err = p.cfg.Paper.Ready(p.cfg.Work.Context())
		}
		switch {
		case err != nil:
		case own != nil:
			err = p.ownAgain(p.cfg.Work.Context(), job.sale, own.number)
		default:
			err = p.slip(p.cfg.Work.Context(), job.sale, "", byItself)
		}
		if missing, is := errors.AsType[*ownMissing](err); is {
			own = missing
		}
		switch {
		case p.cfg.Work.Context().Err() != nil:
			return false
		case err == nil:
			return true
		case journal.CodeOf(err) == journal.CodeStore:
			if p.cfg.Writer.Wait() != nil {
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
		for _, waits := range p.all() {
			p.tellPaper(waits.sale, e.Code)
		}
	}
}

// tellPaper tells the watchers of a sale why its slip does not come.
func (p *Printer) tellPaper(id journal.SaleID, code string) {
	if s, ok := p.cfg.Sales.InHand(id); ok {
		s.SetPaper(code)
	}
}

// giveUp writes down that a slip did not come.
func (p *Printer) giveUp(id journal.SaleID) {
	r, done, err := p.cfg.Sales.Acquire(p.cfg.Work.Context(), id)
	if err != nil {
		return
	}
	defer done()
	if err := r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool { return s.Print == journal.PrintPending || p.announced(s) },
		Mutate:  func(s *journal.Sale) { s.Print = journal.PrintMissed },
		Insist:  commit.UntilDurable,
	}); err != nil && journal.CodeOf(err) != journal.CodeStep {
		p.cfg.Logger.Error("slip given up and not recorded", "sale", id, "err", err)
	}
}
