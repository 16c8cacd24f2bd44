// Package refunds keeps the ledger of what is owed back: money that reached the shop
// twice or wrongly. Entries open by themselves or by a bank's statement, and are
// closed by a person with the bank's reference. The till moves no money: it records
// what people say. Owed = returned + kept + open holds of every entry at every moment.
// Owes is the law by which the money that comes for a sale is owed back, as a table.
//
// It writes through a commit.Writer and through the sales that it is given (Sale,
// Sales, which it declares). What a sale says of its money follows the ledger: the
// row that closes an entry is committed together with its sale; everything else is
// told beside the caller, and after the next start where a crash left it untold.
//
// Locks: it takes a sale's write lock before the writer's. The lock of index is held
// for an instant only.
package refunds

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
	"sanduq/core/till/internal/work"
)

// Sale is a sale in hand.
type Sale interface {
	// Sale is the newest committed record.
	Sale() journal.Sale
	// Lock is the sale's write lock: no commit of it falls between Lock and Unlock
	// but those of the holder.
	Lock()
	Unlock()
	// Publish makes a record that is on the disk the one that everyone sees.
	Publish(journal.Sale)
	// ReadBack takes over what the disk has; false when the till closes first.
	ReadBack() bool
	// Update commits a change of the record. The caller does not hold the lock.
	Update(commit.SaleUpdate) error
}

// Sales finds sales.
type Sales interface {
	// Acquire returns a sale for the time of a change; done ends that.
	Acquire(ctx context.Context, id journal.SaleID) (s Sale, done func(), err error)
	// Order are the other sales of the order of s, as they are on the disk.
	Order(ctx context.Context, s journal.Sale) ([]journal.Sale, error)
	// Settling is held over the commit of each settlement. It is taken after a sale's
	// write lock and before the writer's.
	Settling() sync.Locker
}

// Config is what a Ledger is made of. Nothing in it is nil.
type Config struct {
	Store  journal.Store
	Writer *commit.Writer
	Staff  *staff.Staff
	Work   *work.Group
	Sales  Sales
	Now    func() time.Time
	Logger *slog.Logger
	// Frozen refuses what is done with money while the journal is in doubt.
	Frozen func() error
	// ReadAlert takes note of the alert of a sale, as the person at the till did.
	ReadAlert func(context.Context, journal.SaleID) error
	// Reversed is told, with no lock held, of cash that a person took off again.
	Reversed func(id journal.SaleID, by string)
}

// Ledger is what is owed back. All methods may be called from any goroutine.
type Ledger struct {
	cfg   Config
	index index
}

// New returns a ledger. Init must follow, since each of the ledger and the sales needs
// the other.
func New() *Ledger { return &Ledger{} }

// Init completes a ledger before its first use.
func (l *Ledger) Init(cfg Config) { l.cfg = cfg }

// Committed follows a durable commit.
func (l *Ledger) Committed(c journal.Change) { l.index.addReturns(c.Debts) }

// Forget lets the ledger be read again: a reopened store may hold what no commit told of.
func (l *Ledger) Forget() { l.index.forget() }
