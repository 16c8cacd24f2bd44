package till

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
)

// Past is a sale that is over and lacks its name, its order's, its gateway's and
// its receipt's number.
type Past struct {
	Sale     journal.Sale
	Tail     string           // of the order's name
	Settings journal.Settings // what its receipt says of the shop
}

// Import writes sales of one past day down as one block, numbered after those
// that are there. action, which may be blank, enters the audit with them. It
// waits out a store in trouble, as every other writer does; Close waits for it.
//
// It is refused with CodeShiftOpen while the shop uses shifts, with CodePractice anywhere but in the sandbox, and where the
// Store is no Bulk; with CodeUnavailable once the till has closed, and with
// CodeStore when the store cannot take it.
func (t *Till) Import(ctx context.Context, day journal.Day, past []Past, action journal.AuditAction) error {
	bulk, able := t.cfg.Store.(journal.Bulk)
	if t.cfg.Environment != core.Sandbox || !able {
		return journal.Refuse(journal.CodePractice, fmt.Errorf("no invented sales in %q", t.cfg.Environment))
	}
	written := t.work.Begin()
	if written == nil {
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	defer written()
	if err := t.ctx.Err(); err != nil {
		return journal.Refuse(journal.CodeUnavailable, err)
	}
	if t.shift.Load() != nil && len(past) > 0 { // they would fall into a shift of today
		return journal.Refuse(journal.CodeShiftOpen, nil)
	}
	if len(past) == 0 && action == "" {
		return nil
	}
	if err := t.committer.commitAll(ctx, bulk, day, past, action); err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	return nil
}

func (b *committer) commitAll(ctx context.Context, bulk journal.Bulk, day journal.Day, past []Past, action journal.AuditAction) error {
	for {
		err := b.tryAll(ctx, bulk, day, past, action)
		if !errors.Is(err, journal.ErrPoisoned) {
			return err
		}
		if err := b.wait(); err != nil {
			return err
		}
	}
}

func (b *committer) tryAll(ctx context.Context, bulk journal.Bulk, day journal.Day, past []Past, action journal.AuditAction) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bad != nil {
		return journal.ErrPoisoned
	}
	h, err := b.t.cfg.Store.Head(ctx, day)
	if err != nil {
		if ctx.Err() == nil {
			b.poison(err)
		}
		return err
	}
	all := make([]journal.Change, 0, len(past)+1)
	if action != "" { // written down before it is done
		all = append(all, journal.Change{Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: b.t.Now(), By: b.t.Settings().Cashier, Action: action}}})
	}
	for _, one := range past {
		h.Number++
		all = append(all, one.change(journal.NewSaleID(day, h.Number), b.t.cfg, &h.Receipt))
	}
	err = bulk.CommitAll(context.Background(), all)
	if err != nil && !errors.Is(err, journal.ErrVersion) && !errors.Is(err, journal.ErrRefused) {
		b.poison(err)
	}
	return err
}

// change gives the sale its name and its gateway, and the next receipt when it
// is paid.
func (p Past) change(id journal.SaleID, cfg Config, receipts *uint64) journal.Change {
	s := p.Sale
	s.ID, s.Environment, s.BaseURL = id, cfg.Environment, cfg.BaseURL
	s.OrderID = id.Paper() + "-" + p.Tail
	if s.Session.PaymentID != "" {
		s.Session.OrderID = s.OrderID
	}
	if s.Session.State != core.StateSuccess {
		return journal.Change{Sale: &s}
	}
	*receipts++
	s.ReceiptSeq = *receipts
	r := journal.ReceiptOf(s, p.Settings, s.ReceiptSeq, s.SettledAt)
	return journal.Change{Sale: &s, Receipt: &r}
}
