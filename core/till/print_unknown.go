package till

import (
	"context"
	"fmt"

	"sanduq/core/journal"
)

// PrintUnknown puts on paper that nobody knows yet whether a sale was paid, for
// its customer to take along. It is no receipt, so that there may be any number
// of them; that one was handed out is in the sale's history before its first
// byte. It waits for the printer; said is true when that confirmed it. Errors: CodeRight
// where by is not who is at the till; CodePaper, a *PaperError below it;
// CodeStep for a sale of which more is known by now; CodeNoSale, CodeStore,
// CodeUnavailable.
func (t *Till) PrintUnknown(ctx context.Context, id journal.SaleID, by string) (said bool, err error) {
	if by, err = t.signed(by); err != nil {
		return false, err
	}
	err = t.inTurn(ctx, id, func(ctx context.Context, r *run) error {
		said, err = r.slipUnknown(ctx, by)
		return err
	})
	return said, err
}

// slipUnknown is PrintUnknown, in its turn: the answer may have come while
// another slip was printed.
func (r *run) slipUnknown(ctx context.Context, by string) (said bool, err error) {
	now := r.t.Now()
	unknown := func(s journal.Sale) bool { return s.Status() == journal.StatusUnknown }
	if !unknown(r.view().Sale) {
		return false, journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", r.view().Status()))
	}
	if err := r.changeIf(unknown, func(s *journal.Sale) { s.Record(now, journal.HistoryUnknownSlip, by) }); err != nil {
		return false, err
	}
	said, err = r.t.cfg.Paper.PrintUnknown(ctx, journal.UnknownSlip{Sale: r.view().Sale, Shop: r.t.Settings(), At: now})
	if err != nil {
		r.t.log.Warn("slip of an unknown payment not printed", "sale", r.id, "err", err)
		return false, journal.Refuse(journal.CodePaper, paperError(err))
	}
	return said, nil
}
