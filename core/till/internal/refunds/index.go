package refunds

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// index are the numbers of the entries of the ledger of which something was returned
// or kept, and the banks' references by which it was: few of them, where an old ledger is long.
// They are read once and then follow the commits. What was returned never comes back, so
// that they are only added; each is held against its entry when it is asked for.
type index struct {
	mu         sync.Mutex
	numbers    map[uint64]bool
	references map[string][]uint64 // of which entries, by folded reference
	known      bool                // they are all
	era        int                 // one more whenever the disk has to be read again
}

// folded is a reference without what two people type differently: case, spaces, and the
// script of the digits.
func folded(reference string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if d, is := money.Digit(r); is {
			return rune(d)
		}
		return r
	}, strings.Join(strings.Fields(reference), "")))
}

// addReturns adds the entries that a commit gave something back of.
func (g *index) addReturns(rows []journal.DebtRow) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range rows {
		if r.Kind == journal.DebtReturned || r.Kind == journal.DebtKept {
			g.add(r.Debt, r.Reference)
		}
	}
}

// add is for a caller that holds mu.
func (g *index) add(number uint64, references ...string) {
	if g.numbers == nil {
		g.numbers, g.references = map[uint64]bool{}, map[string][]uint64{}
	}
	g.numbers[number] = true
	for _, r := range references {
		if r = folded(r); r != "" && !slices.Contains(g.references[r], number) {
			g.references[r] = append(g.references[r], number)
		}
	}
}

// forget lets the disk be read again: it may hold what no commit told of.
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

// of are the entries that a reference closed, as far as they are known.
func (g *index) of(reference string) []uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.references[folded(reference)])
}

// learn takes over what a walk of the whole ledger found that began in an era. Commits
// that it came too late for have been noted meanwhile.
func (g *index) learn(found []journal.Debt, era int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if era != g.era {
		return
	}
	for _, d := range found {
		g.add(d.Number, d.References...)
	}
	g.known = true
}

// ReturnedDebts returns the entries of what is owed back of which something was returned or
// kept, newest first. The first call after a start walks the whole ledger. Errors: the store's.
func (l *Ledger) ReturnedDebts(ctx context.Context) (all []journal.Debt, err error) {
	numbers, era, known := l.index.all()
	if !known {
		for d, err := range l.debts(ctx, journal.DebtQuery{}) {
			if err != nil {
				return nil, err
			}
			if d.Returned != 0 || d.Kept != 0 {
				all = append(all, d)
			}
		}
		l.index.learn(all, era)
		return all, nil
	}
	for _, n := range numbers {
		some, err := l.cfg.Store.Debts(ctx, journal.DebtQuery{Before: n + 1, Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(some) == 1 && some[0].Number == n && (some[0].Returned != 0 || some[0].Kept != 0) {
			all = append(all, some[0])
		}
	}
	return all, nil
}

// usedBy returns an entry other than a number that a bank's reference has closed already,
// or a part of it; the zero Debt where there is none. Errors: the store's.
func (l *Ledger) usedBy(ctx context.Context, number uint64, reference string) (journal.Debt, error) {
	if reference == "" {
		return journal.Debt{}, nil
	}
	if _, _, known := l.index.all(); !known {
		if _, err := l.ReturnedDebts(context.WithoutCancel(ctx)); err != nil {
			return journal.Debt{}, err
		}
	}
	for _, n := range l.index.of(reference) {
		d, there, err := l.debt(ctx, n)
		if err != nil {
			return journal.Debt{}, err
		}
		has := func(r string) bool { return folded(r) == folded(reference) }
		if there && n != number && slices.ContainsFunc(d.References, has) {
			return d, nil
		}
	}
	return journal.Debt{}, nil
}
