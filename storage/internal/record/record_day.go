package record

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// The shifts bucket holds a record for each shift, with what its commits add up
// to; debts one for each debt, with the numbers of its rows. Zs, cash receipts,
// movements of the drawer and rows of debts are chained.

// ShiftRecord reads a shift; false when there is no record of that number.
func (t Tx) ShiftRecord(number uint64) (r codec.ShiftRecord, mac Digest, found bool, err error) {
	payload, mac, err := t.Read(ShiftsBucket, SeqKey(number))
	if err != nil || payload == nil {
		return r, mac, false, err
	}
	if err := codec.Shifts.Decode(payload, &r); err != nil {
		return r, mac, true, Corrupt("shift %d: %w", number, err)
	}
	if r.Number != number {
		return r, mac, true, Corrupt("shift %d is kept as %d", r.Number, number)
	}
	return r, mac, true, nil
}

// PresentShift reads the shift that is not over, and refuses a record that is not
// its newest. There is one.
func (t Tx) PresentShift(h *Manifest) (codec.ShiftRecord, error) {
	r, mac, found, err := t.ShiftRecord(h.Present.Number)
	if err == nil && (!found || mac != h.Present.MAC || r.Z != 0) {
		err = Corrupt("shift %d is lost or not the newest", h.Present.Number)
	}
	return r, err
}

// Z reads a Z that must be there.
func (t Tx) Z(seq uint64) (z journal.Z, err error) {
	_, err = t.Row(ZsBucket, seq, &z)
	if err == nil && z.Seq != seq {
		err = Corrupt("Z %d is kept as %d", z.Seq, seq)
	}
	return z, err
}

// DebtRecord reads a debt that must be there.
func (t Tx) DebtRecord(number uint64) (r codec.DebtRecord, mac Digest, err error) {
	payload, mac, err := t.Read(DebtsBucket, SeqKey(number))
	if err == nil && payload == nil {
		err = Corrupt("debt %d is missing", number)
	}
	if err != nil {
		return r, mac, err
	}
	if err := codec.Debts.Decode(payload, &r); err != nil {
		return r, mac, Corrupt("debt %d: %w", number, err)
	}
	if r.Number != number {
		return r, mac, Corrupt("debt %d is kept as %d", r.Number, number)
	}
	return r, mac, nil
}

// DebtRow reads a row of a debt that must be there.
func (t Tx) DebtRow(seq uint64) (row journal.DebtRow, err error) {
	_, err = t.Row(OwedBucket, seq, &row)
	if err == nil && row.Seq != seq {
		err = Corrupt("row %d of what is owed back is kept as %d", row.Seq, seq)
	}
	return row, err
}

// The owing bucket says which debts something is open of, and which there are of
// a sale. Like every index it is a hint, and what is found by it is looked at.
const (
	owingOpen = 'o' // then the debt's number
	owingSale = 's' // then the sale, a zero and the debt's number
)

func OpenDebtKey(debt uint64) []byte { return append([]byte{owingOpen}, SeqKey(debt)...) }

func DebtsOfPrefix(sale journal.SaleID) []byte { return append(append([]byte{owingSale}, sale...), 0) }

// DebtKeys lists the keys under which a debt stands.
func DebtKeys(d *journal.Debt) (keys [][]byte) {
	if d.Open() > 0 {
		keys = append(keys, OpenDebtKey(d.Number))
	}
	keys = append(keys, append(DebtsOfPrefix(d.Sale), SeqKey(d.Number)...))
	if d.With != d.Sale {
		keys = append(keys, append(DebtsOfPrefix(d.With), SeqKey(d.Number)...))
	}
	return keys
}

// OpenDebts lists the debts of which something is open, ascending, as many as the
// manifest knows.
func (t Tx) OpenDebts(h *Manifest) (numbers []uint64, err error) {
	b, err := t.In(OwingBucket)
	if err != nil {
		return nil, err
	}
	c := b.Cursor()
	for key, _ := c.Seek([]byte{owingOpen}); len(key) > 0 && key[0] == owingOpen; key, _ = c.Next() {
		numbers = append(numbers, SeqOf(key[1:]))
	}
	if uint64(len(numbers)) != h.Owing {
		return nil, Corrupt("%d debts are open where %d are", len(numbers), h.Owing)
	}
	return numbers, nil
}

// SameDebt reports whether two records say the same of a debt.
func SameDebt(a, b *journal.Debt) bool {
	x, y := *a, *b
	noted := x.Noted == y.Noted || x.Noted != nil && y.Noted != nil && x.Noted.At.Equal(y.Noted.At) && x.Noted.By == y.Noted.By && x.Noted.Reason == y.Noted.Reason
	return noted && slices.Equal(x.References, y.References) && x.Since.Equal(y.Since) && x.Number == y.Number && x.Cause == y.Cause && x.Sale == y.Sale &&
		x.With == y.With && x.Amount == y.Amount && x.Returned == y.Returned && x.Kept == y.Kept
}
