package printkills

import (
	"context"

	"sanduq/core/journal"
)

// The faults of a journal that the proof must catch.
const (
	noStart  = "no start"  // a slip that began still says that it is pending
	noDue    = "no due"    // the settlement forgets that a slip is due
	tooEarly = "too early" // a slip is called printed before its first byte
	noEnd    = "no end"    // a slip that was printed is said to be due
)

// faults lists them.
var faults = []string{noStart, noDue, tooEarly, noEnd}

// wrongJournal keeps something else of slips than it was told.
type wrongJournal struct {
	journal.Store
	instead map[journal.PrintState]journal.PrintState
}

// injected is a store with a fault.
func injected(fault string, s journal.Store) journal.Store {
	instead := map[string]map[journal.PrintState]journal.PrintState{
		noStart:  {journal.PrintStarted: journal.PrintPending},
		noDue:    {journal.PrintPending: journal.PrintNone},
		tooEarly: {journal.PrintStarted: journal.PrintDone},
		noEnd:    {journal.PrintDone: journal.PrintPending},
	}[fault]
	if instead == nil {
		return s
	}
	return &wrongJournal{s, instead}
}

// Commit is for journal.Store.
func (j *wrongJournal) Commit(ctx context.Context, c journal.Change) error {
	if c.Sale != nil {
		if other, is := j.instead[c.Sale.Print]; is {
			changed := *c.Sale
			changed.Print = other
			c.Sale = &changed
		}
	}
	return j.Store.Commit(ctx, c)
}
