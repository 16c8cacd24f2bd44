package commit

import "sanduq/core/journal"

// Insist is what an update of a sale does about a commit that fails.
type Insist int

// The ways to insist.
const (
	// Once tries once. CodeStore is returned also where the commit is indeterminate.
	Once Insist = iota
	// UntilDurable waits a fault of the store out and tries again. It fails with
	// CodeStep where the sale's state does not allow the change any more, with
	// CodeOwnError, and when the till closes.
	UntilDurable
	// Confirmed is for a decision that a person would take again if it were called
	// not saved; one at a time for a sale. An indeterminate commit is waited out:
	// after nil the decision is on the disk, after CodeStore nothing was written,
	// after CodeUnavailable the till closed before it was known.
	Confirmed
)

// SaleUpdate is one change of one sale's record. All of it is one commit.
type SaleUpdate struct {
	// Mutate changes a copy of the newest record. It may be called again.
	Mutate func(*journal.Sale)
	// Allowed must hold of the record at the very moment of the commit, else the
	// update fails with CodeStep; nil allows all.
	Allowed func(journal.Sale) bool
	// Audit are rows without number, time and sale; those without a name get the
	// sale's cashier.
	Audit []journal.AuditRow
	// With adds more to the same commit; nil adds nothing.
	With func(*journal.Head, *journal.Change)
	// Secrets replace what is sealed; nil seals what the gateway is asked with, as
	// it is now.
	Secrets *journal.Secrets
	Insist  Insist
	// Says reports, for Confirmed without rows of the audit, whether a record that
	// was read back has the change.
	Says func(journal.Sale) bool
}
