package app

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// dayDone is a till that closed two shifts, with a payment from an account by a
// one-time code, cash, a movement, and money that is owed back; and what no file may
// hold: the number, the code, the bank's keys.
func dayDone(t *testing.T, o Options) (secrets []string) {
	t.Helper()
	a, err := Locate(o, words.MustLoad(words.English), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), func(context.Context, startup.Question) (core.Secret, error) { return core.Secret{}, nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, tl := t.Context(), a.till
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	lyd := func(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }
	set := tl.Settings()
	set.Shop, set.Till, set.Currency, set.Shifts, set.Cash = "Al Noor Market", "2", "LYD", true, true
	must(tl.Staff.SaveSettings(ctx, set, "Huda"))
	must(tl.Shifts.OpenShift(ctx, "Samira", 150_000, "the safe"))
	for _, minor := range []int64{12_500, 7_250, 30_000} {
		_, err := tl.TakeCash(ctx, journal.Draft{Amount: lyd(minor), Cashier: "Samira"}, 50_000)
		must(err)
	}
	must(tl.Shifts.MoveCash(ctx, "Samira", journal.MovementOut, 20_000, `=HYPERLINK("http://x","cleaning")`, ""))

	const number = "1234567890"
	v, err := tl.Charge(ctx, journal.Draft{Amount: lyd(48_000), Route: core.RouteAccount, Cashier: "Yusuf"})
	must(err)
	at := func(want journal.Status) {
		t.Helper()
		for n := 0; n < 1200 && (v.Status() != want || v.Live.Busy != ""); n++ {
			time.Sleep(20 * time.Millisecond)
			v, _ = tl.Sale(v.ID)
		}
		if v.Status() != want {
			t.Fatalf("the payment is %s, not %s", v.Status(), want)
		}
	}
	step := func(do func() error) { // the last one ends a moment after what it changed can be seen
		t.Helper()
		err := do()
		for n := 0; n < 100 && journal.CodeOf(err) == journal.CodeBusy; n++ {
			time.Sleep(20 * time.Millisecond)
			err = do()
		}
		must(err)
	}
	at(journal.StatusEntry)
	step(func() error {
		return tl.Validate(ctx, v.ID, journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret(number), InstitutionCode: "FPB", InstitutionName: "First Practice Bank"})
	})
	at(journal.StatusCode)
	handset, _ := a.bank.Bank().Handset(v.OrderID)
	code := handset.Code.Reveal()
	step(func() error { return tl.SubmitOTP(ctx, v.ID, core.NewSecret(code), false) })
	at(journal.StatusPaid)
	must(tl.Refunds.OweByStatement(ctx, v.ID, "Huda", lyd(48_000), "FT-1"))
	must(tl.Refunds.ReturnDebt(ctx, 1, "Huda", 8_000, 48_000, "FT-2"))
	count, err := journal.CountDrawer("LYD", []journal.Pieces{{Value: 50_000, Number: 3}, {Value: 20_000, Number: 1}})
	must(err)
	_, err = tl.Shifts.CountDrawer(ctx, "Samira", count)
	must(err)
	_, err = tl.Shifts.CloseShift(ctx, 1, "Samira", "too much change given")
	must(err)
	must(tl.Refunds.KeepDebt(ctx, 1, "Huda", 1_000, 40_000, "the customer agreed"))
	_, err = tl.Shifts.CloseShift(ctx, 2, "Huda", "")
	must(err)
	api, secret := a.bank.Credentials()
	if number[6:] != v.Session.MaskedAccount[len(v.Session.MaskedAccount)-4:] || code == "" {
		t.Fatalf("the payer is %q", v.Session.MaskedAccount)
	}
	return []string{number, number[:8], code, api.Reveal(), secret.Reveal()}
}

// kept is what the store itself says, asked again: the Zs, all money that was taken,
// and the numbers of lines and entries.
type kept struct {
	zs           []journal.Z
	taken        int64
	debt         journal.Debt
	lines, audit int
}

func inStore(t *testing.T, o Options) (k kept) {
	t.Helper()
	a, err := Locate(o, words.MustLoad(words.English), io.Discard)
	if err == nil {
		a.start.alone = true
		err = a.openExisting(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var s *storage.Store = a.store
	k.zs, err = s.Zs(t.Context(), 0, 100)
	sales, err2 := s.Sales(t.Context(), journal.SaleQuery{Limit: 100})
	for _, one := range sales.Sales {
		if one.Status() == journal.StatusPaid || one.Status() == journal.StatusCash {
			k.taken += one.Amount.Minor
		}
	}
	debts, err3 := s.Debts(t.Context(), journal.DebtQuery{})
	rows, err4 := s.DebtRows(t.Context(), 1)
	audit, err5 := s.Audit(t.Context(), 0, 1000)
	for _, err := range []error{err, err2, err3, err4, err5} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k.debt, k.lines, k.audit = debts[0], len(rows), len(audit)
	return k
}

// TestTheDaysRecordsAreExportedWithoutAWindow: what encoding/csv and excelize read
// in the files adds up to what is in the store, and no file holds a secret, a formula
// or a code in the place of words.
func TestTheDaysRecordsAreExportedWithoutAWindow(t *testing.T) {
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	o, dir := Options{DataDir: t.TempDir(), BankAddr: "127.0.0.1:0"}, t.TempDir()
	secrets := dayDone(t, o)
	k := inStore(t, o)
	if len(k.zs) != 2 || k.taken != 97_750 || k.lines != 3 {
		t.Fatalf("%d Zs, %d taken, %d lines", len(k.zs), k.taken, k.lines)
	}
	write := func(what, format string) string {
		t.Helper()
		file := filepath.Join(dir, what+"-"+format)
		if got := exported(t, o, ExportOptions{From: "2020-01-01", To: "today", What: what, Format: format, File: file}); got.status != exportDone {
			t.Fatalf("%s as %s: %+v", what, format, got)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if format == "xlsx" {
			data = inflated(t, data)
		}
		for _, s := range secrets {
			if bytes.Contains(data, []byte(s)) {
				t.Errorf("%s as %s holds a secret of %d letters", what, format, len(s))
			}
		}
		return file
	}
	for _, what := range []string{"sales", "zs", "z-lines", "owed", "audit"} {
		for _, format := range []string{"csv", "plain", "xlsx", "pdf"} {
			write(what, format)
		}
	}
	zs, lines, owed, audit := table(t, write("zs", "plain")), table(t, write("z-lines", "plain")), table(t, write("owed", "plain")), table(t, write("audit", "plain"))
	for name, c := range map[string]struct {
		rows   []map[string]string
		column string
		number int
		minor  int64
	}{
		"taken": {zs, "taken", 2, k.taken}, "by route": {zs, "account", 2, 48_000}, "cash": {zs, "cash", 2, 49_750}, "lines": {lines, "sum", 2, k.taken}, "difference": {zs, "difference", 2, k.zs[1].Drawer.Difference},
		"owed": {owed, "owed", k.lines, k.debt.Amount.Minor}, "returned": {owed, "returned", k.lines, k.debt.Returned}, "kept": {owed, "kept", k.lines, k.debt.Kept},
		"newly owed, of Zs": {zs, "owedNew", 2, k.debt.Amount.Minor}, "returned, of Zs": {zs, "owedReturned", 2, k.debt.Returned}, "kept, of Zs": {zs, "owedKept", 2, k.debt.Kept},
	} {
		var sum int64
		for _, r := range c.rows {
			sum += minorOf(t, r[c.column])
		}
		if sum != c.minor || len(c.rows) != c.number {
			t.Errorf("%s: %d in %d rows, the store has %d in %d", name, sum, len(c.rows), c.minor, c.number)
		}
	}
	first, second := k.zs[1], k.zs[0]
	if zs[0]["z"] != journal.ZNumber(first.Seq) || minorOf(t, zs[0]["expected"]) != first.Drawer.Expected || minorOf(t, zs[0]["counted"]) != first.Drawer.Counted.Minor || zs[0]["reason"] != first.Drawer.Reason ||
		zs[1]["zBefore"] != journal.ZNumber(first.Seq) || minorOf(t, zs[1]["owedOpen"]) != k.debt.Open() || zs[1]["closedBy"] != second.By || zs[0]["firstCash"] != "C-0001" || zs[0]["lastReceipt"] != "T-0001" {
		t.Errorf("Zs %v", zs)
	}
	if last := owed[len(owed)-1]; minorOf(t, last["stillOwed"]) != k.debt.Open() || last["reason"] != "the customer agreed" || last["who"] != "Huda" {
		t.Errorf("the ledger ends with %v", last)
	}
	if len(audit) != k.audit {
		t.Errorf("%d entries of %d", len(audit), k.audit)
	}
	said := false
	for _, r := range audit {
		said = said || strings.Contains(r["detail"], "HYPERLINK")
		if strings.HasPrefix(r["detail"], "=") || r["what"] == "" || r["written"] == "" {
			t.Errorf("an entry %v", r)
		}
	}
	if !said {
		t.Errorf("the movement's reason is in none of %v", audit)
	}
	workbook(t, write("zs", "xlsx"), k)
}

// workbook holds the sheets of the Zs against the store.
func workbook(t *testing.T, file string, k kept) {
	t.Helper()
	book, err := excelize.OpenFile(file, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	for sheet, column := range map[string]string{"Zs": "Taken", "Lines of the Zs": "Sum"} {
		rows, err := book.GetRows(sheet)
		if err != nil || len(rows) != 3 {
			t.Fatalf("%s: %d rows, %v", sheet, len(rows), err)
		}
		var sum int64
		for _, r := range rows[1:] {
			for i, head := range rows[0] {
				if head == column && i < len(r) {
					sum += minorOf(t, r[i])
				}
			}
		}
		if sum != k.taken {
			t.Errorf("%s adds up to %d, the store to %d", sheet, sum, k.taken)
		}
	}
}

// inflated is all that is in a workbook.
func inflated(t *testing.T, data []byte) (out []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, part...)
	}
	return out
}

// table is a file's rows by the names of its columns.
func table(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = r[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// minorOf is a sum of dinars as files have it; nothing where nothing stands.
func minorOf(t *testing.T, text string) int64 {
	t.Helper()
	if text == "" {
		return 0
	}
	a, err := money.Parse(strings.TrimPrefix(text, "-"), "LYD")
	if err != nil {
		t.Fatal(fmt.Errorf("%q: %w", text, err))
	}
	if strings.HasPrefix(text, "-") {
		return -a.Minor
	}
	return a.Minor
}

// TestWhatAndFormatMustFit: a form that holds sales alone holds nothing else, and
// days without a Z are no file.
func TestWhatAndFormatMustFit(t *testing.T) {
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	o, file := Options{DataDir: t.TempDir(), BankAddr: "127.0.0.1:0"}, filepath.Join(t.TempDir(), "zs.csv")
	a, err := Locate(o, words.MustLoad(words.English), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), func(context.Context, startup.Question) (core.Secret, error) { return core.Secret{}, nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	for name, c := range map[string]struct {
		what, format string
		status       int
		says         string
	}{"odoo": {"zs", "odoo", exportWrong, "of sales alone"}, "oca": {"audit", "oca", exportWrong, "of sales alone"}, "nothing that there is": {"weather", "csv", exportWrong, "is nothing that is exported"},
		"no Zs": {"zs", "csv", exportEmpty, "There is nothing here to export"}, "nothing owed": {"owed", "xlsx", exportEmpty, "There is nothing here to export"}} {
		got := exported(t, o, ExportOptions{From: "2020-01-01", To: "2020-01-02", What: c.what, Format: c.format, File: file})
		if got.status != c.status || !strings.Contains(got.stderr, c.says) || there(file) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
