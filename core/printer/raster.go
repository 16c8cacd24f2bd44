package printer

import (
	"image"
	"image/color"
)

// The dots across the paper of receipt printers at 8 per millimetre.
const (
	Dots58 = 384 // 58 mm paper
	Dots80 = 576 // 80 mm paper
)

// Cut is how a job parts the paper at its end.
type Cut string

// The cuts. A printer without a cutter ignores them.
const (
	NoCut      Cut = "none" // the paper is fed past the edge, to be torn
	PartialCut Cut = "partial"
	FullCut    Cut = "full"
)

// Pin is a line of the drawer's socket.
type Pin int

// The pins of the socket. Most drawers listen on pin 2.
const (
	NoPin Pin = 0
	Pin2  Pin = 2
	Pin5  Pin = 5
)

// Profile says what one printer is.
type Profile struct {
	Dots   int // across, Dots58 or Dots80
	Cut    Cut
	Drawer Pin // NoPin leaves it shut
	Feed   int // lines of 1/6 inch after the picture, so that its end passes the cutter; 0 is Feed of the type's default
	Rows   int // the most rows in one command; 0 is as many as fit into 4 KB, the smallest buffer sold
}

const (
	usualFeed   = 4
	bandBytes   = 4096
	rasterBytes = 8    // of the command before its rows
	highest     = 8000 // dots, one metre: no slip is longer, and a mistake must not empty a roll
)

// Encode makes the bytes that print a picture: dots darker than the middle are black. The drawer opens first, since
// that is what somebody waits for. A picture narrower than the paper stands at its left edge, as printers do it.
func Encode(img image.Image, p Profile) ([]byte, error) {
	size := img.Bounds().Size()
	switch {
	case size.X <= 0 || size.Y <= 0:
		return nil, &Error{Code: EmptyPicture}
	case size.X > p.Dots:
		return nil, &Error{Code: TooWide}
	case size.Y > highest:
		return nil, &Error{Code: TooHigh}
	}
	wide := (size.X + 7) / 8
	rows := p.Rows
	if rows <= 0 {
		rows = max(1, (bandBytes-rasterBytes)/wide)
	}
	rows = min(rows, 0xffff)
	out := make([]byte, 0, wide*size.Y+rasterBytes*(size.Y/rows+1)+32)
	out = append(out, 0x1b, '@')
	out = append(out, Pulse(p.Drawer)...)
	packed := pack(img, wide)
	for from := 0; from < size.Y; from += rows {
		high := min(rows, size.Y-from)
		out = append(out, 0x1d, 'v', '0', 0, byte(wide), byte(wide>>8), byte(high), byte(high>>8))
		out = append(out, packed[from*wide:(from+high)*wide]...)
	}
	feed := p.Feed
	if feed <= 0 {
		feed = usualFeed
	}
	out = append(out, 0x1b, 'd', byte(min(feed, 255)))
	switch p.Cut {
	case FullCut:
		out = append(out, 0x1d, 'V', 0)
	case PartialCut:
		out = append(out, 0x1d, 'V', 1)
	}
	return out, nil
}

// Pulse makes the bytes that open a drawer: 100 ms on, 500 ms off, in units of 2 ms. It is nothing for NoPin.
func Pulse(p Pin) []byte {
	switch p {
	case Pin2:
		return []byte{0x1b, 'p', 0, 50, 250}
	case Pin5:
		return []byte{0x1b, 'p', 1, 50, 250}
	}
	return nil
}

// pack puts eight dots into a byte, the leftmost highest, rows from the top, black as 1.
func pack(img image.Image, wide int) []byte {
	b := img.Bounds()
	out := make([]byte, wide*b.Dy())
	if p, ok := img.(*image.Paletted); ok {
		packPaletted(p, wide, out)
		return out
	}
	for y := range b.Dy() {
		for x := range b.Dx() {
			if dark(img.At(b.Min.X+x, b.Min.Y+y)) {
				out[y*wide+x>>3] |= 0x80 >> (x & 7)
			}
		}
	}
	return out
}

func packPaletted(img *image.Paletted, wide int, out []byte) {
	var black [256]byte
	for i, c := range img.Palette {
		if dark(c) {
			black[i] = 1
		}
	}
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
		for x, index := range row {
			out[y*wide+x>>3] |= black[index] << (7 - x&7)
		}
	}
}

// dark reports whether a colour is nearer to ink than to paper. What is transparent is paper.
func dark(c color.Color) bool {
	r, g, b, a := c.RGBA()
	return (299*r+587*g+114*b)/1000+(0xffff-a) < 0x8000
}
