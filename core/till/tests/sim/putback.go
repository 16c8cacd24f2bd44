package sim

import (
	"context"
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
)

// The laws of a folder that is put back.
const (
	PutBack    oracle.Law = "PUT BACK UNTOLD"    // the till is frozen when it starts on an older journal
	GivenAgain oracle.Law = "NUMBER GIVEN AGAIN" // no number that went out is given to another sale
)

// Folder is a Disk that people can change between two runs.
type Folder interface {
	Disk
	// Keep copies the folder as it is.
	Keep() error
	// Return puts the newest copy in the place of the folder.
	Return() error
}

// between keeps a copy of the folder between two runs, or puts it back.
func (w *world) between() {
	f, able := w.disk.(Folder)
	if !able {
		return
	}
	r := w.random("folder", fmt.Sprint(w.processes))
	w.see.mu.Lock()
	commits := w.see.commits
	w.see.mu.Unlock()
	var err error
	switch n := r.IntN(5); {
	case n < 2:
		err, w.kept = f.Keep(), commits
	case n < 4 && w.kept > 0 && w.kept < commits:
		err, w.older = f.Return(), true
		w.did("the folder is put back", err)
	}
	if err != nil {
		w.see.problem("the folder: %v", err)
	}
}

// recall takes in what a journal that was put back knows.
func (w *world) recall(store journal.Store) {
	if !w.older {
		return
	}
	w.older, w.kept = false, 0
	ctx := context.Background()
	f, err := store.Freeze(ctx)
	if err != nil || f.Confirmed != nil {
		w.see.problem("%s: freeze %+v, %v", PutBack, f, err)
	}
	books, err := oracle.Read(ctx, store)
	if err != nil {
		w.see.problem("the books that were put back: %v", err)
	}
	w.see.count("put back")
	w.see.law.PutBack(books)
	s := w.see
	s.mu.Lock()
	defer s.mu.Unlock()
	s.receipts, s.audit, s.stood = books.Receipts, books.Audit, ""
	clear(s.trails)
	for _, sale := range books.Sales {
		s.trailLocked(sale)
	}
	for _, o := range s.orders {
		o.code, o.unclear, o.twice = submission{}, false, false
	}
}

// confirm lets a manager end the freeze, once the gateway was asked.
func (w *world) confirm() {
	if w.till.Recovery() != nil {
		w.decide("confirm the recovery", func(d *driver.Desk) error { return d.ConfirmRecovery(context.Background(), "Huda") })
	}
}

// givenLocked holds the numbers of a change against all that went out before. The caller
// holds mu.
func (s *witness) givenLocked(c journal.Change) {
	again := func(what, to string) {
		if first, before := s.given[what]; before && first != to {
			s.problemLocked("%s: %s went to %s, and to %s", GivenAgain, what, first, to)
		}
		s.given[what] = to
	}
	if r := c.Receipt; r != nil {
		again(fmt.Sprintf("receipt %d", r.Seq), r.OrderID)
	}
	if c.Sale != nil {
		again("sale "+string(c.Sale.ID), c.Sale.OrderID)
	}
}

// forgotten reports whether a journal that was put back cannot know of money.
func forgotten(books oracle.Books) func(oracle.Debit, journal.Sale) bool {
	return func(_ oracle.Debit, s journal.Sale) bool { return books.PutBack && s.Session.PaymentID == "" }
}
