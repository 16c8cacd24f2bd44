package export_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sanduq/core/report/export"
	"sanduq/core/seller"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/shop"
)

// TestListingsNameTheSeller at their head, by the legal name and the numbers that slips have,
// and nothing where the shop has told nothing; files for programs stay as they are.
func TestListingsNameTheSeller(t *testing.T) {
	noor := seller.Seller{Country: "TN", Name: "Nour SARL", Tax: "1234567/A/P/M/000", Register: "B0123456"}
	for _, w := range []export.Words{shop.English, shop.Arabic} {
		said := func(f export.Format, s seller.Seller) string {
			j := job(f, w, export.Sales(shop.Sales(3), 3, nil, w))
			if f == export.Plain {
				j = job(f, nil, export.PlainSales(shop.Sales(3), 3, nil))
			}
			j.About.Seller, j.Pen = s, pen(t)
			data, _ := write(t, j)
			switch f {
			case export.XLSX:
				all, err := open(t, data).GetRows(w.Say(export.KeySummary))
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(all)
			case export.PDF:
				file := filepath.Join(t.TempDir(), "listing.pdf")
				if err := os.WriteFile(file, data, 0o600); err != nil {
					t.Fatal(err)
				}
				tool := needs.Program(t, "pdftotext", "test")
				text, err := exec.CommandContext(t.Context(), tool, "-layout", file, "-").Output()
				if err != nil {
					t.Fatal(err)
				}
				return string(bytes.ReplaceAll(text, []byte("\u200e"), nil))
			}
			return string(data)
		}
		for _, f := range []export.Format{export.CSV, export.XLSX, export.PDF} {
			named, blank := said(f, noor), said(f, seller.Seller{})
			for _, one := range []string{noor.Name, noor.Tax, noor.Register} {
				if !strings.Contains(named, one) {
					t.Errorf("%v, %s: %q is not named:\n%.600s", w.RTL(), f, one, named)
				}
			}
			labels := []string{w.Say("seller.name"), w.Say("seller.tax.TN"), w.Say("seller.register.TN")}
			if f == export.PDF && w.RTL() { // the text of a PDF has its letters as they are drawn
				labels = nil
			}
			for _, label := range labels {
				if !strings.Contains(named, label) || strings.Contains(blank, label) {
					t.Errorf("%v, %s: %q is named %v, of nobody %v", w.RTL(), f, label, strings.Contains(named, label), strings.Contains(blank, label))
				}
			}
		}
		if !slices.Equal([]byte(said(export.Plain, noor)), []byte(said(export.Plain, seller.Seller{}))) {
			t.Error("a file for programs is another")
		}
	}
}
