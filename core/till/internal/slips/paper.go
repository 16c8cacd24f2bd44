package slips

import (
	"context"
	"errors"

	"sanduq/core/journal"
)

// Paper is where slips come out: a printer, and what the shop wants of it. Its
// methods are called off the path of payments, but for Wanted. A till without
// one prints nothing.
type Paper interface {
	// Wanted is how many slips come by themselves when a sale is paid: 0 where
	// they are printed on demand only, or no printer is set; 2 where the shop
	// keeps one, which is marked as a copy. It is called while a settlement is
	// committed, so it waits for nothing.
	Wanted() int
	// Ready returns an error while a slip could not be printed, as far as that
	// is known without printing one.
	Ready(ctx context.Context) error
	// Print puts one slip on paper; said is true when the printer confirmed it,
	// and false when a queue or a printer took it and says no more. The error is
	// a *PaperError; any other is taken to mean that something may be on paper.
	// One call is under way at a time.
	Print(ctx context.Context, s journal.Slip) (said bool, err error)
	// PrintUnknown is Print for a slip that is no receipt.
	PrintUnknown(ctx context.Context, s journal.UnknownSlip) (said bool, err error)
}

// paperError makes sure of the worst of an error that is none of ours.
func paperError(err error) *journal.PaperError {
	if e, ok := errors.AsType[*journal.PaperError](err); ok {
		return e
	}
	return &journal.PaperError{Code: journal.PaperUnknown, OnPaper: true, Err: err}
}

func taken(said bool) journal.PrintState {
	if said {
		return journal.PrintDone
	}
	return journal.PrintHanded
}

// original reports whether a sale's next slip may be the unmarked one: no slip
// of it can be on paper, also not from what a journal that was put back has
// forgotten.
func (p *Printer) original(ctx context.Context, s journal.Sale) (bool, error) {
	if !s.Print.Unprinted() || s.Copies > 0 || s.Stale {
		return false, nil
	}
	f, err := p.cfg.Store.Freeze(ctx)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return true, nil
	case err != nil:
		return false, err
	}
	return s.SettledAt.After(f.At) && s.SettledAt.After(f.TakenUp), nil
}

// Found takes in what a start knows of a sale's slip, and writes it down.
func (p *Printer) Found(s *journal.Sale) error {
	next := *s
	if !next.PrintAfterRestart() {
		return nil
	}
	next.Version++
	next.UpdatedAt = p.cfg.Now()
	if err := p.cfg.Writer.Update(func(*journal.Head, journal.Day) (journal.Change, error) {
		return journal.Change{Sale: &next}, nil
	}); err != nil {
		return err
	}
	*s = next
	return nil
}
