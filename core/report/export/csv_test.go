package export_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// records reads RFC 4180 strictly: every record has the same number of fields,
// and every line ends with CR LF.
func records(t testing.TB, data []byte) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(data), "\ufeff")
	if !marked || !utf8.ValidString(text) || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Fatalf("mark %v, or no UTF-8, or a bare line feed", marked)
	}
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// paidSums adds the column paid up by currency, from decimals as they stand.
func paidSums(t testing.TB, rows [][]string, currency, paid int) map[string]int64 {
	t.Helper()
	sums := map[string]int64{}
	for _, r := range rows {
		if r[paid] == "" {
			continue
		}
		a, err := money.ParseWire(r[paid], r[currency])
		if err != nil {
			t.Fatal(err)
		}
		sums[r[currency]] += a.Minor
	}
	return sums
}

func wantSums(n int, currencies ...string) map[string]int64 {
	sums := map[string]int64{}
	for s := range shop.Sales(n, currencies...) {
		if s.Status() == journal.StatusPaid {
			sums[s.Amount.Currency] += s.Amount.Minor
		}
	}
	return sums
}

// backSums is what was given back of n sales, by currency.
func backSums(n int, currencies ...string) map[string]int64 {
	sums, back := map[string]int64{}, shop.Returned(n, currencies...)
	for s := range shop.Sales(n, currencies...) {
		sums[s.Amount.Currency] += back[s.ID]
	}
	return sums
}

// TestWhatWasReturnedStandsBesideItsSale in words and in sums, and what stays is the
// rest, for people and for programs.
func TestWhatWasReturnedStandsBesideItsSale(t *testing.T) {
	const n = 500
	back := shop.Returned(n, "LYD", "EUR")
	states := map[string]int{}
	for s := range shop.Sales(n, "LYD", "EUR") {
		switch {
		case s.Returned():
			states["Paid, returned"]++
		case s.Status() == journal.StatusPaid:
			states["Paid"]++
		}
	}
	for name, table := range map[string]export.Table{"words": export.Sales(shop.Sales(n, "LYD", "EUR"), n, back, shop.English),
		"codes": export.PlainSales(shop.Sales(n, "LYD", "EUR"), n, back)} {
		f := export.CSV
		if name == "codes" {
			f = export.Plain
		}
		data, result := write(t, job(f, shop.English, table))
		rows := records(t, data)
		for len(rows[0]) < 18 || rows[0][12] != "currency" && rows[0][12] != "Currency" {
			rows = rows[1:]
		}
		got := map[string]int{}
		for _, r := range rows[1 : n+1] {
			got[r[4]]++
		}
		if name == "words" && (got["Paid, returned"] != states["Paid, returned"] || got["Paid"] != states["Paid"] || states["Paid, returned"] < 5) {
			t.Errorf("states %v, want %v", got, states)
		}
		if name == "codes" && got["paid"] != states["Paid"]+states["Paid, returned"] {
			t.Errorf("codes %v, want %v", got, states)
		}
		paid, returned, stays := paidSums(t, rows[1:n+1], 12, 14), paidSums(t, rows[1:n+1], 12, 16), paidSums(t, rows[1:n+1], 12, 17)
		for c, want := range backSums(n, "LYD", "EUR") {
			if returned[c] != want || want == 0 || stays[c] != paid[c]-want || columnSums(result, 0, 16)[c] != want || columnSums(result, 0, 17)[c] != stays[c] {
				t.Errorf("%s, %s: %d of %d returned, want %d, and %d stays; %+v", name, c, returned[c], paid[c], want, stays[c], result.Sums)
			}
		}
	}
}

// TestAReportSaysWhatStays by hour, day, route and cashier, where somebody tells what
// was given back.
func TestAReportSaysWhatStays(t *testing.T) {
	gone := report.Figure{Number: 1, Minor: 6_500}
	all := report.Pair{Now: report.Figure{Number: 2, Minor: 5_000}}
	one := report.Report{Currency: "LYD", Parts: report.Parts{Taken: all, Days: []report.Figure{{Number: 2, Minor: 5_000}, {}}, Rows: map[report.Dimension][]report.Row{
		report.ByRoute:   {{Name: string(core.RouteQR), Pair: all}, {Name: string(core.RouteWallet), Back: gone}},
		report.ByCashier: {{Name: "Samira", Pair: all}, {Back: gone}}}}, Lost: []report.StatusRow{{Status: journal.StatusFailed}}}
	one.Hours[9].Now = report.Figure{Number: 2, Minor: 5_000}
	one.Returned = report.Returned{Figure: gone, Days: map[journal.Day]report.Figure{"20261120": gone}}
	one.Returned.Hours[11] = gone
	result := report.Result{Period: report.Period{From: "20261119", To: "20261120"}, Reports: []report.Report{one}, Returns: true}
	for at, table := range export.Reports(result, shop.English) {
		j := job(export.CSV, shop.English, table)
		j.About.Returns = result.Returns
		data, sums := write(t, j)
		head, last := "LYD,2,5.000,2.500,0,0.000,5.000", "LYD,0,0.000,,1,6.500,-6.500"
		if at == 4 { // what did not become money
			if strings.Contains(string(data), "Stays") {
				t.Errorf("%s", data)
			}
			continue
		}
		if !strings.Contains(string(data), head) || !strings.Contains(string(data), last) || !strings.Contains(string(data), "given back") {
			t.Errorf("table %d: %s", at, data)
		}
		if got := columnSums(sums, 0, 7)["LYD"]; got != 5_000-6_500 {
			t.Errorf("table %d: %d stays", at, got)
		}
	}
	result.Returns = false
	if got := export.Reports(result, shop.English)[0].Heads; strings.Contains(strings.Join(got, " "), "Stays") {
		t.Errorf("nobody told what was returned, and the heads are %q", got)
	}
}

func TestCSVForPeopleSaysWhatWasAsked(t *testing.T) {
	for _, w := range []export.Words{shop.English, shop.Arabic} {
		j := job(export.CSV, w, export.Sales(shop.Sales(500, "LYD", "EUR", "JPY"), 500, shop.Returned(500, "LYD", "EUR", "JPY"), w))
		j.About.Practice = true
		data, result := write(t, j)
		rows := records(t, data)
		head := 0
		for rows[head][1] != w.Say("report.column.sale") {
			head++
		}
		above := fmt.Sprint(rows[:head])
		for _, said := range []string{"Huda", w.Day("20261101"), w.DateTime(j.About.At), j.About.Asked, w.Say("receipt.test"), w.Say("receipt.practice")} {
			if !strings.Contains(above, said) {
				t.Errorf("%q is not above the head: %v", said, above)
			}
		}
		body := rows[head+1 : head+501]
		sums := paidSums(t, body, 12, 14)
		if want := wantSums(500, "LYD", "EUR", "JPY"); fmt.Sprint(sums) != fmt.Sprint(want) {
			t.Errorf("sums %v, want %v", sums, want)
		}
		if below := paidSums(t, rows[head+502:], 12, 14); fmt.Sprint(below) != fmt.Sprint(sums) || rows[head+502][0] != w.Say("report.sum") {
			t.Errorf("below stands %v", rows[head+502:])
		}
		if result.Rows != 500 || len(result.Sums) != 12 {
			t.Errorf("%+v", result)
		}
	}
}

// The form for programs: the head is the first row, states are codes, times
// have their offset, and the head's last name says what was asked.
func TestPlainCSV(t *testing.T) {
	j := job(export.Plain, nil, export.PlainSales(shop.Sales(300), 300, nil))
	data, _ := write(t, j)
	rows := records(t, data)
	if len(rows) != 301 || rows[0][0] != "receipt" || rows[0][14] != "paid" {
		t.Fatalf("%d rows, head %q", len(rows), rows[0])
	}
	for _, said := range []string{"Huda", "20261101-20261120", "2026-11-20T14:31:00Z", "Every state"} {
		if !strings.Contains(rows[0][20], said) {
			t.Errorf("%q does not say %s", rows[0][20], said)
		}
	}
	if sums := paidSums(t, rows[1:], 12, 14); fmt.Sprint(sums) != fmt.Sprint(wantSums(300)) {
		t.Errorf("sums %v", sums)
	}
	for i, r := range rows[1:] {
		s := shop.Sale(i, 300)
		if at, err := time.Parse(time.RFC3339, r[2]); err != nil || !at.Equal(s.CreatedAt) || !strings.HasSuffix(r[2], "+02:00") {
			t.Fatalf("opened %q, %v", r[2], err)
		}
		if r[4] != string(s.Status()) || r[5] != string(s.Route) || r[1] != s.ID.Paper() {
			t.Fatalf("row %q of %+v", r, s)
		}
	}
}

func TestFormsOfOdooAndOCA(t *testing.T) {
	for name, c := range map[string]struct {
		table          export.Table
		head           string
		date           string
		currency, paid int
	}{
		"odoo": {export.OdooSales(shop.Sales(300), 300, tripoli), "date,payment_ref,ref,partner_name,amount,currency", "2006-01-02", 5, 4},
		"oca":  {export.OCASales(shop.Sales(300), 300, tripoli), "Date,Label,Currency,Amount,Amount Currency,Partner Name,Bank Account", "01/02/2006", 2, 3},
	} {
		j := job(export.Plain, nil, c.table)
		data, _ := write(t, j)
		rows := records(t, data)
		if got := strings.Join(rows[0][:len(rows[0])-1], ","); got != c.head {
			t.Errorf("%s: head %s", name, got)
		}
		if sums := paidSums(t, rows[1:], c.currency, c.paid); fmt.Sprint(sums) != fmt.Sprint(wantSums(300)) {
			t.Errorf("%s: sums %v, want %v", name, sums, wantSums(300))
		}
		for _, r := range rows[1:] {
			if _, err := time.Parse(c.date, r[0]); err != nil || r[c.paid] == "" {
				t.Fatalf("%s: %q", name, r)
			}
		}
	}
	practice := shop.Sale(1, 10)
	practice.Environment = core.Sandbox
	j := job(export.Plain, nil, export.OdooSales(shop.Each([]journal.Sale{practice}), 1, tripoli))
	data, _ := write(t, j)
	if rows := records(t, data); !strings.HasPrefix(rows[1][1], "TEST ") {
		t.Errorf("practice goes into a ledger as %q", rows[1])
	}
}

// Whatever a text holds, it comes back as one field of one line, and nothing of
// it begins a formula.
func TestTextNeverBreaksARow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shop.Sale(1, 10)
		s.Reference = rapid.String().Draw(t, "reference")
		s.Institution = rapid.StringOf(rapid.RuneFrom([]rune("=+-@;,\t\"'\r\n| aا\u202e"))).Draw(t, "institution")
		j := job(export.CSV, shop.English, export.Sales(shop.Each([]journal.Sale{s}), 1, nil, shop.English))
		var out bytes.Buffer
		if _, err := export.Write(t.Context(), &out, j); err != nil {
			t.Fatal(err)
		}
		text := strings.TrimPrefix(out.String(), "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		at := slices.IndexFunc(rows, func(r []string) bool { return len(r) > 1 && r[1] == s.ID.Paper() })
		if err != nil || at < 0 || len(rows[at]) != 20 {
			t.Fatalf("%v, %d rows: %q", err, len(rows), text)
		}
		for _, cell := range []string{rows[at][6], rows[at][8]} {
			harmless(t, cell)
		}
	})
}

// harmless fails when a spreadsheet could take a cell, or a part of it behind
// any separator, for a formula that does something; one that shows a
// text of digits and letters is no such formula.
func harmless(t interface{ Fatalf(string, ...any) }, cell string) {
	if inner, ok := strings.CutPrefix(cell, `="`); ok {
		if inner, ok = strings.CutSuffix(inner, `"`); ok && !strings.ContainsAny(inner, `"=@`) {
			return
		}
	}
	for _, part := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;|\t\r\n\"", r) }) {
		part = strings.TrimFunc(part, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
		if part != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(part)[0]) {
			t.Fatalf("a formula: %q of %q", part, cell)
		}
	}
}

func FuzzFormulaGuard(f *testing.F) {
	for _, seed := range []string{"=1+1", `=HYPERLINK("http://x","y")`, "+218 91", "-5", "@SUM(A1)", " \t=1", "a;=cmd|' /C calc'!A0", "x\",=1", "＝1", "\u00a0=1", "\u200c=1", "\u3000@", "'=1", "a\r\n=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := shop.Sale(1, 10)
		s.Reference, s.Cashier = text, text
		j := job(export.CSV, shop.English, export.Sales(shop.Each([]journal.Sale{s}), 1, nil, shop.English))
		data, _ := write(t, j)
		rows := records(t, data)
		at := slices.IndexFunc(rows, func(r []string) bool { return r[1] == s.ID.Paper() })
		if at < 0 {
			t.Fatalf("%d rows", len(rows))
		}
		harmless(t, rows[at][8])
		harmless(t, rows[at][11])
		for _, r := range rows[at][8] {
			if unicode.IsControl(r) || r == '\u202e' {
				t.Fatalf("%q is left in %q", r, rows[at][8])
			}
		}
	})
}

// Sums are added in minor units, and one that 64 bits do not hold is refused.
func TestSumsNeverWrapAround(t *testing.T) {
	s := shop.Sale(1, 10)
	s.Amount.Minor = math.MaxInt64
	j := job(export.Plain, nil, export.PlainSales(shop.Each([]journal.Sale{s, s}), 2, nil))
	if _, err := export.Write(t.Context(), &bytes.Buffer{}, j); report.CodeOf(err) != report.CodeRange {
		t.Errorf("%v", err)
	}
}

func TestAnEmptyPeriodIsAFileWithAHead(t *testing.T) {
	none := iter.Seq2[journal.Sale, error](func(func(journal.Sale, error) bool) {})
	data, r := write(t, job(export.CSV, shop.English, export.Sales(none, 0, nil, shop.English)))
	if rows := records(t, data); r.Rows != 0 || rows[len(rows)-1][0] != "Receipt" {
		t.Errorf("%+v %v", r, rows)
	}
	write(t, job(export.XLSX, shop.Arabic, export.Sales(none, 0, nil, shop.Arabic)))
	j := job(export.PDF, shop.Arabic, export.Sales(none, 0, nil, shop.Arabic))
	j.Pen = pen(t)
	write(t, j)
}
