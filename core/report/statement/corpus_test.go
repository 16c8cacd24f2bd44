package statement_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

// sample is a file and what is in it, counted by hand.
type sample struct {
	answer  func(*statement.Mapping) // to what the file does not say
	doubts  string                   // that are asked; "id" aside
	lines   int
	broken  string
	skipped string
	sums    string
	gaps    string // total, row, what lacks
}

func answers(currency string) func(*statement.Mapping) {
	return func(m *statement.Mapping) { m.Currency = currency }
}

// corpus is each file of testdata: no sign, no currency and no sum is wrong, and
// what cannot be known is asked or unread.
var corpus = map[string]sample{
	"drcr-column.csv":         {lines: 4, sums: "LYD 1247.750"},
	"type-words.csv":          {doubts: "decimal sign", lines: 2, broken: "4 rowSign", sums: "LYD 9.250"},
	"soll-haben.csv":          {lines: 3, sums: "EUR 1241.35"},
	"sens.csv":                {doubts: "decimal", lines: 2, sums: "TND 9.500"},
	"sides-arabic.csv":        {lines: 3, sums: "LYD 1260.250"},
	"suffixes.csv":            {doubts: "sign", lines: 6, broken: "8 rowSign", sums: "LYD 406.250"},
	"reversal.csv":            {doubts: "decimal", lines: 4, sums: "LYD 0.000"},
	"usd-head.csv":            {lines: 2, sums: "USD 9.25"},
	"dollar.csv":              {doubts: "currency", answer: answers("USD"), lines: 2, sums: "USD 122.25"},
	"usd-cell.csv":            {doubts: "currency", lines: 2, broken: "4 rowCurrency", sums: "EUR -3.25, USD 12.50"},
	"two-columns-sgd.csv":     {lines: 3, sums: "SGD 1241.74"},
	"status.csv":              {doubts: "decimal status", lines: 2, broken: "6 rowStatus", skipped: "3 pending 50.000 LYD, 4 reversed 7.000 LYD", sums: "LYD 9.500"},
	"pending-in-date.csv":     {doubts: "currency", answer: answers("GBP"), lines: 2, skipped: "2 pending 67.40 GBP", sums: "GBP 1163.23"},
	"balances.csv":            {lines: 4, sums: "EUR 1069.32", gaps: "closing 0 0.02 EUR"},
	"running.csv":             {lines: 4, broken: "6 rowAmount", sums: "EUR 5.00", gaps: "closing 0 5.00 EUR, running 7 5.00 EUR"},
	"indian.csv":              {lines: 3, sums: "INR 100500.50"},
	"days.csv":                {lines: 5, sums: "LYD 1017.750"},
	"month-first.csv":         {lines: 2, sums: "USD -1.00"},
	"both-orders.csv":         {doubts: "layout", broken: "2 rowFormat, 3 rowFormat"},
	"month-names.csv":         {lines: 2, sums: "EUR 9.25"},
	"months-french.csv":       {lines: 2, sums: "EUR 9.25"},
	"year-dots.csv":           {lines: 2, sums: "HUF 940.00"},
	"offsets.csv":             {lines: 2, sums: "GBP 15.00"},
	"afternoon.csv":           {lines: 2, sums: "LYD -1000.000"},
	"minus-debit.csv":         {doubts: "minus", lines: 1, broken: "2 rowSign", sums: "EUR 219.95"},
	"both-decimals.csv":       {doubts: "decimal", broken: "2 rowFormat, 3 rowFormat"},
	"repeated.csv":            {lines: 3, skipped: "3 repeated 12.50 EUR", sums: "EUR 2.50"},
	"minor-zero.csv":          {lines: 1, broken: "3 rowDigits", skipped: "4 zero 0 JPY", sums: "JPY 1250"},
	"total-row.csv":           {lines: 3, sums: "EUR 49.25", gaps: "sum 5 7.50 EUR"},
	"details.camt053.xml":     {lines: 6, skipped: "4 pending 9.000 LYD", sums: "LYD 89.600", gaps: "details 1 -0.900 LYD, details 2 30.000 LYD"},
	"closing.camt053.xml":     {lines: 2, sums: "EUR -14.97", gaps: "closing 0 -2.53 EUR, number 0 1, sum 0 -0.03 EUR"},
	"report.camt052.xml":      {lines: 2, sums: "EUR 9.25"},
	"advice.camt054.xml":      {lines: 2, skipped: "3 repeated 12.500 LYD", sums: "LYD 25.000"},
	"plain.mt940.txt":         {lines: 4, sums: "EUR 1200.70", gaps: "closing 0 0.01 EUR"},
	"envelope.mt940.txt":      {lines: 1, sums: "EUR -65.00"},
	"padded.mt940.txt":        {lines: 2, sums: "EUR -15.00"},
	"fundscode.mt940.txt":     {lines: 3, skipped: "3 repeated 45.00 PLN", sums: "PLN 43.01"},
	"broken.mt940.txt":        {lines: 2, broken: "3 rowAmount, 4 rowElement", sums: "EUR 24.00"},
	"noamountcomma.mt940.txt": {lines: 2, sums: "EUR 1000.00"},
	"interim.mt942.txt":       {lines: 1, skipped: "2 pending 99.00 EUR", sums: "EUR -0.42", gaps: "number 0 1, sum 0 5.00 EUR"},
	"nocurrency.mt942.txt":    {doubts: "currency", answer: answers("EUR"), lines: 1, sums: "EUR 5.00"},
	"one.ofx":                 {lines: 2, broken: "3 rowSign", skipped: "4 repeated 1250.75 USD", sums: "USD 1170.75"},
	"two.ofx":                 {doubts: "currency", lines: 2, broken: "2 rowCurrency", skipped: "4 pending 3.00 EUR", sums: "EUR -73.25"},
	"bank.qif":                {doubts: "currency", answer: answers("USD"), lines: 3, sums: "USD -925.04", gaps: "details 6 0.46 USD"},
	"six-digits.csv":          {lines: 3, sums: "TND 1262.750"},
	"short-years.csv":         {lines: 3, sums: "LYD 1260.000"},
	"short-year-open.csv":     {doubts: "layout", lines: 3, sums: "LYD 1260.000"},
	"french.csv":              {lines: 5, sums: "TND 1252.750"},
	"french-status.csv":       {lines: 3, skipped: "3 pending 1250.750 TND, 6 reversed 7.000 TND", sums: "TND 15.250"},
	"old-lines.csv":           {lines: 3, sums: "EUR 502.50"}, // the ends of lines of the first Macintosh
	"old-lines.qif":           {doubts: "currency", answer: answers("USD"), lines: 2, sums: "USD 9.25"},
	"remark.qif":              {doubts: "currency", answer: answers("USD"), lines: 2, sums: "USD 9.25"},
	"xxx.camt053.xml":         {doubts: "currency", answer: answers("CHF"), lines: 2, sums: "CHF 90.00"}, // XXX is no currency
	"cash.bai2":               {lines: 2, broken: "7 rowSign", sums: "LYD 1238.250"},
}

// counted is what was read, as a sample says it.
func counted(s statement.Statement) (out sample) {
	out.lines, out.broken = len(s.Lines), broken(s)
	sums := map[string]int64{}
	for _, l := range s.Lines {
		sums[l.Amount.Currency] += l.Amount.Minor
	}
	for _, c := range slices.Sorted(maps.Keys(sums)) {
		a := lyd(sums[c])
		a.Currency = c
		out.sums += ", " + c + " " + a.Major()
	}
	for _, k := range s.Skipped {
		out.skipped += fmt.Sprintf(", %d %s %v", k.Row, k.Why, k.Amount)
	}
	var gaps []string
	for _, g := range s.Gaps {
		missing := g.Missing().String()
		if g.Stated.Currency == "" {
			missing = fmt.Sprint(g.Missing().Minor)
		}
		gaps = append(gaps, fmt.Sprintf("%s %d %s", g.Total, g.Row, missing))
	}
	slices.Sort(gaps)
	out.sums, out.skipped, out.gaps = strings.TrimPrefix(out.sums, ", "), strings.TrimPrefix(out.skipped, ", "), strings.Join(gaps, ", ")
	return out
}

func (s sample) String() string {
	return fmt.Sprintf("doubts %q, %d lines, broken %q, skipped %q, sums %q, gaps %q", s.doubts, s.lines, s.broken, s.skipped, s.sums, s.gaps)
}

// open reads a file as a person would who answers nothing but what the sample
// says.
func opened(t testing.TB, data []byte, answer func(*statement.Mapping)) (statement.Statement, string, error) {
	t.Helper()
	f, err := statement.Open(context.Background(), data, statement.Mapping{})
	if err != nil {
		return statement.Statement{}, "", err
	}
	if err := f.Usable(); err != nil {
		return statement.Statement{}, "", err
	}
	m, doubts := f.Guess()
	var asked []string
	for _, d := range doubts {
		if d != statement.DoubtID {
			asked = append(asked, string(d))
		}
	}
	if answer != nil {
		answer(&m)
	}
	s, err := f.Read(context.Background(), m, tripoli)
	return s, strings.Join(asked, " "), err
}

// tableRow is a file of the corpus as a row: file, format, movements, unread rows, sums.
func tableRow(name string, data []byte, s statement.Statement) string {
	kind := statement.Kind("refused")
	if f, err := statement.Open(context.Background(), data, statement.Mapping{}); err == nil {
		kind = f.Kind
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %s |", name, kind, len(s.Lines), len(s.Broken), counted(s).sums)
}

func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range files {
		name := filepath.Base(path)
		if name == "README.md" || name == "public.tsv" {
			continue
		}
		want, ok := corpus[name]
		if !ok {
			t.Errorf("%s: nobody counted it", name)
			continue
		}
		seen++
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, doubts, err := opened(t, data, want.answer)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := counted(s)
		got.doubts = doubts
		t.Log(tableRow(name, data, s))
		if want.answer = nil; got.String() != want.String() {
			t.Errorf("%s:\n%v\nwant\n%v", name, got, want)
		}
	}
	if seen != len(corpus) {
		t.Errorf("%d files of %d", seen, len(corpus))
	}
}

// TestNothingIsReadWithoutAnAnswer: where neither sign nor currency is said, not
// one row is a movement.
func TestNothingIsReadWithoutAnAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		text, doubts, broken string
	}{
		"no sign":           {"Date,Ref,Amount LYD\n2026-11-20,A-0001-X,12.50\n", "sign", "2 rowSign"},
		"no currency":       {"Date,Ref,Amount,D/C\n2026-11-20,A-0001-X,12.50,C\n2026-11-20,A-0002-X,2.50,D\n", "currency", "2 rowCurrency, 3 rowCurrency"},
		"neither":           {"Date,Ref,Amount\n2026-11-20,A-0001-X,12.50\n", "sign currency", "2 rowCurrency"},
		"a dollar":          {"Date,Ref,Amount\n2026-11-20,A-0001-X,$12.50\n2026-11-20,A-0001-X,-$2.50\n", "currency", "2 rowCurrency, 3 rowCurrency"},
		"two currencies":    {"Date,Ref,Amount (USD),Currency\n2026-11-20,A-0001-X,12.50,LYD\n2026-11-20,A-0002-X,-12.50,USD\n", "currency", "2 rowCurrency"},
		"a sign against it": {"Date,Ref,Amount EUR,D/C\n2026-11-20,A-0001-X,-12.50,C\n2026-11-20,A-0002-X,-2.50,D\n", "", "2 rowSign"},
		"a spoilt side":     {"Date,Ref,Credit (LYD),Debit (LYD)\n2026-11-20,A-0001-X,12.500,\n2026-11-21,A-0002-X,,0.500\n2026-11-22,A-0003-X,,12x5\n2026-11-23,A-0004-X,,soon\n", "", "4 rowAmount, 5 rowAmount"},
		"words and a minus": {"Date,Ref,Amount EUR\n2026-11-20,A-0001-X,-12.50 CR\n2026-11-20,A-0002-X,-2.50 DR\n", "", "2 rowSign"},
	} {
		s, doubts, err := opened(t, []byte(c.text), nil)
		if err != nil || doubts != c.doubts || broken(s) != c.broken {
			t.Errorf("%s: doubts %q, broken %q, %v; want %q, %q", name, doubts, broken(s), err, c.doubts, c.broken)
		}
	}
	// What a person said against what the file says: the row is unread.
	s, _, err := opened(t, []byte("Date,Ref,Amount (USD)\n2026-11-20,A-0001-X,12.50\n2026-11-20,A-0002-X,-1.00\n"), answers("LYD"))
	if err != nil || len(s.Lines) != 0 || broken(s) != "2 rowCurrency, 3 rowCurrency" {
		t.Errorf("%v %s %v", s.Lines, broken(s), err)
	}
}

// TestKeptMappingsAreValidated against each new file.
func TestKeptMappingsAreValidated(t *testing.T) {
	open := func(text string) *statement.File {
		f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const head = "Date,Ref,Amount\n"
	first := open(head + "13/11/2026,A-0001-X,12.500\n14/11/2026,A-0002-X,0.500\n")
	m, _ := first.Guess()
	m.Currency, m.Plain = "LYD", statement.WayIn
	banks := statement.Banks{}.Add(first, "Jumhouria", m)
	banks = statement.ParseBanks(banks.String())
	for text, want := range map[string]string{
		"03/11/2026,A-0001-X,12.500\n":                                   "[]",
		"03/11/2026,A-0001-X,12.500\n04/11/2026,A-0002-X,-12.500\n":      "[]",
		"03/11/2026,A-0001-X,\"12,500\"\n":                               "[decimal]",
		"03/11/2026,A-0001-X,\"1.250,75\"\n":                             "[decimal]",
		"04/13/2026,A-0001-X,12.500\n":                                   "[layout]",
		"2026-11-13,A-0001-X,12.500\n":                                   "[layout]",
		"03/11/2026,A-0001-X,$12.50\n":                                   "[currency]",
		"03/11/2026,A-0001-X,USD 12.50\n":                                "[currency]",
		"03/11/2026,A-0001-X,\"1,250.750\"\n03/11/2026,A-0002-X,0.500\n": "[]",
	} {
		f := open(head + text)
		bank, ok := banks.Find(f)
		if !ok || bank.Name != "Jumhouria" {
			t.Fatalf("%q is of no bank", text)
		}
		doubts, err := f.Validate(bank.Mapping)
		if err != nil || fmt.Sprint(doubts) != want {
			t.Errorf("%q: %v, %v, want %s", text, doubts, err, want)
		}
	}
	if _, ok := banks.Find(open("Date,Amount,Ref\n03/11/2026,12.500,A-0001-X\n")); ok {
		t.Error("another bank's file is taken for this one's")
	}
	if got := banks.Add(first, "Jumhouria", m); len(got.Banks) != 1 {
		t.Errorf("one bank is kept %d times", len(got.Banks))
	}
	account := func(number string) *statement.File {
		return open("Account: " + number + ",,\n" + head + "13/11/2026,A-0001-X,12.500\n")
	}
	two := statement.Banks{}.Add(account("08088804068"), "One", m)
	two = two.Add(account("08088804069"), "Two", m)
	for number, want := range map[string]string{"08088804068": "One", "08088804069": "Two", "08088804070": ""} {
		if bank, _ := two.Find(account(number)); bank.Name != want {
			t.Errorf("%s is %q, want %q", number, bank.Name, want)
		}
	}
	if kept := two.String(); strings.Contains(kept, "0808880") {
		t.Error("an account is kept as it is")
	}
	if len(statement.ParseBanks(`{"date":"Date"}`).Banks)+len(statement.ParseBanks("torn").Banks) != 0 {
		t.Error("what was kept by an older version is taken for answers")
	}
}

// TestWhatIsNotReadIsRefusedByName.
func TestWhatIsNotReadIsRefusedByName(t *testing.T) {
	ods := append([]byte("PK\x03\x04\x14\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00mimetype"), "application/vnd.oasis.opendocument.spreadsheet"...)
	for name, c := range map[string]struct {
		data string
		want report.Code
	}{
		"a PDF": {"%PDF-1.7", report.CodePDF}, "an old workbook": {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 ", report.CodeXLS}, "OpenDocument": {string(ods), report.CodeODS},
		"a page": {"<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>", report.CodeHTML}, "a table of a page": {"<table><tr><td>2026-11-20</td></tr></table>", report.CodeHTML},
		"a picture": {"\xff\xd8\xff\xe0 JFIF", report.CodePicture}, "packed": {"\x1f\x8b\x08", report.CodeArchive},
		"an order":    {`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn/></Document>`, report.CodeOrder},
		"another XML": {"<catalogue/>", report.CodeXML},
		"a letter":    {"Dear customer,\nyour balance, as asked for, is enclosed.\n", report.CodeNoTable},
		"a list":      {"Name,Telephone\nSalem,0912345678\n", report.CodeNoTable},
		"heads alone": {"Date,Label,Currency,Amount\n", report.CodeEmpty},
	} {
		if _, _, err := opened(t, []byte(c.data), nil); report.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestSheetsWithTexts: a cell that holds a text is read as one, and a column with
// both is read as far as each cell says itself.
func TestSheetsWithTexts(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]any
		want sample
	}{
		"numbers":        {[][]any{{46345.5, 12.345}, {46346, -1.5}}, sample{lines: 2, sums: "LYD 10.845"}},
		"texts, comma":   {[][]any{{"19.11.2026", "1.250,750"}, {"20.11.2026", "-12,345"}}, sample{lines: 2, sums: "LYD 1238.405"}},
		"texts, DR":      {[][]any{{"2026-11-19", "1,250.750 CR"}, {"2026-11-20", "12.345 DR"}}, sample{lines: 2, sums: "LYD 1238.405"}},
		"a text between": {[][]any{{46345, 12.345}, {46346, "-1,5"}}, sample{lines: 2, sums: "LYD 10.845"}},
		"dates of both":  {[][]any{{46345, 12.345}, {"13/11/2026", -1.5}}, sample{broken: "2 rowFormat, 3 rowFormat"}},
	} {
		book := excelize.NewFile()
		for i, r := range append([][]any{{"Date", "Amount LYD"}}, c.rows...) {
			if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &r); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := book.Write(&out); err != nil {
			t.Fatal(err)
		}
		s, _, err := opened(t, out.Bytes(), nil)
		if got := counted(s); err != nil || got.String() != c.want.String() {
			t.Errorf("%s: %v\n%v\nwant\n%v", name, err, got, c.want)
		}
	}
}
