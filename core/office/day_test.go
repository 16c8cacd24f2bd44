package office_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	. "sanduq/core/office"
)

// TestTheFiguresOfAZAreFrozen: the same Z makes the same text for ever, wherever
// the till's clock stands.
func TestTheFiguresOfAZAreFrozen(t *testing.T) {
	at := Noon.In(time.FixedZone("Tripoli", 2*3600))
	z := journal.Z{Seq: 2, Before: 1, Shift: 2, Shop: "Al Noor Market", Till: "Till 2", Begun: at, Opened: &journal.Opening{At: at, By: "Amal", Currency: "LYD", Float: 50_000}, At: at, By: "Huda",
		Taken:    []journal.Taken{{TakenKey: journal.TakenKey{Opened: 1, Route: journal.RouteCash, Cashier: "Samira", Currency: "LYD"}, Number: 2, Minor: 25_000, Rounding: 5}},
		Receipts: journal.SeqRange{First: 4, Last: 9}, Cash: journal.SeqRange{First: 1, Last: 2},
		Drawer: &journal.DrawerSum{Currency: "LYD", Float: 50_000, Sales: journal.Tally{Number: 2, Minor: 25_000}, Rounding: 5, In: journal.Tally{Number: 1, Minor: 3}, Out: journal.Tally{Number: 1, Minor: 8},
			Expected: 75_000, Counted: &journal.DrawerCount{Currency: "LYD", Minor: 74_000}, Counts: 2, Difference: -1_000, Reason: "lost"},
		Open:   journal.StillOpen{Sales: []journal.SaleID{"20261120-000012"}, Sums: map[string]journal.Tally{"LYD": {Number: 1, Minor: 7}, "EUR": {Number: 3, Minor: 9}}},
		Owed:   []journal.OwedSum{{Currency: "LYD", Before: 1, Opened: 2, Returned: 1, Kept: 1}},
		OwedBy: []journal.SaleID{"20261120-000013"},
	}
	got := ZOf(z)
	const want = `{"taken":[{"opened":1,"route":"cash","cashier":"Samira","currency":"LYD","number":2,"minor":25000,"rounding":5}],"receipts":[4,9],"cash":[1,2],` +
		`"sales":{"number":2,"minor":25000},"rounding":5,"in":{"number":1,"minor":3},"out":{"number":1,"minor":8},"counts":2,` +
		`"open":[{"currency":"EUR","number":3,"minor":9},{"currency":"LYD","number":1,"minor":7}],"owed":[{"currency":"LYD","before":1,"opened":2,"returned":1,"kept":1}],"owedBy":["20261120-000013"]}`
	if got.Sums != want {
		t.Errorf("%s\nwant %s", got.Sums, want)
	}
	if len(rejected(t, &Batch{Head: Sample().Head, Zs: []Z{got}})) > 0 || got.Difference != -1_000 || !got.WasCounted || got.Counted != 74_000 || !got.OpenedAt.Equal(Noon) || got.At.Location() != time.UTC {
		t.Errorf("%+v", got)
	}
	if bare := ZOf(journal.Z{Seq: 1, Shift: 1}); bare.Sums != "{}" || len(rejected(t, &Batch{Head: Sample().Head, Zs: []Z{bare}})) > 0 {
		t.Errorf("%+v", bare)
	}
	for range 5000 {
		z.Taken = append(z.Taken, z.Taken[0])
	}
	if got := ZOf(z); len(rejected(t, &Batch{Head: Sample().Head, Zs: []Z{got}})) > 0 || len(got.Sums) > 1000 {
		t.Errorf("a Z of %d bytes, of them rejected: %v", len(got.Sums), rejected(t, &Batch{Head: Sample().Head, Zs: []Z{got}}))
	}
}

func TestWhatIsOwedLeavesAsItIs(t *testing.T) {
	r := OwedRowOf(journal.DebtRow{Seq: 1, Debt: 1, Kind: journal.DebtOpened, At: Noon, Cause: journal.DebtPaidTwice, Sale: "20261120-000012", With: "20261120-000013",
		Amount: money.Amount{Minor: 5, Currency: "LYD"}}, time.UTC)
	if r.Owed != 5 || r.Currency != "LYD" || r.SaleID != "20261120-000012" || len(rejected(t, &Batch{Head: Sample().Head, Owed: []OwedRow{r}})) > 0 {
		t.Errorf("%+v", r)
	}
	back := journal.DebtRow{Seq: 2, Debt: 1, Kind: journal.DebtReturned, At: Noon.AddDate(0, -1, 0), BookedAt: Noon, Minor: 5, Open: 5, Reference: "FT-1"}
	if r := OwedRowOf(back, time.UTC); !r.At.Equal(Noon) || r.Booked != "20261120" {
		t.Errorf("a return while the clock was set back is of %v, booked on %s, not of the day on which it is booked, %v", r.At, r.Booked, Noon)
	}
	if r := OwedRowOf(back, time.FixedZone("", 13*3600)); r.Booked != "20261121" {
		t.Errorf("noon of UTC is booked on %s where it is the next day already", r.Booked)
	}
	c := CashOf(journal.CashReceipt{Seq: 1, SaleID: "20261120-000012", Amount: money.Amount{Minor: 5, Currency: "LYD"}, Given: 10, TakenAt: Noon})
	if c.Minor != 5 || c.Given != 10 || len(rejected(t, &Batch{Head: Sample().Head, Cash: []Cash{c}})) > 0 {
		t.Errorf("%+v", c)
	}
}
