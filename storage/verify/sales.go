package verify

import (
	"errors"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// sales gathers what the sales call for and looks it up.
func (a *Auditor) sales() error {
	if err := a.each(record.SalesBucket, func(key, payload []byte, mac record.Digest) error {
		var r record.SaleRecord
		if err := r.Decode(journal.SaleID(key), payload, mac); err != nil {
			return err
		}
		if day := r.Sale.ID.Day(); day > a.recounted.from {
			if err := a.compareFigures(day); err != nil {
				return err
			}
		}
		a.count(&r, 1)
		if a.progress != nil && a.report.Sales%TellEvery == 0 {
			a.progress(a.report.Sales, a.manifest.Sales.Count)
		}
		if err := a.findEntries(&r); err != nil {
			return err
		}
		if _, err := a.SaleSecrets(r.Sale.ID, r.Secrets); err != nil {
			return err
		}
		return errors.Join(a.receiptOf(r.Sale), a.owedEnd(&r.Sale))
	}); err != nil {
		return err
	}
	return a.compareFigures(afterAll)
}

// count adds what a sale calls for, or takes it off again.
func (a *Auditor) count(r *record.SaleRecord, sign int64) {
	figure := index.BothTerm(r.Sale.Status(), r.Sale.Route)
	if sign > 0 {
		a.report.Sales++
		a.figures.Recount("", figure)
	} else {
		a.report.Sales--
		a.figures.Recount(figure, "")
	}
	a.entries += sign * int64(len(index.Entries(&r.Sale)))
	if r.Sale.Open() {
		a.open += sign
	}
	if r.Secrets != 0 {
		a.secrets += sign
	}
	a.recounted.Count(&r.Sale, sign)
	key := string(index.TotalKey(&r.Sale))
	sum := a.totals[key]
	if sum = [2]int64{sum[0] + sign, sum[1] + sign*r.Sale.Amount.Minor}; sum == [2]int64{} {
		delete(a.totals, key)
		return
	}
	a.totals[key] = sum
}

// findEntries finds a sale's entries.
func (a *Auditor) findEntries(r *record.SaleRecord) error {
	terms, err := a.In(record.IndexBucket)
	if err != nil {
		return err
	}
	packed, ok := codec.Pack(r.Sale.ID)
	if !ok {
		return record.Corrupt("sale %q", r.Sale.ID)
	}
	for prefix := range index.Entries(&r.Sale) {
		if there, err := index.Listed(terms, []byte(prefix), packed); err != nil || !there {
			return record.Corrupt("sale %s is missing in the index %q", r.Sale.ID, prefix[:1])
		}
	}
	open, err := a.In(record.OpenBucket)
	if err == nil && r.Sale.Open() && open.Get([]byte(r.Sale.ID)) == nil {
		err = record.Corrupt("sale %s is missing among the open ones", r.Sale.ID)
	}
	return err
}

// receiptOf checks that a sale's receipt speaks of this sale, and so does one of
// cash.
func (a *Auditor) receiptOf(sale journal.Sale) error {
	if sale.CashSeq != 0 {
		return a.cashOf(sale)
	}
	if sale.ReceiptSeq == 0 {
		return nil
	}
	var receipt journal.Receipt
	if _, err := a.Row(record.ReceiptsBucket, sale.ReceiptSeq, &receipt); err != nil {
		return err
	}
	if receipt.SaleID != sale.ID {
		return record.Corrupt("receipt %d of %s speaks of %s", sale.ReceiptSeq, sale.ID, receipt.SaleID)
	}
	if receipt.Opened != sale.Shift {
		return record.Corrupt("receipt %d of %s says that it was opened in shift %d, not %d", receipt.Seq, sale.ID, receipt.Opened, sale.Shift)
	}
	return nil
}
