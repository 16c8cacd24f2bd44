package receipt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// pdfFont is a weight of the typeface as the PDF library takes it: a TrueType file in
// which each glyph has a sign of its own, so that what was shaped can be written glyph
// by glyph. A glyph that is one plain sign keeps that sign; the others, the joined forms
// of Arabic, have signs of the private area, and what they say stands beside them.
type pdfFont struct {
	file  []byte
	signs map[font.GID]rune
}

// privateSigns is where the signs of glyphs begin, which are no letters by themselves.
const privateSigns = 0xe000

// tables are those of a TrueType file that the PDF library reads or keeps.
var tables = []string{"OS/2", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post", "prep"}

// newPDFFont reads a font as it lies in the program.
func newPDFFont(data []byte) (*pdfFont, error) {
	l, err := opentype.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("receipt: font for PDF: %w", err)
	}
	one, err := font.NewFont(l)
	if err != nil {
		return nil, fmt.Errorf("receipt: font for PDF: %w", err)
	}
	maxp, err := l.RawTable(opentype.MustNewTag("maxp"))
	if err != nil || len(maxp) < 6 {
		return nil, fmt.Errorf("receipt: font for PDF: %w", err)
	}
	glyphs := int(binary.BigEndian.Uint16(maxp[4:]))
	f := &pdfFont{signs: make(map[font.GID]rune, glyphs)}
	var plain []rune
	for all := one.Cmap.Iter(); all.Next(); {
		r, gid := all.Char()
		if r < 0x20 || r >= 0x590 && r < 0x2000 || r > 0x2bff { // Latin, Greek, punctuation and signs are themselves
			continue
		}
		if old, there := f.signs[gid]; !there || r < old {
			f.signs[gid] = r
		}
		plain = append(plain, r)
	}
	slices.Sort(plain)
	out := map[string][]byte{"cmap": signTable(one, slices.Compact(plain), glyphs)}
	for _, name := range tables {
		if table, err := l.RawTable(opentype.MustNewTag(name)); err == nil {
			out[name] = table
		}
	}
	f.file = sfnt(out)
	return f, nil
}

// sign is how a glyph is written.
func (f *pdfFont) sign(gid font.GID) rune {
	if r, there := f.signs[gid]; there {
		return r
	}
	return privateSigns + rune(gid)
}

// signTable is a cmap of format 4: a segment for each plain sign, one for all glyphs in
// the private area, and the one that ends it.
func signTable(one *font.Font, plain []rune, glyphs int) []byte {
	type segment struct{ first, last, delta uint16 }
	var all []segment
	for _, r := range plain {
		gid, _ := one.NominalGlyph(r)
		all = append(all, segment{uint16(r), uint16(r), uint16(gid) - uint16(r)})
	}
	all = append(all, segment{privateSigns, uint16(privateSigns + glyphs - 1), 0x10000 - privateSigns}, segment{0xffff, 0xffff, 1})
	n := len(all)
	var t []byte
	put := func(v ...uint16) {
		for _, one := range v {
			t = binary.BigEndian.AppendUint16(t, one)
		}
	}
	search, entry := 2, 0
	for search*2 <= 2*n {
		search, entry = search*2, entry+1
	}
	put(0, 1, 3, 1, 0, 12)
	put(4, uint16(16+8*n), 0, uint16(2*n), uint16(search), uint16(entry), uint16(2*n-search))
	for _, s := range all {
		put(s.last)
	}
	put(0)
	for _, s := range all {
		put(s.first)
	}
	for _, s := range all {
		put(s.delta)
	}
	for range all {
		put(0)
	}
	return t
}

// sfnt puts tables into a TrueType file.
func sfnt(all map[string][]byte) []byte {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	head := binary.BigEndian.AppendUint32(nil, 0x00010000)
	search, entry := 16, 0
	for search*2 <= 16*len(names) {
		search, entry = search*2, entry+1
	}
	for _, v := range []int{len(names), search, entry, 16*len(names) - search} {
		head = binary.BigEndian.AppendUint16(head, uint16(v))
	}
	at := 12 + 16*len(names)
	var body []byte
	for _, name := range names {
		table := all[name]
		padded := append(slices.Clone(table), make([]byte, (4-len(table)%4)%4)...)
		sum := uint32(0)
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		head = append(head, name...)
		for _, v := range []uint32{sum, uint32(at + len(body)), uint32(len(table))} {
			head = binary.BigEndian.AppendUint32(head, v)
		}
		body = append(body, padded...)
	}
	return append(head, body...)
}

// families are what the weights are called in a PDF.
var families = [weightCount]string{"plex", "plexmedium", "plexsemibold", "plexbold"}

// pdfFonts are the weights, each made once.
func (f *faces) pdfFonts(doc *fpdf.Fpdf) (out [weightCount]*pdfFont, err error) {
	for w := range weightCount {
		if f.pdf[w] == nil {
			if f.pdf[w], err = newPDFFont(f.data[w]); err != nil {
				return out, err
			}
		}
		out[w] = f.pdf[w]
		doc.AddUTF8FontFromBytes(families[w], "", out[w].file)
	}
	return out, doc.Error()
}
