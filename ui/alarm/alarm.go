// Package alarm decides what must be said above the cashier's work, and in which
// order. It is a pure function of what the till and its helpers said: it asks
// nobody, keeps nothing and does nothing. It knows sentences and sales; it must
// not know windows, stores or who pays.
package alarm

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Backup is why the daily backup does not work, and since when. Code is a key of
// the catalogue below "backup.why.".
type Backup struct {
	Since time.Time
	Code  string
}

// Missed is a refusal that found the page left which had asked.
type Missed struct{ About, Said string }

// State is all that an alarm can come from. The zero State is quiet.
type State struct {
	Now time.Time
	// StoreFault, Recovery and Link are as the till told last.
	StoreFault *journal.StoreFault
	Recovery   *journal.Recovery
	Link       journal.Link
	Back       *Back // the bank answers again; nil for none
	// Offline: this computer has no way to any other. It is looked at only while
	// the link is down.
	Offline bool
	// Damage names the part of the records that was found damaged, a key of the
	// catalogue below "damage."; blank while none is.
	Damage string
	Backup *Backup // nil while the backup works
	// Failure is what the till has just refused; nil when nothing.
	Failure error
	// Missed are refusals that found the page left which had asked, the oldest first.
	Missed []Missed
	// Sales are those of the sidebar, in its order. Shown is the one on the
	// screen, blank for none.
	Sales []journal.View
	Shown journal.SaleID
	// Opening: the cashier is about to open a payment.
	Opening bool
	// Settings: they can be opened from here. Owed: so can what is owed back, by who
	// is at the till.
	Settings, Owed bool
}

// Action is what the button of an alarm does.
type Action int

// The actions. None: the alarm has no button.
const (
	None         Action = iota
	OpenSale            // show the sale
	Read                // note that somebody read of the money of the sale
	Confirm             // end the recovery, by a manager's word
	OpenSettings        // where backups are looked after
	OpenOwed            // show what is owed back for the sale
	Understood          // take it that a refusal was read
)

// Alarm is one thing that must be said.
type Alarm struct {
	Icon       string // the alarm's own when blank
	Fact, Then string // what is so, and what to do
	Button     string // its word; blank for none
	Action     Action
	Sale       journal.SaleID // that Action is about
	Missed     Missed         // the same
}

// List is what must be said, the weightiest first: the store, damage to it, a
// store that was put back, its backups, money paid twice, late money, conflicts,
// refusals of the till, the clock, the network. Of e it uses the words and the
// zone alone.
func List(e screen.Env, s State) (all []Alarm) {
	l := lister{e, s}
	if s.StoreFault != nil {
		all = append(all, l.storeFault())
	}
	if s.Damage != "" {
		all = append(all, l.damage())
	}
	if s.Recovery != nil {
		all = append(all, l.recovery())
	}
	if s.Backup != nil {
		all = append(all, l.backup())
	}
	all = append(all, l.money()...)
	for _, m := range s.Missed {
		all = append(all, l.missed(m))
	}
	if s.Failure != nil {
		all = append(all, l.failure())
	}
	if s.Link.ClockWrong() {
		all = append(all, l.clock())
	}
	if s.Link.Down && s.Opening {
		all = append(all, l.silence())
	}
	if s.Back != nil {
		all = append(all, l.back())
	}
	return all
}

type lister struct {
	env screen.Env
	State
}
