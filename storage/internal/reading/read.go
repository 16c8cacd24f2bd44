package reading

import (
	"context"
	"errors"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// Sale implements journal.Store.
func (s *Reader) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	return read(ctx, s, func(t record.Tx) (journal.Sale, error) {
		r, found, err := t.SaleRecord(id)
		if err == nil && !found {
			err = neverThere(t, id)
		}
		return r.Sale, err
	})
}

// neverThere returns ErrNotFound for a sale that no index knows either, and an
// error that matches ErrCorrupt for one that got lost.
func neverThere(t record.Tx, id journal.SaleID) error {
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	packed, ok := codec.Pack(id)
	if !ok {
		return journal.ErrNotFound
	}
	there, err := index.Listed(terms, index.IndexPrefix(index.ByTime, ""), packed)
	if err == nil && there {
		return record.Corrupt("sale %s is lost", id)
	}
	return errors.Join(err, journal.ErrNotFound)
}

// SaleSecrets implements journal.Store. A sale that is not there has none.
func (s *Reader) SaleSecrets(ctx context.Context, id journal.SaleID) (journal.Secrets, error) {
	return read(ctx, s, func(t record.Tx) (none journal.Secrets, err error) {
		r, found, err := t.SaleRecord(id)
		if err == nil && !found {
			if err = neverThere(t, id); errors.Is(err, journal.ErrNotFound) {
				return none, nil
			}
		}
		if err != nil {
			return none, err
		}
		plain, err := t.SaleSecrets(id, r.Secrets)
		return journal.NewSecrets(plain), err
	})
}

// OpenSales implements journal.Store. A sale that a restart must bring back and
// that got lost is an error, not a shorter list.
func (s *Reader) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	return read(ctx, s, func(t record.Tx) (sales []journal.Sale, err error) {
		h, err := t.Manifest()
		if err != nil {
			return nil, err
		}
		open, err := t.In(record.OpenBucket)
		if err != nil {
			return nil, err
		}
		if err := open.ForEach(func(key, _ []byte) error {
			r, found, err := t.SaleRecord(journal.SaleID(key))
			if err != nil {
				return err
			}
			if !found || !r.Sale.Open() || len(sales) > 0 && sales[len(sales)-1].ID >= r.Sale.ID {
				return record.Corrupt("sale %q stands among the open ones", key)
			}
			sales = append(sales, r.Sale)
			return nil
		}); err != nil {
			return nil, err
		}
		if uint64(len(sales)) != h.Open {
			return nil, record.Corrupt("%d open sales where %d are", len(sales), h.Open)
		}
		return sales, nil
	})
}

// Receipt implements journal.Store.
func (s *Reader) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	return read(ctx, s, func(t record.Tx) (journal.Receipt, error) { return readReceipt(t, seq) })
}

// readReceipt reads a receipt. journal.ErrNotFound when there is none of that number.
func readReceipt(t record.Tx, seq uint64) (receipt journal.Receipt, err error) {
	h, err := t.Manifest()
	if err != nil {
		return receipt, err
	}
	if !h.ReceiptNumbers().There(seq) {
		return receipt, journal.ErrNotFound
	}
	if _, err := t.Row(record.ReceiptsBucket, seq, &receipt); err != nil {
		return receipt, err
	}
	if receipt.Seq != seq {
		return receipt, record.Corrupt("receipt %d is kept as %d", receipt.Seq, seq)
	}
	return receipt, nil
}

// Audit implements journal.Store.
func (s *Reader) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return read(ctx, s, func(t record.Tx) ([]journal.AuditRow, error) {
		h, err := t.Manifest()
		if err != nil {
			return nil, err
		}
		return backwards(h.Audit.Seq, 1, before, limit, func(seq uint64) (row journal.AuditRow, err error) {
			if _, err = t.Row(record.AuditBucket, seq, &row); err == nil && row.Seq != seq {
				err = record.Corrupt("audit row %d is kept as %d", row.Seq, seq)
			}
			return row, err
		})
	})
}

// Head implements journal.Store.
func (s *Reader) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	return read(ctx, s, func(t record.Tx) (out journal.Head, err error) {
		h, err := t.Manifest()
		if err != nil {
			return out, err
		}
		out.Receipt, out.Audit = h.ReceiptNumbers().Newest(), h.Audit.Seq
		out.Shift, out.Z, out.Cash = h.Present.Number, h.ZNumbers().Newest(), h.CashNumbers().Newest()
		out.Movement, out.Debt, out.DebtRow = h.Drawer.Seq, h.Debts.Count, h.Owed.Seq
		b, err := t.In(record.SalesBucket)
		if err != nil {
			return out, err
		}
		newest := index.HistorySource(b, index.Span{Low: string(day) + "-", High: string(day) + "."})()
		if newest != "" {
			if _, _, err := b.Read([]byte(newest)); err != nil {
				return out, err
			}
		}
		if err := newestListed(t, day, newest); err != nil {
			return out, err
		}
		out.Number = newest.Number()
		if h.Freeze != nil && h.Freeze.Day == day {
			out.Number = max(out.Number, h.Freeze.Number)
		}
		return out, wholeDay(t, journal.SaleQuery{}, day)
	})
}

// newestListed holds the newest sale of a day against the index: a number must
// never be given out again because its sale got lost.
func newestListed(t record.Tx, day journal.Day, newest journal.SaleID) error {
	if day == "" {
		return nil
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	var failed error
	next := index.TermSource(terms, index.IndexPrefix(index.ByTime, ""), index.SpanOf(journal.SaleQuery{From: day, To: day}), &failed)
	if inIndex := next(); failed == nil && inIndex != newest {
		return record.Corrupt("the newest sale of %s is %q, in the index %q", day, newest, inIndex)
	}
	return failed
}

// Freeze implements journal.Store.
func (s *Reader) Freeze(ctx context.Context) (journal.Freeze, error) {
	return read(ctx, s, func(t record.Tx) (journal.Freeze, error) {
		h, err := t.Manifest()
		if err == nil && h.Freeze == nil {
			err = journal.ErrNotFound
		}
		if err != nil {
			return journal.Freeze{}, err
		}
		return *h.Freeze, nil
	})
}

// Settings implements journal.Store.
func (s *Reader) Settings(ctx context.Context) (journal.Settings, error) {
	return read(ctx, s, func(t record.Tx) (journal.Settings, error) {
		record, found, err := t.ReadSettings()
		if err == nil && !found {
			err = journal.ErrNotFound
		}
		return record.Settings, err
	})
}

// Staff implements journal.Store.
func (s *Reader) Staff(ctx context.Context) (journal.Secrets, error) {
	return read(ctx, s, func(t record.Tx) (none journal.Secrets, err error) {
		kept, _, err := t.ReadSettings()
		if err != nil || len(kept.Staff) == 0 {
			return none, err
		}
		plain, err := t.Seal.Open(record.StaffPlace, kept.Staff)
		return journal.NewSecrets(plain), err
	})
}
