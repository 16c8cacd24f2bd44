//go:build e2e

package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/ui/e2e/harness"
)

// TestAnExportByKeys takes two payments and one that is declined, and by keys
// alone opens the receipts, exports them for programs, and closes the till. The
// file's rows are the sales, and the sum of what was paid is the one that the
// list shows above them: of the same question to the same books.
func TestAnExportByKeys(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	home := t.TempDir()
	c.must(os.Mkdir(filepath.Join(home, "Documents"), 0o755))
	var err error
	c.app, err = harness.StartApp(c.screen, binary(t), c.data, append(c.bank.Env(), "HOME="+home))
	c.must(err)
	ctx, done := timeout(t, 40*time.Second)
	defer done()
	_, err = c.app.Ready(ctx, c.screen)
	c.must(err)
	time.Sleep(1200 * time.Millisecond)

	for i, sale := range []struct{ amount, act, status string }{{"12.5", "approve", "paid"}, {"7.25", "approve", "paid"}, {"3", "decline", "failed"}} {
		c.press("F2")
		time.Sleep(800 * time.Millisecond)
		c.keys(sale.amount)
		c.press("Return")
		time.Sleep(800 * time.Millisecond)
		c.press("1")
		c.order = orderIn.FindStringSubmatch(c.wait("msg=sale", "step=intent", fmt.Sprintf("number=%d ", i+1)))[1]
		c.waitStatus("waiting")
		c.act(sale.act)
		c.waitStatus(sale.status)
		time.Sleep(1200 * time.Millisecond) // an end is deaf at first
	}

	c.press("F4")
	time.Sleep(time.Second)
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "export-1-receipts.png")))
	c.tab(7) // past the days and the filters
	c.press("Return")
	time.Sleep(time.Second)
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "export-2-card.png")))
	c.tab(1) // from Export to the first format: CSV
	c.press("Return")
	c.tab(4) // past the other formats and the CSV for people
	c.press("Return")
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "export-3-for-programs.png")))
	c.tab(5)
	c.press("Return")
	file := c.exported(filepath.Join(home, "Documents", "Sanduq"))
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "export-4-written.png")))
	c.must(c.app.Stop())

	rows := readCSV(t, file)
	asked, paid := sums(t, rows)
	c.inStore(func(d *till.Till) {
		q := journal.SaleQuery{From: d.Today(), To: d.Today()}
		shown := map[journal.Group]journal.Total{}
		all, err := d.Totals(t.Context(), q)
		c.must(err)
		n := 0
		for _, one := range all {
			shown[one.Group] = one
			n += one.Count
		}
		if len(rows) != n || n != 3 {
			t.Errorf("%d rows of %d sales", len(rows), n)
		}
		if got := shown[journal.GroupPaid]; got.Minor != paid || got.Count != 2 || paid != 19_750 {
			t.Errorf("the list shows %d paid, %d in all; the file's sum is %d", got.Count, got.Minor, paid)
		}
		if not := shown[journal.GroupNotPaid]; asked != paid+not.Minor || not.Minor != 3000 {
			t.Errorf("the file asks for %d, the list shows %d paid and %d not", asked, paid, not.Minor)
		}
	})
}

// tab presses Tab some times.
func (c *hands) tab(n int) {
	for range n {
		c.press("Tab")
		time.Sleep(60 * time.Millisecond)
	}
}

// exported waits for the one file in a folder that is whole: its name shows only
// then.
func (c *hands) exported(folder string) string {
	c.t.Helper()
	ctx, done := timeout(c.t, 20*time.Second)
	defer done()
	for ctx.Err() == nil {
		if found, _ := filepath.Glob(filepath.Join(folder, "*.csv")); len(found) == 1 {
			return found[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = c.screen.Picture(filepath.Join(pictures(c.t), "export-none.png"))
	c.t.Fatalf("no file came into %s", folder)
	return ""
}

// readCSV is a file's rows by the names of its columns.
func readCSV(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff"))).ReadAll()
	if err != nil || len(all) == 0 {
		t.Fatalf("%v in %s", err, raw)
	}
	for _, record := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// sums adds up what was asked for and what was paid.
func sums(t *testing.T, rows []map[string]string) (asked, paid int64) {
	t.Helper()
	for _, row := range rows {
		for name, sum := range map[string]*int64{"asked": &asked, "paid": &paid} {
			if row[name] == "" {
				continue
			}
			a, err := money.Parse(row[name], row["currency"])
			if err != nil {
				t.Fatalf("%s: %v", row[name], err)
			}
			*sum += a.Minor
		}
		if (row["paid"] != "") != (row["status"] == "paid") {
			t.Errorf("paid %q in a row whose status is %q", row["paid"], row["status"])
		}
	}
	return asked, paid
}
