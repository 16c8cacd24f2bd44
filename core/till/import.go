package till

import (
	"context"
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
// waits out a store with a fault, as every other writer does; Close waits for it.
//
// It is refused with CodeShiftOpen while the shop uses shifts, with CodePractice anywhere but in the sandbox, and where
// the Store is no Bulk; with CodeUnavailable once the till has closed, and with CodeStore when the store cannot take
// it.
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
	if err := t.work.Context().Err(); err != nil {
		return journal.Refuse(journal.CodeUnavailable, err)
	}
	if t.Shifts.InUse() && len(past) > 0 { // they would fall into a shift of today
		return journal.Refuse(journal.CodeShiftOpen, nil)
	}
	if len(past) == 0 && action == "" {
		return nil
	}
	err := t.writer.UpdateAll(ctx, bulk, day, func(h journal.Head) []journal.Change {
		all := make([]journal.Change, 0, len(past)+1)
		if action != "" { // written down before it is done
			all = append(all, journal.Change{Audit: t.writer.Rows(&h, journal.AuditRow{By: t.Staff.Settings().Cashier, Action: action})})
		}
		for _, one := range past {
			h.Number++
			all = append(all, one.change(journal.NewSaleID(day, h.Number), t.cfg, &h.Receipt))
		}
		return all
	})
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	return nil
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
