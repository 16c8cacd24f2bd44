package till

import (
	"context"
	"errors"
	"fmt"
	"time"
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
	Print(ctx context.Context, s Slip) (said bool, err error)
	// PrintUnknown is Print for a slip that is no receipt.
	PrintUnknown(ctx context.Context, s UnknownSlip) (said bool, err error)
}

// Slip is one piece of paper about a receipt, or about a cash receipt.
type Slip struct {
	Receipt Receipt
	Cash    *CashReceipt // instead of Receipt; nil for a sale that was paid
	Copy    int          // 0 is the original, of which there is one; else the number of the copy
	By      string       // who makes the copy
	At      time.Time    // when it was asked for
}

// UnknownSlip is a piece of paper about a sale of which nobody knows whether it
// was paid.
type UnknownSlip struct {
	Sale Sale
	Shop Settings  // whose it is
	At   time.Time // when it was asked for
}

// PaperError is why a slip is not known to be on paper.
type PaperError struct {
	Code    string // why, for the person; the words catalogue has it below "printer."
	OnPaper bool   // some of it may be on paper
	Err     error  // for the log; may be nil
}

// Error implements error.
func (e *PaperError) Error() string {
	if e.Err == nil {
		return "paper: " + e.Code
	}
	return fmt.Sprintf("paper: %s: %v", e.Code, e.Err)
}

// Unwrap gives the cause.
func (e *PaperError) Unwrap() error { return e.Err }

// PaperUnknown is the code of an error that no Paper has named.
const PaperUnknown = "unknown"

// paperError makes sure of the worst of an error that is none of ours.
func paperError(err error) *PaperError {
	if e, ok := errors.AsType[*PaperError](err); ok {
		return e
	}
	return &PaperError{Code: PaperUnknown, OnPaper: true, Err: err}
}

// PrintState is how far the original slip of a receipt has come. It is on disk
// before the step that it names: an unmarked slip exists once, and what is not
// known to be on paper is never called printed.
//
//	(blank)   nobody has asked for a slip
//	pending   to be printed by itself; nothing of it was sent
//	started   its bytes may be on their way
//	done      the printer said that it is printed
//	handed    a queue, or a printer that says nothing, has all of it
//	missed    certainly on no paper: the printer did not take it in time
//	doubtful  may have been printed, whole or in part: the next one is a copy
type PrintState string

// The states of printing. They are on disk: none is ever renamed.
const (
	PrintNone     PrintState = ""
	PrintPending  PrintState = "pending"
	PrintStarted  PrintState = "started"
	PrintDone     PrintState = "done"
	PrintHanded   PrintState = "handed"
	PrintMissed   PrintState = "missed"
	PrintDoubtful PrintState = "doubtful"
)

// Unprinted reports whether certainly nothing is on paper in this state.
func (p PrintState) Unprinted() bool {
	return p == PrintNone || p == PrintPending || p == PrintMissed
}

// Printed reports whether a slip came out, as far as the way to the printer can
// say.
func (p PrintState) Printed() bool { return p == PrintDone || p == PrintHanded }

func taken(said bool) PrintState {
	if said {
		return PrintDone
	}
	return PrintHanded
}

// original reports whether a sale's next slip may be the unmarked one: no slip
// of it can be on paper, also not from what a journal that was put back has
// forgotten.
func (t *Till) original(ctx context.Context, s Sale) (bool, error) {
	if !s.Print.Unprinted() || s.Copies > 0 || s.Behind {
		return false, nil
	}
	f, err := t.cfg.Store.Freeze(ctx)
	switch {
	case errors.Is(err, ErrNotFound):
		return true, nil
	case err != nil:
		return false, err
	}
	return s.SettledAt.After(f.At) && s.SettledAt.After(f.TakenUp), nil
}

// foundOnDisk takes in what a start knows of a sale's slip. One that had begun
// may have been printed; so may one that waits in a journal that was put back.
func (s *Sale) foundOnDisk() (changed bool) {
	if s.Print == PrintStarted || s.Print == PrintPending && s.Behind {
		s.Print = PrintDoubtful
		return true
	}
	return false
}

// findSlip is foundOnDisk, written down.
func (t *Till) findSlip(s *Sale) error {
	next := *s
	if !next.foundOnDisk() {
		return nil
	}
	next.Version++
	next.UpdatedAt = t.Now()
	if err := t.committer.commit(func(*Head) Change { return Change{Sale: &next} }); err != nil {
		return err
	}
	*s = next
	return nil
}
