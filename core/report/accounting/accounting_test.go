package accounting_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
	"sanduq/core/tests/needs"
	"sanduq/core/wire"
)

var tripoli = time.FixedZone("Tripoli", 2*3600)

// life is a run of Zs as a till makes them, with cash, rounding, movements, counts that
// do not fit, and money that is owed back.
func life(r *rand.Rand, n int, currency string, unit int64) (zs []journal.Z) {
	drawer := int64(0)
	for seq := 1; seq <= n; seq++ {
		z := journal.Z{Seq: uint64(seq), Shop: "Noor; Market (1)", Till: "=Till 1", At: time.Date(2026, 1, 1, 22, 30, 0, 0, tripoli).AddDate(0, 0, seq)}
		d := &journal.DrawerSum{Currency: currency, Float: drawer}
		if r.IntN(4) == 0 {
			d.Float = r.Int64N(200) * unit // it was emptied between two shifts
		}
		for _, route := range append(wire.Routes(), journal.RouteCash) {
			t := journal.Taken{TakenKey: journal.TakenKey{Route: route, Currency: currency}, Number: 1, Minor: (1 + r.Int64N(900_000)) * max(1, unit/1000)}
			if route == journal.RouteCash {
				t.Rounding = (r.Int64N(250) - 125) * max(1, unit/1000)
				d.Sales.Minor, d.Rounding = t.Minor, t.Rounding
			}
			z.Taken = append(z.Taken, t)
		}
		z.Taken = append(z.Taken, journal.Taken{TakenKey: journal.TakenKey{Route: core.RouteQR, Currency: "USD"}, Number: 1, Minor: 1 + r.Int64N(10_000)})
		d.In.Minor, d.Out.Minor = r.Int64N(50)*unit, r.Int64N(50)*unit
		d.Expected = d.Float + d.Sales.Minor + d.Rounding + d.In.Minor - d.Out.Minor
		if r.IntN(3) > 0 {
			d.Difference = (r.Int64N(3) - 1) * unit
		}
		drawer = d.Expected + d.Difference
		z.Drawer = d
		apart := r.Int64N(3) * 2 * unit
		z.Owed = []journal.OwedSum{{Currency: currency, Opened: apart + r.Int64N(3)*5*unit, OpenedApart: apart, Returned: r.Int64N(2) * unit, Kept: r.Int64N(2) * unit}}
		zs = append(zs, z)
	}
	return zs
}

// settlement is a statement that a person signed.
func settlement(currency string) journal.BankStatement {
	return journal.BankStatement{ID: "0123456789", Bank: "Palm Bank", To: "20260131", Signed: &journal.Decision{By: "Huda"},
		Settled: &journal.BankSums{Currency: currency, Bank: 2_172_250, Clearing: 2_075_600 + 8_000 - 6_000, Fees: 6_600, Second: 7_000, Suspense: 94_250}}
}

// numbered are accounts for a program that asks for numbers.
var numbered = accounting.Accounts{Sales: "8400", Cash: "1000", Safe: "1010", Clearing: "1360", Bank: "1200", Fees: "4970", Rounding: "2709", Difference: "2720", Owed: "1700", Second: "1710", Kept: "2735",
	Suspense: "1590", Transfer: "1361"}

// named is what a numbered account is called.
func named(account string) string {
	if i := slices.Index(strings.Fields("8400 1000 1010 1360 1200 4970 2709 2720 1700 1710 2735 1590 1361"), account); i >= 0 {
		return []string{"Income:Sales", "Assets:Cash drawer", "Assets:Safe", "Assets:Bank clearing", "Assets:Bank", "Expenses:Bank fees", "Income:Rounding", "Expenses:Cash difference", "Liabilities:Owed back",
			"Liabilities:Second payments", "Income:Kept", "Liabilities:Suspense", "Assets:Transfer"}[i]
	}
	return account
}

func entries(t *testing.T, zs []journal.Z, currency string, accounts accounting.Accounts) []accounting.Entry {
	t.Helper()
	b := accounting.Book{Accounts: accounts}
	var all []accounting.Entry
	for _, z := range zs {
		some, err := b.Z(z)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	e, ok, err := b.Settlement(settlement(currency))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return append(all, e)
}

// recount adds up what each account must hold from the Zs and the statement alone: nothing of
// the package is asked.
func recount(zs []journal.Z, currency string) map[string]int64 {
	want := map[string]int64{}
	for _, z := range zs {
		for _, t := range z.Taken {
			want["Income:Sales "+t.Currency] -= t.Minor
			if t.Route != journal.RouteCash {
				want["Assets:Bank clearing "+t.Currency] += t.Minor
			}
			want["Income:Rounding "+t.Currency] -= t.Rounding
		}
		want["Assets:Cash drawer "+currency] = z.Drawer.Expected + z.Drawer.Difference // what was counted last, whatever came before
		want["Expenses:Cash difference "+currency] -= z.Drawer.Difference
		o := z.Owed[0]
		want["Liabilities:Owed back "+currency] -= o.Opened - o.Returned - o.Kept
		want["Assets:Bank clearing "+currency] -= o.Returned
		want["Income:Kept "+currency] -= o.Kept
		want["Liabilities:Second payments "+currency] += o.OpenedApart
		want["Income:Sales "+currency] += o.Opened - o.OpenedApart
	}
	want["Assets:Bank "+currency] = 2_172_250
	want["Assets:Bank clearing "+currency] -= 2_077_600
	want["Expenses:Bank fees "+currency] = 6_600
	want["Liabilities:Suspense "+currency] = -94_250
	want["Liabilities:Second payments "+currency] -= 7_000
	rest := int64(0) // the safe has what is left
	for name, sum := range want {
		if strings.HasSuffix(name, " "+currency) {
			rest += sum
		}
	}
	want["Assets:Safe "+currency] = -rest
	return want
}

func units(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(strings.ReplaceAll(text, ",", "."))
	if !ok {
		return nil
	}
	return r
}

func compare(t *testing.T, what string, got map[string]*big.Rat, want map[string]int64, digits map[string]int64) {
	t.Helper()
	for name, minor := range want {
		currency := name[len(name)-3:]
		sum := got[name]
		if sum == nil {
			sum = new(big.Rat)
		}
		if w := big.NewRat(minor, digits[currency]); sum.Cmp(w) != 0 {
			t.Errorf("%s: %s is %s, want %s", what, name, sum.FloatString(3), w.FloatString(3))
		}
		delete(got, name)
	}
	for name, sum := range got {
		if sum.Sign() != 0 {
			t.Errorf("%s: %s is %s and should not be there", what, name, sum.FloatString(3))
		}
	}
}

// TestEachFormatHoldsTheSameBalances, as a second count of Zs and rows has them: hledger
// and ledger, two programs, read the journal, the others are added up column by column.
func TestEachFormatHoldsTheSameBalances(t *testing.T) {
	for _, c := range []struct {
		currency string
		unit     int64
		formats  []accounting.Format
	}{{"LYD", 1000, []accounting.Format{accounting.Hledger, accounting.Odoo, accounting.Xero}}, {"EUR", 100, accounting.Formats()}} {
		zs := life(rand.New(rand.NewPCG(31, 14)), 60, c.currency, c.unit)
		for _, f := range c.formats {
			accounts := accounting.Usual()
			if f == accounting.DATEV {
				accounts = numbered
			}
			all := entries(t, zs, c.currency, accounts)
			var out bytes.Buffer
			if err := accounting.Write(&out, f, all, accounting.Options{Accounts: accounts, Zone: tripoli, Now: time.Date(2026, 2, 1, 9, 0, 0, 0, tripoli), Adviser: 1001, Client: 7}); err != nil {
				t.Fatal(f, err)
			}
			what, want, factors := fmt.Sprint(f, " ", c.currency), recount(zs, c.currency), map[string]int64{c.currency: c.unit, "USD": 100}
			compare(t, what, balances(t, f, out.Bytes()), want, factors)
			if f == accounting.Hledger {
				compare(t, "ledger "+c.currency, ledger(t, out.Bytes()), want, factors)
			}
		}
	}
}

// ledger has the program of that name read a journal, which it refuses where an entry
// is out of balance, and adds up the postings that it found.
func ledger(t *testing.T, journal []byte) map[string]*big.Rat {
	t.Helper()
	read := func(journal []byte) ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), needs.Program(t, "ledger", "test"), "-f", "-", "csv")
		cmd.Stdin = bytes.NewReader(journal)
		return cmd.Output()
	}
	out, err := read(journal)
	if err != nil {
		t.Fatalf("ledger: %v", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]*big.Rat{}
	for _, row := range rows {
		key := row[3] + " " + row[4]
		if got[key] == nil {
			got[key] = new(big.Rat)
		}
		sum := units(row[5])
		if sum == nil {
			t.Fatalf("ledger: no number: %q", row)
		}
		got[key].Add(got[key], sum)
	}
	if _, err := read(append(bytes.Clone(journal), "2026-03-01 One\n    A  1.000 LYD\n    B  -1.001 LYD\n"...)); err == nil {
		t.Error("ledger takes an entry out of balance")
	}
	return got
}

// balances reads a file back.
func balances(t *testing.T, f accounting.Format, data []byte) map[string]*big.Rat {
	t.Helper()
	got := map[string]*big.Rat{}
	add := func(account, currency, sum string, sign int64) {
		r := units(sum)
		if sum == "" {
			return
		}
		if r == nil {
			t.Fatalf("%s: no number: %q", f, sum)
		}
		key := account + " " + currency
		if got[key] == nil {
			got[key] = new(big.Rat)
		}
		got[key].Add(got[key], r.Mul(r, big.NewRat(sign, 1)))
	}
	if f == accounting.Hledger {
		cmd := exec.CommandContext(t.Context(), needs.Program(t, "hledger", "test"), "-f", "-", "balance", "--flat", "--no-total", "-O", "csv", "--layout", "bare", "--empty")
		cmd.Stdin = bytes.NewReader(data)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("hledger: %v\n%s\n%.400s", err, out, data)
		}
		rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			add(row[0], row[1], row[2], 1)
		}
		return got
	}
	read := csv.NewReader(bytes.NewReader(data))
	skip := 1
	if f == accounting.DATEV {
		read.Comma, read.FieldsPerRecord, read.LazyQuotes, skip = ';', -1, true, 2
		if !bytes.HasPrefix(data, []byte(`"EXTF";700;21;"Buchungsstapel";13;`)) || bytes.Count(data, []byte("\n")) != bytes.Count(data, []byte("\r\n")) {
			t.Errorf("not an EXTF head: %.80s", data)
		}
	}
	rows, err := read.ReadAll()
	if err != nil {
		t.Fatal(f, err)
	}
	currency := ""
	for _, row := range rows[skip:] {
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@") {
				t.Fatalf("%s: %q is a formula", f, cell)
			}
		}
		switch f {
		case accounting.Odoo:
			if row[3] != "" {
				currency = row[3]
			}
			add(row[4], currency, row[6], 1)
			add(row[4], currency, row[7], -1)
		case accounting.QuickBooks:
			add(row[2], row[6], row[3], 1)
			add(row[2], row[6], row[4], -1)
		case accounting.Xero:
			add(row[3], row[2], row[5], 1)
		case accounting.DATEV:
			sign := map[string]int64{"S": 1, "H": -1}[row[1]]
			add(named(row[6]), row[2], row[0], sign)
			add(named(row[7]), row[2], row[0], -sign)
		}
	}
	return got
}

// TestWhatAFormatCannotHoldIsRefused, and so is an entry out of balance: nothing is
// written of either.
func TestWhatAFormatCannotHoldIsRefused(t *testing.T) {
	odd := accounting.Entry{Number: "Z-0001", Currency: "LYD", Lines: []accounting.Line{{Account: "a", Minor: 12_505}, {Account: "b", Minor: -12_505}}}
	o := accounting.Options{Accounts: accounting.Usual(), Zone: tripoli}
	for _, f := range accounting.Formats() {
		var out bytes.Buffer
		want := report.Code("")
		if f == accounting.DATEV || f == accounting.QuickBooks {
			want = report.CodeDecimals
		}
		if err := accounting.Write(&out, f, []accounting.Entry{odd}, o); report.CodeOf(err) != want || want != "" && out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", f, err, out.Len())
		}
		bent := odd
		bent.Lines = slices.Clone(odd.Lines)
		bent.Lines[1].Minor++
		out.Reset()
		if err := accounting.Write(&out, f, []accounting.Entry{bent}, o); report.CodeOf(err) != report.CodeRange || out.Len() > 0 {
			t.Errorf("%s out of balance: %v", f, err)
		}
	}
}

// TestAStatementThatNobodySignedIsInNoJournal, nor one whose sums are not known.
func TestAStatementThatNobodySignedIsInNoJournal(t *testing.T) {
	b := accounting.Book{Accounts: accounting.Usual()}
	for name, change := range map[string]func(*journal.BankStatement){"unsigned": func(s *journal.BankStatement) { s.Signed = nil }, "of an older version": func(s *journal.BankStatement) { s.Settled = nil },
		"of lines that were counted before": func(s *journal.BankStatement) { s.Settled = &journal.BankSums{Currency: "LYD"} }} {
		s := settlement("LYD")
		change(&s)
		if e, ok, err := b.Settlement(s); ok || err != nil {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	s := settlement("LYD")
	s.Settled.Fees++
	if _, _, err := b.Settlement(s); report.CodeOf(err) != report.CodeRange {
		t.Errorf("out of balance: %v", err)
	}
}

// TestABookThatBeginsLater takes no cash from the safe that was in the drawer before.
func TestABookThatBeginsLater(t *testing.T) {
	zs := life(rand.New(rand.NewPCG(3, 9)), 12, "LYD", 1000)
	whole, late := accounting.Book{Accounts: accounting.Usual()}, accounting.Book{Accounts: accounting.Usual()}
	late.After(zs[6])
	for i, z := range zs {
		want, err := whole.Z(z)
		if err != nil {
			t.Fatal(err)
		}
		if i < 7 {
			continue
		}
		if got, err := late.Z(z); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d: %v, %v, want %v", i, got, err, want)
		}
	}
}

// TestWhatABookkeeperWrites is read, and told where it is not usable.
func TestWhatABookkeeperWrites(t *testing.T) {
	usual, err := accounting.ParseSetup(accounting.Setup{Accounts: accounting.Usual()}.Text())
	if err != nil || usual.Accounts != accounting.Usual() {
		t.Fatalf("%+v, %v", usual, err)
	}
	one, err := accounting.ParseSetup([]byte("\xef\xbb\xbf{\"accounts\": {\"sales\": \"8400\"}, \"datev\": {\"adviser\": 1001, \"client\": 7, \"yearBeginsInMonth\": 7}}"))
	if err != nil || one.Accounts.Sales != "8400" || one.Accounts.Cash != accounting.Usual().Cash {
		t.Errorf("%+v, %v", one, err)
	}
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, tripoli)
	if o := one.Options(tripoli, at, at); o.YearBegins.Format("2006-01-02") != "2025-07-01" || o.Adviser != 1001 || o.Client != 7 {
		t.Errorf("%+v", o)
	}
	for name, text := range map[string]string{"none": "", "torn": "{\"accounts\": {", "an unknown name": "{\"account\": {}}",
		"two with one name": "{\"accounts\": {\"sales\": \"Assets:Bank\"}}", "a blank one": "{\"accounts\": {\"sales\": \" \"}}"} {
		if _, err := accounting.ParseSetup([]byte(text)); report.CodeOf(err) != report.CodeAccounts {
			t.Errorf("%s: %v", name, err)
		}
	}
	euro := []accounting.Entry{{Number: "Z-0001", Currency: "EUR", Lines: []accounting.Line{{Account: "8400", Minor: 1}, {Account: "1000", Minor: -1}}}}
	for name, change := range map[string]func(*accounting.Options){"words": func(o *accounting.Options) { o.Accounts = accounting.Usual() }, "two lengths": func(o *accounting.Options) { o.Accounts.Bank = "12000" },
		"no adviser": func(o *accounting.Options) { o.Adviser = 0 }, "no client": func(o *accounting.Options) { o.Client = 0 }} {
		o := accounting.Options{Accounts: numbered, Zone: tripoli, Now: at, Adviser: 1001, Client: 1}
		change(&o)
		var out bytes.Buffer
		if err := accounting.Write(&out, accounting.DATEV, euro, o); report.CodeOf(err) != report.CodeAccounts || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, out.Len())
		}
	}
}
