package receipt

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

const (
	leftToRightMark = '\u200e'
	rightToLeftMark = '\u200f'
)

var written = language.NewLanguage("ar")

// setter shapes lines of text, each in its right order, whatever scripts it mixes. It is not safe for concurrent use.
type setter struct {
	faces   faces
	shaper  shaping.HarfbuzzShaper
	segment shaping.Segmenter
	wrap    shaping.LineWrapper
	apart   bool // each letter has a glyph of its own where the script allows it, so that text can be copied
}

// textLine is one line ready to be drawn; runs stand from left to right.
type textLine struct {
	runs  []shaping.Output
	width float64 // pixels
}

// lines sets text at a size in pixels and breaks it to a width; a word that is longer than the width is broken too,
// since nothing on a receipt may run off the paper.
func (s *setter) lines(text string, w weight, size, width, spacing float64, rtl bool) []textLine {
	return s.set(text, w, size, spacing, rtl, shaping.WrapConfig{}, width)
}

// few is lines for text that came from outside: so many lines at most, of so many signs at most. The end of what was
// cut is an ellipsis.
func (s *setter) few(most int, text string, w weight, size, width float64, rtl bool) []textLine {
	dots := s.shaper.Shape(shaping.Input{Text: []rune(ellipsis), RunEnd: 1, Direction: di.DirectionLTR, Face: s.faces.of(w),
		Size: fixed.Int26_6(size * 64), Script: language.Common, Language: written})
	return s.set(cut(text), w, size, 0, rtl, shaping.WrapConfig{TruncateAfterLines: most, Truncator: dots}, width)
}

func (s *setter) set(text string, w weight, size, spacing float64, rtl bool, config shaping.WrapConfig, width float64) []textLine {
	mark, direction := leftToRightMark, di.DirectionLTR
	if rightToLeft(text, rtl) {
		mark, direction = rightToLeftMark, di.DirectionRTL
	}
	runes := append([]rune{mark}, []rune(text)...) // the mark settles the direction of the line
	inputs := s.segment.Split(shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: direction, Face: s.faces.of(w),
		Size: fixed.Int26_6(size * 64), Language: written, FontFeatures: s.features(),
	}, oneFace{s.faces.of(w)})
	outs := make([]shaping.Output, 0, len(inputs))
	for _, in := range inputs {
		outs = append(outs, s.shaper.Shape(in))
	}
	if spacing > 0 {
		shaping.AddSpacing(outs, runes, 0, fixed.Int26_6(spacing*64))
	}
	config.Direction, config.BreakPolicy = direction, shaping.WhenNecessary
	config.Truncator.Direction = direction
	broken, _ := s.wrap.WrapParagraphF(config, fixed.Int26_6(width*64), runes, shaping.NewSliceIterator(outs))
	out := make([]textLine, 0, len(broken))
	for _, b := range broken {
		runs := slices.Clone(b)
		slices.SortFunc(runs, func(a, b shaping.Output) int { return cmp.Compare(a.VisualIndex, b.VisualIndex) })
		l := textLine{runs: runs}
		for _, r := range runs {
			l.width += float64(r.Advance) / 64
		}
		out = append(out, l)
	}
	return out
}

// features are what the shaper is asked for beside what the script needs.
func (s *setter) features() []shaping.FontFeature {
	if !s.apart {
		return nil
	}
	return noLigatures
}

// noLigatures are off where text is copied: also kerning, since a reader takes letters that
// overlap by it for the ends of two words.
var noLigatures = func() (off []shaping.FontFeature) {
	for _, tag := range []string{"liga", "dlig", "clig", "rlig", "calt", "kern"} {
		off = append(off, shaping.FontFeature{Tag: opentype.MustNewTag(tag)})
	}
	return off
}()

// line sets text that never wraps.
func (s *setter) line(text string, w weight, size float64, rtl bool) textLine {
	all := s.lines(cut(text), w, size, 1<<20, 0, rtl)
	if len(all) == 0 {
		return textLine{}
	}
	return all[0]
}

type oneFace struct{ face *font.Face }

func (f oneFace) ResolveFace(rune) *font.Face { return f.face }

// rightToLeft is the direction of a line: in a language from right to left any Arabic letter decides, so that numbers
// and Latin names keep their own order when they stand alone; otherwise the first letter does.
func rightToLeft(text string, rtl bool) bool {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Arabic, unicode.Hebrew) && unicode.IsLetter(r):
			return true
		case !rtl && unicode.IsLetter(r):
			return false
		}
	}
	return false
}

// draw paints a line with its first pixel at x and its baseline at y. Only the line's own box is rasterised.
func (l textLine) draw(dst draw.Image, x, y float64, ink color.Color) {
	box := l.box(x, y).Intersect(dst.Bounds())
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	pen, base := x-float64(box.Min.X), y-float64(box.Min.Y)
	for _, run := range l.runs {
		scale := float64(run.Size) / 64 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			outline, ok := run.Face.GlyphData(g.GlyphID).(font.GlyphOutline)
			if ok {
				trace(r, outline, pen+float64(g.XOffset)/64, base-float64(g.YOffset)/64, scale)
			}
			pen += float64(g.Advance) / 64
		}
	}
	r.Draw(dst, box, image.NewUniform(ink), image.Point{})
}

// box holds all the ink of a line, with room for what leans out of its letters' own cells.
func (l textLine) box(x, y float64) image.Rectangle {
	var size float64
	for _, run := range l.runs {
		size = max(size, float64(run.Size)/64)
	}
	return image.Rect(int(math.Floor(x-size)), int(math.Floor(y-1.5*size)), int(math.Ceil(x+l.width+size)), int(math.Ceil(y+size)))
}

func trace(r *vector.Rasterizer, o font.GlyphOutline, x, y, scale float64) {
	at := func(p opentype.SegmentPoint) (float32, float32) {
		return float32(x + float64(p.X)*scale), float32(y - float64(p.Y)*scale)
	}
	for _, s := range o.Segments {
		ax, ay := at(s.Args[0])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			bx, by := at(s.Args[1])
			r.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			bx, by := at(s.Args[1])
			cx, cy := at(s.Args[2])
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
}
