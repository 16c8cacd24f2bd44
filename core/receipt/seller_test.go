package receipt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/seller"
)

// sellers are one of each country and language, one of them with values that are long.
func sellers() map[string]seller.Seller {
	return map[string]seller.Seller{
		"en": {Country: "AE", Name: "Al Noor Household Goods and Building Materials Trading Company (Sole Proprietorship) LLC", Document: seller.Simplified,
			Address: [seller.AddressLines]string{"Shop 14, Ground floor, Al Manara Commercial Complex, Sheikh Zayed bin Sultan Street", "P.O. Box 1234567", "Abu Dhabi"},
			Tax:     "100000000000003", Register: "CN-1234567", Footer: "Goods are exchanged within seven days, with this receipt and in the packing in which they were sold."},
		"ar": {Country: "LY", Name: "شركة النور للمواد المنزلية", Address: [seller.AddressLines]string{"شارع الجمهورية 12", "", "طرابلس"}, Tax: "1002003/A/M/004", Register: "55123",
			Document: seller.Receipt, Footer: "شكرًا لزيارتكم"},
		"fr": {Country: "TN", Name: "Nour & Fils SARL", Address: [seller.AddressLines]string{"12, rue de Marseille", "1000 Tunis"}, Tax: "1234567/A/M/000",
			Document: seller.Invoice, Footer: "Merci de votre visite"},
	}
}

// TestSlipsNameTheSeller: a receipt, its copy, one of cash, a Z and what is no receipt name who sells; only receipts
// call themselves by a document and end with the shop's line.
func TestSlipsNameTheSeller(t *testing.T) {
	for lang, from := range sellers() {
		w := spoken(lang)
		z := zSample(t)
		z.Seller = from
		day, err := NewDayPaper(z, w)
		if err != nil {
			t.Fatal(err)
		}
		u := unknownSample()
		u.Seller = from
		day.Parts = day.Parts[:1]
		receipts := []Slip{NewContent(sample(), Copy{}, w).Of(from, w).Slip(), NewContent(sample(), Copy{Number: 1, By: "Huda", At: settled}, w).Of(from, w).Slip(),
			NewCashContent(cashSample(), Copy{}, w).Of(from, w).Slip()}
		off := NewCashContent(cashSample(), Copy{}, w).TakenOff(&journal.Decision{By: "Huda", Reason: "typed twice", At: settled}, w).Of(from, w)
		if off.Seller.Document != "" || len(off.Seller.Lines) == 0 {
			t.Errorf("%s: cash that was taken off names %+v", lang, off.Seller)
		}
		var got strings.Builder
		for _, s := range append(receipts, day) {
			got.WriteString(said(s) + "\n")
		}
		for _, part := range NewUnknown(u, w).Parts {
			if p, ok := part.(Place); ok {
				got.WriteString("unknown: " + strings.Join(p.Seller.Lines, " | ") + p.Seller.Document + p.Seller.Footer + "\n")
			}
		}
		file := filepath.Join("testdata", "seller-"+lang+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || got.String() != string(want) {
			t.Errorf("%s, %v:\n%s", file, err, got.String())
		}
	}
}

// TestALongSellerIsWholeOnItsPaper: at both widths no word of a long name or address is cut, and nothing is wider than
// the paper.
func TestALongSellerIsWholeOnItsPaper(t *testing.T) {
	d := newTestDrawer(t)
	for lang, from := range sellers() {
		w := spoken(lang)
		for _, dots := range []int{PaperDots58, PaperDots} {
			bare := onPaper(t, d, NewContent(sample(), Copy{}, w).Slip(), dots)
			s := NewContent(sample(), Copy{}, w).Of(from, w).Slip()
			img := onPaper(t, d, s, dots)
			if img.Rect.Dy() < bare.Rect.Dy()+5*20 {
				t.Errorf("%s, %d dots: %d high, and %d without a seller", lang, dots, img.Rect.Dy(), bare.Rect.Dy())
			}
			left, right := img.Rect, img.Rect
			left.Max.X, right.Min.X = 4, img.Rect.Max.X-4
			if n := black(img, left) + black(img, right); n > 0 {
				t.Errorf("%s, %d dots: %d dots stand at the very edge", lang, dots, n)
			}
			p := d.pen(s, paperForm(dots), dots)
			for _, text := range append(NamesOf(from, w).Lines, from.Footer) {
				size := smallText
				if text == from.Footer {
					size = p.form.text
				}
				if n := len(p.text.lines(text, regular, size*p.scale, p.inner(), 0, p.rtl)); n > centreLines {
					t.Errorf("%s, %d dots: %q needs %d lines, and %d are set", lang, dots, text, n, centreLines)
				}
			}
		}
	}
}
