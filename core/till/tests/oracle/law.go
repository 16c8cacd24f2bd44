package oracle

import (
	"fmt"
	"slices"
)

// Law is the name of something that must be true.
type Law string

// The laws over books and ledger, judged at rest.
const (
	// Receipts: a sale is paid exactly if it has a receipt; it has one, which is
	// its own: the same number, order, payment, amount and transaction.
	Receipts Law = "RECEIPTS"
	// Covered: each receipt stands for money that was taken for that payment.
	Covered Law = "RECEIPT WITHOUT MONEY"
	// Known: money that was taken is known to the till as paid.
	Known Law = "LOST"
	// OnePayment: one initiate for each order, and one payment. A Witness says so
	// when the second leaves.
	OnePayment Law = "TWO PAYMENTS"
	// OneTransaction: no two receipts are for the same payment or transaction.
	OneTransaction Law = "ONE TRANSACTION, TWO RECEIPTS"
	// PaidTwice: of the sales of one order that were paid each but the first
	// says so, once, in its record, its history and the audit; no other does.
	PaidTwice Law = "PAID TWICE untold"
	// BothLegs: a payment of which both legs were debited says so.
	BothLegs Law = "BOTH LEGS untold"
	// Numbered: receipts, audit rows and the sales of a day are numbered from one
	// on without a gap, unless a journal was put back; no order is there twice.
	Numbered Law = "NUMBERS"
	// Linked: a sale knows each payment that was opened instead of it.
	Linked Law = "LINKS"
	// Decided: what a person decided, and what was settled, is in the audit.
	Decided Law = "NOT IN THE AUDIT"
	// Recorded: the gateway knows no order that is not on the disk.
	Recorded Law = "NOT RECORDED"
	// NotSent: a sale that says that nothing was sent is unknown to the gateway.
	// A Witness says so of each record.
	NotSent Law = "NOT SENT"
	// WatchEnds: a sale that is not asked about any more says so.
	WatchEnds Law = "ENDED UNSAID"
)

// The laws over what passes, judged by a Witness in that moment.
const (
	// FalsePaid: paid is written or shown only after the gateway said so.
	FalsePaid Law = "FALSE PAID"
	// FalseNotPaid: failed and expired likewise.
	FalseNotPaid Law = "FALSE NOT PAID"
	// Shown: what is shown is on the disk, no older than what was shown before.
	Shown Law = "SHOWN FIRST"
	// Steps: a record goes on from version to version by the contract's table of
	// states, and keeps its order, amount, receipt and payment.
	Steps Law = "STEPS"
	// Announced: no call that creates or moves something leaves before its
	// intent is on the disk.
	Announced Law = "SENT FIRST"
	// OpenedPaid: no payment is opened for an order that is paid on the disk.
	OpenedPaid Law = "OPENED AFTER PAID"
	// Frozen: nothing that creates or moves a payment leaves a frozen till.
	Frozen Law = "SENT WHILE FROZEN"
	// Resolved: no sale is resolved outside that nobody asked to be.
	Resolved Law = "RESOLVED BY NOBODY"
)

// Breach is a law that was broken.
type Breach struct {
	Law  Law
	What string // which record, and how it stands
}

// String is the law's name and what broke it.
func (b Breach) String() string { return string(b.Law) + ": " + b.What }

// breaches collects what a law finds.
type breaches struct {
	law Law
	all []Breach
}

func (b *breaches) add(format string, args ...any) {
	b.all = append(b.all, Breach{b.law, fmt.Sprintf(format, args...)})
}

// judged are the laws at rest.
var judged = []struct {
	law   Law
	holds func(Evidence, *breaches)
}{
	{Receipts, receipts}, {Covered, covered}, {Known, known}, {OnePayment, onePayment}, {OneTransaction, oneTransaction},
	{PaidTwice, paidTwice}, {BothLegs, bothLegs}, {Numbered, numbered}, {Linked, linked}, {Decided, decided}, {Recorded, recorded},
	{NotSent, notSent}, {WatchEnds, watchEnds},
}

// Only holds some laws at rest against the evidence.
func Only(e Evidence, laws ...Law) (all []Breach) {
	for _, one := range judged {
		if slices.Contains(laws, one.law) {
			found := breaches{law: one.law}
			one.holds(e, &found)
			all = append(all, found.all...)
		}
	}
	return all
}

// Validate holds all laws at rest against the evidence, but those that are named:
// a proof says by that what it cannot know.
func Validate(e Evidence, but ...Law) []Breach {
	var laws []Law
	for _, one := range judged {
		if !slices.Contains(but, one.law) {
			laws = append(laws, one.law)
		}
	}
	return Only(e, laws...)
}
