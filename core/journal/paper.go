package journal

import (
	"fmt"
	"time"
)

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

// PrintAfterRestart takes in what a start knows of a sale's slip. One that had begun
// may have been printed; so may one that waits in a journal that was put back.
func (s *Sale) PrintAfterRestart() (changed bool) {
	if s.Print == PrintStarted || s.Print == PrintPending && s.Stale {
		s.Print = PrintDoubtful
		return true
	}
	return false
}
