package crash

import (
	"context"
	"fmt"

	"sanduq/core/sandbox"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// audit holds the store of a till at rest against the bank's ledger, and
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
	page, err := store.Sales(ctx, till.SaleQuery{Limit: 1_000_000})
	if err != nil {
		return err
	}
	payments, err := b.every()
	if err != nil {
		return err
	}
	if err := b.CheckLedger(); err != nil {
		return fmt.Errorf("the bank's own books: %w", err)
	}
	twice, err := b.Twice()
	if err != nil {
		return err
	}
	for _, d := range twice {
		say(TwoPayments, "%s", d)
	}
	a := auditor{store: store, payments: payments, sales: map[string]till.Sale{}, byID: map[till.SaleID]till.Sale{}, tally: t, say: say}
	for _, s := range page.Sales {
		a.sales[s.OrderID], a.byID[s.ID] = s, s
	}
	for id, s := range w.shown {
		if a.byID[id].OrderID != s.Order {
			say(Lost, "%s was shown as %s and is not there", s.Order, s.Status)
		}
	}
	a.ends()
	a.paid()
	return a.receipts(ctx)
}

type auditor struct {
	store    *storage.Store
	payments map[string]sandbox.Payment // by order
	sales    map[string]till.Sale       // by order
	byID     map[till.SaleID]till.Sale
	tally    *Tally
	say      func(Breach, string, ...any)
}

// ends looks at how each sale ended.
func (a *auditor) ends() {
	for order, s := range a.sales {
		status := s.Status()
		a.tally.Ends[status]++
		if s.SetAside != nil {
			a.tally.Aside++
		}
		if s.Session.Late {
			a.tally.Late++
		}
		bank := a.payments[order].Status
		switch {
		case !status.Ended():
			a.say(NoEnd, "%s is %s (%s, %s), at the bank %q", order, status, s.Step, s.Session.State, bank)
		case status != till.StatusPaid && (bank == sandbox.StatusSuccess || bank == sandbox.StatusProcessing),
			(status == till.StatusFailed || status == till.StatusExpired) && bank == sandbox.StatusPending:
			a.say(Contradiction, "%s is %s, at the bank %s", order, status, bank)
		}
		for _, id := range s.Instead {
			a.tally.Linked++
			other := a.byID[id]
			if status != till.StatusPaid || other.Status() != till.StatusPaid {
				continue
			}
			if s.PaidTwiceWith == "" && other.PaidTwiceWith == "" {
				a.say(TwiceUntold, "%s and %s", order, other.OrderID)
				continue
			}
			a.tally.Twice++
		}
	}
}

// paid looks for money that the till does not know of.
func (a *auditor) paid() {
	a.tally.Sales += len(a.sales)
	a.tally.Payments += len(a.payments)
	for order, p := range a.payments {
		s, there := a.sales[order]
		switch {
		case !there:
			a.say(Lost, "%s is at the bank, %s, and in no store", order, p.Status)
		case p.Status == sandbox.StatusSuccess && s.Status() != till.StatusPaid:
			a.say(PaidNoReceipt, "%s is %s with receipt %d", order, s.Status(), s.ReceiptSeq)
		}
	}
}

// receipts holds each receipt against its payment and its sale.
func (a *auditor) receipts(ctx context.Context) error {
	head, err := a.store.Head(ctx, "20000101")
	if err != nil {
		return err
	}
	seen := map[string]uint64{}
	for seq := uint64(1); seq <= head.Receipt; seq++ {
		r, err := a.store.Receipt(ctx, seq)
		if err != nil {
			a.say(Damaged, "receipt %d: %v", seq, err)
			continue
		}
		p, s := a.payments[r.OrderID], a.sales[r.OrderID]
		switch {
		case p.Status != sandbox.StatusSuccess || p.ID != r.PaymentID:
			a.say(ReceiptNoPayment, "receipt %d of %s for payment %s, at the bank %s is %s", seq, r.OrderID, r.PaymentID, p.ID, p.Status)
		case seen[r.PaymentID] != 0:
			a.say(ReceiptNoPayment, "receipts %d and %d for payment %s", seen[r.PaymentID], seq, p.ID)
		case s.ReceiptSeq != seq || s.ID != r.SaleID || s.Status() != till.StatusPaid:
			a.say(ReceiptNoPayment, "receipt %d of %s, whose sale is %s with receipt %d", seq, r.OrderID, s.Status(), s.ReceiptSeq)
		case r.Amount.Minor != p.AmountMinor || r.Amount.Currency != p.Currency || r.Amount != s.Amount:
			a.say(OtherAmount, "receipt %d of %s says %v, the bank %d", seq, r.OrderID, r.Amount, p.AmountMinor)
		}
		seen[r.PaymentID] = seq
		a.tally.Receipts[string(r.Route)]++
	}
	return nil
}
