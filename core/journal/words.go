package journal

// DebtKind is what a row of the ledger says.
type DebtKind string

// The kinds.
const (
	DebtOpened   DebtKind = "opened"
	DebtNoted    DebtKind = "noted"
	DebtReturned DebtKind = "returned" // through the bank
	DebtKept     DebtKind = "kept"     // the customer agreed
)

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
