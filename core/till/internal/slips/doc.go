// Package slips prints what the till prints of its sales: originals that come by
// themselves when a sale is paid, originals and copies that a person asks for, and
// slips that say that nobody knows yet. One slip is printed at a time.
//
// The law: that a slip begins is durable before its first byte (PrintStarted), an
// unmarked original exists once, and what is not known to be on paper is never
// called printed.
//
// It knows the sales through Sale and Sales, which it declares, and the printer
// through Paper. It knows no gateway and no money.
//
// Locks: none is held while a slip is printed but the turn of the printer; mu is
// held for an instant only, never over another lock.
package slips

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/work"
)

// Sale is a sale in hand, as far as its slips go.
type Sale interface {
	// Sale is the newest committed record.
	Sale() journal.Sale
	// Update commits a change of the record.
	Update(commit.SaleUpdate) error
	// SetPaper tells the watchers of the sale why its slip does not come; blank
	// takes that back.
	SetPaper(code string)
}

// Sales finds sales in hand.
type Sales interface {
	// Acquire returns a sale for the time of a change; done ends that.
	Acquire(ctx context.Context, id journal.SaleID) (s Sale, done func(), err error)
	// InHand returns a sale that is in hand already.
	InHand(id journal.SaleID) (Sale, bool)
}

// Config is what a Printer is made of. Paper is nil where nothing is printed;
// nothing else is nil.
type Config struct {
	Paper    Paper
	Store    journal.Store
	Writer   *commit.Writer
	Work     *work.Group
	Sales    Sales
	Now      func() time.Time
	Logger   *slog.Logger
	Settings func() journal.Settings
	// Signed is the name that stands on a slip, or the error of somebody who is not
	// at the till.
	Signed func(by string) (string, error)
	// Receipt returns a receipt with all that is known of it by now.
	Receipt func(ctx context.Context, seq uint64) (journal.Receipt, error)
}

// Printer prints slips, one at a time. All methods may be called from any
// goroutine.
type Printer struct {
	cfg  Config
	turn chan struct{} // held while one slip is printed, no matter who asked for it
	wake chan struct{}

	mu     sync.Mutex // held for an instant only, never over another lock
	queue  []queuedSlip
	unsent map[journal.SaleID]bool // announced by a commit that failed, so that nothing was sent although the record may say so
}

// New returns a printer. Init must follow, since each of the printer and the sales
// needs the other.
func New() *Printer {
	return &Printer{turn: make(chan struct{}, 1), wake: make(chan struct{}, 1), unsent: map[journal.SaleID]bool{}}
}

// Init completes a printer before its first use.
func (p *Printer) Init(cfg Config) { p.cfg = cfg }
