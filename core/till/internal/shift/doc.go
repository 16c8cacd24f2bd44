// Package shift is the shop's day at the till: the shift that is present, its
// drawer, cash that goes in and out, X and Z. What settles belongs to the shift that
// is present in the moment of the commit.
//
// It writes through a commit.Writer and asks staff for grants. It knows no payment:
// a cash sale is taken by package payment, which asks MayTake first.
//
// Locks: it has none of its own. Which shift is present is an atomic pointer that
// follows the commits (Committed).
package shift

import (
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// Config is what a Desk is made of. Nothing in it is nil.
type Config struct {
	Store       journal.Store
	Writer      *commit.Writer
	Staff       *staff.Staff
	Now         func() time.Time // in the shop's zone
	Environment core.Environment
	// Frozen is the error by which nothing that moves money may begin, while the
	// journal was put back to an older state; nil as usual.
	Frozen func() error
	// Link is the connection to the gateway, which tells the time with its answers.
	Link func() journal.Link
}

// Desk is the day of one till. All methods may be called from any goroutine.
type Desk struct {
	cfg     Config
	present atomic.Pointer[journal.Shift] // as the disk has it; nil for none
	// accepted is the day that somebody said is right, although it looks wrong.
	accepted atomic.Pointer[journal.Day]
}

// New returns a desk without a shift. Init and Load must follow.
func New() *Desk { return &Desk{} }

// Init completes a desk before its first use.
func (d *Desk) Init(cfg Config) { d.cfg = cfg }
