package packaging

import (
	"bytes"
	"encoding/binary"
	"image"
)

// icoSizes are the pixels of the pictures in an icon of Windows.
var icoSizes = []int{16, 20, 24, 32, 40, 48, 64, 256}

// IconICO is the application's icon as Windows wants it: the small pictures as
// bitmaps, which everything there can read, the large one as a PNG.
func IconICO(practice bool) ([]byte, error) {
	var head, body bytes.Buffer
	put := func(w *bytes.Buffer, v any) { _ = binary.Write(w, binary.LittleEndian, v) } // a buffer takes everything
	put(&head, []uint16{0, 1, uint16(len(icoSizes))})
	for _, size := range icoSizes {
		data, err := icoPicture(practice, size)
		if err != nil {
			return nil, err
		}
		side := uint8(size) // 256 is written as 0
		put(&head, []uint8{side, side, 0, 0})
		put(&head, []uint16{1, 32})
		put(&head, []uint32{uint32(len(data)), uint32(6 + 16*len(icoSizes) + body.Len())})
		body.Write(data)
	}
	return append(head.Bytes(), body.Bytes()...), nil
}

func icoPicture(practice bool, size int) ([]byte, error) {
	if size == 256 {
		return IconPNG(practice, size)
	}
	picture, err := Icon(practice, size)
	if err != nil {
		return nil, err
	}
	return bitmap(picture), nil
}

// bitmap is a picture as a BITMAPINFOHEADER, colours from the lowest line up,
// and a mask that hides nothing, since the colours have an alpha of their own.
func bitmap(picture *image.RGBA) []byte {
	size := picture.Bounds().Dx()
	mask := (size + 31) / 32 * 4 * size
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, struct {
		Head, Width, Height   uint32
		Planes, Bits          uint16
		Packed, Bytes         uint32
		Right, Down, Use, Key uint32
	}{Head: 40, Width: uint32(size), Height: uint32(2 * size), Planes: 1, Bits: 32, Bytes: uint32(4*size*size + mask)})
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			c := picture.RGBAAt(x, y)
			full := func(part uint8) byte { // without the alpha that RGBA has multiplied in
				if c.A == 0 {
					return 0
				}
				return byte(min(255, int(part)*255/int(c.A)))
			}
			out.Write([]byte{full(c.B), full(c.G), full(c.R), c.A})
		}
	}
	out.Write(make([]byte, mask))
	return out.Bytes()
}
