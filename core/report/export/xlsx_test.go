package export_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

func open(t *testing.T, data []byte) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

func cell(t *testing.T, book *excelize.File, sheet, at string) string {
	t.Helper()
	v, err := book.GetCellValue(sheet, at)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The five currencies of three digits, and others: sums are real numbers that
// are exactly the sums, dates are real dates of the shop's clock.
func TestWorkbookHoldsNumbersAndDates(t *testing.T) {
	currencies := []string{"LYD", "BHD", "KWD", "OMR", "TND", "EUR", "JPY"}
	data, result := write(t, job(export.XLSX, shop.English, export.Sales(shop.Sales(700, currencies...), 700, shop.Returned(700, currencies...), shop.English)))
	book := open(t, data)
	rows, err := book.GetRows("Sales")
	if err != nil || len(rows) != 701 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	sums := map[string]int64{}
	for i, r := range rows[1:] {
		s := shop.Sale(i, 700, currencies...)
		asked, err := money.ParseWire(r[13], r[12])
		if err != nil || asked != s.Amount {
			t.Fatalf("row %d: %q, %v; want %v", i+2, r[13], err, s.Amount)
		}
		if len(r) > 14 && r[14] != "" {
			sums[r[12]] += asked.Minor
		}
		serial, err := excelize.ExcelDateToTime(mustFloat(t, r[2]), false)
		if err != nil || serial.Round(time.Second).Format(time.DateTime) != s.CreatedAt.In(tripoli).Format(time.DateTime) {
			t.Fatalf("row %d was opened %v, want %v, %v", i+2, serial, s.CreatedAt, err)
		}
	}
	if fmt.Sprint(sums) != fmt.Sprint(wantSums(700, currencies...)) {
		t.Errorf("sums %v", sums)
	}
	paid, returned, stays := columnSums(result, 0, 14), columnSums(result, 0, 16), columnSums(result, 0, 17)
	if fmt.Sprint(paid) != fmt.Sprint(sums) {
		t.Errorf("paid %v, want %v", paid, sums)
	}
	back := backSums(700, currencies...)
	for c, minor := range sums {
		if returned[c] != back[c] || stays[c] != minor-back[c] {
			t.Errorf("%s: %d of %d returned, want %d, and %d stays", c, returned[c], minor, back[c], stays[c])
		}
	}
	if kind, err := book.GetCellType("Sales", "O2"); err != nil || kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString {
		t.Errorf("a sum is a cell of kind %v, %v", kind, err)
	}
	summary(t, book, "Paid", paid)
	summary(t, book, "Returned", returned)
	summary(t, book, "Stays", stays)
}

// summary checks that the first sheet's formulas of a column of money, when computed,
// give what stands beside them and what its sums are.
func summary(t *testing.T, book *excelize.File, column string, sums map[string]int64) {
	t.Helper()
	rows, err := book.GetRows("Summary")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, r := range rows {
		if len(r) < 4 || r[0] != "Sales · "+column {
			continue
		}
		found++
		kept, err := money.ParseWire(r[3], r[1])
		if err != nil || kept.Minor != sums[r[1]] {
			t.Errorf("%s, %s is %s, %v", column, r[1], r[3], err)
		}
		at := fmt.Sprintf("D%d", i+1)
		formula, _ := book.GetCellFormula("Summary", at)
		computed, err := book.CalcCellValue("Summary", at, excelize.Options{RawCellValue: true})
		if err != nil || !strings.HasPrefix(formula, "SUMIFS(") {
			t.Fatalf("%s: %q, %v", at, formula, err)
		}
		if diff := mustFloat(t, computed) - mustFloat(t, r[3]); diff > 1e-6 || diff < -1e-6 {
			t.Errorf("%s computes %s beside %s", formula, computed, r[3])
		}
	}
	if found != len(sums) {
		t.Errorf("%d sums, want %d", found, len(sums))
	}
}

func mustFloat(t *testing.T, s string) float64 {
	t.Helper()
	var f float64
	if _, err := fmt.Sscan(s, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWorkbookInArabicGoesFromRightToLeft(t *testing.T) {
	for _, w := range []export.Words{shop.English, shop.Arabic} {
		j := job(export.XLSX, w, export.Sales(shop.Sales(10), 10, nil, w))
		j.About.Practice = true
		data, _ := write(t, j)
		book := open(t, data)
		for _, name := range book.GetSheetList() {
			view, err := book.GetSheetView(name, 0)
			if err != nil || view.RightToLeft == nil || *view.RightToLeft != w.RTL() {
				t.Errorf("%s: %+v, %v", name, view, err)
			}
		}
		panes, err := book.GetPanes(w.Say(export.KeySales))
		if err != nil || !panes.Freeze || panes.YSplit != 1 {
			t.Errorf("%+v, %v", panes, err)
		}
		all, err := book.GetRows(w.Say(export.KeySummary))
		if err != nil {
			t.Fatal(err)
		}
		for _, said := range []string{"Huda", w.Day("20261101"), w.DateTime(j.About.At), j.About.Asked, w.Say("receipt.test"), w.Say("receipt.practice")} {
			if !strings.Contains(fmt.Sprint(all), said) {
				t.Errorf("%q is not in the summary", said)
			}
		}
	}
}

// Text is text: no formula of a reference, and a sum of more digits than a
// spreadsheet keeps.
func TestWorkbookNeverTakesTextForSomethingElse(t *testing.T) {
	s := shop.Sale(1, 10)
	s.Reference, s.Amount.Minor = `=HYPERLINK("http://example.org","click")`, 1_234_567_890_123_456_789
	data, _ := write(t, job(export.XLSX, shop.English, export.Sales(shop.Each([]journal.Sale{s}), 1, nil, shop.English)))
	book := open(t, data)
	if f, err := book.GetCellFormula("Sales", "I2"); f != "" || err != nil || cell(t, book, "Sales", "I2") != s.Reference {
		t.Errorf("the reference is %q with the formula %q", cell(t, book, "Sales", "I2"), f)
	}
	if got := cell(t, book, "Sales", "N2"); got != "1234567890123456.789" {
		t.Errorf("asked %s", got)
	}
	if got := cell(t, book, "Summary", "D10"); got != "1234567890123456.789" {
		t.Errorf("sum %s", got)
	}
	if f, _ := book.GetCellFormula("Summary", "D10"); f != "" {
		t.Errorf("a spreadsheet would compute it inexactly: %s", f)
	}
}

func TestSheetNamesAreMadeFit(t *testing.T) {
	var tables []export.Table
	for range 3 {
		one := export.Sales(shop.Sales(1), 1, nil, shop.English)
		one.Name = "[By]: hour/day 'and' a name that is much too long for a sheet"
		tables = append(tables, one)
	}
	data, _ := write(t, job(export.XLSX, shop.English, tables...))
	if names := open(t, data).GetSheetList(); len(names) != 4 {
		t.Errorf("%q", names)
	}
}

func TestReportOfAWeekAsAWorkbook(t *testing.T) {
	tally, err := shop.Count(shop.Sales(8000, "LYD", "EUR"), tripoli)
	if err != nil {
		t.Fatal(err)
	}
	result, err := report.Build(t.Context(), tally, report.Query{Filter: report.Filter{Period: report.SevenDays("20261120")}, Compare: report.CompareWeekdays})
	if err != nil {
		t.Fatal(err)
	}
	_, out := write(t, job(export.XLSX, shop.English, export.Reports(result, shop.English)...))
	for _, r := range result.Reports {
		for table := range 4 { // by hour, day, route, cashier: each adds up to what was taken
			for column, want := range map[int]int64{2: r.Taken.Now.Number, 3: r.Taken.Now.Minor, 5: r.Taken.Before.Number, 6: r.Taken.Before.Minor} {
				if got := sumOf(out, table, column, r.Currency); got != want {
					t.Errorf("%s table %d column %d: %d, want %d", r.Currency, table, column, got, want)
				}
			}
		}
	}
}

func sumOf(r export.Result, table, column int, currency string) int64 {
	for _, s := range r.Sums {
		if s.Table == table && s.Column == column && s.Currency == currency {
			return s.Minor
		}
	}
	return -1
}
