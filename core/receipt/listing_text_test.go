package receipt_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/receipt"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/shop"
)

// listing is a document of words in both scripts.
func listing(t *testing.T, rtl bool) []byte {
	t.Helper()
	d, err := shop.Pen("../..")
	if err != nil {
		t.Fatal(err)
	}
	p := d.Listing(receipt.Listing{Title: "Receipts (مبيعات)", Mark: "تدريب · TEST", Facts: [][2]string{{"المحل", "سوق النور لا إلا السلام"}, {"Shop", "Noor Market"}}, Footer: "أعد في 20/11/2026", RTL: rtl,
		Made: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC), By: "هدى", Page: func(n int) string { return "صفحة " + string(rune('0'+n%10)) }})
	p.Table("العمليات", []receipt.ListingColumn{{Head: "الطريقة", Width: 20}, {Head: "Number", Width: 20}, {Head: "المبلغ", Width: 12, End: true}, {Head: "Opened", Width: 4, Whole: true}, {Head: "", Width: 1.3}})
	for range 120 {
		p.Row([]string{"مدفوعة عبر المصرف", "8F2K-71QD-0446", "1 234.500", "2026-11-20 15:04:05", "عبر المصرف"}, false)
	}
	p.Row([]string{"المجموع", "", "148 140.000", "", ""}, true)
	var out bytes.Buffer
	if err := p.Finish(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAListingIsText: what stands in it is found and copied in the order in which it is
// read, Arabic too, its fonts are inside and hold what is used alone, and a page weighs
// little.
func TestAListingIsText(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		data := listing(t, rtl)
		if len(data) > 200<<10 {
			t.Errorf("%d bytes for 3 pages", len(data))
		}
		if bytes.Contains(data, []byte("/Subtype /Image")) {
			t.Error("a page is a picture")
		}
		path := filepath.Join(t.TempDir(), "list.pdf")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if dir := os.Getenv("SANDUQ_PICTURES"); dir != "" {
			_ = os.WriteFile(filepath.Join(dir, "listing-"+map[bool]string{true: "ar", false: "en"}[rtl]+".pdf"), data, 0o600)
		}
		receipt.Sound(t, "listing", data)
		text, err := exec.CommandContext(t.Context(), needs.Program(t, "pdftotext", "test"), "-layout", path, "-").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		got := strings.NewReplacer("\u202a", "", "\u202b", "", "\u202c", "", "\u200e", "", "\u200f", "", "\u00a0", " ").Replace(string(text))
		for _, want := range []string{"مبيعات", "سوق النور لا إلا السلام", "Noor Market", "مدفوعة عبر المصرف", "8F2K-71QD-0446", "1 234.500", "148 140.000", "المجموع", "أعد في 20/11/2026", "TEST", "الطريقة", "2026-11-20 15:04:05", "ع…"} {
			if !strings.Contains(got, want) {
				t.Errorf("right to left %v: %q is not found in\n%.900s\n...\n%s", rtl, want, got, got[max(0, len(got)-400):])
			}
		}
		if n := strings.Count(got, "8F2K-71QD-0446"); n != 120 {
			t.Errorf("%d rows of 120", n)
		}
		fonts, err := exec.CommandContext(t.Context(), "pdffonts", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, fonts)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(fonts)), "\n")[2:] {
			if f := strings.Fields(line); len(f) < 6 || !strings.Contains(line, "CID TrueType") || !strings.Contains(line, "yes") {
				t.Errorf("font %q", line)
			}
		}
		t.Logf("%d bytes\n%s", len(data), fonts)
	}
}
