package journal

import (
	"errors"
	"fmt"
)

// Code names why the till refused something. The sentence for the person lives
// in the words catalogue under "error.<code>".
type Code string

// The codes.
const (
	CodeAmount        Code = "amount"        // nothing, negative or unknown currency
	CodeRoute         Code = "route"         // this till does not offer the route
	CodeBusy          Code = "busy"          // the sale's previous step is still under way
	CodeNoSale        Code = "noSale"        // there is no such sale
	CodeStep          Code = "step"          // the sale does not stand where this may be done
	CodeStore         Code = "store"         // the till cannot write to its disk
	CodeDiskFull      Code = "diskFull"      // too little room to record a sale
	CodeNotEnded      Code = "notEnded"      // the sale has no end to take note of
	CodeManager       Code = "manager"       // nobody who may do this does it, or has granted the right
	CodeRight         Code = "right"         // the name that was given is of nobody who may, or who is here
	CodeManagerRights Code = "managerRights" // a manager may do everything, and that stays
	CodeNoUser        Code = "noUser"        // nobody of that ID signs in here
	CodePIN           Code = "pin"           // the PIN is wrong
	CodePINWait       Code = "pinWait"       // too many were wrong; see User.Until
	CodePINShape      Code = "pinShape"      // not four to eight digits
	CodeName          Code = "name"          // blank, too long, or there twice
	CodeLastManager   Code = "lastManager"   // the till would have no manager
	CodeNoAnswer      Code = "noAnswer"      // the gateway did not answer
	CodeDenied        Code = "denied"        // the gateway refuses our token
	CodePaper         Code = "paper"         // the slip is not known to be on paper; a *PaperError says why
	CodeFrozen        Code = "frozen"        // the journal was put back; a manager must confirm first
	CodeUnavailable   Code = "unavailable"   // the till is closing
	CodeOwnError      Code = "ownError"      // the till found an error of its own in a sale's records; see StoreFault
	CodePractice      Code = "practice"      // invented sales where real ones are kept

	CodeShift         Code = "shift"         // nobody has opened a shift
	CodeShiftOpen     Code = "shiftOpen"     // a shift is open and must be closed first
	CodeShiftClosed   Code = "shiftClosed"   // somebody has closed this shift; its Z comes with it
	CodeShiftCurrency Code = "shiftCurrency" // the drawer of the open shift holds another currency
	CodeCount         Code = "count"         // the drawer must be counted first
	CodeClockAhead    Code = "clockAhead"    // the clock may show a date that has not come; a *ClockAheadError says why
	CodeClock         Code = "clock"         // the clock shows another day than the gateway; it must be set first
	CodeCountStale    Code = "countStale"    // cash came or went after it was counted
	CodeReason        Code = "reason"        // a reason is needed
	CodeTooLittle     Code = "tooLittle"     // less cash than is due
	CodeDrawer        Code = "drawer"        // more cash out than the drawer should hold
	CodeSum           Code = "sum"           // the sum is too large for the shift
	CodeDebt          Code = "debt"          // there is no such entry of what is owed back
	CodeDebtMoved     Code = "debtMoved"     // somebody else closed a part of it meanwhile
	CodeDebtSum       Code = "debtSum"       // nothing, or more than is owed
	CodeReference     Code = "reference"     // a reference is missing, too long, or there twice
	CodeReferenceUsed Code = "referenceUsed" // it closed another entry already; a *ReferenceUsedError says which
)

// ClockAheadError says why a day looks as if it had not come yet.
type ClockAheadError struct {
	Day     Day // that the clock shows
	Gateway Day // by the gateway's clock; blank where that is not the reason
	Last    Day // when the shift began or was taken, long before; blank where that is not the reason
}

// Error implements error.
func (e *ClockAheadError) Error() string {
	return fmt.Sprintf("journal: today is %s by the clock, by the gateway %q, after %q", e.Day, e.Gateway, e.Last)
}

// Error is a refusal of the till's: a code for the person's sentence, the
// cause for the log.
type Error struct {
	Code Code
	Err  error // may be nil
}

// Error implements error.
func (e *Error) Error() string {
	if e.Err == nil {
		return "till: " + string(e.Code)
	}
	return fmt.Sprintf("till: %s: %v", e.Code, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of a till's refusal, blank when err is none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func Refuse(code Code, err error) error { return &Error{Code: code, Err: err} }

// WithCode leaves a refusal of ours as it is; what else a commit returns is the
// store's.
func WithCode(err error) error {
	if err == nil || CodeOf(err) != "" {
		return err
	}
	return Refuse(CodeStore, err)
}

// ErrFigures matches figures of a shift that contradict each other or their shift.
var ErrFigures = errors.New("journal: figures do not add up")

// Errors of a Store, to be tested with errors.Is.
var (
	ErrNotFound = errors.New("journal: not found")
	ErrVersion  = errors.New("journal: sale was changed meanwhile")
	ErrRefused  = errors.New("journal: change breaks a rule of the store")
	ErrPoisoned = errors.New("journal: store must be reopened")
	ErrCorrupt  = errors.New("journal: record is damaged")
	ErrFull     = errors.New("journal: no room on the disk")
	ErrSlow     = errors.New("journal: the disk does not answer")
	ErrReplaced = errors.New("journal: the records were moved, removed or replaced")
)
