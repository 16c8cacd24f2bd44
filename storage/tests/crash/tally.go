package crash

import (
	"fmt"
	"strings"

	"sanduq/core/journal"
)

// Breach is one way in which the till could lie about money.
type Breach string

// The breaches.
const (
	TwoPayments      Breach = "orders with two payments"
	PaidNoReceipt    Breach = "settled payments without a receipt"
	ReceiptNoPayment Breach = "receipts without a settled payment"
	OtherAmount      Breach = "receipts with another amount"
	Lost             Breach = "sales lost"
	ShownFirst       Breach = "shown before on disk"
	SentFirst        Breach = "sent before its intent"
	PaidNotSaid      Breach = "shown paid against the bank or the disk"
	Contradiction    Breach = "ends against the bank's word"
	NoEnd            Breach = "sales without an end"
	TwiceUntold      Breach = "paid twice and not told"
	Damaged          Breach = "stores damaged"
	Fault            Breach = "faults"
)

// Breaches lists all, in the order of a report.
func Breaches() []Breach {
	return []Breach{TwoPayments, PaidNoReceipt, ReceiptNoPayment, OtherAmount, Lost, ShownFirst, SentFirst, PaidNotSaid,
		Contradiction, NoEnd, TwiceUntold, Damaged, Fault}
}

// Violation is a breach that was seen, and where.
type Violation struct {
	Breach Breach
	Seed   uint64 // of the folder
	Kill   int    // how many kills the folder had seen
	Text   string
}

func (v Violation) String() string {
	return fmt.Sprintf("%s: %s (seed %d, kill %d)", v.Breach, v.Text, v.Seed, v.Kill)
}

// Tally is what a proof counted.
type Tally struct {
	Kills, Folders, Lives int
	Sales, Payments       int
	Receipts              map[string]int // by route
	Ends                  map[journal.Status]int
	Late, Aside, Linked   int
	Twice                 int                  // pairs of linked sales that were both paid, and said so
	Found                 map[journal.Step]int // where a kill left a sale that then had to be brought back
	Looks, Checks         int                  // restarts looked at; facts compared
	Violations            []Violation
}

func newTally() *Tally {
	return &Tally{Receipts: map[string]int{}, Ends: map[journal.Status]int{}, Found: map[journal.Step]int{}}
}

func (t *Tally) add(o *Tally) {
	t.Kills += o.Kills
	t.Folders += o.Folders
	t.Lives += o.Lives
	t.Sales += o.Sales
	t.Payments += o.Payments
	t.Late += o.Late
	t.Aside += o.Aside
	t.Linked += o.Linked
	t.Twice += o.Twice
	t.Looks += o.Looks
	t.Checks += o.Checks
	for k, n := range o.Receipts {
		t.Receipts[k] += n
	}
	for k, n := range o.Ends {
		t.Ends[k] += n
	}
	for k, n := range o.Found {
		t.Found[k] += n
	}
	t.Violations = append(t.Violations, o.Violations...)
}

// Count returns how often a breach was seen.
func (t *Tally) Count(b Breach) (n int) {
	for _, v := range t.Violations {
		if v.Breach == b {
			n++
		}
	}
	return n
}

// Paid is the number of receipts.
func (t *Tally) Paid() (n int) {
	for _, count := range t.Receipts {
		n += count
	}
	return n
}

// String is the tally as one row of the table has it.
func (t *Tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d sales, %d payments, %d paid (qr %d, account %d, wallet %d), %d late, %d failed, %d expired, %d not opened, "+
		"%d set aside, %d replaced, %d paid twice and told; %d facts compared;", t.Sales, t.Payments, t.Paid(), t.Receipts["qr"],
		t.Receipts["account"], t.Receipts["wallet"], t.Late, t.Ends[journal.StatusFailed], t.Ends[journal.StatusExpired],
		t.Ends[journal.StatusNotOpened], t.Aside, t.Linked, t.Twice, t.Checks)
	for i, breach := range Breaches() {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %s %d", breach, t.Count(breach))
	}
	return b.String()
}
