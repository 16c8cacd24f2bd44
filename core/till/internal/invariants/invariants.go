// Package invariants says what holds of every change of a sale's records, whatever the
// till's code did. A change that breaks one comes from an error of the till's own: it must
// not be written. What the store refuses by itself (numbers, versions, sums of debts; see
// journal.Change) is not asked again here.
//
// All of it is pure, reads no disk, and may be called from any goroutine.
package invariants

import (
	"fmt"

	"sanduq/core/journal"
)

// Code names an invariant, for the log.
type Code string

// The invariants.
const (
	Began     Code = "began"     // a sale begins with its intent or its cash, under the next number of the day
	Fixed     Code = "fixed"     // what was sold, for whom and where it is asked about never changes
	Backwards Code = "backwards" // a session never goes back: what is paid stays so, and an end yields to success alone
	Paid      Code = "paid"      // a sale in success has a receipt
	Proof     Code = "proof"     // a receipt is of its sale's amount, payment and settlement
	Settled   Code = "settled"   // a time of settlement comes with a receipt or cash, and stays
	NotOpened Code = "notOpened" // a sale that has a payment is never one that was not opened
	Askable   Code = "askable"   // what the gateway is asked with stays as long as it may bring news
	CodeSent  Code = "codeSent"  // that a code was sent is never forgotten
	Decided   Code = "decided"   // the word of a person stays; a sale is closed after it was the manager's, with a row
	Replaced  Code = "replaced"  // no payment is opened instead of a sale that is paid
	Owed      Code = "owed"      // of a sale that took money its amount is owed, once for each change, and that stays said
)

// Given is what the disk has before a change.
type Given struct {
	Sale journal.Sale // of the change; zero for a new one
	Day  journal.Day  // the business day of the commit
	Last int          // the newest number of a sale on that day
}

// Violation is a change that breaks an invariant. It holds no secret.
type Violation struct {
	Code Code
	Sale journal.SaleID
}

// Error implements error.
func (v *Violation) Error() string { return fmt.Sprintf("invariant %s of sale %s", v.Code, v.Sale) }

// Unwrap says that for certain nothing was written.
func (*Violation) Unwrap() error { return journal.ErrRefused }

// rules are the invariants with what breaks them.
var rules = []struct {
	code   Code
	broken func(g *Given, s *journal.Sale, c *journal.Change) bool
}{
	{Began, misbegun},
	{Fixed, altered},
	{Backwards, backwards},
	{Paid, unproven},
	{Proof, otherProof},
	{Settled, unsettled},
	{NotOpened, unopened},
	{Askable, unaskable},
	{CodeSent, codeForgotten},
	{Decided, undecided},
	{Replaced, replacesPaid},
	{Owed, misowed},
}

// Of returns the first invariant that a change breaks; nil for a lawful one, for one without
// a sale, and for one that the store refuses as not made from the newest record.
func Of(g *Given, c *journal.Change) *Violation {
	s := c.Sale
	if s == nil || s.Version != g.Sale.Version+1 {
		return nil
	}
	for _, r := range rules {
		if r.broken(g, s, c) {
			return &Violation{Code: r.code, Sale: s.ID}
		}
	}
	return nil
}
