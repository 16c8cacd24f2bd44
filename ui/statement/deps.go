package statement

import (
	"context"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
)

// Deps is what the screen is built from.
type Deps struct {
	// History is asked off the UI goroutine.
	History  exporting.History
	Today    func() journal.Day
	Currency string // of rows that name none
	// Files are those that may be statements, newest first, and Read reads one.
	// Both are called off the UI goroutine.
	Files func() []File
	Read  func(ctx context.Context, path string) ([]byte, error)
	// Places are sticks and other disks.
	Places func() []string
	// Export lets a person take along what was found; nil where nothing is
	// exported.
	Export func(exporting.Request)
	// Owe opens an entry of what is owed back: the statement has the payment of a
	// sale once more, at the same sum, and calls it reference. It is called off the UI
	// goroutine; nil where nothing is entered. An error with journal.CodeReference says
	// that it is entered already. Allow goes on where somebody may do so, or a manager
	// grants it, for one entry.
	// Entered reports, there too, whether the ledger has a second debit of a sale's
	// payment already; nil where there is no ledger.
	Owe     func(ctx context.Context, sale journal.SaleID, amount money.Amount, reference string) error
	Allow   func(then func())
	Entered func(ctx context.Context, sale journal.SaleID) (bool, error)
	// Returns are the returns through a bank that people recorded, on the days from one to
	// the other, with the reference as the transaction and the sum below zero. It is called
	// off the UI goroutine; nil where there is no ledger.
	Returns func(ctx context.Context, from, to journal.Day) ([]bank.Entry, error)
	// Failed takes an error for the log, which never holds what a file says.
	Failed func(err error)
	// Book is where what statements say is kept; nil keeps nothing, and then nothing is
	// answered. It is called off the UI goroutine.
	Book Book
}

// Book is what the till keeps of statements.
type Book interface {
	// Reconciled is what statements have of the sales from one to the other.
	Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error)
	// BankStatements are the statements that were read, the newest first.
	BankStatements(ctx context.Context, limit int) ([]journal.BankStatement, error)
	// KeepStatement writes a statement down and what it has of sales, in the name of who
	// is at the till, and returns it as it is on the disk.
	KeepStatement(ctx context.Context, s journal.BankStatement, records []journal.Reconciled, sign bool) (journal.BankStatement, error)
}

// File is one that can be chosen.
type File struct {
	Path  string
	Where string // the folder, as people know it
	At    time.Time
}
