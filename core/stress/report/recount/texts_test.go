//go:build e2e

package recount

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/shop"
)

// looks are references that a spreadsheet takes for something else.
var looks = []string{"00123", "1E5", "12345678901234567890", "3-11", "1/2", "1.50", "MAR1", "12:30", "TRUE", "=1+1", "+218 91", "T-0005"}

// TestLibreOfficeShowsTextsAsTheyAre: CSV for people is opened by double click, in each
// dialect, and a reference is what was typed, but for the apostrophe before a formula.
func TestLibreOfficeShowsTextsAsTheyAre(t *testing.T) {
	for name, d := range map[string]export.Dialect{"commas": {}, "semicolons": {Separator: ';', Decimal: ','}} {
		dir := t.TempDir()
		var sales []journal.Sale
		for i, text := range looks {
			s := shop.Sale(i, len(looks))
			s.Reference = text
			sales = append(sales, s)
		}
		path := filepath.Join(dir, "looks.csv")
		j := export.Job{Format: export.CSV, Dialect: d, About: shop.About(shop.English), Words: shop.English, Zone: time.UTC, Tables: []export.Table{export.Sales(shop.Each(sales), len(sales), nil, shop.English)}}
		if _, err := export.Save(t.Context(), path, j); err != nil {
			t.Fatal(err)
		}
		separator := 44
		if d.Separator != 0 {
			separator = int(d.Separator)
		}
		c := exec.CommandContext(t.Context(), needs.Program(t, "soffice", "report"), "--headless", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"),
			fmt.Sprintf("--infilter=Text - txt - csv (StarCalc):%d,34,76,1,,0,false,true,false,false,false,-1", separator),
			"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", "--outdir", filepath.Join(dir, "out"), path)
		if said, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		files, err := filepath.Glob(filepath.Join(dir, "out", "*.csv"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, r := range records(t, string(data)) {
			for i, s := range sales {
				if len(r) > 8 && r[1] == s.ID.Paper() {
					found++
					if got := strings.TrimPrefix(r[8], "'"); got != looks[i] {
						t.Errorf("%s: %q is shown as %q", name, looks[i], r[8])
					}
				}
			}
		}
		if found != len(sales) {
			t.Errorf("%s: %d rows of %d", name, found, len(sales))
		}
	}
}
