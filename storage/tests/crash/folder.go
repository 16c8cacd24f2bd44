package crash

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"sanduq/core/journal"
)

// Plan says what to do to one folder.
type Plan struct {
	Dir     string // of its own, empty
	Seed    uint64 // of every choice that is not the machine's
	Kills   int
	Journal string // a deliberately wrong one; blank for the right one
	Until   Breach // stop when this one was seen; blank for never
}

// settleEvery is after how many kills a till is left alone until all has
// ended. New folders keep the files small, so that starts stay fast.
const settleEvery = 30

// usualStart is how long a process takes to start on a machine with nothing
// else to do.
const usualStart = 12 * time.Millisecond

// folder is one till's folder with its bank, under a plan.
type folder struct {
	Plan
	bank  *bank
	watch *witness
	rng   *rand.Rand
	tally *Tally
}

// Run kills the till of one folder as often as planned, and checks. An error
// is one of the proof's own; what the till did wrong is in the tally.
func Run(ctx context.Context, p Plan) (tally *Tally, err error) {
	f := &folder{Plan: p, watch: newWitness(), rng: rand.New(rand.NewPCG(p.Seed, 0)), tally: newTally()}
	f.tally.Folders = 1
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return nil, err
	}
	if f.bank, err = startBank(ctx, filepath.Join(p.Dir, "bank"), p.Seed); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.bank.close()) }()
	for f.tally.Kills < p.Kills && !f.enough() && ctx.Err() == nil {
		if err := f.live(); err != nil {
			return f.tally, f.at(err)
		}
		if n := f.tally.Kills; n%settleEvery == 0 || n == p.Kills {
			if err := f.finishAndAudit(); err != nil {
				return f.tally, f.at(err)
			}
		}
	}
	if f.tally.Sales == 0 && !f.enough() {
		err = f.audit()
	}
	return f.tally, err
}

func (f *folder) enough() bool { return f.Until != "" && f.tally.Count(f.Until) > 0 }

func (f *folder) at(err error) error {
	return fmt.Errorf("seed %d, kill %d: %w", f.Seed, f.tally.Kills, err)
}

func (f *folder) report(b Breach, format string, args ...any) {
	f.tally.Violations = append(f.tally.Violations, Violation{b, f.Seed, f.tally.Kills, fmt.Sprintf(format, args...)})
}

func (f *folder) store() string { return filepath.Join(f.Dir, "till") }

// live starts a till and kills it: most often some time after it opened, now
// and then while it starts.
func (f *folder) live() error {
	early := f.rng.IntN(8) == 0
	o := f.bank.orders(orders{Mode: modeSell, Dir: f.store(), Seed: f.rng.Uint64(), Journal: f.Journal, Aside: f.rng.IntN(16) == 0})
	most := 60_000
	if !early && f.rng.IntN(2) == 0 {
		most = 200_000 // long enough for whole payments
	}
	delay := time.Duration(f.rng.IntN(most)) * time.Microsecond
	began := time.Now()
	p, err := start(o)
	if err != nil {
		return err
	}
	var timer *time.Timer
	if early {
		timer = time.AfterFunc(delay, p.kill)
	}
	for l := range p.lines {
		if l.Say == toldLooked {
			if err := f.compareStart(); err != nil {
				p.kill()
				return err
			}
			if !early { // on a busy machine all takes longer, a life too
				busy := min(max(time.Since(began), usualStart), 5*usualStart)
				timer = time.AfterFunc(delay*busy/usualStart, p.kill)
			}
			p.send(sayGo)
			continue
		}
		f.addLine(l)
	}
	if timer != nil {
		timer.Stop()
	}
	if err := p.fault(false); err != nil {
		f.report(Fault, "%v", err)
	}
	f.watch.found = f.watch.found[:0] // of one that was killed while it looked
	f.tally.Kills++
	return nil
}

// addLine takes in a line of a process.
func (f *folder) addLine(l line) {
	switch l.Say {
	case toldFound:
		f.watch.found = append(f.watch.found, l.Sale)
	case toldOpen:
		f.tally.Lives++
	case toldWrong:
		f.report(Fault, "%s", l.Text)
	case toldShown:
		f.shown(l.Sale)
	}
}

// shown is what the shop sees at this moment.
func (f *folder) shown(s *state) {
	f.watch.show(s)
	if s.State == "qrGenerated" && s.QR {
		f.bank.show(s.Order)
	}
	if s.Status != journal.StatusPaid {
		return
	}
	f.tally.Checks++
	p, found, err := f.bank.Payment(s.Order)
	if err != nil || !found || !p.Money() || p.Amount.Minor != s.Minor || s.Receipt == 0 {
		f.report(PaidNotSaid, "%s is shown paid, %d, receipt %d; at the bank it is %q, %d (%v)", s.Order, s.Minor, s.Receipt, p.Status,
			p.Amount.Minor, err)
	}
}

// compareStart compares what a process found when it started.
func (f *folder) compareStart() error {
	payments, err := f.bank.every()
	if err != nil {
		return err
	}
	f.tally.Looks++
	for _, s := range f.watch.found {
		if !s.Status.Ended() {
			f.tally.Found[s.Step]++
		}
	}
	f.tally.Checks += f.watch.restart(payments, f.report)
	return nil
}
