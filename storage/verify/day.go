package verify

import (
	"bytes"
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
)

// balanceAt brings the balance to a row, which never is an earlier one.
func (a *Auditor) balanceAt(seq uint64) error {
	b := &a.shifts.owed
	for b.seq < seq {
		row, err := a.DebtRow(b.seq + 1)
		if err != nil {
			return err
		}
		d, _, err := a.DebtRecord(row.Debt)
		if err != nil {
			return err
		}
		b.seq++
		more := -row.Minor
		if row.Kind == journal.DebtOpened {
			more = row.Amount.Minor
		}
		open := b.open[d.Amount.Currency]
		if a.shifts.add(&open, more); open == 0 {
			delete(b.open, d.Amount.Currency)
			continue
		}
		b.open[d.Amount.Currency] = open
	}
	return nil
}

// cashOf checks that a sale's cash receipt speaks of this sale.
func (a *Auditor) cashOf(sale journal.Sale) error {
	r, err := reading.ReadCashReceipt(a.Tx, sale.CashSeq)
	if err == nil && (r.SaleID != sale.ID || r.Shift != sale.Shift || r.Amount != sale.Amount || sale.ReceiptSeq != 0) {
		err = record.Corrupt("cash receipt %d of %s speaks of %s in shift %d, not %d, or of another amount", sale.CashSeq, sale.ID, r.SaleID, r.Shift, sale.Shift)
	}
	return err
}

// owedEnd checks that the ledger knows of what a sale says was returned, or kept.
func (a *Auditor) owedEnd(sale *journal.Sale) error {
	if sale.OwedEnd == "" {
		return nil
	}
	next, err := reading.DebtNumbers(a.Tx, journal.DebtQuery{Sale: sale.ID})
	if err != nil {
		return err
	}
	for number := next(); number != 0; number = next() {
		d, _, err := a.DebtRecord(number)
		if err != nil {
			return err
		}
		if d.Open() == 0 {
			return nil
		}
	}
	return record.Corrupt("%s says that what was owed back of it was %s, and the ledger does not", sale.ID, sale.OwedEnd)
}

func (a *Auditor) cash() error {
	return a.chain(record.CashBucket, func() (record.Chained, []record.Gap) { return a.manifest.Cash, a.manifest.CashGaps }, func(seq uint64) error {
		var row journal.CashReceipt
		if _, err := a.Row(record.CashBucket, seq, &row); err != nil {
			return err
		}
		a.report.Cash++
		r, found, err := a.SaleRecord(row.SaleID)
		if err == nil && (!found || r.Sale.CashSeq != seq || row.Seq != seq) {
			err = record.Corrupt("cash receipt %d and sale %s do not know each other", seq, row.SaleID)
		}
		if err == nil {
			err = a.shifts.cash(&row)
		}
		return err
	})
}

func (a *Auditor) drawer() error {
	return a.chain(record.DrawerBucket, func() (record.Chained, []record.Gap) { return a.manifest.Drawer, nil }, func(seq uint64) error {
		var row journal.Movement
		_, err := a.Row(record.DrawerBucket, seq, &row)
		if err == nil && row.Seq != seq {
			err = record.Corrupt("movement %d is kept as %d", row.Seq, seq)
		}
		if err == nil {
			err = a.shifts.movement(&row)
		}
		return err
	})
}

// zs holds each Z against its shift, which never changes again.
func (a *Auditor) zs() error {
	return a.chain(record.ZsBucket, func() (record.Chained, []record.Gap) { return a.manifest.Zs, a.manifest.ZGaps }, func(seq uint64) error {
		z, err := a.Z(seq)
		if err != nil {
			return err
		}
		a.report.Zs++
		before := a.chains[record.ZsBucket].Seq
		r, _, found, err := a.ShiftRecord(z.Shift)
		switch {
		case err != nil:
			return err
		case z.Before != before:
			return record.Corrupt("Z %d comes after %d, and says %d", seq, before, z.Before)
		case !found || r.Z != seq || r.Number != r.After+1 || r.After != before && !record.LeftOut(a.manifest.ZGaps, r.After):
			return record.Corrupt("Z %d and shift %d, begun after %d and ended by %d, do not know each other", seq, z.Shift, r.After, r.Z)
		}
		if err := z.Check(r.Shift, r.Figures); err != nil {
			return record.Corrupt("Z %d: %w", seq, err)
		}
		return nil
	})
}

func (a *Auditor) owed() error {
	return a.chain(record.OwedBucket, func() (record.Chained, []record.Gap) { return a.manifest.Owed, nil }, func(seq uint64) error {
		row, err := a.DebtRow(seq)
		if err != nil {
			return err
		}
		d, _, err := a.DebtRecord(row.Debt)
		if err != nil {
			return err
		}
		if _, there := slices.BinarySearch(d.Rows, seq); !there {
			return record.Corrupt("debt %d does not know of its row %d", row.Debt, seq)
		}
		return a.shifts.debt(&row, d.Amount.Currency, d.Cause)
	})
}

// debts makes each debt of its rows again, and finds it in the lists.
func (a *Auditor) debts() error {
	return a.each(record.DebtsBucket, func(key, payload []byte, _ record.Digest) error {
		var d codec.DebtRecord
		if err := codec.Debts.Decode(payload, &d); err != nil {
			return record.Corrupt("debt %x: %w", key, err)
		}
		if d.Number != record.SeqOf(key) || d.Number > a.manifest.Debts.Count {
			return record.Corrupt("debt %d is kept as %x", d.Number, key)
		}
		if _, err := reading.ReadDebtRows(a.Tx, &d); err != nil {
			return err
		}
		owing, err := a.In(record.OwingBucket)
		if err != nil {
			return err
		}
		for _, key := range record.DebtKeys(&d.Debt) {
			if owing.Get(key) == nil {
				return record.Corrupt("debt %d is missing in the list %q", d.Number, key[:1])
			}
		}
		return nil
	})
}

// owing looks at what stands in the lists of debts.
func (a *Auditor) owing() error {
	return a.walk(record.OwingBucket, func(_ record.Bucket, key, _ []byte) error { return a.listedDebt(key) })
}

func (a *Auditor) listedDebt(key []byte) error {
	if len(key) < 8 {
		return record.Corrupt("list of debts: %q", key)
	}
	d, _, err := a.DebtRecord(record.SeqOf(key[len(key)-8:]))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(record.DebtKeys(&d.Debt), func(its []byte) bool { return bytes.Equal(its, key) }) {
		return record.Corrupt("debt %d stands in a wrong list, %q", d.Number, key[:1])
	}
	return nil
}

// eachShift holds what is kept of each shift against what its rows add up to.
func (a *Auditor) eachShift() error {
	err := a.each(record.ShiftsBucket, func(key, payload []byte, mac record.Digest) error {
		var r codec.ShiftRecord
		if err := codec.Shifts.Decode(payload, &r); err != nil {
			return record.Corrupt("shift %x: %w", key, err)
		}
		if r.Number != record.SeqOf(key) {
			return record.Corrupt("shift %d is kept as %x", r.Number, key)
		}
		a.still = true // rows of all chains, and the record, of one state
		defer func() { a.still = false }()
		if err := a.catchUp(); err != nil || a.brokenChain() {
			return err
		}
		return a.shift(&r, mac)
	})
	if err != nil || a.brokenChain() {
		return err
	}
	for _, number := range slices.Sorted(maps.Keys(a.shifts.sums)) {
		a.problem(partShifts, "there are rows of shift %d, and no shift", number)
	}
	return nil
}

// catchUp reads what came to the chains since they were followed.
func (a *Auditor) catchUp() error {
	ends := a.manifest.Chains()
	for name, read := range map[string]func() error{record.ReceiptsBucket: a.receipts, record.CashBucket: a.cash, record.DrawerBucket: a.drawer, record.OwedBucket: a.owed, record.ZsBucket: a.zs} {
		if walk := a.chains[name]; walk != nil && walk.Seq < ends[name].Seq {
			if err := read(); err != nil {
				return err
			}
		}
	}
	return nil
}

// brokenChain reports whether rows are missing without which no shift adds up.
func (a *Auditor) brokenChain() bool {
	for _, walk := range a.chains {
		if walk.broken {
			return true
		}
	}
	return false
}

func (a *Auditor) shift(r *codec.ShiftRecord, mac record.Digest) error {
	if h := a.manifest.Present; r.Z == 0 && (h != record.Present{Number: r.Number, MAC: mac}) {
		return record.Corrupt("shift %d has no Z, and is not the present one", r.Number)
	}
	if r.Z != 0 {
		if z, ended, err := reading.ZOf(a.Tx, &a.manifest, r.Number); err != nil || !ended || z != r.Z {
			return record.Corrupt("shift %d says that Z %d ended it, which is another's", r.Number, r.Z)
		}
	}
	if err := a.balanceAt(r.OwedAfter); err != nil {
		return err
	}
	sums := a.shifts.sums[r.Number]
	a.shifts.passed = r.Number
	if sums == nil {
		sums = &shiftSums{owed: map[string]journal.OwedSum{}}
	}
	delete(a.shifts.sums, r.Number)
	want := sums.figures(a.shifts.owed.open)
	for _, part := range []struct {
		name      string
		same      bool
		kept, now any
	}{
		{"what was taken", slices.Equal(r.Figures.Taken, want.Taken), r.Figures.Taken, want.Taken},
		{"the receipts", r.Figures.Receipts == want.Receipts, r.Figures.Receipts, want.Receipts},
		{"the cash receipts", r.Figures.Cash == want.Cash, r.Figures.Cash, want.Cash},
		{"what was put in", r.Figures.In == want.In, r.Figures.In, want.In},
		{"what was taken out", r.Figures.Out == want.Out, r.Figures.Out, want.Out},
		{"what is owed back", slices.EqualFunc(r.Figures.Owed, want.Owed, sameOwed), r.Figures.Owed, want.Owed},
		{"the movements", r.Moved == sums.moved, r.Moved, sums.moved},
	} {
		if !part.same {
			a.problem(partShifts, "%s of shift %d: %+v; the rows add up to %+v", part.name, r.Number, part.kept, part.now)
		}
	}
	return nil
}

// sameOwed compares what a shift says with what its rows say. One that an older program
// counted does not tell what is apart.
func sameOwed(kept, counted journal.OwedSum) bool {
	if kept.OpenedApart == 0 && kept.ReturnedApart == 0 && kept.Alone == 0 && kept.Reversed == 0 {
		counted.OpenedApart, counted.ReturnedApart, counted.Alone, counted.Reversed = 0, 0, 0, 0
	}
	return kept == counted
}

// compareDay holds what was gathered against the manifest, in one state of the
// file.
func (a *Auditor) compareDay() error {
	a.still = true
	defer func() { a.still = false }()
	if err := a.addDamage(a.catchUp()); err != nil {
		return err
	}
	if a.shifts.over {
		a.problem(partShifts, "the rows of a shift add up to more than can be counted")
	}
	if _, err := a.OpenDebts(&a.manifest); err != nil {
		a.problem(partOwed, "%v", err)
	}
	settings, _, err := a.ReadSettings()
	if on := a.manifest.Present.Number != 0; err == nil && settings.Shifts != on {
		a.problem(partShifts, "the settings have shifts: %v; present is shift %d", settings.Shifts, a.manifest.Present.Number)
	}
	want := a.report.Zs
	if a.manifest.Present.Number != 0 {
		want++
	}
	if a.manifest.Shifts.Count != want && !a.brokenChain() {
		a.problem(partShifts, "%d shifts, %d expected", a.manifest.Shifts.Count, want)
	}
	return nil
}
