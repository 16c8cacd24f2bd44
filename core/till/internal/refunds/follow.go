package refunds

import (
	"context"
	"errors"
	"time"

	"sanduq/core/journal"
)

// What a sale says of its money that is owed back follows the ledger: the row that
// closes an entry is committed together with its sale. The other sale of the order,
// and one that was paid before somebody said that cash was taken, is told beside
// that, and what a crash or an older program left untold, after the next start.

// OwedEnd is how the ledger closed what was owed back of a sale; blank while
// something is open, or where nothing ever was. changed is the state of one entry
// that is not on the disk yet; zero for none.
func (l *Ledger) OwedEnd(ctx context.Context, id journal.SaleID, changed journal.Debt) (end journal.DebtKind, err error) {
	for d, err := range l.debts(ctx, journal.DebtQuery{Sale: id}) {
		if err != nil {
			return "", err
		}
		if d.Number == changed.Number {
			d = changed
		}
		switch {
		case d.Open() > 0:
			return "", nil
		case d.Kept > 0:
			end = journal.DebtKept
		case end == "":
			end = journal.DebtReturned
		}
	}
	return end, nil
}

// saleOfDebt leases the sale of an entry; nil where there is no such entry, or its
// sale is not on record. done is never nil without an error.
func (l *Ledger) saleOfDebt(ctx context.Context, number uint64) (r Sale, done func(), err error) {
	d, there, err := l.debt(ctx, number)
	if err != nil {
		return nil, nil, journal.Refuse(journal.CodeStore, err)
	}
	if !there {
		return nil, func() {}, nil
	}
	r, done, err = l.cfg.Sales.Acquire(context.WithoutCancel(ctx), d.Sale)
	if journal.CodeOf(err) == journal.CodeNoSale && errors.Is(err, journal.ErrNotFound) {
		return nil, func() {}, nil
	}
	return r, done, err
}

// wordOf is the entry of a sale that was paid although somebody said, of another one
// of its order, that cash was taken; zero for none.
func (l *Ledger) wordOf(ctx context.Context, id journal.SaleID) (journal.Debt, error) {
	for d, err := range l.debts(ctx, journal.DebtQuery{Sale: id}) {
		if err != nil || d.Cause == journal.DebtAfterCash && d.Sale == id && d.With == id {
			return d, err
		}
	}
	return journal.Debt{}, nil
}

// followed is the next version of the sale, in which it says what the ledger does;
// nil where it does already. Anyone who closed all that is owed back has taken note
// of it. The caller holds write and the committer.
func (l *Ledger) followed(r Sale, changed journal.Debt) (*journal.Sale, error) {
	next, now := r.Sale(), l.cfg.Now()
	end, err := l.OwedEnd(context.Background(), r.Sale().ID, changed)
	if err != nil {
		return nil, journal.Refuse(journal.CodeStore, err)
	}
	untold := journal.Debt{}
	if next.OwedSince.IsZero() {
		if untold, err = l.wordOf(context.Background(), r.Sale().ID); err != nil {
			return nil, journal.Refuse(journal.CodeStore, err)
		}
	}
	if end == next.OwedEnd && untold.Number == 0 {
		return nil, nil
	}
	if untold.Number != 0 {
		next.RecordOwed("", journal.DebtAfterCash, now)
		if next.OwedSince, next.LateAlertRead = untold.Since, (time.Time{}); untold.Noted != nil {
			next.LateAlertRead = untold.Noted.At
		}
	}
	next.OwedEnd = end
	if end != "" && (next.PaidTwice() || next.AfterCash()) && next.LateAlertRead.IsZero() {
		next.LateAlertRead = now
	}
	next.Version++
	next.UpdatedAt = now
	return &next, nil
}

// followLedger writes down what the ledger says of the sale, where it does not say
// so itself.
func (l *Ledger) followLedger(r Sale) error {
	r.Lock()
	defer r.Unlock()
	var says *journal.Sale
	err := l.cfg.Writer.Update(func(*journal.Head, journal.Day) (c journal.Change, err error) {
		if says, err = l.followed(r, journal.Debt{}); err == nil && says == nil {
			err = journal.Refuse(journal.CodeStep, nil)
		}
		return journal.Change{Sale: says}, err
	})
	if err == nil {
		r.Publish(*says)
	}
	if journal.CodeOf(err) == journal.CodeStep {
		return nil
	}
	return err
}

// FollowSale lets a sale follow the ledger, beside the caller.
func (l *Ledger) FollowSale(id journal.SaleID) { l.cfg.Work.Go(func() { l.follow(id) }) }

func (l *Ledger) follow(id journal.SaleID) {
	r, done, err := l.cfg.Sales.Acquire(l.cfg.Work.Context(), id)
	if errors.Is(err, journal.ErrNotFound) {
		return
	}
	if err == nil {
		defer done()
		if l.cfg.Writer.Wait() != nil || !r.ReadBack() {
			return
		}
		err = l.followLedger(r)
	}
	if err != nil && l.cfg.Work.Context().Err() == nil {
		l.cfg.Logger.Error("sale does not follow the ledger of what is owed back", "sale", id, "err", err)
	}
}

// TellAll tells, after a start, the sales that say that money is owed back of
// which all is closed, and those that say that all is closed while some is open.
func (l *Ledger) TellAll() {
	err := errors.Join(l.tellClosed(), l.tellOpen())
	if err != nil && l.cfg.Work.Context().Err() == nil {
		l.cfg.Logger.Error("ledger of what is owed back not held against its sales", "err", err)
	}
}

func (l *Ledger) tellClosed() error {
	for q := (journal.SaleQuery{Owed: true}); ; {
		page, err := l.cfg.Store.Sales(l.cfg.Work.Context(), q)
		if err != nil {
			return err
		}
		for _, s := range page.Sales {
			q.Before = s.ID
			end, err := l.OwedEnd(l.cfg.Work.Context(), s.ID, journal.Debt{})
			if err != nil {
				return err
			}
			if end != "" {
				l.follow(s.ID)
			}
		}
		if !page.More {
			return nil
		}
	}
}

func (l *Ledger) tellOpen() error {
	for d, err := range l.debts(l.cfg.Work.Context(), journal.DebtQuery{Open: true}) {
		if err != nil {
			return err
		}
		for _, id := range []journal.SaleID{d.Sale, d.With} {
			s, err := l.cfg.Store.Sale(l.cfg.Work.Context(), id)
			if err != nil && !errors.Is(err, journal.ErrNotFound) {
				return err
			}
			if s.OwedEnd != "" || id == d.Sale && s.OwedSince.IsZero() {
				l.follow(id)
			}
		}
	}
	return nil
}
