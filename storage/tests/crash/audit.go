package crash

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// told is the breach that a broken law is counted as.
var told = map[oracle.Law]Breach{oracle.Receipts: ReceiptNoPayment, oracle.Covered: ReceiptNoPayment, oracle.Known: PaidNoReceipt,
	oracle.OnePayment: TwoPayments, oracle.OneTransaction: ReceiptNoPayment, oracle.PaidTwice: TwiceUntold, oracle.BothLegs: TwiceUntold,
	oracle.Numbered: Damaged, oracle.Linked: TwiceUntold, oracle.Decided: Damaged, oracle.Recorded: Lost, oracle.NotSent: Contradiction,
	oracle.WatchEnds: NoEnd}

// audit holds the store of a till at rest against the gateway's ledger, and
// counts.
func audit(dir string, b *bank, w *witness, t *Tally, say func(Breach, string, ...any)) error {
	ctx := context.Background()
	key := keys.NewFile(dir)
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: key, Checkpoints: key})
	if err != nil {
		say(Damaged, "%v", err)
		return nil
	}
	defer func() { _ = store.Close() }()
	if _, err := store.Verify(ctx); err != nil {
		say(Damaged, "%v", err)
	}
	books, err := oracle.Read(ctx, store)
	if err != nil {
		say(Damaged, "%v", err)
	}
	if err := recounted(ctx, store, books.Sales); err != nil {
		say(Damaged, "%v", err)
	}
	payments, err := b.every()
	if err != nil {
		return err
	}
	byID := map[journal.SaleID]journal.Sale{}
	var orders []string
	for _, s := range books.Sales {
		byID[s.ID], orders = s, append(orders, s.OrderID)
	}
	ledger, err := driver.Ledger(b, orders...)
	if err != nil {
		return err
	}
	for _, broken := range oracle.Validate(oracle.Evidence{Books: books, Ledger: ledger}) {
		say(told[broken.Law], "%v", broken)
	}
	for id, s := range w.shown {
		if byID[id].OrderID != s.Order {
			say(Lost, "%s was shown as %s and is not there", s.Order, s.Status)
		}
	}
	for _, s := range books.Sales {
		t.ended(s)
		ends(s, payments[s.OrderID], say)
	}
	t.Sales, t.Payments = len(books.Sales), len(payments)
	for _, r := range books.Receipts {
		t.Receipts[string(r.Route)]++
	}
	return nil
}

// ends looks at how a sale ended: it did, and not against the bank's word.
func ends(s journal.Sale, p driver.Payment, say func(Breach, string, ...any)) {
	status := s.Status()
	switch {
	case !status.Ended():
		say(NoEnd, "%s is %s (%s, %s), at the bank %q", s.OrderID, status, s.Step, s.Session.State, p.Status)
	case status != journal.StatusPaid && p.Taken(),
		(status == journal.StatusFailed || status == journal.StatusExpired) && p.Pending():
		say(Contradiction, "%s is %s, at the bank %s", s.OrderID, status, p.Status)
	}
}

// ended counts a sale by its end.
func (t *Tally) ended(s journal.Sale) {
	t.Ends[s.Status()]++
	t.Linked += len(s.Instead)
	for counter, is := range map[*int]bool{&t.Aside: s.SetAside != nil, &t.Late: s.Session.Late, &t.Twice: s.PaidTwiceWith != ""} {
		if is {
			*counter++
		}
	}
}
