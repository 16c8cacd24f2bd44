package storetest

import (
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// check refuses what the contract does not allow.
func (s *state) check(c journal.Change) error {
	if err := s.checkRest(c); err != nil {
		return err
	}
	return s.checkBank(c)
}

func (s *state) checkRest(c journal.Change) error {
	if f, old := c.Freeze, s.freeze; f != nil && old != nil && (f.Receipt < old.Receipt || f.Z < old.Z || f.Cash < old.Cash) {
		return refused("numbers were left out up to %d, %d and %d, not %d, %d and %d", old.Receipt, old.Z, old.Cash, f.Receipt, f.Z, f.Cash)
	}
	if c.Staff != nil && c.Settings == nil {
		return refused("the staff comes with the settings")
	}
	if c.Sale == nil {
		if c.Secrets != nil || c.Receipt != nil || c.Cash != nil {
			return refused("secrets and receipts come with their sale")
		}
		if err := s.checkAudit(c.Audit); err != nil {
			return err
		}
		return s.checkDay(c)
	}
	if !wellFormed(c.Sale.ID) {
		return refused("sale ID %q", c.Sale.ID)
	}
	old := s.sales[c.Sale.ID]
	if c.Sale.Version != old.Version+1 {
		return fmt.Errorf("%w: %s has version %d, the change %d", journal.ErrVersion, c.Sale.ID, old.Version, c.Sale.Version)
	}
	if err := s.checkReceipt(old, *c.Sale, c.Receipt); err != nil {
		return err
	}
	if err := s.checkAudit(c.Audit); err != nil {
		return err
	}
	if err := s.checkSaleOfDay(old, c); err != nil {
		return err
	}
	return s.checkDay(c)
}

func (s *state) checkReceipt(old, sale journal.Sale, r *journal.Receipt) error {
	if r == nil {
		if sale.ReceiptSeq != old.ReceiptSeq {
			return refused("receipt number changes from %d to %d", old.ReceiptSeq, sale.ReceiptSeq)
		}
		return nil
	}
	switch {
	case old.ReceiptSeq != 0:
		return refused("%s has receipt %d already", sale.ID, old.ReceiptSeq)
	case r.SaleID != sale.ID || r.Seq != sale.ReceiptSeq:
		return refused("receipt %d of %s comes with %s", r.Seq, r.SaleID, sale.ID)
	case sale.Session.State != core.StateSuccess:
		return refused("receipt for a sale in %q", sale.Session.State)
	case r.Seq != s.newestReceipt()+1:
		return refused("receipt %d after %d", r.Seq, s.newestReceipt())
	}
	return nil
}

func (s *state) checkAudit(rows []journal.AuditRow) error {
	for i, row := range rows {
		if want := uint64(len(s.audit)+i) + 1; row.Seq != want {
			return refused("audit row %d where %d is next", row.Seq, want)
		}
	}
	return nil
}

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %s", journal.ErrRefused, fmt.Sprintf(format, args...))
}

func wellFormed(id journal.SaleID) bool {
	return id.Number() > 0 && journal.NewSaleID(id.Day(), id.Number()) == id && !id.Day().Time(time.UTC).IsZero()
}
