package crash

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core/journal"
)

// The journals that are wrong on purpose. A proof that cannot tell them from
// the right one proves nothing.
const (
	// JournalLateIntent acknowledges an intent and writes it a little later: the
	// call is sent before its announcement is durable.
	JournalLateIntent = "sends before intent"
	// JournalLateResult acknowledges a result and writes it a little later: it
	// is shown before it is durable.
	JournalLateResult = "shows before commit"
	// JournalSplit writes a settlement in two transactions: the receipt follows
	// the state, a moment later.
	JournalSplit = "receipt outside the transaction"
)

// Journals are all of them, each with the breach that it must lead to.
var Journals = []struct {
	Name   string
	Breach Breach
}{{JournalLateIntent, SentFirst}, {JournalLateResult, ShownFirst}, {JournalSplit, PaidNoReceipt}}

const (
	// lag is the most by which a late journal is late.
	lag = 15 * time.Millisecond
	// between is the most time between the two halves of a settlement: as if
	// other sales were written in between.
	between = 6 * time.Millisecond
)

// wrong corrupts a store; a blank name leaves it as it is.
func wrong(name string, s journal.Store, seed uint64) journal.Store {
	rng := rand.New(rand.NewPCG(seed, 2))
	switch name {
	case JournalLateIntent:
		return &late{Store: s, rng: rng, when: func(c journal.Change) bool {
			if c.Sale == nil {
				return false
			}
			switch c.Sale.Step {
			case journal.StepIntent, journal.StepQRIntent, journal.StepValidateIntent, journal.StepOTPIntent:
				return true
			}
			return false
		}}
	case JournalLateResult:
		return &late{Store: s, rng: rng, when: func(c journal.Change) bool {
			return c.Sale != nil && (c.Sale.Step == journal.StepCreated || c.Sale.Step == journal.StepSession)
		}}
	case JournalSplit:
		return &split{Store: s, rng: rng, ahead: map[journal.SaleID]uint64{}}
	}
	return s
}

// late acknowledges some commits before they are made. A reader that then reads or
// writes waits until they are.
type late struct {
	journal.Store
	when    func(journal.Change) bool
	rng     *rand.Rand // guarded by pending
	pending sync.Mutex // held until what was acknowledged is written
}

func (l *late) Commit(ctx context.Context, c journal.Change) error {
	l.pending.Lock()
	if !l.when(c) {
		defer l.pending.Unlock()
		return l.Store.Commit(ctx, c)
	}
	wait := time.Duration(l.rng.Int64N(int64(lag)))
	go func() {
		defer l.pending.Unlock()
		time.Sleep(wait)
		if err := l.Store.Commit(ctx, c); err != nil {
			panic(err) // it was acknowledged
		}
	}()
	return nil
}

func (l *late) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	l.pending.Lock()
	defer l.pending.Unlock()
	return l.Store.Head(ctx, day)
}

func (l *late) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	l.pending.Lock()
	defer l.pending.Unlock()
	return l.Store.Sale(ctx, id)
}

// split makes two commits of one. The till does not know, so versions are
// counted for it as if there had been one.
type split struct {
	journal.Store
	mu    sync.Mutex
	rng   *rand.Rand
	ahead map[journal.SaleID]uint64 // by how much the stored version is ahead
}

func (p *split) Commit(ctx context.Context, c journal.Change) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.Sale == nil {
		return p.Store.Commit(ctx, c)
	}
	sale := *c.Sale
	sale.Version += p.ahead[sale.ID]
	receipt := c.Receipt
	bare := sale
	if receipt != nil {
		bare.ReceiptSeq = 0
	}
	c.Sale, c.Receipt = &bare, nil
	if err := p.Store.Commit(ctx, c); err != nil || receipt == nil {
		return err
	}
	time.Sleep(time.Duration(p.rng.Int64N(int64(between))))
	sale.Version++
	p.ahead[sale.ID]++
	return p.Store.Commit(ctx, journal.Change{Sale: &sale, Receipt: receipt})
}

func (p *split) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, err := p.Store.Sale(ctx, id)
	s.Version -= min(s.Version, p.ahead[id])
	return s, err
}
