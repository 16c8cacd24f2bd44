package till

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core"
)

// Bulk is a Store that can apply many changes as one transaction, by the rules
// of Commit. It is asked for by Import alone.
type Bulk interface {
	CommitAll(ctx context.Context, all []Change) error
}

// CodePractice: sales that nobody made are refused here.
const CodePractice Code = "practice"

// Past is a sale that is over and lacks its name, its order's, its gateway's and
// its receipt's number.
type Past struct {
	Sale     Sale
	Tail     string   // of the order's name
	Settings Settings // what its receipt says of the shop
}

// Import writes sales of one past day down as one block, numbered after those
// that are there. action, which may be blank, enters the audit with them. It
// waits out a store in trouble, as every other writer does; Close waits for it.
//
// It is refused with CodeShiftOpen while the shop uses shifts, with CodePractice anywhere but in the sandbox, and where the
// Store is no Bulk; with CodeUnavailable once the till has closed, and with
// CodeStore when the store cannot take it.
func (t *Till) Import(ctx context.Context, day Day, past []Past, action AuditAction) error {
	bulk, able := t.cfg.Store.(Bulk)
	if t.cfg.Environment != core.Sandbox || !able {
		return refuse(CodePractice, fmt.Errorf("no invented sales in %q", t.cfg.Environment))
	}
	written := t.work.Begin()
	if written == nil {
		return refuse(CodeUnavailable, nil)
	}
	defer written()
	if err := t.ctx.Err(); err != nil {
		return refuse(CodeUnavailable, err)
	}
	if t.shift.Load() != nil && len(past) > 0 { // they would fall into a shift of today
		return refuse(CodeShiftOpen, nil)
	}
	if len(past) == 0 && action == "" {
		return nil
	}
	if err := t.committer.commitAll(ctx, bulk, day, past, action); err != nil {
		return refuse(CodeStore, err)
	}
	return nil
}

func (b *committer) commitAll(ctx context.Context, bulk Bulk, day Day, past []Past, action AuditAction) error {
	for {
		err := b.tryAll(ctx, bulk, day, past, action)
		if !errors.Is(err, ErrPoisoned) {
			return err
		}
		if err := b.wait(); err != nil {
			return err
		}
	}
}

func (b *committer) tryAll(ctx context.Context, bulk Bulk, day Day, past []Past, action AuditAction) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bad != nil {
		return ErrPoisoned
	}
	h, err := b.t.cfg.Store.Head(ctx, day)
	if err != nil {
		if ctx.Err() == nil {
			b.poison(err)
		}
		return err
	}
	all := make([]Change, 0, len(past)+1)
	if action != "" { // written down before it is done
		all = append(all, Change{Audit: []AuditRow{{Seq: h.Audit + 1, At: b.t.Now(), By: b.t.Settings().Cashier, Action: action}}})
	}
	for _, one := range past {
		h.Number++
		all = append(all, one.change(NewSaleID(day, h.Number), b.t.cfg, &h.Receipt))
	}
	err = bulk.CommitAll(context.Background(), all)
	if err != nil && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrRefused) {
		b.poison(err)
	}
	return err
}

// change gives the sale its name and its gateway, and the next receipt when it
// is paid.
func (p Past) change(id SaleID, cfg Config, receipts *uint64) Change {
	s := p.Sale
	s.ID, s.Environment, s.BaseURL = id, cfg.Environment, cfg.BaseURL
	s.OrderID = id.Paper() + "-" + p.Tail
	if s.Session.PaymentID != "" {
		s.Session.OrderID = s.OrderID
	}
	if s.Session.State != core.StateSuccess {
		return Change{Sale: &s}
	}
	*receipts++
	s.ReceiptSeq = *receipts
	r := receiptOf(s, p.Settings, s.ReceiptSeq, s.SettledAt)
	return Change{Sale: &s, Receipt: &r}
}
