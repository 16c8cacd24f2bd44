// Package feed is what the till and those who look after it said last: the sales that
// somebody has to do with, what is owed back, the connection, the faults. It
// subscribes to the till and reads the records; it draws nothing and decides nothing
// about money.
//
// It may import core's records and the vocabulary of ui, no part of the window. A Feed
// belongs on the UI goroutine; its goroutine does nothing but post notices there.
package feed

import (
	"context"
	"sync"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/screen"
)

// Till is what the feed asks of the till.
type Till interface {
	InFlight() []journal.View
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Link() journal.Link
	StoreFault() *journal.StoreFault
	Recovery() *journal.Recovery
	// Subscribe begins a subscription.
	Subscribe() Notices
}

// Notices is a subscription to the till: everything after it began, in order.
type Notices interface {
	Next(ctx context.Context) (journal.Notice, error)
	Close()
}

// Health is what is asked of those who look after the till. Its methods are called on
// the UI goroutine and are quick.
type Health interface {
	// Network reports whether this computer has a way to the gateway. It is asked
	// while the gateway is silent.
	Network() bool
	// Backup is why the daily backup does not work; nil while it does. It is
	// asked every second.
	Backup() *alarm.Backup
	// Damage names the part of the records that was found damaged while the
	// till worked, a key of the catalogue below "damage."; blank while none is.
	// It is asked every second.
	Damage() string
}

// Window is told what has changed. Its methods are called on the UI goroutine.
type Window interface {
	// View is the newest view of a sale that the window has; false for none.
	View(id journal.SaleID) (journal.View, bool)
	// Saw takes a notice of a sale; before is its view until now, where known.
	Saw(n journal.Notice, before journal.View, known bool)
	// DayMoved tells that a shift, the cash or what is owed back has changed.
	DayMoved()
	// Read tells that records that were asked for are there.
	Read()
	// Paint shows everything as it is now, PaintAlarms the alarms alone.
	Paint()
	PaintAlarms()
}

// Feed is what was said last.
type Feed struct {
	env    screen.Env
	till   Till
	health Health // nil where nobody looks after the till
	window Window

	running sync.WaitGroup

	sales      map[journal.SaleID]journal.View // in flight, and those of which somebody must read
	settled    settled
	owing      []journal.Debt // what is owed back and still open, as it was read last
	asked      int            // how often it was
	link       journal.Link
	storeFault *journal.StoreFault
	recovery   *journal.Recovery // the till was put back to an older state
	backup     *alarm.Backup
	damage     string                  // of the records, as an examination found it
	seen       map[journal.SaleID]bool // ends that the cashier had on the screen
	shown      journal.SaleID          // what is on it now; "" for no sale
	back       *reconnected            // the bank answers again; nil for none
}

// New knows nothing before Start.
func New(env screen.Env, t Till, h Health, w Window) *Feed {
	return &Feed{env: env, till: t, health: h, window: w, sales: map[journal.SaleID]journal.View{}}
}

// Link is what is known of the connection.
func (f *Feed) Link() journal.Link { return f.link }

// Recovery is how far a till is that was put back to an older state; nil for none.
func (f *Feed) Recovery() *journal.Recovery { return f.recovery }
