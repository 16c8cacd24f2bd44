package export_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
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

// someDebts are the rows of n entries in two currencies: each returned in parts,
// some with a part that was kept, and some that are open still.
func someDebts(n int) (all [][]journal.DebtRow) {
	r := rand.New(rand.NewPCG(uint64(n), 17))
	for i := range n {
		number := uint64(i + 1)
		at := evening.Add(time.Duration(i) * time.Hour)
		amount := money.Amount{Minor: 10_000 + int64(r.IntN(90_000)), Currency: []string{"LYD", "EUR"}[i%2]}
		cause := []journal.DebtCause{journal.DebtPaidTwice, journal.DebtAfterCash}[r.IntN(2)]
		rows := []journal.DebtRow{{Debt: number, Kind: journal.DebtOpened, At: at, Shift: 42, Cause: cause, Sale: journal.NewSaleID("20261101", 2*i+1), With: journal.NewSaleID("20261101", 2*i+2), Amount: amount},
			{Debt: number, Kind: journal.DebtNoted, At: at.Add(time.Minute), By: "Huda"}}
		if i%3 > 0 {
			rows = append(rows, journal.DebtRow{Debt: number, Kind: journal.DebtReturned, At: at.Add(time.Hour), By: "Yusuf", DelegatedBy: "Huda", Shift: 43, Minor: 4_000, Open: amount.Minor, Reference: fmt.Sprintf("FT-%d", i)})
		}
		if i%3 == 2 {
			rows = append(rows, journal.DebtRow{Debt: number, Kind: journal.DebtKept, At: at.Add(2 * time.Hour), By: "Huda", Minor: 1_000, Open: amount.Minor - 4_000, Reason: "=the customer agreed"})
		}
		all = append(all, rows)
	}
	return all
}

// ledger are the lines of entries, and what the entries themselves came to.
func ledger(t testing.TB, debts [][]journal.DebtRow) (lines []export.OwedLine, owed, returned, kept map[string]int64) {
	t.Helper()
	owed, returned, kept = map[string]int64{}, map[string]int64{}, map[string]int64{}
	for _, rows := range debts {
		some, err := export.OwedLines(rows)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, some...)
		d := some[len(some)-1].Debt
		c := d.Amount.Currency
		owed[c], returned[c], kept[c] = owed[c]+d.Amount.Minor, returned[c]+d.Returned, kept[c]+d.Kept
	}
	return lines, owed, returned, kept
}

// TestTheLedgerIsExportedLineByLine, and what was owed less what was returned and
// kept is what its entries have open.
func TestTheLedgerIsExportedLineByLine(t *testing.T) {
	lines, owed, returned, kept := ledger(t, someDebts(60))
	data, _ := write(t, job(export.Plain, nil, export.Owed(each(lines), len(lines), nil)))
	rows := records(t, data)
	if len(rows) != len(lines)+1 {
		t.Fatalf("%d rows of %d lines", len(rows), len(lines))
	}
	for name, want := range map[string]map[string]int64{"owed": owed, "returned": returned, "kept": kept} {
		if got := added(t, rows, name); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s adds up to %v, the entries to %v", name, got, want)
		}
	}
	open := map[string]int64{}
	for i, l := range lines {
		if i == len(lines)-1 || lines[i+1].Debt.Number != l.Debt.Number {
			a, err := money.ParseWire(field(t, rows, i+1, "stillOwed"), field(t, rows, i+1, "currency"))
			if err != nil {
				t.Fatal(err)
			}
			open[a.Currency] += a.Minor
		}
	}
	for c := range owed {
		if open[c] != owed[c]-returned[c]-kept[c] {
			t.Errorf("%s: %d is still owed of %d, %d returned, %d kept", c, open[c], owed[c], returned[c], kept[c])
		}
	}
	at := slices.IndexFunc(lines, func(l export.OwedLine) bool { return l.Row.Kind == journal.DebtReturned }) + 1
	want := map[string]string{"what": "returned", "entry": "2", "written": "2026-11-02T00:09:11+02:00", "sale": "TILL-261101-003", "otherSale": "TILL-261101-004", "currency": "EUR", "owed": "",
		"returned": "40.00", "kept": "", "reference": "FT-1", "reason": "", "who": "Yusuf", "allowedBy": "Huda", "shift": "43"}
	for name, w := range want {
		if got := field(t, rows, at, name); got != w {
			t.Errorf("%s is %q, want %q", name, got, w)
		}
	}
}

// TestRowsThatAreNoEntryAreNotExported: a ledger that does not follow is refused.
func TestRowsThatAreNoEntryAreNotExported(t *testing.T) {
	rows := someDebts(3)[2]
	rows[3].Open++ // somebody else's
	if _, err := export.OwedLines(rows); report.CodeOf(err) != report.CodeSource {
		t.Error(err)
	}
}

// someAudit are n entries of the book of decisions.
func someAudit(n int) (all []journal.AuditRow) {
	actions := []journal.AuditAction{journal.AuditShiftOpened, journal.AuditCashOut, journal.AuditSettled, journal.AuditSettings}
	for i := range n {
		r := journal.AuditRow{Seq: uint64(i + 1), At: evening.Add(time.Duration(i) * time.Minute), Action: actions[i%4], Detail: "20.000 LYD cleaning"}
		switch i % 4 {
		case 1:
			r.By, r.DelegatedBy, r.Detail = "Yusuf", "Huda", "=cmd|' /C calc'!A0"
		case 2:
			r.SaleID = journal.NewSaleID("20261101", i)
		}
		all = append(all, r)
	}
	return all
}

func codes(r journal.AuditRow) (what, detail string) { return "said: " + string(r.Action), r.Detail }

// TestTheBookOfDecisionsIsExported, in words and as codes.
func TestTheBookOfDecisionsIsExported(t *testing.T) {
	all := someAudit(300)
	data, _ := write(t, job(export.Plain, nil, export.Audit(each(all), 300, nil, nil)))
	rows := records(t, data)
	if len(rows) != 301 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range all {
		sale := ""
		if r.SaleID != "" {
			sale = r.SaleID.Paper()
		}
		got := rows[i+1]
		if got[0] != fmt.Sprint(r.Seq) || got[1] != r.At.In(tripoli).Format(time.RFC3339) || got[2] != r.By || got[3] != r.DelegatedBy || got[4] != string(r.Action) || got[6] != sale {
			t.Fatalf("%q of %+v", got, r)
		}
		if got[5] != r.Detail { // for programs it is what was typed
			t.Fatalf("%q of %q", got[5], r.Detail)
		}
	}
	w := speech(t, "en")
	data, _ = write(t, job(export.CSV, w, export.Audit(each(all), 300, w, codes)))
	for _, r := range records(t, data) {
		for _, cell := range r {
			harmless(t, cell)
		}
	}
	if rows := records(t, data); rows[len(rows)-1][4] != "said: settings" || rows[len(rows)-301][4] != "What" {
		t.Errorf("the last says %q under %q", rows[len(rows)-1], rows[len(rows)-301])
	}
}

// books are the tables of the day's records in words, of n days.
func books(t testing.TB, w export.Words, n int) map[string][]export.Table {
	t.Helper()
	zs := someZs(t, n)
	lines, _, _, _ := ledger(t, someDebts(n))
	return map[string][]export.Table{"zs": {export.Zs(each(zs), n, nil, w), export.ZDrawers(each(zs), w), export.ZLines(each(zs), 6*n, w)}, "owed": {export.Owed(each(lines), len(lines), w)},
		"audit": {export.Audit(each(someAudit(4*n)), 4*n, w, codes)}}
}

// TestWorkbooksOfTheDayHaveSumsThatComputeToWhatIsThere: each sum of the first sheet,
// computed from the rows by the reader, is the one beside it; the sheets of an Arabic
// one begin at the right.
func TestWorkbooksOfTheDayHaveSumsThatComputeToWhatIsThere(t *testing.T) {
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		for name, tables := range books(t, w, 30) {
			data, result := write(t, job(export.XLSX, w, tables...))
			book := open(t, data)
			for _, sheet := range book.GetSheetList() {
				if view, err := book.GetSheetView(sheet, -1); err != nil || *view.RightToLeft != w.RTL() {
					t.Errorf("%s %s: from right to left %v, %v", lang, sheet, *view.RightToLeft, err)
				}
			}
			for i, table := range tables {
				if rows, err := book.GetRows(table.Name); err != nil || len(rows) < 20 || rows[0][0] != tables[i].Heads[0] {
					t.Errorf("%s: the sheet %q has %d rows, %v", lang, table.Name, len(rows), err)
				}
			}
			computed(t, name+" "+lang, book, result.Sums)
		}
	}
}

// computed holds the sums of a first sheet, computed again, against those that were
// written beside them.
func computed(t *testing.T, name string, book *excelize.File, sums []export.Sum) {
	t.Helper()
	sheet := book.GetSheetName(0)
	rows, err := book.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, r := range rows {
		if len(r) < 4 || len(r[1]) != 3 {
			continue
		}
		at := fmt.Sprintf("D%d", i+1)
		formula, _ := book.GetCellFormula(sheet, at)
		value, err := book.CalcCellValue(sheet, at, excelize.Options{RawCellValue: true})
		if err != nil || !strings.HasPrefix(formula, "SUMIFS(") {
			t.Errorf("%s: %q, %v", name, formula, err)
		}
		if diff := mustFloat(t, value) - mustFloat(t, r[3]); diff > 1e-6 || diff < -1e-6 {
			t.Errorf("%s, %s: %s computes %s beside %s", name, r[0], formula, value, r[3])
		}
		found++
	}
	if found != len(sums) {
		t.Errorf("%s has %d sums of %d", name, found, len(sums))
	}
}

// TestBooksOfTheDayInEveryFormat: none holds a secret, a formula in a text or a name
// in the place of a word; a source that breaks is said and leaves no file.
func TestBooksOfTheDayInEveryFormat(t *testing.T) {
	shared := pen(t)
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		for name, tables := range books(t, w, 6) {
			for _, f := range formats {
				some := tables
				if f == export.CSV || f == export.Plain {
					some = tables[:1]
				}
				j := job(f, w, some...)
				j.Pen = shared
				data, _ := write(t, j)
				if f == export.XLSX {
					data = unzipped(t, data)
				}
				for _, secret := range []string{shop.Token, "CANARY", shop.Account, "report.column."} {
					if bytes.Contains(data, []byte(secret)) {
						t.Errorf("%s %s %s holds %q", lang, name, f, secret)
					}
				}
				if f != export.CSV {
					continue
				}
				for _, r := range records(t, data) {
					for _, text := range r {
						if !strings.HasPrefix(text, "-") { // a sum below zero
							harmless(t, text)
						}
					}
				}
			}
		}
	}
	broken := map[string]export.Table{"zs": export.Zs(torn(someZs(t, 1)[0]), 2, nil, nil), "lines": export.ZLines(torn(someZs(t, 1)[0]), 2, nil), "drawers": export.ZDrawers(torn(someZs(t, 1)[0]), nil),
		"audit": export.Audit(torn(someAudit(1)[0]), 2, nil, nil)}
	lines, _, _, _ := ledger(t, someDebts(1))
	broken["owed"] = export.Owed(torn(lines[0]), 2, nil)
	for name, table := range broken {
		if _, err := export.Write(t.Context(), &bytes.Buffer{}, job(export.Plain, nil, table)); report.CodeOf(err) != report.CodeSource {
			t.Errorf("%s: %v", name, err)
		}
	}
}
