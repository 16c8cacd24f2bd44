package typeset

import "sanduq/ui/theme"

// known is what was found out about a text. A layout asks for the same lines many times, and to measure them is dear.
// They follow from the spans, the width, the overflow and the look; new spans begin with an empty one.
type known struct {
	breaks     [3]breaks // the newest first: a text is asked for its least size, for the room that it has and for what it needs
	word       float32   // the widest
	wordAt     theme.Look
	wordIsHere bool
}

type breaks struct {
	lines    []line
	width    float32
	overflow Overflow
	look     theme.Look
	here     bool
}

// broken is the text in lines of a width. They belong to the text.
func (t *Text) broken(width float32, o Overflow) []line {
	k, look := &t.known, theme.Now()
	for i, b := range k.breaks {
		if b.here && b.width == width && b.overflow == o && b.look == look {
			copy(k.breaks[1:i+1], k.breaks[:i])
			k.breaks[0] = b
			return b.lines
		}
	}
	copy(k.breaks[1:], k.breaks[:])
	k.breaks[0] = breaks{t.spans.breakAt(width, o), width, o, look, true}
	return k.breaks[0].lines
}

// widest is the width of the widest word.
func (t *Text) widest() float32 {
	k, look := &t.known, theme.Now()
	if !k.wordIsHere || k.wordAt != look {
		k.word, k.wordAt, k.wordIsHere = t.spans.widestWord(), look, true
	}
	return k.word
}
