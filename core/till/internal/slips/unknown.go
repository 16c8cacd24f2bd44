package slips

import (
	"context"
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// PrintUnknown puts on paper that nobody knows yet whether a sale was paid, for
// its customer to take along. It is no receipt, so that there may be any number
// of them; that one was handed out is in the sale's history before its first
// byte. It waits for the printer; said is true when that confirmed it. Errors: CodeRight
// where by is not who is at the till; CodePaper, a *PaperError below it;
// CodeStep for a sale of which more is known by now; CodeNoSale, CodeStore,
// CodeUnavailable.
func (p *Printer) PrintUnknown(ctx context.Context, id journal.SaleID, by string) (said bool, err error) {
	if by, err = p.cfg.Signed(by); err != nil {
		return false, err
	}
	err = p.inTurn(ctx, id, func(ctx context.Context, r Sale) error {
		said, err = p.unknownFor(ctx, r, by)
		return err
	})
	return said, err
}

// unknownFor is PrintUnknown, in its turn: the answer may have come while
// another slip was printed.
func (p *Printer) unknownFor(ctx context.Context, r Sale, by string) (said bool, err error) {
	now := p.cfg.Now()
	unknown := func(s journal.Sale) bool { return s.Status() == journal.StatusUnknown }
	if !unknown(r.Sale()) {
		return false, journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", r.Sale().Status()))
	}
	if err := r.Update(commit.SaleUpdate{Allowed: unknown, Mutate: func(s *journal.Sale) { s.Record(now, journal.HistoryUnknownSlip, by) }}); err != nil {
		return false, err
	}
	said, err = p.cfg.Paper.PrintUnknown(ctx, journal.UnknownSlip{Sale: r.Sale(), Shop: p.cfg.Settings(), At: now})
	if err != nil {
		p.cfg.Logger.Warn("slip of an unknown payment not printed", "sale", r.Sale().ID, "err", err)
		return false, journal.Refuse(journal.CodePaper, paperError(err))
	}
	return said, nil
}
