package typeset

import (
	"slices"
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
	out := make([]uint8, len(text))
	if !rtl && !slices.ContainsFunc(text, func(r rune) bool { return r >= firstOther }) {
		return out // most lines of most shops: nothing in them can turn around
	}
	base := uint8(0)
	if rtl {
		base = 1
	}
	resolve(text, base, out)
	return out
}

// firstOther is the first sign of the scripts that run from right to left; all signs that steer direction come later.
const firstOther = '\u0590'

// resolve settles the levels of a text inside a base level. The library reports runs of equal parity as one, so that a
// number inside an isolate and the words around it could not be told apart. Each isolate is therefore settled alone,
// and stands in the text around it as one neutral sign, which is what the algorithm takes it for.
func resolve(text []rune, base uint8, out []uint8) {
	var outer []rune
	var at []int // where each rune of outer stands in text
	var inner []isolate
	for i := 0; i < len(text); i++ {
		outer, at = append(outer, text[i]), append(at, i)
		if !opens(text[i]) {
			continue
		}
		one := isolate{open: i, close: closes(text, i)}
		outer[len(outer)-1] = standIn
		inner = append(inner, one)
		i = one.close
	}
	for i, level := range flat(outer, base%2 == 1) {
		out[at[i]] = base - base%2 + level
	}
	for _, one := range inner {
		out[min(one.close, len(out)-1)] = out[one.open]
		body := text[one.open+1 : one.close]
		rtl := text[one.open] == '\u2067' || text[one.open] == '\u2068' && firstRTL(body)
		next := base + 1
		if (next%2 == 1) != rtl {
			next++
		}
		resolve(body, next, out[one.open+1:one.close])
	}
}

// isolate is a run between an opening sign and its end, which is the end of the text when nothing closes it.
type isolate struct{ open, close int }

const standIn = '\ufffc'

func opens(r rune) bool { return r >= '\u2066' && r <= '\u2068' }

// closes is where the isolate ends that opens at i.
func closes(text []rune, i int) int {
	depth := 0
	for j := i; j < len(text); j++ {
		switch {
		case opens(text[j]):
			depth++
		case text[j] == '\u2069':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(text)
}

// firstRTL reports whether the first letter outside inner isolates runs from the right.
func firstRTL(text []rune) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case opens(text[i]):
			i = closes(text, i)
		case rightToLeft(text[i]):
			return true
		case unicode.IsLetter(text[i]):
			return false
		}
	}
	return false
}

// flat gives the levels, from 0 or 1 up, of a text without isolates.
func flat(text []rune, rtl bool) []uint8 {
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
			// After Arabic in a line of Latin a run begins with a number, which belongs to the Arabic; what follows
			// the number does not.
			if level == 2 && !rtl && !partOfNumber(text, j-1) {
				level = 0
			}
			out[j-1] = level
		}
		start = run.End
	}
	return out
}

// partOfNumber reports a digit, or a separator between two.
func partOfNumber(text []rune, i int) bool {
	if unicode.IsDigit(text[i]) || control(text[i]) {
		return true
	}
	return strings.ContainsRune(".,:/", text[i]) && i > 0 && i+1 < len(text) && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1])
}

// piece is a run of one level and one style; text is in reading order, without controls.
type piece struct {
	text  string
	style int
	level uint8
}

// pieces cuts a line into runs and puts them in the order in which they stand from left to right.
func pieces(line []rune, level []uint8, style []int) []piece {
	var out []piece
	var b strings.Builder
	flush := func(i int) { // signs alone make a piece without text: two isolates side by side stay two
		out = append(out, piece{b.String(), style[i], level[i]})
		b.Reset()
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
	out = slices.DeleteFunc(out, func(p piece) bool { return p.text == "" })
	for i, p := range out {
		// Between two marks, dots and brackets at the edge of a piece run with it.
		if p.level%2 == 1 {
			out[i].text = string(rightToLeftMark) + p.text + string(rightToLeftMark)
		}
	}
	return out
}

// reorder turns around every run of pieces at or above each odd level, from the highest down.
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
