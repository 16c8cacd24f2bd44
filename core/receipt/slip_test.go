package receipt

import (
	"fmt"
	"image"
	"strings"
	"sync"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

var languages = map[string]Words{"en": english{}, "ar": arabic{}, "fr": french{}}

func arabicSample() journal.Receipt {
	r := sample()
	r.Shop, r.Place, r.Institution, r.Cashier = "سوق النور", "طرابلس", "مصرف التدريب الأول", "سميرة"
	return r
}

func longSample() journal.Receipt {
	r := sample()
	r.Shop = "Al Noor Market and Sons, Household Goods and Building Materials"
	r.Amount = money.Amount{Minor: 123_456_789, Currency: "LYD"}
	return r
}

func unknownSample() Unknown {
	return Unknown{Issuer: Issuer{Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Cashier: "Samira", At: settled},
		SaleID: journal.NewSaleID("20261120", 12), OrderID: "TILL-261120-012-9f2c", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Began: settled}
}

// every slip there is, by name.
func every(w Words) map[string]Slip {
	live, u := sample(), unknownSample()
	if w.RTL() {
		live = arabicSample()
		u.Shop, u.Place, u.Cashier = live.Shop, live.Place, live.Cashier
	}
	practice, test := live, u
	practice.Environment, test.Test = core.Sandbox, true
	return map[string]Slip{
		"receipt": NewContent(live, Copy{}, w).Slip(), "practice": NewContent(practice, Copy{}, w).Slip(),
		"copy": NewContent(live, Copy{Number: 2, By: live.Cashier, At: settled}, w).Slip(), "long": NewContent(longSample(), Copy{}, w).Slip(),
		"unknown": NewUnknown(u, w), "unknown-practice": NewUnknown(test, w), "test-page": NewTestPage(u.Issuer, PaperDots, w),
	}
}

func onPaper(t testing.TB, d *Drawer, s Slip, dots int) *image.Paletted {
	t.Helper()
	img, err := d.Paper(s, dots)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// black counts the black dots of a part of a picture.
func black(img *image.Paletted, r image.Rectangle) (n int) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			n += int(img.ColorIndexAt(x, y))
		}
	}
	return n
}

// drawn is every slip in every language at both widths.
var drawn = sync.OnceValues(func() (map[string]drawnSlip, error) {
	all := map[string]drawnSlip{}
	d, err := openDrawer()
	if err != nil {
		return nil, err
	}
	for lang, w := range languages {
		for name, s := range every(w) {
			for _, dots := range []int{PaperDots58, PaperDots} {
				img, err := d.Paper(s, dots)
				if err != nil {
					return nil, err
				}
				all[fmt.Sprintf("%s-%s-%d", name, lang, dots)] = drawnSlip{name, s, img}
			}
		}
	}
	return all, nil
})

type drawnSlip struct {
	name string
	slip Slip
	img  *image.Paletted
}

func eachSlip(t *testing.T, do func(t *testing.T, name string, s Slip, img *image.Paletted)) {
	t.Helper()
	all, err := drawn()
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range all {
		t.Run(name, func(t *testing.T) { do(t, s.name, s.slip, s.img) })
	}
}

// The most of a slip, and of one of its rows, that is black: a head that heats
// more prints grey, and a slip takes longer.
const darkest, darkestRow = 0.16, 0.75

func TestSlipsAreLight(t *testing.T) {
	eachSlip(t, func(t *testing.T, _ string, _ Slip, img *image.Paletted) {
		if share := float64(black(img, img.Rect)) / float64(len(img.Pix)); share > darkest || share < .03 {
			t.Errorf("%.1f %% of it is black", 100*share)
		}
		rows := 0
		for y := range img.Rect.Dy() {
			if float64(black(img, image.Rect(0, y, img.Rect.Dx(), y+1))) > darkestRow*float64(img.Rect.Dx()) {
				rows++
			}
		}
		if rows > 10 { // two rules of a frame, and those between the parts
			t.Errorf("%d rows are nearly black", rows)
		}
	})
}

// TestNothingIsCutOffAtTheSides: only the band and the ruler reach the edges.
func TestNothingIsCutOffAtTheSides(t *testing.T) {
	eachSlip(t, func(t *testing.T, name string, s Slip, img *image.Paletted) {
		if name == "test-page" {
			return
		}
		top := 0
		if s.Mark != "" {
			top = 50
		}
		w, h := img.Rect.Dx(), img.Rect.Dy()
		for _, edge := range []image.Rectangle{image.Rect(0, top, 10, h), image.Rect(w-10, top, w, h), image.Rect(0, h-4, w, h)} {
			if n := black(img, edge); n > 0 {
				t.Errorf("%d black dots in %v of %v", n, edge, img.Rect)
			}
		}
	})
}

// read scans the code of a slip, with what stands around it.
func read(t *testing.T, img image.Image) string {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	got, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetText()
}

func TestTheCodeIsWhatASlipIsLookedUpBy(t *testing.T) {
	want := map[string]string{"receipt": "8F2K-71QD-0446", "practice": "8F2K-71QD-0446", "copy": "8F2K-71QD-0446", "long": "8F2K-71QD-0446",
		"unknown": "TILL-261120-012-9f2c", "unknown-practice": "TILL-261120-012-9f2c", "test-page": "0123456789"}
	eachSlip(t, func(t *testing.T, name string, _ Slip, img *image.Paletted) {
		if got := read(t, img); got != want[name] {
			t.Errorf("%q, want %q", got, want[name])
		}
	})
	r := sample()
	r.TransactionID = ""
	if c := NewContent(r, Copy{}, english{}); c.Code != r.OrderID {
		t.Errorf("a receipt without a transaction is looked up by %q", c.Code)
	}
}

// TestPracticeIsMarkedOnEverySlip, and live money on none.
func TestPracticeIsMarkedOnEverySlip(t *testing.T) {
	eachSlip(t, func(t *testing.T, name string, s Slip, img *image.Paletted) {
		practice := name == "practice" || name == "unknown-practice" || name == "test-page"
		if (s.Mark != "") != practice {
			t.Errorf("mark %q", s.Mark)
		}
		corner := image.Rect(0, 0, 40, 40)
		if n := black(img, corner); (n > 200) != practice {
			t.Errorf("%d black dots in the corner of the band", n)
		}
	})
}

// TestAnUnknownPaymentIsNoReceipt: no amount in large type, no receipt's number,
// and what it is not is said first and last.
func TestAnUnknownPaymentIsNoReceipt(t *testing.T) {
	for lang, w := range languages {
		s := NewUnknown(unknownSample(), w)
		first, isTitle := s.Parts[0].(Title)
		last, isFooter := s.Parts[len(s.Parts)-1].(Footer)
		if !isTitle || !isFooter || first.Text != w.Say(KeyNoReceipt) || last.Text != w.Say(KeyNoReceipt) {
			t.Errorf("%s: begins with %v and ends with %v", lang, s.Parts[0], s.Parts[len(s.Parts)-1])
		}
		for _, part := range s.Parts {
			switch part := part.(type) {
			case Amount, Heading, Digits:
				t.Errorf("%s: a %T is on it", lang, part)
			case Rows:
				for _, l := range part.Lines {
					if l.Kind == LineNumber || l.Kind == LineTransaction || strings.HasPrefix(l.Value, "T-") {
						t.Errorf("%s: %+v", lang, l)
					}
				}
			}
		}
	}
}

func TestACopySaysSoOnTop(t *testing.T) {
	original, again := NewContent(sample(), Copy{}, english{}).Slip(), NewContent(sample(), Copy{Number: 3, By: "Samira", At: settled}, english{}).Slip()
	if _, marked := original.Parts[0].(Title); marked {
		t.Error("the original has a mark")
	}
	if title, _ := again.Parts[0].(Title); title.Text != "COPY 3" {
		t.Errorf("a copy begins with %v", again.Parts[0])
	}
	if foot, _ := again.Parts[len(again.Parts)-1].(Footer); !strings.HasPrefix(foot.Text, "COPY 3 · Samira · ") {
		t.Errorf("a copy ends with %v", again.Parts[len(again.Parts)-1])
	}
}

// TestTheTestPageShowsBothEdges of the paper it was made for, and is no receipt.
func TestTheTestPageShowsBothEdges(t *testing.T) {
	d := newTestDrawer(t)
	for _, dots := range []int{PaperDots58, PaperDots} {
		s := NewTestPage(unknownSample().Issuer, dots, english{})
		img := onPaper(t, d, s, dots)
		below := image.Rect(0, 60, dots, img.Rect.Dy())
		for _, x := range []int{0, dots - 8} {
			column := below
			column.Min.X, column.Max.X = x, x+8
			if n := black(img, column); n < 8*20 {
				t.Errorf("%d dots: %d black at %d", dots, n, x)
			}
		}
		said := false
		for _, part := range s.Parts {
			if text, ok := part.(Text); ok && strings.Contains(text.Text, fmt.Sprintf("%d mm, %d dots", map[int]int{384: 58, 576: 80}[dots], dots)) {
				said = true
			}
			if _, is := part.(Amount); is {
				t.Error("a test page with an amount")
			}
		}
		if !said {
			t.Errorf("%d dots: the width is not said", dots)
		}
	}
}

// TestNoTextMakesASlipEndless: a roll has an end.
func TestNoTextMakesASlipEndless(t *testing.T) {
	d := newTestDrawer(t)
	for _, endless := range []string{strings.Repeat("7", 60_000), strings.Repeat("W W ", 15_000), strings.Repeat("لله ", 15_000)} {
		r, c, u := practiceSample(), Copy{}, unknownSample()
		for _, put := range outside {
			put(&r, &c, endless)
		}
		u.Shop, u.Place, u.Till, u.Cashier, u.OrderID = endless, endless, endless, endless, endless
		for _, w := range languages {
			for _, s := range []Slip{NewContent(r, c, w).Slip(), NewUnknown(u, w), NewTestPage(u.Issuer, PaperDots58, w)} {
				if img := onPaper(t, d, s, PaperDots58); img.Rect.Dy() > 4000 {
					t.Errorf("%.8q…: %d dots high", endless, img.Rect.Dy())
				}
			}
		}
	}
}

func TestPaperHasOneWidthAndTwoColours(t *testing.T) {
	eachSlip(t, func(t *testing.T, _ string, _ Slip, img *image.Paletted) {
		if w := img.Rect.Dx(); w != PaperDots58 && w != PaperDots || len(img.Palette) != 2 || img.Rect.Min != (image.Point{}) {
			t.Errorf("%v, %d colours", img.Rect, len(img.Palette))
		}
	})
	d := newTestDrawer(t)
	for _, dots := range []int{-1, 0, 100, 5000} {
		if _, err := d.Paper(Slip{}, dots); err != ErrWidth {
			t.Errorf("%d: %v", dots, err)
		}
	}
}

// BenchmarkPaper draws an Arabic receipt for 80 mm paper.
func BenchmarkPaper(b *testing.B) {
	d := newTestDrawer(b)
	for b.Loop() {
		onPaper(b, d, NewContent(arabicSample(), Copy{}, arabic{}).Slip(), PaperDots)
	}
}
