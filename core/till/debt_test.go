package till_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/money"
)

func opened(number uint64, minor int64) journal.DebtRow {
	return journal.DebtRow{Debt: number, Kind: journal.DebtOpened, Cause: journal.DebtPaidTwice, Sale: "20261118-000019", With: "20261118-000020", At: morning,
		Amount: money.Amount{Minor: minor, Currency: "LYD"}}
}

func returned(minor, open int64, reference string) journal.DebtRow {
	return journal.DebtRow{Debt: 7, Kind: journal.DebtReturned, Minor: minor, Open: open, Reference: reference, By: "Huda"}
}

func kept(minor, open int64, reason string) journal.DebtRow {
	return journal.DebtRow{Debt: 7, Kind: journal.DebtKept, Minor: minor, Open: open, Reason: reason, By: "Huda"}
}

func debtOf(t testing.TB, rows ...journal.DebtRow) journal.Debt {
	t.Helper()
	var d journal.Debt
	for _, r := range rows {
		var err error
		if d, err = d.Append(r); err != nil {
			t.Fatalf("%s: %v", r.Kind, err)
		}
	}
	return d
}

func TestADebtIsReturnedInPartsAndKept(t *testing.T) {
	d := debtOf(t, opened(7, 125_000), returned(100_000, 125_000, "FT-261120-5531"), journal.DebtRow{Debt: 7, Kind: journal.DebtNoted, By: "Samira", At: evening},
		kept(25_000, 25_000, "took goods for it"))
	if d.Returned != 100_000 || d.Kept != 25_000 || d.Open() != 0 || d.Noted == nil || d.Noted.By != "Samira" || len(d.References) != 1 {
		t.Errorf("%+v", d)
	}
	if d.Age(morning.Add(49*time.Hour)) != 49*time.Hour || d.Age(morning.Add(-time.Hour)) != 0 {
		t.Error("its age")
	}
}

// TestADebtAfterCash has the sale of the cash beside it, or none where the cash is a
// word alone.
func TestADebtAfterCash(t *testing.T) {
	recorded, word := opened(7, 5), opened(7, 5)
	recorded.Cause, word.Cause, word.With = journal.DebtAfterCash, journal.DebtAfterCash, word.Sale
	if a, b := debtOf(t, recorded), debtOf(t, word); a.With == a.Sale || b.With != b.Sale || b.Open() != 5 {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestADebtRefusesWhatIsNotItsOwn(t *testing.T) {
	noted := journal.DebtRow{Debt: 7, Kind: journal.DebtNoted}
	open := debtOf(t, opened(7, 125_000))
	part := debtOf(t, opened(7, 125_000), returned(100_000, 125_000, "FT-1"), noted)
	done := debtOf(t, opened(7, 125_000), kept(125_000, 125_000, "agreed"))
	legs, twice := opened(7, 5), opened(7, 5)
	legs.Cause, twice.With = journal.DebtBothLegs, twice.Sale
	unknown, nobody, other := opened(7, 5), opened(7, 5), opened(7, 5)
	unknown.Cause, nobody.Sale, other.Amount.Currency = "lost", "", "XXX"
	both, changed := returned(5, 125_000, "FT-2"), returned(5, 125_000, "FT-2")
	both.Reason, changed.Amount = "agreed", money.Amount{Minor: 1, Currency: "LYD"}
	for name, c := range map[string]struct {
		debt journal.Debt
		row  journal.DebtRow
		want error
	}{
		"before it was opened":       {journal.Debt{}, returned(5, 0, "FT-2"), journal.ErrDebtRow},
		"opened twice":               {open, opened(7, 5), journal.ErrDebtRow},
		"opened over nothing":        {journal.Debt{}, opened(7, 0), journal.ErrDebtRow},
		"opened over less":           {journal.Debt{}, opened(7, -1), journal.ErrDebtRow},
		"without a number":           {journal.Debt{}, opened(0, 5), journal.ErrDebtRow},
		"both legs of two sales":     {journal.Debt{}, legs, journal.ErrDebtRow},
		"paid twice by itself":       {journal.Debt{}, twice, journal.ErrDebtRow},
		"of an unknown cause":        {journal.Debt{}, unknown, journal.ErrDebtRow},
		"of no sale":                 {journal.Debt{}, nobody, journal.ErrDebtRow},
		"in no currency":             {journal.Debt{}, other, money.ErrCurrency},
		"another debt's row":         {open, journal.DebtRow{Debt: 8, Kind: journal.DebtReturned, Minor: 5, Open: 125_000, Reference: "FT-2"}, journal.ErrDebtRow},
		"no kind":                    {open, journal.DebtRow{Debt: 7, Kind: "sold"}, journal.ErrDebtRow},
		"another amount":             {open, changed, journal.ErrDebtRow},
		"more than is owed":          {open, returned(125_001, 125_000, "FT-2"), journal.ErrDebtSum},
		"more than is left":          {part, kept(25_001, 25_000, "agreed"), journal.ErrDebtSum},
		"most of 64 bits":            {open, returned(math.MaxInt64, 125_000, "FT-2"), journal.ErrDebtSum},
		"nothing":                    {open, returned(0, 125_000, "FT-2"), journal.ErrDebtSum},
		"less than nothing":          {open, kept(-1, 125_000, "agreed"), journal.ErrDebtSum},
		"of what is closed":          {done, returned(1, 0, "FT-2"), journal.ErrDebtSum},
		"two people at once":         {part, returned(25_000, 125_000, "FT-2"), journal.ErrDebtMoved},
		"the same transfer":          {part, returned(5, 25_000, "ft-1"), journal.ErrReference},
		"without a reference":        {open, returned(5, 125_000, ""), journal.ErrReference},
		"with spaces for one":        {open, returned(5, 125_000, "  "), journal.ErrReference},
		"without a reason":           {open, kept(5, 125_000, ""), journal.ErrReference},
		"a reason beside the bank's": {open, both, journal.ErrReference},
		"a book for a reference":     {open, returned(5, 125_000, strings.Repeat("ش", 121)), journal.ErrReference},
		"noted twice":                {part, noted, journal.ErrDebtRow},
	} {
		before := fmt.Sprintf("%+v", c.debt)
		got, err := c.debt.Append(c.row)
		if !errors.Is(err, c.want) || !reflect.DeepEqual(got, c.debt) || fmt.Sprintf("%+v", c.debt) != before {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}

// TestWhatIsOwedIsReturnedKeptOrOpen whatever rows come, taken or refused; and a
// debt that went on keeps what it was before.
func TestWhatIsOwedIsReturnedKeptOrOpen(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		amount := rapid.Int64Range(1, math.MaxInt64).Draw(r, "amount")
		d, err := journal.Debt{}.Append(opened(7, amount))
		if err != nil {
			r.Fatal(err)
		}
		var told [2]int64 // returned, kept
		for range rapid.IntRange(0, 12).Draw(r, "rows") {
			seen := d.Open()
			if rapid.IntRange(0, 4).Draw(r, "late") == 0 {
				seen = rapid.Int64Range(0, amount).Draw(r, "seen")
			}
			minor := rapid.OneOf(rapid.Int64Range(0, max(1, d.Open())), rapid.Int64()).Draw(r, "minor")
			text := rapid.SampledFrom([]string{"A", "B", "C", "D", ""}).Draw(r, "text")
			row, is := returned(minor, seen, text), 0
			if rapid.Bool().Draw(r, "kept") {
				row, is = kept(minor, seen, text), 1
			}
			before, was := d, fmt.Sprintf("%+v", d)
			next, err := d.Append(row)
			if fmt.Sprintf("%+v", before) != was {
				r.Fatalf("a debt that was given out has changed: %s, %+v", was, before)
			}
			if err == nil {
				told[is] += minor
			}
			d = next
			if d.Returned != told[0] || d.Kept != told[1] || d.Open() < 0 || d.Returned+d.Kept+d.Open() != amount || d.Amount.Minor != amount {
				r.Fatalf("%+v, told %v", d, told)
			}
		}
	})
}

// TestTwoWaysOnFromOneDebt: what is tried and not committed leaves no trace in
// what is.
func TestTwoWaysOnFromOneDebt(t *testing.T) {
	d := debtOf(t, opened(7, 100), returned(1, 100, "A"), returned(1, 99, "B"), returned(1, 98, "C"))
	one, err := d.Append(returned(1, 97, "D"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Append(returned(1, 97, "E")); err != nil {
		t.Fatal(err)
	}
	if len(one.References) != 4 || one.References[3] != "D" {
		t.Errorf("%v", one.References)
	}
}
