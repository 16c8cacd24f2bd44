package printer

import (
	"bufio"
	"image"
	"image/color"
	"io"

	"sanduq/core/printer"
)

// Slip is one piece of paper.
type Slip struct {
	Image  *image.Paletted // white and black, as wide as the paper
	Cut    printer.Cut     // NoCut when the connection ended before one
	Pulses []printer.Pin   // of the drawer, in order
	Beside bool            // something stood right of the paper's edge and is lost, as on real paper
	Odd    int             // bytes that are no command this printer knows
}

var paper = color.Palette{color.White, color.Black}

const (
	lineFeed = 34   // dots of 1/6 inch
	longest  = 8000 // dots of one slip; what follows is lost, as a roll ends too
)

// decoder prints one stream of bytes.
type decoder struct {
	from  *bufio.Reader
	dots  int
	ready func() error // blocks while the printer cannot print
	done  func(Slip)
	reply func(byte)

	slip Slip
	rows [][]byte
	skip int // rows of white that only matter when something follows
}

// run prints until the stream ends.
func (d *decoder) run() error {
	for {
		if err := d.command(); err != nil {
			d.finish(printer.NoCut)
			return err
		}
	}
}

func (d *decoder) command() error {
	if err := d.ready(); err != nil {
		return err
	}
	b, err := d.from.ReadByte()
	if err != nil {
		return err
	}
	switch b {
	case 0, 0x11, 0x13:
		return nil
	case '\n':
		d.feed(1)
		return nil
	case 0x10:
		return d.realTime()
	case 0x1b:
		return d.escape()
	case 0x1d:
		return d.group()
	}
	d.slip.Odd++
	return nil
}

// realTime passes over what was obeyed when it came in: DLE EOT n, and DLE DC4 1 m t.
func (d *decoder) realTime() error {
	b, err := d.from.ReadByte()
	if err != nil {
		return err
	}
	if b == 0x14 {
		return d.discard(3)
	}
	return d.discard(1)
}

func (d *decoder) escape() error {
	b, err := d.from.ReadByte()
	if err != nil {
		return err
	}
	switch b {
	case '@':
		return nil
	case 'd':
		n, err := d.from.ReadByte()
		d.feed(int(n))
		return err
	case 'p':
		var p [3]byte
		if _, err := io.ReadFull(d.from, p[:]); err != nil {
			return err
		}
		pin := printer.Pin2
		if p[0] == 1 || p[0] == '1' {
			pin = printer.Pin5
		}
		d.slip.Pulses = append(d.slip.Pulses, pin)
		return nil
	}
	d.slip.Odd += 2
	return nil
}

func (d *decoder) group() error {
	b, err := d.from.ReadByte()
	if err != nil {
		return err
	}
	switch b {
	case 'v':
		return d.raster()
	case 'V':
		n, err := d.from.ReadByte()
		if err != nil {
			return err
		}
		cut := printer.FullCut
		if n&1 == 1 {
			cut = printer.PartialCut
		}
		d.finish(cut)
		return nil
	case 'r':
		_, err := d.from.ReadByte()
		d.reply(0)
		return err
	}
	d.slip.Odd += 2
	return nil
}

// raster prints GS v 0: two bytes of kind, the width in bytes, the height in rows.
func (d *decoder) raster() error {
	var head [6]byte
	if _, err := io.ReadFull(d.from, head[:]); err != nil {
		return err
	}
	wide, high := int(head[2])|int(head[3])<<8, int(head[4])|int(head[5])<<8
	row := make([]byte, wide)
	for range high {
		if err := d.ready(); err != nil {
			return err
		}
		if _, err := io.ReadFull(d.from, row); err != nil {
			return err
		}
		d.print(row)
	}
	return nil
}

func (d *decoder) print(row []byte) {
	for range d.skip {
		d.rows = append(d.rows, make([]byte, d.dots))
	}
	d.skip = 0
	if len(d.rows) >= longest {
		return
	}
	dots := make([]byte, d.dots)
	for x := range len(row) * 8 {
		black := row[x>>3] >> (7 - x&7) & 1
		if x < d.dots {
			dots[x] = black
		} else if black == 1 {
			d.slip.Beside = true
		}
	}
	d.rows = append(d.rows, dots)
}

func (d *decoder) feed(lines int) {
	d.skip = min(d.skip+lines*lineFeed, longest-min(len(d.rows), longest))
}

func (d *decoder) discard(n int) error {
	_, err := d.from.Discard(n)
	return err
}

// finish gives a slip away. Nothing printed and nothing pulsed is no slip.
func (d *decoder) finish(cut printer.Cut) {
	s := d.slip
	if len(d.rows) > 0 || len(s.Pulses) > 0 || s.Odd > 0 {
		s.Cut = cut
		s.Image = image.NewPaletted(image.Rect(0, 0, d.dots, len(d.rows)), paper)
		for y, row := range d.rows {
			copy(s.Image.Pix[y*s.Image.Stride:], row)
		}
		d.done(s)
	}
	d.slip, d.rows, d.skip = Slip{}, nil, 0
}
