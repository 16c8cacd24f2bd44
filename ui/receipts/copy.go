package receipts

import (
	"cmp"
	"context"

	"sanduq/core/receipt"
)

// makeCopy asks the till for the number of the next copy and shows it. Nothing is marked as a copy before the till has
// written it down; a number that comes when the receipt was left is spent, and its copy is not shown.
func (v *view) makeCopy() {
	visit, id := v.visit, v.sale.ID
	by := cmp.Or(v.deps.Cashier(), v.sale.Cashier) // the same name on the paper and in the till's book
	var number int
	v.saver.do(v.heading(), func(ctx context.Context) (err error) {
		number, err = v.deps.Paper.MakeCopy(ctx, id, by)
		return err
	}, func(err error) (string, []any) {
		if err != nil {
			return "receipts.copyFailed", nil
		}
		if visit == v.visit {
			v.copy = receipt.Copy{Number: number, By: by, At: v.env.Now()}
			v.paint()
			v.paper.ScrollToBottom() // the mark stands at the foot
		}
		return "receipts.copyMade", []any{"n", number}
	})
}

// backToOriginal goes back to the original and takes the line about what was done away.
func (v *view) backToOriginal() {
	v.visit++
	v.saver.cancel()
	if v.copy.Number > 0 {
		v.copy = receipt.Copy{}
		v.paper.ScrollToTop()
		v.paint()
	}
}

// heading names what is read, so that a copy is told from the original while its mark is out of view.
func (v *view) heading() string {
	number := receipt.Number(v.sale.ReceiptSeq)
	if v.sale.CashSeq != 0 {
		number = receipt.CashNumber(v.sale.CashSeq)
	}
	if v.copy.Number > 0 {
		return v.env.Words.T("receipt.title.copy", "number", number, "n", v.copy.Number)
	}
	return v.env.Words.T("receipt.title", "number", number)
}
