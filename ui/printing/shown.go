package printing

import (
	"image"
	"image/color"
	"slices"

	"sanduq/core/journal"
)

// shownSales is of how many sales the practice printer's slip can be shown: more
// than stand side by side at a till.
const shownSales = 12

// came is a slip that the practice printer took. Each dot of it takes a bit, since it
// is held all day.
type came struct {
	sale    journal.SaleID
	area    image.Rectangle
	palette color.Palette
	bits    []byte
}

func pack(sale journal.SaleID, picture *image.Paletted) came {
	c := came{sale, picture.Rect, picture.Palette, make([]byte, (len(picture.Pix)+7)/8)}
	for i, dot := range picture.Pix {
		c.bits[i/8] |= dot & 1 << (i % 8)
	}
	return c
}

func (c came) picture() *image.Paletted {
	out := image.NewPaletted(c.area, c.palette)
	for i := range out.Pix {
		out.Pix[i] = c.bits[i/8] >> (i % 8) & 1
	}
	return out
}

// shown is the slip that was asked for last, as a picture: a screen that shows it asks
// again at each change, and must be given the same one.
type shown struct {
	sale    journal.SaleID
	picture *image.Paletted
}

// remember keeps the slip of a sale in place of an older one of it.
func (p *Printing) remember(sale journal.SaleID, picture *image.Paletted) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.came = slices.DeleteFunc(p.came, func(c came) bool { return c.sale == sale })
	p.came = append(p.came, pack(sale, picture))
	p.came = p.came[max(0, len(p.came)-shownSales):]
	p.shown = shown{sale, picture}
}

// Slip is the newest slip of a sale that the practice printer took since the
// start; nil where there is none, or where it is not among the newest.
func (p *Printing) Slip(sale journal.SaleID) image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown.sale == sale && p.shown.picture != nil {
		return p.shown.picture
	}
	for _, c := range p.came {
		if c.sale == sale {
			p.shown = shown{sale, c.picture()}
			return p.shown.picture
		}
	}
	return nil
}
