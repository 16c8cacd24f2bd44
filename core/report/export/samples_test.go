package export_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// TestSamples writes an export of each kind in both languages, into SAMPLES
// when that is set, for people to look at.
func TestSamples(t *testing.T) {
	dir := os.Getenv("SAMPLES")
	if dir == "" {
		dir = t.TempDir()
	}
	shared := pen(t)
	tally, err := shop.Count(shop.Sales(6_000), tripoli)
	if err != nil {
		t.Fatal(err)
	}
	result, err := report.Build(context.Background(), tally, report.Query{Filter: report.Filter{Period: report.SevenDays("20261120")}, Compare: report.CompareBefore})
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]export.Words{"en": shop.English, "ar": shop.Arabic} {
		for _, f := range []export.Format{export.CSV, export.XLSX, export.PDF} {
			own := speech(t, name)
			all := books(t, own, 12)
			all["sales"], all["report"] = []export.Table{export.Sales(shop.Sales(60), 60, shop.Returned(60), w)}, export.Reports(result, w)
			for what, tables := range all {
				least := int64(2000)
				if f == export.CSV {
					if tables = tables[:1]; what == "report" {
						least = 900 // one table of a few rows
					}
				}
				j := job(f, w, tables...)
				if j.Pen = shared; what != "sales" && what != "report" {
					j.Words = own
				}
				if j.About.Practice = what == "sales"; !j.About.Practice {
					j.About.Period, j.About.Compared = result.Period, result.Compared
				}
				path := filepath.Join(dir, what+"-"+name+"."+string(f))
				r, err := export.Save(context.Background(), path, j)
				if err != nil {
					t.Fatal(err)
				}
				if info, err := os.Stat(path); err != nil || info.Size() != r.Bytes || r.Bytes < least {
					t.Errorf("%s: %v, %v, said %d", path, info, err, r.Bytes)
				}
			}
		}
	}
}
