package reading

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/record"
)

const (
	pageSize = 50
	// CheckEvery is how many records are read between two looks at the context.
	CheckEvery = 256
)

// Shift implements journal.Store.
func (s *Reader) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	return read(ctx, s, func(t record.Tx) (journal.ShiftState, error) {
		r, err := readShift(t, number)
		return r.ShiftState, err
	})
}

// shift reads a shift, 0 for the present one. journal.ErrNotFound when there is none
// of that number, and an error that matches ErrCorrupt for one that got lost.
func readShift(t record.Tx, number uint64) (r codec.ShiftRecord, err error) {
	h, err := t.Manifest()
	if err != nil {
		return r, err
	}
	if here := h.Present.Number; here != 0 && (number == 0 || number == here) {
		return t.PresentShift(&h)
	}
	if number == 0 {
		return r, journal.ErrNotFound
	}
	r, _, found, err := t.ShiftRecord(number)
	if err != nil {
		return r, err
	}
	z, ended, err := ZOf(t, &h, number)
	switch {
	case err != nil:
		return r, err
	case found != ended || ended && r.Z != z:
		return r, record.Corrupt("shift %d is lost, or not the one of Z %d", number, z)
	case !found:
		return r, journal.ErrNotFound
	}
	return r, nil
}

// ZOf returns the Z that ended a shift, which is the first one from its number
// on; false when that ended another.
func ZOf(t record.Tx, h *record.Manifest, shift uint64) (seq uint64, ended bool, err error) {
	for _, g := range h.ZGaps {
		if shift > g.After && shift < g.Next {
			shift, seq = g.Next, shift
		}
	}
	if shift == 0 || shift > h.Zs.Seq {
		return 0, false, nil
	}
	z, err := t.Z(shift)
	if seq == 0 {
		seq = shift
	}
	return shift, err == nil && z.Shift == seq, err
}

// Z implements journal.Store.
func (s *Reader) Z(ctx context.Context, seq uint64) (journal.Z, error) {
	return read(ctx, s, func(t record.Tx) (journal.Z, error) {
		h, err := t.Manifest()
		if err != nil {
			return journal.Z{}, err
		}
		return readZ(t, &h, seq)
	})
}

func readZ(t record.Tx, h *record.Manifest, seq uint64) (journal.Z, error) {
	if !h.ZNumbers().There(seq) {
		return journal.Z{}, journal.ErrNotFound
	}
	return t.Z(seq)
}

// Zs implements journal.Store.
func (s *Reader) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	return read(ctx, s, func(t record.Tx) ([]journal.Z, error) {
		h, err := t.Manifest()
		if err != nil {
			return nil, err
		}
		return backwards(h.Zs.Seq, 1, before, limit, func(seq uint64) (journal.Z, error) { return readZ(t, &h, seq) })
	})
}

// CashReceipt implements journal.Store.
func (s *Reader) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	return read(ctx, s, func(t record.Tx) (journal.CashReceipt, error) { return ReadCashReceipt(t, seq) })
}

// ReadCashReceipt reads a cash receipt. journal.ErrNotFound when there is none of that
// number.
func ReadCashReceipt(t record.Tx, seq uint64) (receipt journal.CashReceipt, err error) {
	h, err := t.Manifest()
	if err != nil {
		return receipt, err
	}
	if !h.CashNumbers().There(seq) {
		return receipt, journal.ErrNotFound
	}
	_, err = t.Row(record.CashBucket, seq, &receipt)
	if err == nil && receipt.Seq != seq {
		err = record.Corrupt("cash receipt %d is kept as %d", receipt.Seq, seq)
	}
	return receipt, err
}

// Movements implements journal.Store. The shift's record says which rows are its
// own.
func (s *Reader) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	rows, err := read(ctx, s, func(t record.Tx) ([]journal.Movement, error) {
		r, err := readShift(t, shift)
		if err != nil || shift == 0 {
			return nil, err
		}
		return backwards(r.Moved.Last, r.Moved.First, before, limit, func(seq uint64) (m journal.Movement, err error) {
			if _, err = t.Row(record.DrawerBucket, seq, &m); err == nil && (m.Seq != seq || m.Shift != shift) {
				err = record.Corrupt("movement %d of shift %d is kept as %d of shift %d", m.Seq, m.Shift, seq, shift)
			}
			return m, err
		})
	})
	if errors.Is(err, journal.ErrNotFound) { // no shift, no movements
		return nil, nil
	}
	return rows, err
}

// Debts implements journal.Store.
func (s *Reader) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	if q.Limit == 0 {
		q.Limit = pageSize
	}
	return read(ctx, s, func(t record.Tx) (debts []journal.Debt, err error) {
		next, err := DebtNumbers(t, q)
		if err != nil {
			return nil, err
		}
		for n, number := 1, next(); number != 0 && len(debts) < q.Limit; n, number = n+1, next() {
			if n%CheckEvery == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			d, _, err := t.DebtRecord(number)
			if err != nil {
				return nil, err
			}
			if q.Sale != "" && d.Sale != q.Sale && d.With != q.Sale || q.Sale == "" && q.Open && d.Open() == 0 {
				return nil, record.Corrupt("debt %d stands in a wrong list", number)
			}
			if !q.Open || d.Open() > 0 {
				debts = append(debts, d.Debt)
			}
		}
		return debts, nil
	})
}

// DebtNumbers walks the numbers of the debts that a query may select, newest
// first; 0 at the end.
func DebtNumbers(t record.Tx, q journal.DebtQuery) (next func() uint64, err error) {
	h, err := t.Manifest()
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	switch {
	case q.Sale != "":
		numbers, err = debtsOf(t, q.Sale)
	case q.Open:
		numbers, err = t.OpenDebts(&h)
	default:
		number := h.Debts.Count + 1
		if q.Before != 0 {
			number = min(number, q.Before)
		}
		return func() uint64 {
			if number > 0 {
				number--
			}
			return number
		}, nil
	}
	if q.Before != 0 {
		at, _ := slices.BinarySearch(numbers, q.Before)
		numbers = numbers[:at]
	}
	return func() (number uint64) {
		if n := len(numbers); n > 0 {
			number, numbers = numbers[n-1], numbers[:n-1]
		}
		return number
	}, err
}

// debtsOf lists the debts of a sale, ascending.
func debtsOf(t record.Tx, sale journal.SaleID) (numbers []uint64, err error) {
	b, err := t.In(record.OwingBucket)
	if err != nil {
		return nil, err
	}
	prefix, c := record.DebtsOfPrefix(sale), b.Cursor()
	for key, _ := c.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = c.Next() {
		number := record.SeqOf(key[len(prefix):])
		if number == 0 {
			return nil, record.Corrupt("debts of %q: %q", sale, key)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// DebtRows implements journal.Store. They are held against what the debt has become.
func (s *Reader) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	return read(ctx, s, func(t record.Tx) ([]journal.DebtRow, error) {
		h, err := t.Manifest()
		if err != nil {
			return nil, err
		}
		if debt == 0 || debt > h.Debts.Count {
			return nil, journal.ErrNotFound
		}
		d, _, err := t.DebtRecord(debt)
		if err != nil {
			return nil, err
		}
		return ReadDebtRows(t, &d)
	})
}

// ReadDebtRows reads the rows of a debt, and refuses those that lead elsewhere than
// to what is kept of it.
func ReadDebtRows(t record.Tx, d *codec.DebtRecord) (rows []journal.DebtRow, err error) {
	var is journal.Debt
	for _, seq := range d.Rows {
		row, err := t.DebtRow(seq)
		if err != nil {
			return nil, err
		}
		if is, err = is.Append(row); err != nil {
			return nil, record.Corrupt("row %d of debt %d: %w", seq, d.Number, err)
		}
		rows = append(rows, row)
	}
	if !record.SameDebt(&is, &d.Debt) {
		return nil, record.Corrupt("debt %d is not what its rows lead to", d.Number)
	}
	return rows, nil
}
