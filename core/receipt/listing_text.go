package receipt

import (
	"image/color"
	"math"
)

// plain writes a cell of Latin letters and digits alone, which need no shaper: each sign
// is its glyph, by its own width. One that is too long is cut at a letter. False where it
// is no such cell, or one at the end that does not fit.
func (p *Pages) plain(text string, w weight, from, room, y float64, c ListingColumn) bool {
	if p.err != nil {
		return true
	}
	widths := &p.widths[w]
	if widths['0'] == 0 {
		face := p.d.text.faces.of(w)
		of := func(r rune) float64 {
			gid, ok := face.NominalGlyph(r)
			if !ok {
				return 0
			}
			return float64(face.HorizontalAdvance(gid)) / float64(face.Upem()) * listingText
		}
		for r := range widths {
			widths[r] = of(rune(r))
		}
		p.dots[w] = of([]rune(ellipsis)[0])
	}
	wide, fits, until := 0., 0., 0 // until where it fits with an ellipsis, and how wide it is there
	for at, r := range text {
		if r < ' ' || r > '~' && r != '\u00a0' || widths[r] == 0 {
			return false
		}
		if wide+p.dots[w] <= room {
			fits, until = wide, at
		}
		wide += widths[r]
	}
	size := listingText
	switch {
	case wide > room && (c.End || c.Whole):
		size, wide = size*room/wide, room
	case wide > room && (until == 0 || p.dots[w] == 0):
		return false
	case wide > room:
		text, wide = text[:until]+ellipsis, fits+p.dots[w]
	}
	for _, r := range text {
		p.spelled[w][r] = string(r)
	}
	x := from + listingGap/2
	if c.End {
		x += room - wide
	}
	if p.l.RTL {
		x = listingWide - x - wide
	}
	p.fillWith(ink)
	p.font(w, size)
	p.doc.Text(x*unit, y*unit, text)
	return true
}

// mostShaped is how many cells are remembered as they were shaped: names, states and
// routes come in every row.
const mostShaped = 2048

func (p *Pages) shaped(text string, w weight) textLine {
	key := shapedKey{text, w, 0}
	l, there := p.known[key]
	if !there {
		if l = p.d.text.line(text, w, listingText, p.l.RTL); len(p.known) < mostShaped {
			p.known[key] = l
		}
	}
	return l
}

// few is the beginning of a cell that is too long, as it is cut; all of it where nothing
// of it fits.
func (p *Pages) few(text string, w weight, room float64, all textLine) textLine {
	key := shapedKey{text, w, room}
	l, there := p.known[key]
	if !there {
		l = all
		if few := p.d.text.few(1, text, w, listingText, room, p.l.RTL); len(few) > 0 {
			l = few[0]
		}
		if len(p.known) < mostShaped {
			p.known[key] = l
		}
	}
	return l
}

type shapedKey struct {
	text string
	w    weight
	room float64 // 0 for a whole cell
}

// line draws a line of text on the leading side, indented, and goes below it.
func (p *Pages) line(text string, w weight, size, indent float64, c color.Color) {
	defer p.pen()()
	for _, l := range p.d.text.few(2, text, w, size, listingWide-2*listingEdge-indent, p.l.RTL) {
		x := listingEdge + indent
		if p.l.RTL {
			x = listingWide - x - l.width
		}
		p.write(l, text, w, x, float64(p.y)+baseline(size, size*1.45), c)
		p.y += int(size * 1.45)
	}
}

func (p *Pages) width(text string, w weight, size float64) float64 {
	defer p.pen()()
	return p.d.text.line(text, w, size, p.l.RTL).width
}

// write writes a line that was shaped, as text: each glyph where the shaper put it, and
// with it what it says. Readers bring what they see from right to left into the order in
// which it is read.
func (p *Pages) write(l textLine, text string, w weight, x, y float64, c color.Color) {
	if p.err != nil || len(l.runs) == 0 {
		return
	}
	p.fillWith(c)
	var parts []writtenPart
	pen, runes := x, append([]rune{leftToRightMark}, []rune(cut(text))...)
	for _, run := range l.runs {
		size := float64(run.Size) / 64
		scale := size / float64(run.Face.Upem())
		signs := p.spelled[w].says(run, runes, p.fonts[w])
		for i, one := range run.Glyphs {
			left, high := pen+float64(one.XOffset)/64, y-float64(one.YOffset)/64
			pen += float64(one.Advance) / 64
			sign := signs[i]
			if sign == 0 {
				continue
			}
			own := float64(run.Face.HorizontalAdvance(one.GlyphID)) * scale
			if n := len(parts); n > 0 && parts[n-1].size == size && near(parts[n-1].end, left) && near(parts[n-1].y, high) {
				parts[n-1].text = append(parts[n-1].text, sign)
				parts[n-1].end = left + own
				continue
			}
			parts = append(parts, writtenPart{size: size, x: left, y: high, end: left + own, text: []rune{sign}})
		}
	}
	for _, one := range parts {
		p.font(w, one.size)
		p.doc.Text(one.x*unit, one.y*unit, string(one.text))
	}
}

// writtenPart is a run of glyphs that stand beside each other by their own widths.
type writtenPart struct {
	size, x, y, end float64
	text            []rune
}

func near(a, b float64) bool { return math.Abs(a-b) < .1 }
