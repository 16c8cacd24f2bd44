package receipt

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"strings"
	"sync"
	"testing"
)

func mustDraw(t *testing.T, d *Drawer, c Content, f Form, width int) *image.RGBA {
	t.Helper()
	img, err := d.Draw(c, f, width)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// count counts the pixels within r for which want is true.
func count(img *image.RGBA, r image.Rectangle, want func(color.RGBA) bool) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if want(img.RGBAAt(x, y)) {
				n++
			}
		}
	}
	return n
}

func inked(c color.RGBA) bool  { return c.R < 128 && c.G < 128 && c.B < 128 }
func yellow(c color.RGBA) bool { return c == practice }

func TestPictureHasTheWidthAskedForAndInk(t *testing.T) {
	d := newTestDrawer(t)
	c := NewContent(sample(), Copy{}, english{})
	for _, width := range []int{300, PaperDots, FileDots} {
		img := mustDraw(t, d, c, Full, width)
		if img.Bounds().Dx() != width || img.Bounds().Min != (image.Point{}) {
			t.Errorf("bounds %v for width %d", img.Bounds(), width)
		}
		high, err := d.Height(c, Full, width)
		if err != nil || high != img.Bounds().Dy() {
			t.Errorf("height %d, %v; picture %v", high, err, img.Bounds())
		}
		if n := count(img, img.Bounds(), inked); n < width*4 {
			t.Errorf("only %d dark pixels at width %d", n, width)
		}
		if !img.Opaque() {
			t.Error("not opaque")
		}
	}
}

func TestNothingTouchesTheEdges(t *testing.T) {
	d := newTestDrawer(t)
	r := sample()
	r.Shop = strings.Repeat("Supermarket ", 9)
	r.Reference = strings.Repeat("0123456789", 12)
	r.TransactionID = strings.Repeat("W", 90)
	r.Amount.Minor = 9223372036854775807
	for _, w := range []Words{english{}, arabic{}} {
		img := mustDraw(t, d, NewContent(r, Copy{Number: 3, By: strings.Repeat("Samira ", 20)}, w), Full, PaperDots)
		b := img.Bounds()
		const edge = 20
		for _, strip := range []image.Rectangle{
			image.Rect(0, 0, edge, b.Dy()), image.Rect(b.Dx()-edge, 0, b.Dx(), b.Dy()), image.Rect(0, b.Dy()-8, b.Dx(), b.Dy()),
		} {
			if n := count(img, strip, inked); n > 0 {
				t.Errorf("RTL %v: %d dark pixels in %v", w.RTL(), n, strip)
			}
		}
	}
}

func TestHatchMarksPracticeAlone(t *testing.T) {
	d := newTestDrawer(t)
	live := mustDraw(t, d, NewContent(sample(), Copy{}, english{}), Full, PaperDots)
	test := mustDraw(t, d, NewContent(practiceSample(), Copy{}, english{}), Full, PaperDots)
	if n := count(live, live.Bounds(), yellow); n != 0 {
		t.Errorf("%d yellow pixels on a live receipt", n)
	}
	band := image.Rect(0, 0, PaperDots, 48)
	area := band.Dx() * band.Dy()
	if n := count(test, band, yellow); n < area*4/10 {
		t.Errorf("only %d of %d pixels of the band are yellow", n, area)
	}
	if n := count(test, band, inked); n < area/4 {
		t.Errorf("only %d of %d pixels of the band are dark", n, area)
	}
}

func TestArabicIsSetFromRightToLeft(t *testing.T) {
	d := newTestDrawer(t)
	en := mustDraw(t, d, NewContent(sample(), Copy{}, english{}), Full, PaperDots)
	ar := mustDraw(t, d, NewContent(sample(), Copy{}, arabic{}), Full, PaperDots)
	if bytes.Equal(en.Pix, ar.Pix) {
		t.Fatal("Arabic looks like English")
	}
	// The sale's name is Latin and stands at the trailing edge of its row: at the right in English, at the left in
	// Arabic. Compare the widths of ink in both halves of the transaction's row, whose label is shorter than its value.
	half := func(img *image.RGBA, right bool) int {
		y := img.Bounds().Dy() / 2
		r := image.Rect(0, y, PaperDots/2, img.Bounds().Dy())
		if right {
			r = r.Add(image.Pt(PaperDots/2, 0))
		}
		return count(img, r, inked)
	}
	if half(en, true) <= half(en, false) || half(ar, false) <= half(ar, true) {
		t.Errorf("values stand on the wrong side: en %d %d, ar %d %d",
			half(en, false), half(en, true), half(ar, false), half(ar, true))
	}
}

func TestArabicLettersJoin(t *testing.T) {
	d := newTestDrawer(t)
	joined := d.text.line("سوق", bold, 40, true).width
	apart := 0.
	for _, r := range "سوق" {
		apart += d.text.line(string(r), bold, 40, true).width
	}
	if joined >= apart*.95 {
		t.Errorf("joined %v, letter by letter %v", joined, apart)
	}
}

func TestMixedLineKeepsNumbersInOrder(t *testing.T) {
	d := newTestDrawer(t)
	line := d.text.line("نسخة 2 · 14:31", regular, 20, true)
	var starts []int
	for _, run := range line.runs {
		starts = append(starts, run.Runes.Offset)
	}
	for i := 1; i < len(starts); i++ {
		if starts[i] > starts[i-1] {
			t.Fatalf("runs from left to right begin at runes %v; the first word must stand at the right", starts)
		}
	}
}

func TestWidthOutOfRangeIsRefused(t *testing.T) {
	d := newTestDrawer(t)
	for _, width := range []int{-1, 0, narrowest - 1, widest + 1} {
		if _, err := d.Draw(Content{}, Full, width); !errors.Is(err, ErrWidth) {
			t.Errorf("%d: %v", width, err)
		}
	}
}

func TestUnreadableFontIsAnError(t *testing.T) {
	if _, err := NewDrawer(Fonts{Regular: []byte("no font")}); err == nil {
		t.Fatal("accepted")
	}
}

func TestDrawingFromManyGoroutinesGivesTheSamePixels(t *testing.T) {
	d := newTestDrawer(t)
	c := NewContent(practiceSample(), Copy{}, arabic{})
	want := mustDraw(t, d, c, Small, 412)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			img, err := d.Draw(c, Small, 412)
			if err != nil || !bytes.Equal(img.Pix, want.Pix) {
				t.Errorf("differs, %v", err)
			}
		})
	}
	wg.Wait()
}

func FuzzDrawAnyText(f *testing.F) {
	f.Add("Al Noor Market", "8F2K-71QD-0446")
	f.Add("سوق النور 2", "INV-٢٠٢٦ (أ)")
	f.Add("a\u202eb\u0000\n\t", "👍🏽 \u0301")
	f.Add("", " ")
	d := newTestDrawer(f)
	f.Fuzz(func(t *testing.T, shop, reference string) {
		if len(shop)+len(reference) > 400 {
			return
		}
		r := practiceSample()
		r.Shop, r.Reference, r.TransactionID = shop, reference, reference
		for _, w := range []Words{english{}, arabic{}} {
			img, err := d.Draw(NewContent(r, Copy{}, w), Small, 200)
			if err != nil || count(img, img.Bounds(), inked) == 0 {
				t.Fatalf("%v", err)
			}
		}
	})
}
