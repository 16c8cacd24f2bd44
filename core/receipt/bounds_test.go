package receipt

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sanduq/core/journal"
)

// outside are the texts of a receipt that somebody else wrote: the gateway, the
// bank, who types, who restores.
var outside = map[string]func(r *journal.Receipt, c *Copy, text string){
	"transaction": func(r *journal.Receipt, _ *Copy, s string) { r.TransactionID = s },
	"payer":       func(r *journal.Receipt, _ *Copy, s string) { r.Payer = s },
	"institution": func(r *journal.Receipt, _ *Copy, s string) { r.Institution = s },
	"reference":   func(r *journal.Receipt, _ *Copy, s string) { r.Reference = s },
	"cashier":     func(r *journal.Receipt, _ *Copy, s string) { r.Cashier = s },
	"shop":        func(r *journal.Receipt, _ *Copy, s string) { r.Shop = s },
	"till":        func(r *journal.Receipt, _ *Copy, s string) { r.Till = s },
	"place":       func(r *journal.Receipt, _ *Copy, s string) { r.Place = s },
	"currency":    func(r *journal.Receipt, _ *Copy, s string) { r.Amount.Currency = s },
	"sale":        func(r *journal.Receipt, _ *Copy, s string) { r.SaleID = journal.SaleID(s) },
	"copied by":   func(_ *journal.Receipt, c *Copy, s string) { c.Number, c.By = 1, s },
}

// How much higher a receipt may become by one endless text, and how high by all
// of them, in its own points.
const taller, tallest = (valueLines-1)*28 + 1, 2200

// TestNoTextMakesAReceiptEndless: a transaction of 60,000 signs once drew a
// picture of 691 MB.
func TestNoTextMakesAReceiptEndless(t *testing.T) {
	d := newTestDrawer(t)
	for _, endless := range []string{strings.Repeat("7", 60_000), strings.Repeat("W W ", 15_000), strings.Repeat("لله ", 15_000),
		strings.Repeat("e\u0301", 30_000), strings.Repeat("\u200d7", 30_000), strings.Repeat("\xff", 60_000)} {
		all, copied := practiceSample(), Copy{}
		for name, put := range outside {
			r, c := practiceSample(), Copy{}
			put(&r, &c, "7")
			put(&all, &copied, endless)
			for _, w := range []Words{english{}, arabic{}} {
				for _, f := range []Form{Full, Small, Small.At(200)} {
					usual := points(t, d, NewContent(r, c, w), f)
					long, more := r, c
					put(&long, &more, endless)
					if high := points(t, d, NewContent(long, more, w), f); high > usual+taller {
						t.Errorf("%s of %.8q…: %.0f points high, %.0f before", name, endless, high, usual)
					}
				}
			}
		}
		if high := points(t, d, NewContent(all, copied, english{}), Full); high > tallest {
			t.Errorf("all of %.8q…: %.0f points high", endless, high)
		}
	}
}

// TestAContentByHandIsBoundedToo: the code that draws applies the bounds, not the code that fills in.
func TestAContentByHandIsBoundedToo(t *testing.T) {
	d, endless := newTestDrawer(t), strings.Repeat("7", 60_000)
	c := Content{Number: endless, Shop: endless, Under: endless, Mark: endless, Copy: endless, Notes: []string{endless},
		Sum: Sum{Whole: "12", Currency: endless}, Lines: []Line{{Label: endless, Value: endless}}}
	if high := points(t, d, c, Full); high > tallest {
		t.Errorf("%.0f points high", high)
	}
	if data, err := d.PDF(c); err != nil || len(data) > 1<<20 {
		t.Errorf("a PDF of %d bytes, %v", len(data), err)
	}
	if signs := len(d.text.line(endless, medium, 16, false).runs[0].Glyphs); signs > longestText+1 {
		t.Errorf("%d signs are set in one line", signs)
	}
}

func points(t *testing.T, d *Drawer, c Content, f Form) float64 {
	t.Helper()
	high, err := d.Height(c, f, PaperDots)
	if err != nil {
		t.Fatal(err)
	}
	return float64(high) / PaperDots * f.width
}

// TestWhatWasCutIsSeenToBeCut: the end of a text that is too long is three
// dots, in the content and on the paper, and what is usual is never cut.
func TestWhatWasCutIsSeenToBeCut(t *testing.T) {
	r := sample()
	r.TransactionID = strings.Repeat("A1-", 1000)
	got, _ := NewContent(r, Copy{}, english{}).Value(LineTransaction)
	if !strings.HasPrefix(got, "A1-A1-") || !strings.HasSuffix(got, "…") || utf8.RuneCountInString(got) != longestText {
		t.Errorf("%d signs: %q", utf8.RuneCountInString(got), got)
	}
	d := newTestDrawer(t)
	alone := d.text.line(ellipsis, medium, 16, false).runs[0].Glyphs
	dots := alone[len(alone)-1].GlyphID // after the mark
	for _, text := range []string{strings.Repeat("7", longestText), strings.Repeat("seven ", 40), strings.Repeat("سبعة ", 48), "سبعة " + strings.Repeat("7", 200)} {
		for _, rtl := range []bool{false, true} {
			whole := d.text.lines(text, medium, 16, 100, 0, rtl)
			lines := d.text.few(3, text, medium, 16, 100, rtl)
			if len(whole) < 4 || len(lines) != 3 {
				t.Fatalf("%.8q…: %d lines of %d", text, len(lines), len(whole))
			}
			seen := ""
			for i, l := range lines {
				if l.width > 100 {
					t.Errorf("%.8q…: line %d is %.0f wide", text, i+1, l.width)
				}
				for _, run := range l.runs {
					for _, g := range run.Glyphs {
						if g.GlyphID == dots {
							seen += fmt.Sprint(" ", i+1)
						}
					}
				}
			}
			if seen != " 3" {
				t.Errorf("%.8q…, right to left %v: three dots in lines%s", text, rtl, seen)
			}
			last, end := lines[2].runs, len(lines[2].runs)-1
			if rightToLeft(text, rtl) {
				end = 0
			}
			if g := last[end].Glyphs; len(g) != 1 || g[0].GlyphID != dots {
				t.Errorf("%.8q…, right to left %v: the dots stand inside the line", text, rtl)
			}
		}
	}
}

// TestUsualTextsAreWhole: what gateways, banks and people really write stays
// as it is, whatever it is.
func TestUsualTextsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[A-Za-z0-9_./:-]{1,128}`).Draw(t, "text")
		r := sample()
		r.TransactionID, r.Reference = text, text
		c := NewContent(r, Copy{}, english{})
		for _, k := range []Kind{LineTransaction, LineReference} {
			if got, _ := c.Value(k); got != text {
				t.Fatalf("%s is %q, was %q", k, got, text)
			}
		}
	})
	d := newTestDrawer(t)
	text := strings.Repeat("0123456789ABCDEF", 8)
	if whole, few := d.text.lines(text, medium, 16, 250, 0, false), d.text.few(valueLines, text, medium, 16, 250, false); len(whole) != len(few) {
		t.Errorf("128 signs in %d lines of %d", len(few), len(whole))
	}
}
