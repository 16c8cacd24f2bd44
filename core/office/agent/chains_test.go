package agent

import (
	"slices"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/office"
)

// TestTheLedgerLeavesInItsOrder, though the store keeps it by debts.
func TestTheLedgerLeavesInItsOrder(t *testing.T) {
	d := &desk{T: t, Memory: storetest.NewMemory()}
	s := d.open("20261120", 1)
	opened := func(seq, debt uint64) journal.DebtRow {
		return journal.DebtRow{Seq: seq, Debt: debt, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, Sale: s.ID, With: s.ID, Amount: money.Amount{Minor: 500, Currency: "LYD"}}
	}
	returned := func(seq, debt uint64) journal.DebtRow {
		return journal.DebtRow{Seq: seq, Debt: debt, Kind: journal.DebtReturned, At: noon, Minor: 100, Open: 500, Reference: "R1"}
	}
	for _, row := range []journal.DebtRow{opened(1, 1), opened(2, 2), returned(3, 1), opened(4, 3), returned(5, 3), returned(6, 2)} {
		d.commit(journal.Change{Debts: []journal.DebtRow{row}})
	}
	r := reader{ctx: t.Context(), store: d, version: office.Version, zone: time.UTC}
	seqs := func(after, newest uint64, limit int) (out []uint64) {
		rows, err := r.owed(after, newest, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			out = append(out, row.Seq)
		}
		return out
	}
	if got := seqs(0, 6, 100); !slices.Equal(got, []uint64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("%v", got)
	}
	if got := seqs(2, 5, 2); !slices.Equal(got, []uint64{3, 4}) {
		t.Errorf("%v", got)
	}
	whole, err := r.follow(office.ChainOwed, office.End{}, 6)
	half, err2 := r.follow(office.ChainOwed, office.End{}, 3)
	rest, err3 := r.follow(office.ChainOwed, half, 6)
	if err != nil || err2 != nil || err3 != nil || whole != rest || whole.Seq != 6 {
		t.Errorf("%v and %v: %v %v %v", whole, rest, err, err2, err3)
	}
	if _, err := r.owed(0, 7, 100); err != nil { // what is not there yet is not waited for
		t.Error(err)
	}
	if _, err := r.follow(office.ChainOwed, office.End{}, 7); err == nil {
		t.Error("a line that is missing is taken for one that is there")
	}
	h := newHall()
	a, err := New(Config{Store: d, Office: h, Till: 7, Environment: "live", BackupFailing: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.sendBatch(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.commit(journal.Change{Debts: []journal.DebtRow{opened(7, 4)}})
	if rows, known, err := a.Waiting(t.Context()); rows != 1 || !known || err != nil {
		t.Errorf("%d rows wait, %t, %v", rows, known, err)
	}
	if len(h.taken) != 1 || len(h.taken[0].Owed) != 6 || !h.taken[0].BackupFailing.Equal(noon) || h.cursor.Chains[office.ChainOwed].Seq != 6 {
		t.Errorf("sent %+v", h.taken)
	}
}
