package printer

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// dotted is a picture of random dots.
func dotted(wide, high int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, wide, high), color.Palette{color.White, color.Black})
	r := rand.New(rand.NewPCG(7, uint64(wide*high)))
	for i := range img.Pix {
		img.Pix[i] = uint8(r.IntN(2))
	}
	return img
}

func TestASmallPictureByteForByte(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 10, 3), color.Palette{color.White, color.Black})
	img.SetColorIndex(0, 0, 1)
	img.SetColorIndex(9, 1, 1)
	img.SetColorIndex(7, 2, 1)
	got, err := Encode(img, Profile{Dots: 16, Cut: PartialCut, Drawer: Pin5, Feed: 3, Rows: 2})
	want := []byte{0x1b, '@', 0x1b, 'p', 1, 50, 250,
		0x1d, 'v', '0', 0, 2, 0, 2, 0, 0x80, 0, 0, 0x40,
		0x1d, 'v', '0', 0, 2, 0, 1, 0, 0x01, 0,
		0x1b, 'd', 3, 0x1d, 'V', 1}
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("% x, %v\n% x", got, err, want)
	}
}

func TestCutsAndPulses(t *testing.T) {
	img := dotted(8, 1)
	for cut, end := range map[Cut][]byte{NoCut: {0x1b, 'd', 4}, "": {0x1b, 'd', 4}, PartialCut: {0x1d, 'V', 1}, FullCut: {0x1d, 'V', 0}} {
		got, err := Encode(img, Profile{Dots: 8, Cut: cut})
		if err != nil || !bytes.HasSuffix(got, end) {
			t.Errorf("%q: % x, %v", cut, got, err)
		}
	}
	for pin, want := range map[Pin][]byte{NoPin: nil, Pin2: {0x1b, 'p', 0, 50, 250}, Pin5: {0x1b, 'p', 1, 50, 250}, 3: nil} {
		if got := Pulse(pin); !bytes.Equal(got, want) {
			t.Errorf("pin %d: % x", pin, got)
		}
	}
}

// TestBandsFitIntoSmallBuffers: no command is longer than 4 KB, and all of them
// together are the picture.
func TestBandsFitIntoSmallBuffers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide, high := rapid.IntRange(1, 576).Draw(t, "wide"), rapid.IntRange(1, 900).Draw(t, "high")
		img := dotted(wide, high)
		data, err := Encode(img, Profile{Dots: 576})
		if err != nil {
			t.Fatal(err)
		}
		data = data[2 : len(data)-3]
		y := 0
		for len(data) > 0 {
			w, h := int(data[4])|int(data[5])<<8, int(data[6])|int(data[7])<<8
			if w != (wide+7)/8 || h == 0 || 8+w*h > 4096 {
				t.Fatalf("a band of %d bytes by %d rows", w, h)
			}
			for row := range h {
				for x := range wide {
					if got := data[8+row*w+x/8] >> (7 - x%8) & 1; got != img.ColorIndexAt(x, y+row) {
						t.Fatalf("dot %d, %d is %d", x, y+row, got)
					}
				}
			}
			y, data = y+h, data[8+w*h:]
		}
		if y != high {
			t.Fatalf("%d rows of %d", y, high)
		}
	})
}

// TestAnyPictureIsPackedAlike: a palette is a short cut, not another result.
func TestAnyPictureIsPackedAlike(t *testing.T) {
	img := dotted(75, 20)
	sub := img.SubImage(image.Rect(3, 2, 70, 19)).(*image.Paletted)
	full := image.NewRGBA(sub.Bounds())
	for y := sub.Rect.Min.Y; y < sub.Rect.Max.Y; y++ {
		for x := sub.Rect.Min.X; x < sub.Rect.Max.X; x++ {
			full.Set(x, y, sub.At(x, y))
		}
	}
	a, errA := Encode(sub, Profile{Dots: 576})
	b, errB := Encode(full, Profile{Dots: 576})
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%v, %v, the same bytes %v", errA, errB, bytes.Equal(a, b))
	}
	for c, want := range map[color.Color]bool{color.Transparent: false, color.Gray{127}: true, color.Gray{128}: false, color.RGBA{0xff, 0xc4, 0, 0xff}: false} {
		if dark(c) != want {
			t.Errorf("%v is dark %v", c, !want)
		}
	}
}

func TestPicturesThatNoPaperTakes(t *testing.T) {
	for _, c := range []struct {
		img  image.Image
		want Code
	}{{dotted(576, 10), TooWide}, {dotted(385, 1), TooWide}, {image.NewPaletted(image.Rect(0, 0, 384, highest+1), nil), TooHigh},
		{image.NewGray(image.Rectangle{}), EmptyPicture}} {
		data, err := Encode(c.img, Profile{Dots: Dots58})
		if CodeOf(err) != c.want || data != nil {
			t.Errorf("%v: %v", c.img.Bounds(), err)
		}
	}
}
