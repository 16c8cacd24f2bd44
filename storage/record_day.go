package storage

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// The shifts bucket holds a record for each shift, with what its commits add up
// to; debts one for each debt, with the numbers of its rows. Zs, cash receipts,
// movements of the drawer and rows of debts are chained.

// shiftRecord reads a shift; false when there is no record of that number.
func (t tx) shiftRecord(number uint64) (r codec.ShiftRecord, mac digest, found bool, err error) {
	b, err := t.in(shiftsBucket)
	if err != nil {
		return r, mac, false, err
	}
	payload, mac, err := b.get(seqKey(number))
	if err != nil || payload == nil {
		return r, mac, false, err
	}
	if err := codec.DecodeShift(payload, &r); err != nil {
		return r, mac, true, corrupt("shift %d: %w", number, err)
	}
	if r.Number != number {
		return r, mac, true, corrupt("shift %d is kept as %d", r.Number, number)
	}
	return r, mac, true, nil
}

// presentShift reads the shift that is not over, and refuses a record that is not
// its newest. There is one.
func (t tx) presentShift(h *manifest) (codec.ShiftRecord, error) {
	r, mac, found, err := t.shiftRecord(h.Present.Number)
	if err == nil && (!found || mac != h.Present.MAC || r.Z != 0) {
		err = corrupt("shift %d is lost or not the newest", h.Present.Number)
	}
	return r, err
}

// z reads a Z that must be there.
func (t tx) z(seq uint64) (z journal.Z, err error) {
	_, err = t.row(zsBucket, seq, &z)
	if err == nil && z.Seq != seq {
		err = corrupt("Z %d is kept as %d", z.Seq, seq)
	}
	return z, err
}

// debtRecord reads a debt that must be there.
func (t tx) debtRecord(number uint64) (r codec.DebtRecord, mac digest, err error) {
	b, err := t.in(debtsBucket)
	if err != nil {
		return r, mac, err
	}
	payload, mac, err := b.get(seqKey(number))
	if err == nil && payload == nil {
		err = corrupt("debt %d is missing", number)
	}
	if err != nil {
		return r, mac, err
	}
	if err := codec.DecodeDebt(payload, &r); err != nil {
		return r, mac, corrupt("debt %d: %w", number, err)
	}
	if r.Number != number {
		return r, mac, corrupt("debt %d is kept as %d", r.Number, number)
	}
	return r, mac, nil
}

// debtRow reads a row of a debt that must be there.
func (t tx) debtRow(seq uint64) (row journal.DebtRow, err error) {
	_, err = t.row(owedBucket, seq, &row)
	if err == nil && row.Seq != seq {
		err = corrupt("row %d of what is owed back is kept as %d", row.Seq, seq)
	}
	return row, err
}

// The owing bucket says which debts something is open of, and which there are of
// a sale. Like every index it is a hint, and what is found by it is looked at.
const (
	owingOpen = 'o' // then the debt's number
	owingSale = 's' // then the sale, a zero and the debt's number
)

func openDebtKey(debt uint64) []byte { return append([]byte{owingOpen}, seqKey(debt)...) }

func debtsOfPrefix(sale journal.SaleID) []byte { return append(append([]byte{owingSale}, sale...), 0) }

// debtKeys lists the keys under which a debt stands.
func debtKeys(d *journal.Debt) (keys [][]byte) {
	if d.Open() > 0 {
		keys = append(keys, openDebtKey(d.Number))
	}
	keys = append(keys, append(debtsOfPrefix(d.Sale), seqKey(d.Number)...))
	if d.With != d.Sale {
		keys = append(keys, append(debtsOfPrefix(d.With), seqKey(d.Number)...))
	}
	return keys
}

// openDebts lists the debts of which something is open, ascending, as many as the
// manifest knows.
func (t tx) openDebts(h *manifest) (numbers []uint64, err error) {
	b, err := t.in(owingBucket)
	if err != nil {
		return nil, err
	}
	c := b.Cursor()
	for key, _ := c.Seek([]byte{owingOpen}); len(key) > 0 && key[0] == owingOpen; key, _ = c.Next() {
		numbers = append(numbers, seqOf(key[1:]))
	}
	if uint64(len(numbers)) != h.Owing {
		return nil, corrupt("%d debts are open where %d are", len(numbers), h.Owing)
	}
	return numbers, nil
}

// sameDebt reports whether two records say the same of a debt.
func sameDebt(a, b *journal.Debt) bool {
	x, y := *a, *b
	noted := x.Noted == y.Noted || x.Noted != nil && y.Noted != nil && x.Noted.At.Equal(y.Noted.At) && x.Noted.By == y.Noted.By && x.Noted.Reason == y.Noted.Reason
	return noted && slices.Equal(x.References, y.References) && x.Since.Equal(y.Since) && x.Number == y.Number && x.Cause == y.Cause && x.Sale == y.Sale &&
		x.With == y.With && x.Amount == y.Amount && x.Returned == y.Returned && x.Kept == y.Kept
}
