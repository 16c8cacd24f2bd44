package widgets

import (
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
)

// Fyne sets every line from left to right, and puts the pieces of a mixed line in the order in which they were typed.
// Lines that mix Arabic with digits or Latin are therefore ordered here, by the Unicode bidirectional algorithm, and
// drawn piece by piece: each piece runs in one direction only, which Fyne shapes rightly.

const (
	leftToRightMark = '\u200e'
	rightToLeftMark = '\u200f'
)

// control reports the invisible characters that steer direction. They are obeyed, then taken out.
func control(r rune) bool {
	switch {
	case r == leftToRightMark, r == rightToLeftMark, r == '\u061c':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}

func numeric(r rune) bool {
	return unicode.IsDigit(r) || control(r) || strings.ContainsRune(".,:/+-#%", r)
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) && unicode.IsLetter(r)
}

// baseRTL is the direction of a text as a whole. In a mirrored layout any Arabic letter makes the line run from the
// right; otherwise the first letter decides. Text without letters of either kind (an account number, a date in digits)
// keeps its order everywhere.
func baseRTL(text []rune, mirrored bool) bool {
	for _, r := range text {
		switch {
		case rightToLeft(r):
			return true
		case !mirrored && unicode.IsLetter(r):
			return false
		}
	}
	return false
}

// levels gives each rune its embedding level: odd runs from right to left.
func levels(text []rune, rtl bool) []uint8 {
	mark, direction := leftToRightMark, bidi.LeftToRight
	if rtl {
		mark, direction = rightToLeftMark, bidi.RightToLeft
	}
	var p bidi.Paragraph
	runs := p.Segment(append([]rune{mark}, text...), direction) // the mark settles the direction of the paragraph
	out := make([]uint8, len(text))
	start := 0
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		level := uint8(run.Level)
		for j := max(start, 1); j < run.End; j++ {
			// A run of levels of the same parity is reported as one. After Arabic in a line of Latin it begins with
			// a number, which belongs to the Arabic; what follows the number does not.
			if level == 2 && !rtl && !numeric(text[j-1]) {
				level = 0
			}
			out[j-1] = level
		}
		start = run.End
	}
	return out
}

// piece is a stretch of one level and one style; text is in reading order, without controls.
type piece struct {
	text  string
	style int
	level uint8
}

// pieces cuts a line into stretches and puts them in the order in which they stand from left to right.
func pieces(line []rune, level []uint8, style []int) []piece {
	var out []piece
	var b strings.Builder
	flush := func(i int) {
		if b.Len() > 0 {
			out = append(out, piece{b.String(), style[i], level[i]})
			b.Reset()
		}
	}
	for i, r := range line {
		if i > 0 && (level[i] != level[i-1] || style[i] != style[i-1]) {
			flush(i - 1)
		}
		if !control(r) {
			b.WriteRune(r)
		}
	}
	if len(line) > 0 {
		flush(len(line) - 1)
	}
	reorder(out)
	for i, p := range out {
		// Between two marks, dots and brackets at the edge of a piece run with it.
		if p.level%2 == 1 {
			out[i].text = string(rightToLeftMark) + p.text + string(rightToLeftMark)
		}
	}
	return out
}

// reorder turns around every stretch of pieces at or above each odd level, from the highest down.
func reorder(p []piece) {
	var highest uint8
	for _, x := range p {
		highest = max(highest, x.level)
	}
	for l := highest; l > 0; l-- {
		for i := 0; i < len(p); {
			j := i
			for j < len(p) && p[j].level >= l {
				j++
			}
			for a, b := i, j-1; a < b; a, b = a+1, b-1 {
				p[a], p[b] = p[b], p[a]
			}
			i = max(j, i+1)
		}
	}
}
