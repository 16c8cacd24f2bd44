package statement_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

// packed is a workbook of one sheet, written by hand: what a library writes is well-formed.
func packed(t testing.TB, book, styles string, sheet func(io.Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	part := func(name string, write func(io.Writer)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		write(w)
	}
	text := func(s string) func(io.Writer) {
		return func(w io.Writer) { _, _ = io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+s) }
	}
	const main = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const relations = ` xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	part("[Content_Types].xml", text(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>`+
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`))
	part("_rels/.rels", text(`<Relationships`+relations+`><Relationship Id="rId1" Type="`+office+`/officeDocument" Target="xl/workbook.xml"/></Relationships>`))
	part("xl/workbook.xml", text(`<workbook`+main+` xmlns:r="`+office+`">`+book+`<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`))
	part("xl/_rels/workbook.xml.rels", text(`<Relationships`+relations+`><Relationship Id="rId1" Type="`+office+`/worksheet" Target="worksheets/sheet1.xml"/>`+
		`<Relationship Id="rId2" Type="`+office+`/styles" Target="styles.xml"/></Relationships>`))
	part("xl/styles.xml", text(`<styleSheet`+main+`>`+styles+`</styleSheet>`))
	part("xl/worksheets/sheet1.xml", func(w io.Writer) {
		text(`<worksheet` + main + `><sheetData>`)(w)
		sheet(w)
		_, _ = io.WriteString(w, `</sheetData></worksheet>`)
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// styled is the style sheet of a list of number formats: cell style n+1 is the n-th.
func styled(formats ...string) string {
	var codes, cells strings.Builder
	for i, f := range formats {
		fmt.Fprintf(&codes, `<numFmt numFmtId="%d" formatCode="%s"/>`, 164+i, strings.NewReplacer(`"`, "&quot;", "<", "&lt;").Replace(f))
		fmt.Fprintf(&cells, `<xf numFmtId="%d" applyNumberFormat="1"/>`, 164+i)
	}
	return `<numFmts>` + codes.String() + `</numFmts><cellXfs><xf numFmtId="0"/>` + cells.String() + `</cellXfs>`
}

const sheetHead = `<row r="1"><c r="A1" t="inlineStr"><is><t>Date</t></is></c><c r="B1" t="inlineStr"><is><t>Ref</t></is></c><c r="C1" t="inlineStr"><is><t>Amount</t></is></c></row>`

// TestWhatAWorkbookShows: a person sees "12.500 Dr" and "USD 12.50" where the cell holds 12.5 alone, and a day that is
// counted from 1904.
func TestWhatAWorkbookShows(t *testing.T) {
	for name, c := range map[string]struct {
		book    string
		formats [3]string // of the dates, and of both sums
		sums    [2]string
		want    sample
	}{
		"sides":             {"", [3]string{"dd/mm/yyyy", `[$LYD] 0.000 "Dr"`, `[$LYD] 0.000 "Cr"`}, [2]string{"12.5", "3.5"}, sample{lines: 2, sums: "LYD -9.000"}},
		"debits are plain":  {"", [3]string{"dd/mm/yyyy", `#,##0.000 "LYD Dr";#,##0.000 "LYD Cr"`, `#,##0.000 "LYD Dr";#,##0.000 "LYD Cr"`}, [2]string{"12.5", "-3.5"}, sample{lines: 2, sums: "LYD -9.000"}},
		"a currency":        {"", [3]string{"dd/mm/yyyy", `[$USD-409] #,##0.00`, `[$USD-409] #,##0.00`}, [2]string{"12.5", "-3.5"}, sample{lines: 2, sums: "USD 9.00"}},
		"in quotes":         {"", [3]string{"dd/mm/yyyy", `#,##0.000" د.ل."`, `#,##0.000" د.ل.";(#,##0.000" د.ل.")`}, [2]string{"12.5", "-3.5"}, sample{lines: 2, sums: "LYD 9.000"}},
		"a red one":         {"", [3]string{"dd/mm/yyyy", `"EUR" 0.00;[Red]"EUR" 0.00`, `"EUR" 0.00;[Red]"EUR" 0.00`}, [2]string{"12.5", "-3.5"}, sample{lines: 2, sums: "EUR 9.00"}},
		"an escaped dollar": {"", [3]string{"dd/mm/yyyy", `\$#,##0.00`, `\$#,##0.00`}, [2]string{"12.5", "-3.5"}, sample{doubts: "currency", broken: "2 rowCurrency, 3 rowCurrency"}},
		"per cent":          {"", [3]string{"dd/mm/yyyy", `"EUR" 0.00`, `0.00%`}, [2]string{"-12.5", "0.035"}, sample{lines: 1, broken: "3 rowAmount", sums: "EUR -12.50"}},
		"no value":          {"", [3]string{"dd/mm/yyyy", `"EUR" 0.00`, `"EUR" 0.00`}, [2]string{"-12.5", ""}, sample{lines: 1, broken: "3 rowAmount", sums: "EUR -12.50"}},
		"since 1904":        {`<workbookPr date1904="1"/>`, [3]string{"dd/mm/yyyy", `"EUR" 0.00`, `"EUR" 0.00`}, [2]string{"12.5", "-3.5"}, sample{lines: 2, sums: "EUR 9.00"}},
		"tiny":              {"", [3]string{"dd/mm/yyyy", `"EUR" 0.00`, `"EUR" 0.00`}, [2]string{"5.0000000000000003E-2", "-1.25E3"}, sample{lines: 2, sums: "EUR -1249.95"}},
	} {
		day := 46346 // 20 November 2026
		if c.book != "" {
			day -= 1462
		}
		data := packed(t, c.book, styled(c.formats[:]...), func(w io.Writer) {
			_, _ = io.WriteString(w, sheetHead)
			for i, sum := range c.sums {
				value := "<v>" + sum + "</v>"
				if sum == "" {
					value = "<f>A1*2</f>"
				}
				fmt.Fprintf(w, `<row r="%d"><c r="A%d" s="1"><v>%d</v></c><c r="B%d" t="inlineStr"><is><t>A-000%d-X</t></is></c><c r="C%d" s="%d">%s</c></row>`, i+2, i+2, day+i, i+2, i, i+2, i+2, value)
			}
		})
		s, doubts, err := opened(t, data, nil)
		got := counted(s)
		got.doubts = doubts
		if err != nil || got.String() != c.want.String() {
			t.Errorf("%s: %v\n%v\nwant\n%v", name, err, got, c.want)
		}
		for i, l := range s.Lines {
			if want := time.Date(2026, 11, 20+i, 0, 0, 0, 0, tripoli); !l.At.Equal(want) {
				t.Errorf("%s: %v, want %v", name, l.At, want)
			}
		}
	}
}

// TestSheetsOfMonths: a workbook with a cover and a sheet for each month is all of them.
func TestSheetsOfMonths(t *testing.T) {
	book := excelize.NewFile()
	for i, name := range []string{"Cover", "October", "November"} {
		rows := [][]any{{"Date", "Ref", "Amount EUR"}, {fmt.Sprintf("2026-1%d-20", i-1), fmt.Sprintf("A-000%d-X", i), 12.5}, {fmt.Sprintf("2026-1%d-21", i-1), fmt.Sprintf("B-000%d-X", i), -1.5}}
		if i == 0 {
			rows = [][]any{{"Statement of the account"}, {"of two months"}}
		}
		if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for n, r := range rows {
			if err := book.SetSheetRow(name, fmt.Sprintf("A%d", n+1), &r); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = book.DeleteSheet("Sheet1")
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	s, _, err := opened(t, out.Bytes(), nil)
	if got, want := counted(s), (sample{lines: 4, sums: "EUR 22.00"}); err != nil || got.String() != want.String() {
		t.Errorf("%v\n%v\nwant\n%v", err, got, want)
	}
}

// heap is how much is in use while a file is open, at its most.
func heap(read func()) (most uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, done, end := m.HeapInuse, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(end)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	read()
	close(done)
	<-end
	return max(most, before) - before
}

// TestBombs: a small file that unpacks to much costs neither memory nor time.
func TestBombs(t *testing.T) {
	cell := `<c r="%s%d"><v>1</v></c>`
	for name, c := range map[string]struct {
		sheet func(io.Writer)
		want  report.Code
	}{
		"a cell in the last column": {func(w io.Writer) {
			for i := range 400 {
				fmt.Fprintf(w, `<row r="%d">`+cell+`</row>`, i+1, "XFD", i+1)
			}
		}, report.CodeEmpty},
		"many cells": {func(w io.Writer) {
			for i := range 100_000 {
				fmt.Fprintf(w, `<row r="%d">`+cell+`</row>`, i+1, "IV", i+1)
			}
		}, report.CodeTooLarge},
		"one long cell": {func(w io.Writer) {
			_, _ = io.WriteString(w, `<row r="1"><c r="A1" t="inlineStr"><is><t>`)
			for range 400 {
				_, _ = io.WriteString(w, strings.Repeat(" ", 1<<20))
			}
			_, _ = io.WriteString(w, `</t></is></c></row>`)
		}, report.CodeTooLarge},
		"the last row": {func(w io.Writer) { fmt.Fprintf(w, `<row r="1048577">`+cell+`</row>`, "A", 1048577) }, report.CodeTooLarge},
		"entities":     {func(w io.Writer) { _, _ = io.WriteString(w, `<row r="1"><c r="A1"><v>&lol9;</v></c></row>`) }, report.CodeFormat},
	} {
		data := packed(t, "", "", c.sheet)
		began, err := time.Now(), error(nil)
		used := heap(func() { _, _, err = opened(t, data, nil) })
		took := time.Since(began)
		t.Logf("%s: %d KB, %v, %d MB, %v", name, len(data)>>10, took.Round(time.Millisecond), used>>20, err)
		if report.CodeOf(err) != c.want || used > 400<<20 || took > 2*time.Minute {
			t.Errorf("%s: %v, want %s; %d MB in %v", name, err, c.want, used>>20, took)
		}
	}
}

// TestALongWorkbook reads 100,000 rows.
func TestALongWorkbook(t *testing.T) {
	const rows = 100_000
	sum := int64(0)
	data := packed(t, "", styled("dd/mm/yyyy", `[$LYD] #,##0.000`), func(w io.Writer) {
		_, _ = io.WriteString(w, sheetHead)
		for i := range rows {
			minor := int64(i%7001) - 3000
			if minor == 0 {
				minor = 1
			}
			sum += minor
			fmt.Fprintf(w, `<row r="%d"><c r="A%d" s="1"><v>%d</v></c><c r="B%d" t="inlineStr"><is><t>A-%06d-X</t></is></c><c r="C%d" s="2"><v>%s</v></c></row>`,
				i+2, i+2, 46000+i/400, i+2, i, i+2, lyd(minor).Major())
		}
	})
	began := time.Now()
	var s statement.Statement
	var err error
	used := heap(func() { s, _, err = opened(t, data, nil) })
	t.Logf("%d rows, %d MB packed, %v, %d MB", rows, len(data)>>20, time.Since(began).Round(time.Millisecond), used>>20)
	if got, want := counted(s), (sample{lines: rows, sums: "LYD " + lyd(sum).Major()}); err != nil || got.String() != want.String() {
		t.Errorf("%v\n%v\nwant\n%v", err, got, want)
	}
	if used > 400<<20 {
		t.Errorf("%d MB", used>>20)
	}
}

// The rows that are shown to choose columns by are those of the file, as its heads are counted: blank ones of a
// workbook, and those over which a text goes.
func TestTheHeadsStandInTheirRow(t *testing.T) {
	for name, data := range map[string][]byte{
		"workbook": bookOf(t, []any{"Palm Bank"}, []any{}, []any{}, []any{"Date", "Reference", "Amount"}, []any{"03/11/2026", "8F2K-71QD-0001", "7.000 LYD"}),
		"text":     []byte("\"Palm Bank\nMain Street\nTripoli\",,\nDate,Reference,Amount\n03/11/2026,8F2K-71QD-0001,7.000 LYD\n"),
	} {
		f, err := statement.Open(t.Context(), data, statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := f.Guess()
		if head := f.Head(8); m.HeadRow != 4 || len(head) < m.HeadRow || !slices.Equal(head[m.HeadRow-1], []string{"Date", "Reference", "Amount"}) {
			t.Errorf("%s: the heads are in row %d of %q", name, m.HeadRow, head)
		}
	}
}

// A sheet that nobody sees is none of the statement, unless there is no other.
func TestASheetThatIsHiddenIsNoPartOfTheStatement(t *testing.T) {
	for _, seen := range []bool{true, false} {
		book := excelize.NewFile()
		for i, sheet := range []string{"Sheet1", "Raw"} {
			if i > 0 {
				if _, err := book.NewSheet(sheet); err != nil {
					t.Fatal(err)
				}
			}
			for n, row := range [][]any{{"Date", "Details", "Amount LYD"}, {"03/11/2026", "Coffee", 7.5}, {"04/11/2026", "Tea", -2.25}} {
				if i == 0 && !seen {
					row = []any{"Palm Bank"}
				}
				if err := book.SetSheetRow(sheet, fmt.Sprintf("A%d", n+1), &row); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := book.SetSheetVisible("Raw", false); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := book.Write(&out); err != nil {
			t.Fatal(err)
		}
		if s, _, _ := read(t, out.Bytes()); len(s.Lines) != 2 {
			t.Errorf("with a sheet that is seen %v: %d lines, want 2", seen, len(s.Lines))
		}
	}
}
