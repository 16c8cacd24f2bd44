package receipts

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/screen"
)

// proof reads the receipt of a sale. Only the answer to the newest question counts.
type proof struct {
	env     screen.Env
	deps    Deps
	reading screen.Newest
	sale    journal.SaleID
	receipt journal.Receipt
	cash    journal.CashReceipt // instead of receipt, of a sale in cash
	off     *journal.Decision   // who took the cash off again; nil where it stands
	there   bool
	err     error
}

// read asks for the receipt of a sale and calls done on the UI goroutine when it is there or cannot be read. A receipt
// never changes, so one that was read is not read again.
func (p *proof) read(s journal.Sale, done func()) {
	p.off = s.Reversed
	if p.sale == s.ID && p.there && p.receipt.Seq == s.ReceiptSeq && p.cash.Seq == s.CashSeq {
		done()
		return
	}
	p.clear()
	p.sale = s.ID
	var got journal.Receipt
	var cash journal.CashReceipt
	p.reading.Ask(p.env, func(context.Context) (err error) {
		if s.CashSeq != 0 {
			cash, err = p.deps.cashReceipt(p.env, s.CashSeq)
		} else {
			got, err = p.deps.readReceipt(p.env, s)
		}
		return err
	}, func(err error) {
		p.env.Report(p.deps.Failed, err)
		if p.err = err; err == nil {
			p.receipt, p.cash, p.there = got, cash, true
		}
		done()
	})
}

// clear forgets the receipt; an answer that is under way is dropped.
func (p *proof) clear() {
	p.reading.Drop()
	p.sale, p.receipt, p.cash, p.there, p.err = "", journal.Receipt{}, journal.CashReceipt{}, false, nil
}

// content is the receipt in the language of the screen, of the seller of its time.
func (p *proof) content() receipt.Content {
	w, set := onPaper(p.env), p.deps.History.Settings()
	if p.cash.Seq != 0 {
		return receipt.NewCashContent(p.cash, receipt.Copy{}, w).TakenOff(p.off, w).Of(set.SellerAt(p.cash.TakenAt), w)
	}
	return receipt.NewContent(p.receipt, receipt.Copy{}, w).Of(set.SellerAt(p.receipt.SettledAt), w)
}

// hasReceipt reports whether a sale has a slip: one that is paid, with its receipt on disk, or one that was taken in
// cash.
func (d Deps) hasReceipt(s journal.Sale) bool {
	switch s.Status() {
	case journal.StatusPaid:
		return s.ReceiptSeq != 0
	case journal.StatusCash:
		_, ok := d.History.(CashHistory)
		return ok
	}
	return false
}
