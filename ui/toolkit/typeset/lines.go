package typeset

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Longest is a width without an end.
const Longest = float32(math.MaxFloat32)

// line is one line ready to be drawn: pieces from left to right.
type line struct {
	pieces                  []piece
	width, height, baseline float32
}

// styled is a text in one style or several.
type styled []Span

// style is that of its beginning.
func (t styled) style() Style {
	if len(t) == 0 {
		return Body
	}
	return t[0].Style
}

// breakAt orders each paragraph as a whole, then cuts it into lines: the direction of a word does not depend on where
// the line ends.
func (t styled) breakAt(width float32, o Overflow) []line {
	var out []line
	for _, p := range t.paragraphs() {
		for _, r := range p.cut(t, width, o) {
			out = append(out, p.line(t, r))
		}
	}
	return out
}

// paragraph is the text between two line feeds, rune by rune.
type paragraph struct {
	runes []rune
	style []int
	level []uint8
}

func (t styled) paragraphs() []paragraph {
	all := []paragraph{{}}
	for i, s := range t {
		for _, r := range s.Text {
			if r == '\n' {
				all = append(all, paragraph{})
				continue
			}
			p := &all[len(all)-1]
			p.runes, p.style = append(p.runes, r), append(p.style, i)
		}
	}
	for i := range all {
		all[i].resolveDirections()
	}
	return all
}

// resolveDirections finds the directions. In Arabic a sign in front of a number (#12, +2) would change sides with it; a
// mark between them and the letters before keeps the two together.
func (p *paragraph) resolveDirections() {
	rtl := baseRTL(p.runes, draw.RTL())
	for i := len(p.runes) - 2; rtl && i >= 0; i-- {
		if strings.ContainsRune("#+-", p.runes[i]) && unicode.IsDigit(p.runes[i+1]) && (i == 0 || p.runes[i-1] == ' ') {
			p.runes = slices.Insert(p.runes, i, leftToRightMark)
			p.style = slices.Insert(p.style, i, p.style[i])
		}
	}
	p.level = levels(p.runes, rtl)
}

type span struct{ from, to int }

// cut finds the ranges of runes that become lines.
func (p *paragraph) cut(t styled, width float32, o Overflow) []span {
	whole := span{0, len(p.runes)}
	if o == Spill || !(o == Ellipsis && len(p.runes) > most) && p.width(t, whole) <= width {
		return []span{whole}
	}
	if o == Ellipsis {
		p.shorten(t, width)
		return []span{{0, len(p.runes)}}
	}
	var out []span
	start, last := 0, -1 // last: the space that a line could end at
	for i := 0; i <= len(p.runes); i++ {
		if i < len(p.runes) && p.runes[i] != ' ' {
			continue
		}
		if p.width(t, span{start, i}) > width && last >= start {
			out = append(out, span{start, last})
			start = last + 1
		}
		last = i
	}
	return append(out, span{start, len(p.runes)})
}

// most is how many signs of a text are looked at before it is cut: more than any
// line holds that can be read.
const most = 1000

// shorten takes runes off the end until the paragraph and an ellipsis fit;
// nothing is left where not even that does. What others wrote may be long: the
// place is looked for from the front, in steps that double, and only then sign
// by sign, since letters that join may need less room than those before them.
func (p *paragraph) shorten(t styled, width float32) {
	fits := func(n int) (paragraph, bool) {
		q := p.upTo(n)
		return q, q.width(t, span{0, len(q.runes)}) <= width
	}
	last := min(len(p.runes), most) - 1
	low, high := 0, 8
	for high < last {
		if _, ok := fits(high); !ok {
			break
		}
		low, high = high, 2*high
	}
	for high = min(high, last); high-low > 1; {
		middle := (low + high) / 2
		if _, ok := fits(middle); ok {
			low = middle
		} else {
			high = middle
		}
	}
	joined := 0
	if slices.ContainsFunc(p.runes[:last+1], func(r rune) bool { return r >= firstOther }) {
		joined = 8
	}
	for n := min(high+joined, last); n >= 0; n-- {
		if n > 0 && p.runes[n-1] == ' ' {
			continue
		}
		if q, ok := fits(n); ok {
			*p = q
			return
		}
	}
	*p = paragraph{} // not even the ellipsis has room
}

// upTo is the paragraph's first runes and an ellipsis.
func (p *paragraph) upTo(n int) paragraph {
	q := paragraph{append(append([]rune(nil), p.runes[:n]...), '…'), append(append([]int(nil), p.style[:n]...), p.style[n]), nil}
	q.resolveDirections()
	return q
}

func (p *paragraph) width(t styled, r span) float32 {
	return t.wide(p.visual(r))
}

// wide is the width of pieces side by side.
func (t styled) wide(pieces []piece) float32 {
	var w float32
	for _, x := range pieces {
		s := t[x.style].Style
		pw, _ := theme.Measure(x.text, s.Weight, s.Size.Units())
		w += pw
	}
	return w
}

func (p *paragraph) visual(r span) []piece {
	return pieces(p.runes[r.from:r.to], p.level[r.from:r.to], p.style[r.from:r.to])
}

func (p *paragraph) line(t styled, r span) line {
	l := line{pieces: p.visual(r)}
	l.width = t.wide(l.pieces)
	first := t.style()
	l.height, l.baseline = first.LineHeight(), first.baseline()
	for _, x := range l.pieces {
		s := t[x.style].Style
		l.height, l.baseline = max(l.height, s.LineHeight()), max(l.baseline, s.baseline())
	}
	return l
}

// widestWord is the width of the widest word.
func (t styled) widestWord() float32 {
	var widest float32
	for _, p := range t.paragraphs() {
		start := 0
		for i := 0; i <= len(p.runes); i++ {
			if i == len(p.runes) || p.runes[i] == ' ' {
				widest = max(widest, p.width(t, span{start, i}))
				start = i + 1
			}
		}
	}
	return widest
}
