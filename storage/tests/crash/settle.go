package crash

import (
	"fmt"
	"time"
)

// How often the till is asked to go on until every sale has its end.
const (
	passes   = 6
	lastAsks = 40
)

// finishAndAudit leaves a till alone until all has ended, closes it properly and
// audits the folder.
func (f *folder) finishAndAudit() error {
	p, err := start(f.bank.orders(orders{Mode: modeSettle, Dir: f.store(), Seed: f.rng.Uint64(), Journal: f.Journal}))
	if err != nil {
		return err
	}
	defer p.kill()
	if open, err := f.until(p, toldOpen); err != nil || !open {
		return err
	}
	step := func(word string) (bool, error) {
		p.send(word)
		there, err := f.until(p, toldPassed)
		time.Sleep(8 * time.Millisecond) // what was asked for arrives
		return there, err
	}
	for range passes {
		if there, err := step(sayPass); err != nil || !there {
			return err
		}
		if err := f.bank.hurry(); err != nil {
			return fmt.Errorf("customers: %w", err)
		}
	}
	// Money that comes a minute after the end, then the end of all patience.
	for n := range lastAsks {
		switch {
		case n == 0:
			f.bank.Advance(2 * time.Minute)
		case n == 2:
			f.bank.Advance(17 * time.Minute)
		case n > 3 && f.watch.unended() == 0:
			return f.end(p)
		}
		if there, err := step(sayAsk); err != nil || !there {
			return err
		}
	}
	return f.end(p)
}

// end closes a till properly and audits what it left.
func (f *folder) end(p *process) error {
	p.send(sayEnd)
	for l := range p.lines {
		f.addLine(l)
	}
	if err := p.fault(true); err != nil {
		f.report(Fault, "%v", err)
	}
	return f.audit()
}

func (f *folder) audit() error {
	fresh := newTally() // an audit counts the whole folder: the last one stands
	if err := audit(f.store(), f.bank, f.watch, fresh, f.report); err != nil {
		return err
	}
	t := f.tally
	t.Sales, t.Payments, t.Receipts, t.Ends = fresh.Sales, fresh.Payments, fresh.Receipts, fresh.Ends
	t.Late, t.Aside, t.Linked, t.Twice = fresh.Late, fresh.Aside, fresh.Linked, fresh.Twice
	return nil
}

// until takes lines in until a word comes; false when the process ended first,
// which is a breach.
func (f *folder) until(p *process, word string) (bool, error) {
	for l := range p.lines {
		if l.Say == toldLooked {
			if err := f.compareStart(); err != nil {
				return false, err
			}
			p.send(sayGo)
		} else {
			f.addLine(l)
		}
		if l.Say == word {
			return true, nil
		}
	}
	f.report(Fault, "while it settled: %v", p.fault(false))
	return false, nil
}
