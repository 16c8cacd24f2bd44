package export_test

import (
	"strings"
	"testing"

	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// TestATillIsCalledOnce, by its own name, and by a word and a number where it has a number
// alone.
func TestATillIsCalledOnce(t *testing.T) {
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		word := strings.TrimSpace(strings.ReplaceAll(w.Say("bar.till", "till", "2"), "2", ""))
		for name, want := range map[string]string{"Till 1": "Till 1", "2": w.Say("bar.till", "till", "2"), "Caisse 3": "Caisse 3", "الصندوق 1": "الصندوق 1"} {
			for _, f := range []export.Format{export.CSV, export.XLSX} {
				j := job(f, w, export.Sales(shop.Sales(2), 2, nil, w))
				j.About.Till = name
				data, _ := write(t, j)
				text := string(data)
				if f == export.XLSX {
					text = string(unzipped(t, data))
				}
				if !strings.Contains(text, want) || strings.Contains(text, "Till Till") || strings.Contains(text, word+" "+name) && name != "2" {
					t.Errorf("%s, %s: %q is not called %q once", lang, f, name, want)
				}
			}
		}
	}
}

// TestAColumnIsCalledAsOnTheReceipt: one word for one thing, in every language.
func TestAColumnIsCalledAsOnTheReceipt(t *testing.T) {
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		for column, screen := range map[string]string{"sale": "receipt.sale", "reference": "receipt.reference", "transaction": "receipt.transaction", "institution": "receipt.bank",
			"payer": "receipt.from", "returned": "slip.z.returned"} {
			if got, want := w.Say("report.column."+column), w.Say(screen); got != want {
				t.Errorf("%s: the column %s is called %q, screens call it %q", lang, column, got, want)
			}
		}
	}
}
