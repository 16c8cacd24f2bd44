package receipts

import (
	"sanduq/core/receipt"
	"sanduq/core/till"
)

// proof reads the receipt of a sale. Only the answer to the newest question counts.
type proof struct {
	deps    Deps
	asked   int
	sale    till.SaleID
	receipt till.Receipt
	there   bool
	err     error
}

// read asks for the receipt of a sale and calls done on the UI goroutine when it is there or cannot be read. A receipt
// never changes, so one that was read is not read again.
func (p *proof) read(s till.Sale, done func()) {
	if p.sale == s.ID && p.there && p.receipt.Seq == s.ReceiptSeq {
		done()
		return
	}
	p.clear()
	p.sale = s.ID
	asked, seq := p.asked, s.ReceiptSeq
	p.deps.Go(func() {
		got, err := p.deps.History.Receipt(p.deps.Life, seq)
		p.deps.Post(func() {
			if asked != p.asked {
				return
			}
			if p.err = err; err != nil {
				p.deps.failed(err)
			} else {
				p.receipt, p.there = got, true
			}
			done()
		})
	})
}

// clear forgets the receipt; an answer that is under way is dropped.
func (p *proof) clear() {
	p.asked++
	p.sale, p.receipt, p.there, p.err = "", till.Receipt{}, false, nil
}

// content is the receipt in the language of the screen, as a copy or, with the zero Copy, as the original.
func (p *proof) content(c receipt.Copy) receipt.Content {
	return receipt.NewContent(p.receipt, c, p.deps.onPaper())
}

// hasReceipt reports whether a sale has a slip: only one that is paid, with its receipt on disk.
func hasReceipt(s till.Sale) bool { return s.Status() == till.StatusPaid && s.ReceiptSeq != 0 }
