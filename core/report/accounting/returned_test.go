package accounting_test

import (
	"bytes"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/accounting"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// TestAllThatCameAndWentBackLeavesNothing: 9.000 came once or twice and went back through the
// bank, all recorded; one signed statement has it, or one has what came and the next what went.
// Each account is at zero but the sales, which are what stayed.
func TestAllThatCameAndWentBackLeavesNothing(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	lyd := func(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }
	line := func(id string, minor int64, on int) statement.Line {
		return statement.Line{IDs: []string{id}, Amount: lyd(minor), At: time.Date(2026, 11, on, 0, 0, 0, 0, time.UTC), Dated: true}
	}
	paid := statement.Entry{Sale: "20261120-000001", TransactionID: "8F2K-71QD-0001", Amount: lyd(9_000), At: at}
	again := line("8F2K-71QD-0001", 9_000, 20)
	again.IDs = append(again.IDs, "BANK-0002")
	for name, c := range map[string]struct {
		came, went []statement.Line
		owed       journal.OwedSum
		sales      int64
	}{
		"by a transfer":              {[]statement.Line{line("8F2K-71QD-0001", 9_000, 20)}, []statement.Line{line("FT-2026-11-77", -9_000, 21)}, journal.OwedSum{Opened: 9_000, Returned: 9_000}, 0},
		"the payment was taken back": {[]statement.Line{line("8F2K-71QD-0001", 9_000, 20)}, []statement.Line{line("8F2K-71QD-0001", -9_000, 21)}, journal.OwedSum{Opened: 9_000, Returned: 9_000}, 0},
		"the second, by a transfer": {[]statement.Line{line("8F2K-71QD-0001", 9_000, 20), again}, []statement.Line{line("FT-2026-11-77", -9_000, 21)},
			journal.OwedSum{Opened: 9_000, OpenedApart: 9_000, Returned: 9_000, ReturnedApart: 9_000}, -9_000},
		"one of the two, was taken back": {[]statement.Line{line("8F2K-71QD-0001", 9_000, 20), again}, []statement.Line{line("8F2K-71QD-0001", -9_000, 21)},
			journal.OwedSum{Opened: 9_000, OpenedApart: 9_000, Returned: 9_000, ReturnedApart: 9_000}, -9_000},
	} {
		f, err := journal.ShiftFigures{}.AddTaken(journal.TakenKey{Opened: 1, Route: core.RouteQR, Currency: "LYD"}, 9_000, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		c.owed.Currency = "LYD"
		f.Owed = []journal.OwedSum{c.owed}
		z, err := journal.SumUp(journal.Shift{Number: 1, Begun: at.Add(-time.Hour)}, f, journal.Closing{Settings: journal.Settings{Shop: "Noor", Till: "1"}, At: at, Seq: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, files := range [][][]statement.Line{{append(append([]statement.Line{}, c.came...), c.went...)}, {c.came, c.went}} {
			b := accounting.Book{Accounts: accounting.Usual()}
			all, err := b.Z(z)
			if err != nil {
				t.Fatal(err)
			}
			var signed []journal.BankStatement
			kept := map[journal.SaleID]journal.Reconciled{}
			for _, lines := range files {
				st := journal.BankStatement{ID: "012345678" + string(rune('a'+len(signed))), Account: "a", Number: "1", From: journal.DayOf(lines[0].At), To: journal.DayOf(lines[len(lines)-1].At), At: at}
				in := reconcile.Input{Statement: st, Lines: lines, Kept: kept, Statements: signed, Currency: "LYD"}
				st.Lines = reconcile.Listed(in)
				in.Statement = st
				o := statement.Options{Zone: time.UTC, Keys: reconcile.Keys(in)}
				o.Known, o.Elsewhere = reconcile.Known(in)
				back := statement.Entry{Sale: paid.Sale, TransactionID: "FT-2026-11-77", Amount: lyd(-9_000), At: at}
				in.Items = statement.Returns(statement.Match(lines, []statement.Entry{paid}, o), []statement.Entry{back})
				r := reconcile.Build(in)
				for _, one := range r.Records() {
					kept[one.Sale] = one
				}
				settled := r.Settled()
				st.Settled, st.Signed = &settled, &journal.Decision{By: "Huda"}
				signed = append(signed, st)
				e, _, err := b.Settlement(st)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, e)
			}
			var out bytes.Buffer
			if err := accounting.Write(&out, accounting.Hledger, all, accounting.Options{Accounts: accounting.Usual(), Zone: time.UTC}); err != nil {
				t.Fatal(err)
			}
			want := map[string]int64{}
			if c.sales != 0 {
				want["Income:Sales LYD"], want["Assets:Bank LYD"] = c.sales, -c.sales
			}
			compare(t, name, balances(t, accounting.Hledger, out.Bytes()), want, map[string]int64{"LYD": 1000})
		}
	}
}
