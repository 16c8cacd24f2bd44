package statement_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

// What Go's own reader reads from a well-formed file, ours reads too.
func TestCSVAgreesWithEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 6).Draw(t, "width")
		field := rapid.StringOf(rapid.RuneFrom([]rune("ab1 ,;\"\n.ا")))
		rows := rapid.SliceOfN(rapid.SliceOfN(field, width, width), 1, 20).Draw(t, "rows")
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		rows[0][0] = "head"
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		f, err := statement.Open(context.Background(), out.Bytes(), statement.Mapping{Encoding: statement.UTF8, Delimiter: ","})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(f.Head(1000), func(cells []string) bool { return len(cells) == 0 }) // lines within a text
		want, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d rows, want %d, %v", len(got), len(want), err)
		}
		for i := range want {
			for j := range want[i] {
				if got[i][j] != strings.TrimSpace(want[i][j]) {
					t.Fatalf("row %d column %d: %q, want %q", i, j, got[i][j], want[i][j])
				}
			}
		}
	})
}

// FuzzStatement opens, guesses and reads whatever bytes there are: no panic, no
// row both read and broken, no sum that is not the row's, no long number shown.
func FuzzStatement(f *testing.F) {
	f.Add([]byte("Date,Ref,Amount\n2026-11-20,A-0001,12.500\n"))
	f.Add([]byte("\xff\xfeD\x00a\x00t\x00e\x00;\x00A\x00"))
	f.Add([]byte(camt))
	f.Add([]byte("التاريخ;المبلغ\n٢٠/١١/٢٠٢٦;١٢٫٥٠٠\n"))
	f.Add([]byte("Date;Amount\n\"\"\"x\n1;\"2\"3\n"))
	book := excelize.NewFile()
	_ = book.SetSheetRow("Sheet1", "A1", &[]any{"Date", "Ref", "Amount"})
	_ = book.SetSheetRow("Sheet1", "A2", &[]any{45000.5, "A-0001", 12.5})
	var sheet bytes.Buffer
	if err := book.Write(&sheet); err != nil {
		f.Fatal(err)
	}
	f.Add(sheet.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := statement.Open(context.Background(), data, statement.Mapping{})
		if err != nil {
			if report.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		file.Head(10)
		m, _ := file.Guess()
		m.Currency, m.Plain = "LYD", statement.WayIn
		s, err := file.Read(context.Background(), m, tripoli)
		if err != nil {
			if report.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		bad := map[int]bool{}
		for _, b := range s.Broken {
			bad[b.Row] = true
		}
		for _, l := range s.Lines {
			if file.Table() && bad[l.Row] || l.Amount.Valid() != nil || l.At.Year() < 1949 {
				t.Fatalf("line %+v", l)
			}
			run := 0
			for _, r := range l.Shown() {
				if run++; !unicode.IsDigit(r) {
					run = 0
				}
				if run >= 9 {
					t.Fatalf("a long number is shown: %q", l.Shown())
				}
			}
		}
		items := statement.Match(s.Lines, nil, statement.Options{Zone: tripoli})
		if len(items) != len(s.Lines) {
			t.Fatalf("%d items of %d lines", len(items), len(s.Lines))
		}
	})
}
