package settings

import (
	"strings"
	"testing"

	"sanduq/core/seller"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// TestACountryNamesItsNumbersAndRemindsOfThem: what it requires apart from what is usual, and all of it can be saved as
// it is; the reminder goes with what is filled in, also that of a number of another form, and the slip beside shows it.
func TestACountryNamesItsNumbersAndRemindsOfThem(t *testing.T) {
	for lang, want := range map[string]struct{ tax, required, usual, odd string }{
		words.English: {"Tax ID (matricule fiscal)", "Required in Tunisia, and still blank: Legal name · Address · Tax ID (matricule fiscal).", "Usual in Tunisia, and still blank: Business register (RNE).",
			"Check Tax ID (matricule fiscal): in Tunisia it has the form 1234567/A/P/M/000."},
		words.Arabic: {"المعرّف الجبائي", "الاسم القانوني · العنوان · المعرّف الجبائي", "معتاد في ", "1234567/A/P/M/000"},
		words.French: {"Matricule fiscal", "Exigé (Tunisie), encore vide : Raison sociale · Adresse · Matricule fiscal.", "D’usage (Tunisie), encore vide : RNE.",
			"Vérifiez Matricule fiscal : la forme est 1234567/A/P/M/000 (Tunisie)."},
	} {
		r := newHarness(t, func(r *harness) { r.env.Words = words.MustLoad(lang) }).reach(atSeller)
		tap := func(label string) {
			first(r, "chip "+label, func(c *control.Chip) bool { return c.Label() == label }).OnTapped()
		}
		r.saysNot(want.required)
		tap(r.env.Words.T("seller.country.TN"))
		r.says(want.tax, want.required, want.usual)
		r.screen.enter()
		if r.set.Seller != (seller.Seller{Country: "TN"}) {
			t.Fatalf("%s: kept %+v", lang, r.set.Seller)
		}
		r.field("seller.name").SetText("Nour & Fils SARL")
		r.field("seller.address").SetText("12, rue de Marseille")
		r.field("seller.tax.TN").SetText("1234567/A/M/000")
		tap(r.env.Words.T("seller.document.invoice"))
		r.saysNot(want.required)
		r.says(want.usual, "12, rue de Marseille", want.odd)
		r.picture("seller-odd-" + lang)
		r.field("seller.tax.TN").SetText("1234567/B/A/M/000")
		r.saysNot(want.odd)
		if n := strings.Count(r.text(), "1234567/B/A/M/000"); n != 2 {
			t.Errorf("%s: the number is read %d times, in its line and on the slip: %q", lang, n, r.text())
		}
		r.picture("seller-" + lang)
		r.screen.enter()
		if s := r.set.Seller; s.Tax != "1234567/B/A/M/000" || s.Document != seller.Invoice {
			t.Errorf("%s: kept %+v", lang, s)
		}
		tap(r.env.Words.T("seller.country.TN"))
		r.saysNot(want.usual)
	}
}
