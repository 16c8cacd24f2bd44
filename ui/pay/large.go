package pay

import (
	"strings"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Enlarged reports whether words are larger than usual: a screen that has to scroll
// then begins with what must be seen.
func Enlarged() bool { return theme.Now().TextScale > 1 }

// Lay lays a screen out with some room around its words, and returns how high it is.
type Lay func(p layout.Placer, slack float32) float32

// HeightFor is for screen.Fitted: beside large words a screen in a frame needs its height at a width.
func (l Lay) HeightFor(width, frame float32) float32 {
	if !Enlarged() {
		return 0
	}
	return l(layout.Measure(width-2*frame), 0) + 2*frame
}

// Fill gives the words what room there is: what must be read first is at the top, in sight before anybody scrolls.
func (l Lay) Fill(p layout.Placer) { l(p, max(0, p.H-l(p.Dry(), 0))) }

// LowPad is how high a pad is at least: keys that a finger meets, with a gap. One for
// which there is no such room is not shown, since part of one is worse than none.
func LowPad(gap float32) float32 { return 4*theme.ChipHeight + 3*gap }

// LongLine is wide enough for any words in one line.
const LongLine = 100000

// Terse reports whether words are so large that what explains a way to pay makes
// room for its name.
func Terse() bool { return theme.Now().TextScale >= 1.5 }

// usual is the height of the work area that these screens are drawn for.
const usual = 560

// Tall is the height that a screen needs whose height follows the text scale
// by a share of it; nothing special at the usual scale.
func Tall(share float32) float32 {
	if k := theme.Now().TextScale; k > 1 {
		return usual * (1 + share*(k-1))
	}
	return 0
}

// InLines draws a text in the largest of some sizes in which it takes no more than a
// number of lines at a width, else in the smallest.
func InLines(t *typeset.Text, lines, wide float32, sizes ...theme.Size) {
	given := float32(1 + strings.Count(t.Text(), "\n"))
	for _, s := range sizes {
		if t.SetStyle(t.Style().Sized(s)); t.HeightFor(wide) < (lines+.5)*t.HeightFor(LongLine)/given {
			return
		}
	}
}

// How wide a pad is beside what is typed, and beside large words.
const (
	PadWidth = 484
	TersePad = 404
)
