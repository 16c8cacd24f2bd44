package receipt

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"
	"time"
)

// red is a square picture that nothing else on a card looks like.
func red() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{0xff, 0, 0, 0xff}), image.Point{}, draw.Src)
	return img
}

func aCard(rtl bool, rows int) Card {
	c := Card{Title: "Pay from your phone", Under: "No card, no cash.", Footer: "Bring the receipt.", RTL: rtl}
	part := CardPart{Heading: "How you pay"}
	for range rows {
		part.Rows = append(part.Rows, CardRow{Picture: red(), Name: "Scan the code", Text: "Look at shop and amount, confirm."})
	}
	c.Parts = []CardPart{part}
	return c
}

// reds is where the pictures of a card are.
func reds(img *image.RGBA) (all image.Rectangle) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if c := img.RGBAAt(x, y); c.R > 0xf0 && c.G < 0x10 {
				all = all.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return all
}

func TestACardIsMirrored(t *testing.T) {
	d := newTestDrawer(t)
	left, _ := d.Card(aCard(false, 1))
	right, _ := d.Card(aCard(true, 1))
	l, r := reds(left), reds(right)
	if l.Dx() != dots(cardPicture) || l.Min.X != dots(cardEdge) || l.Dx() != r.Dx() || CardDots-r.Max.X != l.Min.X {
		t.Errorf("the picture is at %v, mirrored at %v", l, r)
	}
}

// TestACardTellsWhatDoesNotFit: the fullest card that fits has its foot on the
// page, and one row more is more than the page's height.
func TestACardTellsWhatDoesNotFit(t *testing.T) {
	d := newTestDrawer(t)
	high := func(rows int) float64 {
		return (&page{text: &d.text, dst: image.NewRGBA(image.Rectangle{})}).draw(aCard(false, rows))
	}
	rows := 1
	for high(rows+1) <= CardHeight {
		rows++
	}
	if rows < 10 || rows > 20 {
		t.Errorf("%d rows fit", rows)
	}
	img, told := d.Card(aCard(false, rows))
	if foot := lowest(img); foot > dots(CardHeight-cardEdge) || foot < dots(CardHeight*.8) || told > CardHeight {
		t.Errorf("%d rows, %.1f mm: the last ink is at %d of %d", rows, told, foot, img.Bounds().Dy())
	}
	if _, told := d.Card(aCard(false, rows+1)); told <= CardHeight {
		t.Errorf("%d rows are said to be %.1f mm high", rows+1, told)
	}
}

// lowest is the lowest row of pixels with ink.
func lowest(img image.Image) int {
	b := img.Bounds()
	for y := b.Max.Y - 1; y > 0; y-- {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
				return y
			}
		}
	}
	return 0
}

func TestCardsAreAPageEach(t *testing.T) {
	d := newTestDrawer(t)
	one, other := aCard(false, 3), aCard(true, 4)
	other.Title = "ادفع من هاتفك"
	made := time.Unix(1800000000, 0)
	pdf, err := d.CardsPDF(made, one, other)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, "cards", pdf)
	again, _ := d.CardsPDF(made, one, other)
	if !bytes.Equal(pdf, again) {
		t.Error("the same cards give other bytes")
	}
	if n := strings.Count(string(pdf), "/Type /Page\n"); n != 2 {
		t.Errorf("%d pages", n)
	}
	if n := strings.Count(string(pdf), "/Subtype /Image"); n != 2 {
		t.Errorf("%d pictures: cards must not share one", n)
	}
}

// TestFewerColoursAreTheSameCard: no point of the smaller file is far from what
// was drawn.
func TestFewerColoursAreTheSameCard(t *testing.T) {
	d := newTestDrawer(t)
	drawn, _ := d.Card(aCard(false, 3))
	file, err := d.CardPNG(aCard(false, 3))
	if err != nil {
		t.Fatal(err)
	}
	read, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := read.(*image.Paletted); !ok || len(p.Palette) > cardColours {
		t.Fatalf("%T", read)
	}
	far := uint32(0)
	for y := 0; y < drawn.Bounds().Dy(); y += 2 {
		for x := 0; x < drawn.Bounds().Dx(); x += 3 {
			a, _, _, _ := drawn.At(x, y).RGBA()
			b, _, _, _ := read.At(x, y).RGBA()
			far = max(far, max(a, b)-min(a, b))
		}
	}
	if far > 0x1800 {
		t.Errorf("a point is %#x of 0xffff from what was drawn", far)
	}
}
