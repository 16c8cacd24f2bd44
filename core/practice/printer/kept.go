package printer

import "image"

// kept is a slip of which each dot takes a bit: the last slips are held all day.
type kept struct {
	slip Slip // without its picture
	area image.Rectangle
	bits []byte
}

func pack(s Slip) kept {
	k := kept{slip: s, area: s.Image.Rect, bits: make([]byte, (len(s.Image.Pix)+7)/8)}
	for i, dot := range s.Image.Pix {
		k.bits[i/8] |= dot & 1 << (i % 8)
	}
	k.slip.Image = nil
	return k
}

func (k kept) unpack() Slip {
	k.slip.Image = image.NewPaletted(k.area, paper)
	for i := range k.slip.Image.Pix {
		k.slip.Image.Pix[i] = k.bits[i/8] >> (i % 8) & 1
	}
	return k.slip
}
