package journal

import (
	"fmt"
	"time"

	"sanduq/core/seller"
)

// Slip is one piece of paper about a receipt, or about a cash receipt.
type Slip struct {
	Receipt Receipt
	Cash    *CashReceipt  // instead of Receipt; nil for a sale that was paid
	Copy    int           // 0 is the original, of which there is one; else the number of the copy
	By      string        // who makes the copy
	At      time.Time     // when it was asked for
	Seller  seller.Seller // whom slips named when it was issued
	Off     *Decision     // the cash was taken off again: who said so, and why; nil where it stands
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

// PrintAfterRestart takes in what a start knows of a sale's slip. One that had begun
// may have been printed; so may one that waits in a journal that was put back.
func (s *Sale) PrintAfterRestart() (changed bool) {
	if s.Print == PrintStarted || s.Print == PrintPending && s.Stale {
		s.Print = PrintDoubtful
		return true
	}
	return false
}
