package till

import (
	"context"
	"fmt"

	"sanduq/core/journal"
)

// asked is who wants a slip.
type asked int

const (
	byItself asked = iota // the till, for a sale that was just paid
	byHand                // a person: the original where it can be, else a copy
	asCopy                // a person, who wants a copy
)

// Print puts a paid sale's slip on paper, now: the original if certainly none
// came out, else a copy, numbered and written down. It waits for the printer.
// Errors: CodeRight where by is not who is at the till; CodePaper, a *PaperError below it; CodeNoSale, CodeStep, CodeStore,
// CodeUnavailable.
func (t *Till) Print(ctx context.Context, id journal.SaleID, by string) error {
	return t.slipBy(ctx, id, by, byHand)
}

// PrintCopy is Print that never makes an original.
func (t *Till) PrintCopy(ctx context.Context, id journal.SaleID, by string) error {
	return t.slipBy(ctx, id, by, asCopy)
}

// slipBy prints one slip for a person.
func (t *Till) slipBy(ctx context.Context, id journal.SaleID, by string, who asked) error {
	by, err := t.signed(by)
	if err != nil {
		return err
	}
	return t.slip(ctx, id, by, who)
}

// slip prints one slip, in its turn.
func (t *Till) slip(ctx context.Context, id journal.SaleID, by string, who asked) error {
	return t.inTurn(ctx, id, func(ctx context.Context, r *run) error { return r.slip(ctx, by, who) })
}

// inTurn runs print with a sale in hand while nobody else prints. Its context
// ends with the till.
func (t *Till) inTurn(ctx context.Context, id journal.SaleID, print func(context.Context, *run) error) error {
	if t.cfg.Paper == nil {
		return journal.Refuse(journal.CodePaper, &journal.PaperError{Code: journal.PaperUnknown})
	}
	ended := t.work.Begin()
	if ended == nil {
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	defer ended()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.ctx, cancel)()
	select {
	case t.printing.turn <- struct{}{}:
		defer func() { <-t.printing.turn }()
	case <-ctx.Done():
		return journal.Refuse(journal.CodeUnavailable, ctx.Err())
	}
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	return print(ctx, r)
}

// slip prints one slip of the sale. The caller has the turn.
func (r *run) slip(ctx context.Context, by string, who asked) error {
	s := r.view().Sale
	if s.ReceiptSeq == 0 && s.CashSeq == 0 {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", s.Status()))
	}
	if r.announced(s) {
		s.Print = journal.PrintPending
	}
	if who == byItself && s.Print != journal.PrintPending {
		return nil // somebody was faster
	}
	rec, err := r.t.about(ctx, s)
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	first, err := r.t.original(ctx, s)
	switch {
	case err != nil:
		return journal.Refuse(journal.CodeStore, err)
	case first && who != asCopy:
		err = r.first(ctx, rec, s.Print == journal.PrintPending)
		if err == nil && who == byItself && r.t.cfg.Paper.Wanted() > 1 {
			err = r.copy(ctx, rec, by)
		}
	default:
		err = r.copy(ctx, rec, by)
	}
	return err
}

// about is what the slip of a sale is about: its receipt, or its cash receipt.
func (t *Till) about(ctx context.Context, s journal.Sale) (journal.Slip, error) {
	if s.CashSeq == 0 {
		rec, err := t.Receipt(ctx, s.ReceiptSeq)
		return journal.Slip{Receipt: rec}, err
	}
	rec, err := t.cfg.Store.CashReceipt(ctx, s.CashSeq)
	return journal.Slip{Cash: &rec}, err
}

// first prints the original: it is announced before its first byte. queued is
// one that comes by itself, and is tried again.
func (r *run) first(ctx context.Context, slip journal.Slip, queued bool) error {
	r.setPaper("")
	now := r.t.Now()
	began := func(s journal.Sale) bool { return s.Print.Unprinted() || r.announced(s) }
	if err := r.changeIf(began, func(s *journal.Sale) { s.Print = journal.PrintStarted }); err != nil {
		if journal.CodeOf(err) == journal.CodeStore { // it may be on disk all the same, and nothing was sent
			r.setUnsent(true)
		}
		return err
	}
	r.setUnsent(false)
	slip.At = now
	said, err := r.t.cfg.Paper.Print(ctx, slip)
	state, code := taken(said), ""
	if err != nil {
		r.t.log.Warn("slip not printed", "sale", r.id, "err", err)
		e := paperError(err)
		state, code, err = journal.PrintMissed, e.Code, journal.Refuse(journal.CodePaper, e)
		switch {
		case e.OnPaper:
			state = journal.PrintDoubtful
		case queued:
			state = journal.PrintPending
		}
	}
	r.setPaper(code)
	return errorOr(err, r.keepIf(func(s journal.Sale) bool { return s.Print == journal.PrintStarted }, func(s *journal.Sale) { s.Print = state }))
}

// copy prints a copy. Its number is taken before its first byte and never given
// to another. Whoever has a copy in the hand waits for no original.
func (r *run) copy(ctx context.Context, slip journal.Slip, by string) error {
	r.setPaper("")
	now, number := r.t.Now(), 0
	if err := r.change(func(s *journal.Sale) { s.Copies++; number = s.Copies }, journal.AuditRow{By: by, Action: journal.AuditCopy}); err != nil {
		return err
	}
	slip.Copy, slip.By, slip.At = number, by, now
	said, err := r.t.cfg.Paper.Print(ctx, slip)
	if err != nil {
		r.t.log.Warn("copy not printed", "sale", r.id, "err", err)
		e := paperError(err)
		r.setPaper(e.Code)
		return journal.Refuse(journal.CodePaper, e)
	}
	if r.view().Print.Printed() {
		return nil
	}
	return r.keepIf(func(s journal.Sale) bool { return !s.Print.Printed() }, func(s *journal.Sale) { s.Print = taken(said) })
}

// errorOr is the first of two errors; a step that somebody else has taken
// meanwhile is none.
func errorOr(first, second error) error {
	if first != nil || journal.CodeOf(second) == journal.CodeStep {
		return first
	}
	return second
}

func (r *run) setPaper(code string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live.Paper != code {
		r.live.Paper = code
		r.beat()
	}
}

func (r *run) setUnsent(is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unsent = is
}

// announced reports whether the record says of a slip that it began although
// nothing of it was sent.
func (r *run) announced(s journal.Sale) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unsent && s.Print == journal.PrintStarted
}
