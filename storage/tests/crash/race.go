package crash

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// Races is what races of processes for one folder came to.
type Races struct {
	Races, First  int // First: on a folder that held nothing
	Held, Refused int // processes that got the store, and that were told it is in use
	Killed        int // holders, and starting ones, that were killed while others waited
	Sold          int
	DoubleUse     []string // by witness: two held the store at once
	Lost          []string // a sale that was shown and is not in the store, or against the bank
	Wrong         []string // anything else that must not happen
}

// racecourse is one folder that processes run for.
type racecourse struct {
	bank    *bank
	rng     *rand.Rand
	dir     string
	witness string
	shown   []*state
	result  *Races
	round   int
}

// racesAFolder is after how many races a new folder is begun.
const racesAFolder = 25

// Race lets processes start together on one folder, n times over. An error is
// one of the proof's own.
func Race(ctx context.Context, dir string, seed uint64, n int) (*Races, error) {
	b, err := startBank(ctx, filepath.Join(dir, "bank"), seed)
	if err != nil {
		return nil, err
	}
	c := &racecourse{bank: b, rng: rand.New(rand.NewPCG(seed, 4)), result: &Races{}}
	for c.round = range n {
		kind := c.round % kinds
		if kind == kindFirst || kind == kindStruck || c.dir == "" || c.round%racesAFolder == 0 {
			err = c.change(filepath.Join(dir, fmt.Sprint("till-", c.round)))
		}
		if err == nil {
			err = c.race(kind)
		}
		if err != nil {
			return c.result, errors.Join(fmt.Errorf("seed %d, race %d: %w", seed, c.round, err), b.close())
		}
	}
	return c.result, errors.Join(c.audit(), b.close())
}

// The kinds of race.
const (
	kindRefused = iota // nobody waits: the losers are told that the till is in use
	kindQueue          // all wait, and all get their turn
	kindFirst          // the folder holds nothing yet
	kindKilled         // the holder is killed while the others wait
	kindStruck         // one is killed at any moment of its start, on a folder that holds nothing
	kinds
)

// change audits the folder in use and begins a new one.
func (c *racecourse) change(dir string) error {
	err := c.audit()
	c.dir, c.witness, c.shown = dir, dir+".witness", nil
	return err
}

func (c *racecourse) race(kind int) error {
	r := c.result
	r.Races++
	if _, err := os.Stat(filepath.Join(c.dir, "till.db")); errors.Is(err, os.ErrNotExist) {
		r.First++
	}
	o := c.bank.orders(orders{Mode: modeHold, Dir: c.dir, Witness: c.witness, Wait: 20_000, Hold: c.rng.IntN(15)})
	switch {
	case kind == kindRefused, kind == kindFirst && c.rng.IntN(2) == 0:
		// Long enough for the first to open on a busy machine: it has no more time than the others wait.
		o.Wait, o.Hold = 50, 200+c.rng.IntN(30)
	case kind == kindKilled:
		o.Hold = 100
	}
	count := 2 + c.rng.IntN(2)
	runners := make([]*process, count)
	for i := range runners {
		p, err := start(o)
		if err != nil {
			return err
		}
		defer p.kill()
		runners[i] = p
	}
	for _, p := range runners {
		if l, there := <-p.lines; !there || l.Say != toldReady {
			return fmt.Errorf("not ready: %v", p.fault(false))
		}
	}
	for _, p := range runners {
		p.send(sayGo)
	}
	if kind == kindStruck {
		time.Sleep(time.Duration(c.rng.IntN(12_000)) * time.Microsecond)
		if err := c.strike(runners[c.rng.IntN(count)]); err != nil {
			return err
		}
	}
	return c.follow(runners, kind)
}

// strike kills a runner, and says so in the witness file just before.
func (c *racecourse) strike(p *process) error {
	c.result.Killed++
	err := mark(c.witness, markKill, p.cmd.Process.Pid)
	p.kill()
	return err
}

// follow takes in what the runners say until all have gone.
func (c *racecourse) follow(runners []*process, kind int) error {
	type told struct {
		from *process
		line
	}
	all, left := make(chan told), len(runners)
	for _, p := range runners {
		go func() {
			for l := range p.lines {
				all <- told{p, l}
			}
			all <- told{p, line{}}
		}()
	}
	held, refused, first := 0, 0, true
	for left > 0 {
		t := <-all
		switch t.Say {
		case "":
			left--
			if err := t.from.fault(true); err != nil {
				c.wrong("%v", err)
			}
		case toldOpen:
			held++
			if first && kind == kindKilled {
				first = false
				time.Sleep(time.Duration(c.rng.IntN(12)) * time.Millisecond)
				if err := c.strike(t.from); err != nil {
					return err
				}
			}
		case toldLocked:
			refused++
		case toldSold:
			c.shown = append(c.shown, t.Sale)
		case toldWrong:
			c.wrong("%s", t.Text)
		}
	}
	c.result.Held += held
	c.result.Refused += refused
	must := len(runners)
	if kind == kindStruck {
		must-- // the one that was killed may have come to nothing
	}
	if held == 0 || held+refused < must {
		c.wrong("of %d runners %d held the store and %d were refused", len(runners), held, refused)
	}
	return c.validate()
}

func (c *racecourse) wrong(format string, args ...any) {
	c.result.Wrong = append(c.result.Wrong, fmt.Sprintf("race %d: ", c.round)+fmt.Sprintf(format, args...))
}

// validate reads the witness file: the process that took the store before the one that had
// it left, or was about to be killed, used it together with that one.
func (c *racecourse) validate() error {
	file, err := os.Open(c.witness)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	var holders, struck []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		what, who, _ := strings.Cut(lines.Text(), " ")
		switch what {
		case markTook:
			if len(holders) > 0 {
				c.result.DoubleUse = append(c.result.DoubleUse, fmt.Sprintf("race %d: %s took it while %v had it", c.round, who, holders))
			}
			if !slices.Contains(struck, who) { // in its last moment
				holders = append(holders, who)
			}
		case markLeft, markKill:
			struck = append(struck, who)
			holders = slices.DeleteFunc(holders, func(h string) bool { return h == who })
		}
	}
	return os.Remove(c.witness) // each race has its own
}

// audit holds the folder's store against what was shown and against the bank.
func (c *racecourse) audit() error {
	if c.dir == "" {
		return nil
	}
	ctx, key := context.Background(), keys.NewFile(c.dir)
	store, err := storage.Open(ctx, storage.Options{Dir: c.dir, Keys: key, Checkpoints: key})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if _, err := store.Verify(ctx); err != nil {
		c.wrong("the store: %v", err)
	}
	page, err := store.Sales(ctx, journal.SaleQuery{Limit: 100_000})
	if err != nil {
		return err
	}
	byOrder := map[string]journal.Sale{}
	for _, s := range page.Sales {
		byOrder[s.OrderID] = s
	}
	for _, s := range c.shown {
		d, there := byOrder[s.Order]
		_, opened, err := c.bank.Initiates(s.Order)
		if !there || d.Version < s.Version || err != nil || opened != 1 {
			c.result.Lost = append(c.result.Lost, fmt.Sprintf("%s was shown in version %d; on disk %d; at the bank %d payments, %v",
				s.Order, s.Version, d.Version, opened, err))
		}
	}
	c.result.Sold += len(c.shown)
	return os.RemoveAll(c.dir)
}
