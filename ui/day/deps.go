// Package day is the shop's day as people see it: the shift that is open, cash in
// and out of the drawer, the count, and the Z that ends it. A screen shows what
// the till has on disk and asks for what a person decided; it adds up nothing of
// its own.
//
// Everything here belongs on the UI goroutine. Calls to the till go through
// Env.Go and come back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package day

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/mailer"
	"sanduq/core/receipt"
	"sanduq/ui/exporting"
	"sanduq/ui/permission"
)

// Till is what the screens ask of it. All but Settings, Users and
// InFlight may be slow. Refusals carry a journal.Code.
type Till interface {
	// Day is the present shift and what stands beside it. Anyone who may not see sums
	// is shown how many sales there are, and no sum of its X.
	Day(ctx context.Context) (journal.DayView, error)
	X(ctx context.Context, by string) (journal.Z, error)
	// OpenShift needs a reason where found differs from the last count.
	OpenShift(ctx context.Context, by string, found int64, reason string) error
	CorrectFloat(ctx context.Context, by string, float int64, reason string) error
	// CountDrawer tells what should be in the drawer after the count is on disk.
	CountDrawer(ctx context.Context, by string, count journal.DrawerCount) (journal.DrawerSum, error)
	// CloseShift returns with journal.CodeShiftClosed the Z by which somebody else
	// closed it.
	CloseShift(ctx context.Context, number uint64, by, reason string) (journal.Z, error)
	MoveCash(ctx context.Context, by string, kind journal.MovementKind, minor int64, reason string, sale journal.SaleID) error
	// MoveCashBeyond is MoveCash out, once more, after journal.CodeDrawer.
	MoveCashBeyond(ctx context.Context, by string, minor int64, reason string, sale journal.SaleID) error
	// Reversal reads by the number of a cash receipt what ReverseCash has to know, which
	// takes the cash of the sale off again; missing is what of it was never in the drawer.
	Reversal(ctx context.Context, number uint64) (journal.Reversal, error)
	ReverseCash(ctx context.Context, id journal.SaleID, by string, missing int64, reason string) error
	HandOver(ctx context.Context, by, to string) error

	// AcceptDay says that a day is right, after journal.CodeClockAhead; SetBookingBack takes
	// the books out of days that have not come.
	AcceptDay(ctx context.Context, by string, day journal.Day) error
	SetBookingBack(ctx context.Context, by, reason string) error

	// OpenToCount writes down that the drawer is opened to be counted.
	OpenToCount(ctx context.Context, by string) error
	// LookAtSums spends a grant of that right: it was used to look.
	LookAtSums(ctx context.Context) error
	Settings() journal.Settings
	Users() []journal.User
	// InFlight are all sales that may still be paid, and others, from memory.
	InFlight() []journal.View
}

// Records are the shifts that are over. All may be slow.
type Records interface {
	Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error)
	// Counts is how the drawer of a shift was counted, oldest first.
	Counts(ctx context.Context, shift uint64) ([]journal.ShiftCount, error)
	Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error)
	// OutsideShift is what was taken before the shift of an X or a Z while shifts were off.
	OutsideShift(ctx context.Context, z journal.Z) (queries.OutsideShift, error)
	// LeftOut are all numbers that were left out after the journal was put back, oldest first.
	LeftOut(ctx context.Context) ([]journal.LeftOut, error)
}

// Papers are documents whose numbers a restore left out, entered from paper. All may be
// slow. Refusals carry a journal.Code.
type Papers interface {
	LeftOutRuns(ctx context.Context) ([]queries.LeftOutRun, error)
	Enter(ctx context.Context, by string, e queries.Entered) error
	Withdraw(ctx context.Context, by string, e queries.Entered, reason string) error
}

// Paper is what becomes of an X or a Z, and the drawer at the printer. What is nil
// is not offered; all are called off the UI goroutine.
type Paper struct {
	Print      func(ctx context.Context, s receipt.Slip) error
	OpenDrawer func(ctx context.Context) error
	// Save keeps a file and returns where it is, short enough to be shown.
	Save func(ctx context.Context, name string, data []byte) (place string, err error)
}

// Ways lead from the day to other screens.
type Ways interface {
	OpenSale(id journal.SaleID) // one that is still open
	ToSettle()                  // the sales that somebody must settle
	Owed()                      // what is owed back
	Reports()
}

// Deps is what the screen is built from.
type Deps struct {
	Till    Till
	Records Records
	Person  permission.Person
	Paper   Paper
	Ways    Ways
	Papers  Papers // nil where nothing is entered from paper
	Drawer  *receipt.Drawer
	// Tabs: a row of tabs stands above the pages that have no way back, and names the
	// day; Turned is called when another page is shown, or Tools have changed. Nil for nobody.
	Tabs   bool
	Turned func()
	// Export lets a person take Zs along as files; nil where nothing is exported.
	Export func(exporting.Request)
	// Mail sends Zs by e-mail; nil where none can be sent.
	Mail Mail
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// Mail sends Zs by e-mail. On and Item are quick.
type Mail interface {
	On() bool // it is set up
	// Item is what became of a Z; false for one that is not to be sent.
	Item(z journal.Z) (mailer.Item, bool)
	// Again sends one now, or once more. It may be slow.
	Again(z journal.Z) error
}
