package refunds

import (
	"context"
	"maps"
	"slices"
	"sync"

	"sanduq/core/journal"
)

// index are the numbers of the entries of the ledger of which something was returned:
// few of them, where an old ledger is long. They are read once and then follow the
// commits. What was returned never comes back, so that numbers are only added; each is
// held against its entry when it is asked for.
type index struct {
	mu      sync.Mutex
	numbers map[uint64]bool
	known   bool // numbers are all of them
	era     int  // one more whenever the disk has to be read anew
}

// note adds the entries that a commit gave something back of.
func (g *index) note(rows []journal.DebtRow) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range rows {
		if r.Kind == journal.DebtReturned {
			g.add(r.Debt)
		}
	}
}

// add is for a caller that holds mu.
func (g *index) add(number uint64) {
	if g.numbers == nil {
		g.numbers = map[uint64]bool{}
	}
	g.numbers[number] = true
}

// forget lets the disk be read anew: it may hold what no commit told of.
func (g *index) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known = false
	g.era++
}

// all are the numbers, the newest first; false while they are not known, and era is what
// learn wants to hear of then.
func (g *index) all() (numbers []uint64, era int, known bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.known {
		return nil, g.era, false
	}
	numbers = slices.Sorted(maps.Keys(g.numbers))
	slices.Reverse(numbers)
	return numbers, g.era, true
}

// learn takes over what a walk of the whole ledger found that began in an era. Commits
// that it came too late for have been noted meanwhile.
func (g *index) learn(found []uint64, era int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if era != g.era {
		return
	}
	for _, n := range found {
		g.add(n)
	}
	g.known = true
}

// ReturnedDebts returns the entries of what is owed back of which something was returned,
// newest first. The first call after a start walks the whole ledger. Errors: the store's.
func (l *Ledger) ReturnedDebts(ctx context.Context) (all []journal.Debt, err error) {
	numbers, era, known := l.index.all()
	if !known {
		for d, err := range l.debts(ctx, journal.DebtQuery{}) {
			if err != nil {
				return nil, err
			}
			if d.Returned != 0 {
				all, numbers = append(all, d), append(numbers, d.Number)
			}
		}
		l.index.learn(numbers, era)
		return all, nil
	}
	for _, n := range numbers {
		some, err := l.cfg.Store.Debts(ctx, journal.DebtQuery{Before: n + 1, Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(some) == 1 && some[0].Number == n && some[0].Returned != 0 {
			all = append(all, some[0])
		}
	}
	return all, nil
}
