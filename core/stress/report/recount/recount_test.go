//go:build e2e

// Package recount lets other programs add exported sums up again: LibreOffice
// the workbook, hledger the CSV. It needs both; make recount installs them.
package recount

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/export"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/shop"
)

// threeDigits are the currencies of the service, all with three decimals.
var threeDigits = []string{"LYD", "BHD", "KWD", "OMR", "TND"}

const rows = 5_000

// columns are those of money that are added up: what was paid, what of it was
// returned, and what stays.
var columns = []string{"paid", "returned", "stays"}

// sums are these, added up in minor units here.
func sums(column string) map[string]string {
	minor, back := map[string]int64{}, shop.Returned(rows, threeDigits...)
	for s := range shop.Sales(rows, threeDigits...) {
		if s.Status() != journal.StatusPaid {
			continue
		}
		if column != "returned" {
			minor[s.Amount.Currency] += s.Amount.Minor
		}
		switch column {
		case "returned":
			minor[s.Amount.Currency] += back[s.ID]
		case "stays":
			minor[s.Amount.Currency] -= back[s.ID]
		}
	}
	out := map[string]string{}
	for c, m := range minor {
		out[c] = money.Amount{Minor: m, Currency: c}.Major()
	}
	return out
}

// table is the sales of the shop as they are exported.
func table() export.Table {
	return export.Sales(shop.Sales(rows, threeDigits...), rows, shop.Returned(rows, threeDigits...), shop.English)
}

func save(t *testing.T, path string, f export.Format, table export.Table) {
	t.Helper()
	j := export.Job{Format: f, About: shop.About(shop.English), Words: shop.English, Zone: time.UTC, Tables: []export.Table{table}}
	if _, err := export.Save(context.Background(), path, j); err != nil {
		t.Fatal(err)
	}
}

func compare(t *testing.T, who, column string, got map[string]string) {
	t.Helper()
	for _, c := range threeDigits {
		want := sums(column)[c]
		verdict := "the same"
		if got[c] != want {
			verdict = "DIFFERS"
			t.Errorf("%s: %s, %s is %q, want %q", who, column, c, got[c], want)
		}
		fmt.Printf("  %-12s %-8s %s %16s, the till %16s: %s\n", who, column, c, got[c], want, verdict)
	}
}

// LibreOffice shows what stands beside a formula when something does, so that
// the values are taken away first: what it shows then, it counted.
func TestRecountByLibreOffice(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "sales.xlsx")
	save(t, book, export.XLSX, table())
	forget(t, book)
	sheets := convert(t, dir, book)
	for _, column := range columns {
		got := map[string]string{}
		for _, r := range records(t, sheets["Summary"]) {
			if len(r) > 3 && len(r[1]) == 3 && r[0] == "Sales · "+shop.English.Say("report.column."+column) {
				sum, err := money.ParseWire(strings.ReplaceAll(r[3], ",", ""), r[1]) // its last zeros are left out
				if err != nil {
					t.Fatal(err)
				}
				got[r[1]] = sum.Major()
			}
		}
		compare(t, "LibreOffice", column, got)
	}
}

// forget takes the values away that stand beside the summary's formulas.
func forget(t *testing.T, path string) {
	t.Helper()
	in, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	beside := regexp.MustCompile(`(</f>)<v>[^<]*</v>`)
	taken := 0
	for _, part := range in.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if part.Name == "xl/worksheets/sheet1.xml" {
			taken = len(beside.FindAll(data, -1))
			data = beside.ReplaceAll(data, []byte("$1"))
		}
		f, err := w.Create(part.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if taken != 2*(len(columns)+1)*len(threeDigits) { // and those of cash, of which these sales have none
		t.Fatalf("%d values stand beside formulas", taken)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// convert lets LibreOffice write each sheet of a workbook as CSV, as shown.
func convert(t *testing.T, dir, book string) map[string]string {
	t.Helper()
	c := exec.Command(needs.Program(t, "soffice", "report"), "--headless", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--convert-to",
		"csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", "--outdir", dir, book)
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	out := map[string]string{}
	for _, name := range []string{"Summary", "Sales"} {
		data, err := os.ReadFile(filepath.Join(dir, "sales-"+name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

func records(t *testing.T, text string) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// hledger reads the form of OCA's import, and the rows that LibreOffice read
// from the workbook.
func TestRecountByHledger(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "oca.csv")
	save(t, path, export.Plain, export.OCASales(shop.Sales(rows, threeDigits...), rows, time.UTC))
	compare(t, "hledger", "paid", ledger(t, path, "skip 1\ndecimal-mark .\ndate-format %m/%d/%Y\nfields date,description,currency,amount,_,_,_,_\naccount1 assets:bank\naccount2 income:sales\n"))

	book := filepath.Join(dir, "sales.xlsx")
	save(t, book, export.XLSX, table())
	sheet := filepath.Join(dir, "sheet.csv")
	if err := os.WriteFile(sheet, []byte(convert(t, dir, book)["Sales"]), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		fields := strings.Split("receipt,sale,date,settled,status,route,institution,payer,reference,transaction,order,cashier,currency,asked,paid,type,returned,stays", ",")
		for i, f := range fields {
			if f == column {
				fields[i] = "amount"
			}
		}
		compare(t, "both", column, ledger(t, sheet, "skip 1\ndecimal-mark .\ndate-format %Y-%m-%d %H:%M:%S\nfields "+strings.Join(fields, ",")+
			"\naccount1 assets:bank\naccount2 income:sales\nif %amount ^$\n  skip\n"))
	}
}

// ledger returns hledger's balances by currency.
func ledger(t *testing.T, path, rules string) map[string]string {
	t.Helper()
	if err := os.WriteFile(path+".rules", []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(needs.Program(t, "hledger", "report"), "-f", path, "--rules-file", path+".rules", "balance", "assets:bank", "-N", "-O", "csv")
	c.Env = append(os.Environ(), "LANG=C.UTF-8")
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %.600s", err, said.String())
	}
	got := map[string]string{}
	for _, r := range records(t, out.String())[1:] {
		for _, part := range strings.Split(r[1], ", ") {
			got[part[:3]] = strings.ReplaceAll(part[3:], ",", "")
		}
	}
	return got
}
