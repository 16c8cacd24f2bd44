package slips

import (
	"context"
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// asked is who wants a slip.
type asked int

const (
	byItself asked = iota // the till, for a sale that was just paid
	byHand                // a person: the original where it can be, else a copy
)

// Print puts a paid sale's slip on paper, now: the original if certainly none
// came out, else a copy, numbered and written down. It waits for the printer.
// Errors: CodeRight where by is not who is at the till; CodePaper, a *PaperError below it; CodeNoSale, CodeStep,
// CodeStore, CodeUnavailable.
func (p *Printer) Print(ctx context.Context, id journal.SaleID, by string) error {
	by, err := p.cfg.Signed(by)
	if err != nil {
		return err
	}
	return p.slip(ctx, id, by, byHand)
}

// slip prints one slip, in its turn.
func (p *Printer) slip(ctx context.Context, id journal.SaleID, by string, who asked) error {
	return p.inTurn(ctx, id, func(ctx context.Context, r Sale) error { return p.printFor(ctx, r, by, who) })
}

// inTurn runs print with a sale in hand while nobody else prints. Its context
// ends with the till.
func (p *Printer) inTurn(ctx context.Context, id journal.SaleID, print func(context.Context, Sale) error) error {
	if p.cfg.Paper == nil {
		return journal.Refuse(journal.CodePaper, &journal.PaperError{Code: journal.PaperUnknown})
	}
	ended := p.cfg.Work.Begin()
	if ended == nil {
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	defer ended()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.cfg.Work.Context(), cancel)()
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return journal.Refuse(journal.CodeUnavailable, ctx.Err())
	}
	r, done, err := p.cfg.Sales.Acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	return print(ctx, r)
}

// printFor prints one slip of a sale in hand. The caller has the turn.
func (p *Printer) printFor(ctx context.Context, r Sale, by string, who asked) error {
	s := r.Sale()
	if s.ReceiptSeq == 0 && s.CashSeq == 0 {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", s.Status()))
	}
	if p.announced(s) {
		s.Print = journal.PrintPending
	}
	if who == byItself && s.Print != journal.PrintPending {
		return nil // somebody was faster
	}
	rec, err := p.about(ctx, s)
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	first, err := p.original(ctx, s)
	switch {
	case err != nil:
		return journal.Refuse(journal.CodeStore, err)
	case first:
		err = p.first(ctx, r, rec, s.Print == journal.PrintPending)
		if err == nil && who == byItself && p.cfg.Paper.Wanted() > 1 {
			err = p.own(ctx, r, rec, by, 0)
		}
	default:
		err = p.copy(ctx, r, rec, by)
	}
	return err
}

// about is what the slip of a sale is about: its receipt, or its cash receipt.
func (p *Printer) about(ctx context.Context, s journal.Sale) (journal.Slip, error) {
	if s.CashSeq == 0 {
		rec, err := p.cfg.Receipt(ctx, s.ReceiptSeq)
		return journal.Slip{Receipt: rec, Seller: p.cfg.Settings().SellerAt(rec.SettledAt)}, err
	}
	rec, err := p.cfg.Store.CashReceipt(ctx, s.CashSeq)
	return journal.Slip{Cash: &rec, Off: s.Reversed, Seller: p.cfg.Settings().SellerAt(rec.TakenAt)}, err
}

// Reversed prints a slip, which says that its cash was taken off again, of a sale whose
// slips come by themselves: the person with the first one in the hand gets this one too. It
// waits for nothing.
func (p *Printer) Reversed(id journal.SaleID, by string) {
	if p.cfg.Paper == nil || p.cfg.Paper.Wanted() == 0 {
		return
	}
	p.cfg.Work.Go(func() {
		if err := p.slip(p.cfg.Work.Context(), id, by, byHand); err != nil {
			p.cfg.Logger.Warn("reversal not printed", "sale", id, "err", err)
		}
	})
}

// first prints the original: it is announced before its first byte. queued is
// one that comes by itself, and is tried again.
func (p *Printer) first(ctx context.Context, r Sale, slip journal.Slip, queued bool) error {
	r.SetPaper("")
	id, now := r.Sale().ID, p.cfg.Now()
	began := func(s journal.Sale) bool { return s.Print.Unprinted() || p.announced(s) }
	if err := r.Update(commit.SaleUpdate{Allowed: began, Mutate: func(s *journal.Sale) { s.Print = journal.PrintStarted }}); err != nil {
		if journal.CodeOf(err) == journal.CodeStore { // it may be on disk all the same, and nothing was sent
			p.setUnsent(id, true)
		}
		return err
	}
	p.setUnsent(id, false)
	slip.At = now
	said, err := p.cfg.Paper.Print(ctx, slip)
	state, code := taken(said), ""
	if err != nil {
		p.cfg.Logger.Warn("slip not printed", "sale", id, "err", err)
		e := paperError(err)
		state, code, err = journal.PrintMissed, e.Code, journal.Refuse(journal.CodePaper, e)
		switch {
		case e.OnPaper:
			state = journal.PrintDoubtful
		case queued:
			state = journal.PrintPending
		}
	}
	r.SetPaper(code)
	return errorOr(err, r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool { return s.Print == journal.PrintStarted },
		Mutate:  func(s *journal.Sale) { s.Print = state },
		Insist:  commit.UntilDurable,
	}))
}

// copy prints a copy. Anyone who has a copy in the hand waits for no original.
func (p *Printer) copy(ctx context.Context, r Sale, slip journal.Slip, by string) error {
	r.SetPaper("")
	number, err := p.number(r, by)
	if err != nil {
		return err
	}
	return p.numbered(ctx, r, slip, by, number)
}

// number takes the number of a copy, before its first byte. It is never given to another.
func (p *Printer) number(r Sale, by string) (number int, err error) {
	err = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) { s.Copies++; number = s.Copies },
		Audit:  []journal.AuditRow{{By: by, Action: journal.AuditCopy}},
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}

// numbered prints the copy of a number.
func (p *Printer) numbered(ctx context.Context, r Sale, slip journal.Slip, by string, number int) error {
	slip.Copy, slip.By, slip.At = number, by, p.cfg.Now()
	said, err := p.cfg.Paper.Print(ctx, slip)
	if err != nil {
		p.cfg.Logger.Warn("copy not printed", "sale", r.Sale().ID, "err", err)
		e := paperError(err)
		r.SetPaper(e.Code)
		return journal.Refuse(journal.CodePaper, e)
	}
	if r.Sale().Print.Printed() {
		return nil
	}
	return r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool { return !s.Print.Printed() },
		Mutate:  func(s *journal.Sale) { s.Print = taken(said) },
		Insist:  commit.UntilDurable,
	})
}

// ownMissing is why the shop's own slip did not come although the customer's did.
type ownMissing struct {
	number int // of the copy, where it has one: nothing of it is on paper
	err    error
}

func (e *ownMissing) Error() string { return "the shop's own slip: " + e.err.Error() }
func (e *ownMissing) Unwrap() error { return e.err }

// own prints the shop's own slip, the copy of a number that was taken before, or of a
// new one for 0. Errors are an *ownMissing.
func (p *Printer) own(ctx context.Context, r Sale, slip journal.Slip, by string, number int) (err error) {
	if r.SetPaper(""); number == 0 {
		number, err = p.number(r, by)
	}
	if err == nil {
		err = p.numbered(ctx, r, slip, by, number)
	}
	if err != nil {
		return &ownMissing{number, err}
	}
	return nil
}

// ownAgain prints the shop's own slip after the customer's came out and this one did
// not. It waits for the printer.
func (p *Printer) ownAgain(ctx context.Context, id journal.SaleID, number int) error {
	return p.inTurn(ctx, id, func(ctx context.Context, r Sale) error {
		if p.cfg.Paper.Wanted() < 2 {
			return nil
		}
		rec, err := p.about(ctx, r.Sale())
		if err != nil {
			return journal.Refuse(journal.CodeStore, err)
		}
		return p.own(ctx, r, rec, "", number)
	})
}

// errorOr is the first of two errors; a step that somebody else has taken
// meanwhile is none.
func errorOr(first, second error) error {
	if first != nil || journal.CodeOf(second) == journal.CodeStep {
		return first
	}
	return second
}

func (p *Printer) setUnsent(id journal.SaleID, is bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if is {
		p.unsent[id] = true
	} else {
		delete(p.unsent, id)
	}
}

// announced reports whether the record says of a slip that it began although
// nothing of it was sent.
func (p *Printer) announced(s journal.Sale) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unsent[s.ID] && s.Print == journal.PrintStarted
}
