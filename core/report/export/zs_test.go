package export_test

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// speech are the program's own words.
func speech(t testing.TB, lang string) export.Words {
	t.Helper()
	w, err := shop.Catalogue("../../..", lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func each[T any](all []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, one := range all {
			if !yield(one, nil) {
				return
			}
		}
	}
}

// torn yields one record, and then none can be read any more.
func torn[T any](one T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if yield(one, nil) {
			var none T
			yield(none, journal.ErrCorrupt)
		}
	}
}

var evening = time.Date(2026, 11, 1, 20, 9, 11, 0, time.UTC)

// someZs are n of them: with late money of the shift before, money of a second
// currency in each third, and a drawer that is short, over or was not counted.
func someZs(t testing.TB, n int) (all []journal.Z) {
	t.Helper()
	for i := range n {
		seq := uint64(i + 1)
		at := evening.AddDate(0, 0, i)
		s := journal.Shift{Number: seq, Version: 3, After: seq - 1, Begun: at.Add(-13 * time.Hour),
			Opened: &journal.Opening{At: at.Add(-12 * time.Hour), By: "Samira", Currency: "LYD", Float: 150_000}}
		taken := func(opened uint64, route core.Route, by, currency string, minor int64) journal.Taken {
			return journal.Taken{TakenKey: journal.TakenKey{Opened: opened, Route: route, Cashier: by, Currency: currency}, Number: 3, Minor: minor + int64(i)}
		}
		f := journal.ShiftFigures{Taken: []journal.Taken{taken(seq-1, core.RouteQR, "Samira", "LYD", 88_000), taken(seq, core.RouteAccount, "مريم", "LYD", 1_204_500), taken(seq, journal.RouteCash, "Samira", "LYD", 437_500),
			taken(seq, core.RouteQR, `=HYPERLINK("http://x","y")`, "LYD", 1_846_750), taken(seq, core.RouteWallet, "Yusuf", "LYD", 214_250)},
			Cash: journal.SeqRange{First: seq*10 + 1, Last: seq*10 + 3}, In: journal.Tally{Number: 1, Minor: 50_000}, Out: journal.Tally{Number: 1, Minor: 20_000},
			Owed: []journal.OwedSum{{Currency: "LYD", Before: 40_000, Opened: 15_250, Returned: 12_500, Kept: 500, OpenedApart: 10_000, ReturnedApart: 2_500}}}
		f.Taken[2].Rounding = 250
		if i%3 == 1 {
			f.Taken = append(f.Taken, taken(seq, core.RouteQR, "Yusuf", "EUR", 4_200))
			slices.SortFunc(f.Taken, func(a, b journal.Taken) int { return a.Compare(b.TakenKey) })
		}
		bank := uint64(3 * (len(f.Taken) - 1))
		f.Receipts = journal.SeqRange{First: seq*100 + 1, Last: seq*100 + bank}
		expected := 150_000 + 437_500 + int64(i) + 250 + 50_000 - 20_000
		if i%3 != 2 {
			s.Counts = []journal.ShiftCount{{At: at, By: "Samira", Cash: journal.DrawerCount{Currency: "LYD", Minor: expected - 2_500}}}
		}
		z, err := journal.SumUp(s, f, journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Till: "2"}, Environment: core.Live, At: at, By: "Huda", Seq: seq, Before: seq - 1,
			Open: journal.StillOpen{Sums: map[string]journal.Tally{"LYD": {Number: 2, Minor: 88_000}}}, Reason: "too much change, =1+1"})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, z)
	}
	return all
}

// field is a cell of a file by the name of its column.
func field(t testing.TB, rows [][]string, row int, name string) string {
	t.Helper()
	at := slices.Index(rows[0], name)
	if at < 0 {
		t.Fatalf("no column %q in %q", name, rows[0])
	}
	return rows[row][at]
}

// added adds a column of money up, by currency.
func added(t testing.TB, rows [][]string, name string) map[string]int64 {
	t.Helper()
	sums := map[string]int64{}
	for i := range rows[1:] {
		text, currency := field(t, rows, i+1, name), field(t, rows, i+1, "currency")
		if text == "" {
			continue
		}
		a, err := money.ParseWire(strings.TrimPrefix(text, "-"), currency)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(text, "-") {
			a.Minor = -a.Minor
		}
		sums[currency] += a.Minor
	}
	return sums
}

// TestEveryZIsARowWithAllItsFigures, and a second currency is a row of its own.
func TestEveryZIsARowWithAllItsFigures(t *testing.T) {
	zs := someZs(t, 30)
	data, result := write(t, job(export.Plain, nil, export.Zs(each(zs), 40, nil, nil)))
	rows := records(t, data)
	if len(rows) != 41 || result.Rows != 40 {
		t.Fatalf("%d rows of 30 Zs, 10 of them in two currencies", len(rows))
	}
	want := map[string]string{"z": "Z-0002", "shift": "2", "shop": "Al Noor Market", "till": "2", "from": "2026-11-02T10:09:11+02:00", "to": "2026-11-02T22:09:11+02:00",
		"openedBy": "Samira", "closedBy": "Huda", "currency": "LYD", "qrNumber": "6", "qr": "1934.752", "accountNumber": "3", "account": "1204.501", "walletNumber": "3", "wallet": "214.251",
		"cashNumber": "3", "cash": "437.501", "returned": "10.000", "takenNumber": "15", "taken": "3781.005", "float": "150.000", "cashIn": "50.000", "cashOut": "20.000", "rounding": "0.250", "expected": "617.751",
		"counted": "615.251", "difference": "-2.500", "reason": "too much change, =1+1", "firstReceipt": "T-0201", "lastReceipt": "T-0215", "firstCash": "C-0021", "lastCash": "C-0023",
		"lateNumber": "3", "late": "88.001", "lateOf": "Z-0001", "openNumber": "2", "openSum": "88.000", "owedNew": "15.250", "owedReturned": "12.500", "owedKept": "0.500", "owedOpen": "42.250", "zBefore": "Z-0001",
		"unshiftedNumber": "0", "unshifted": "0.000", "unshiftedOf": ""}
	if len(want) != len(rows[0])-1 {
		t.Errorf("%d columns are looked at, %d there", len(want), len(rows[0])-1)
	}
	for name, w := range want {
		if got := field(t, rows, 2, name); got != w {
			t.Errorf("%s is %q, want %q", name, got, w)
		}
	}
	for name, w := range map[string]string{"z": "Z-0002", "currency": "EUR", "qr": "42.01", "taken": "42.01", "expected": "", "counted": "", "difference": "", "cash": "0.00", "lateNumber": "0",
		"late": "0.00", "lateOf": "", "owedOpen": "0.00", "zBefore": "Z-0001"} {
		if got := field(t, rows, 3, name); got != w {
			t.Errorf("in euros %s is %q, want %q", name, got, w)
		}
	}
	for _, name := range []string{"lateOf", "zBefore"} { // before the first there was none
		if got := field(t, rows, 1, name); got != map[string]string{"lateOf": "none", "zBefore": ""}[name] {
			t.Errorf("of the first Z, %s is %q", name, got)
		}
	}
	if got := field(t, rows, 4, "counted") + field(t, rows, 4, "difference"); got != "" || field(t, rows, 4, "expected") == "" {
		t.Errorf("nobody counted, and there stands %q", got)
	}
	sums := map[string]int64{}
	for _, z := range zs {
		for _, l := range z.Taken {
			sums[l.Currency] += l.Minor
		}
	}
	gross := maps.Clone(sums)
	back := int64(0)
	for _, z := range zs {
		back += z.Owed[0].Returned - z.Owed[0].ReturnedApart
	}
	for name, rows := range map[string][][]string{"Zs": rows, "lines": lines(t, zs)} {
		if name == "Zs" { // what was taken is without what was given back, as on the Z's paper
			sums = map[string]int64{"LYD": sums["LYD"] - back, "EUR": sums["EUR"]}
		} else {
			sums = maps.Clone(gross)
		}
		column := map[string]string{"Zs": "taken", "lines": "sum"}[name]
		if got := added(t, rows, column); fmt.Sprint(got) != fmt.Sprint(sums) {
			t.Errorf("%s add up to %v, the Zs to %v", name, got, sums)
		}
	}
}

// lines are the lines of Zs, as programs read them.
func lines(t *testing.T, zs []journal.Z) [][]string {
	t.Helper()
	data, _ := write(t, job(export.Plain, nil, export.ZLines(each(zs), 0, nil)))
	rows := records(t, data)
	for i, w := range []string{"Z-0001", "2026-11-01T22:09:11+02:00", "qr", "Samira", "none", "LYD", "3", "88.000", "0.000"} {
		if rows[1][i] != w {
			t.Errorf("%s of the first line is %q, want %q", rows[0][i], rows[1][i], w)
		}
	}
	return rows
}

// TestAZOfAShiftThatNobodyOpened has no drawer, and one in which nothing came no
// currency.
func TestAZOfAShiftThatNobodyOpened(t *testing.T) {
	z, err := journal.SumUp(journal.Shift{Number: 7, Version: 1, After: 6, Begun: evening}, journal.ShiftFigures{}, journal.Closing{Environment: core.Live, At: evening.Add(time.Hour), Seq: 7, Before: 6})
	if err != nil {
		t.Fatal(err)
	}
	data, _ := write(t, job(export.Plain, nil, export.Zs(each([]journal.Z{z}), 1, nil, nil)))
	rows := records(t, data)
	got := map[string]string{}
	for i, name := range rows[0] {
		if rows[1][i] != "" {
			got[name] = rows[1][i]
		}
	}
	want := map[string]string{"z": "Z-0007", "shift": "7", "from": "2026-11-01T22:09:11+02:00", "to": "2026-11-01T23:09:11+02:00", "zBefore": "Z-0006"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("it says %v", got)
	}
}

// TestFiguresOfAZThatNobodyCanAddUpAreRefused rather than wrapped around.
func TestFiguresOfAZThatNobodyCanAddUpAreRefused(t *testing.T) {
	z := someZs(t, 1)[0]
	z.Taken[0].Minor, z.Taken[1].Minor = math.MaxInt64, math.MaxInt64
	for name, table := range map[string]export.Table{"Zs": export.Zs(each([]journal.Z{z}), 1, nil, nil), "lines": export.ZLines(each([]journal.Z{z}), 1, nil)} {
		if _, err := export.Write(t.Context(), &strings.Builder{}, job(export.Plain, nil, table)); report.CodeOf(err) != report.CodeRange {
			t.Errorf("%s: %v", name, err)
		}
	}
}
