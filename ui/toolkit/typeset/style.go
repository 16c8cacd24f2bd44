package typeset

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Style is how a run of text looks. Leading is the height of a line as a multiple of the size; 0 means 1.35.
type Style struct {
	Size    theme.Size
	Weight  theme.Weight
	Colour  theme.Colour
	Leading float32
}

// The styles that screens use most. Tint, With and Tight make variants.
var (
	Caption     = Style{Size: theme.Caption, Colour: theme.Muted}
	Label       = Style{Size: theme.Label, Weight: theme.Medium, Colour: theme.Muted}
	Body        = Style{Size: theme.Body, Colour: theme.Text}
	Fact        = Style{Size: theme.Body, Weight: theme.SemiBold, Colour: theme.Text}
	Lead        = Style{Size: theme.Lead, Weight: theme.SemiBold, Colour: theme.Text, Leading: 1.25}
	Title       = Style{Size: theme.Title, Weight: theme.SemiBold, Colour: theme.Text, Leading: 1.2}
	Instruction = Style{Size: theme.Instruction, Weight: theme.SemiBold, Colour: theme.Text, Leading: 1.2}
	Word        = Style{Size: theme.Word, Weight: theme.Bold, Colour: theme.Text, Leading: .95}
)

// Tint is the style in another colour.
func (s Style) Tint(c theme.Colour) Style { s.Colour = c; return s }

// With is the style in another weight.
func (s Style) With(w theme.Weight) Style { s.Weight = w; return s }

// Sized is the style in another size.
func (s Style) Sized(z theme.Size) Style { s.Size = z; return s }

// Tight is the style with another line height.
func (s Style) Tight(leading float32) Style { s.Leading = leading; return s }

// LineHeight is the height of one line.
func (s Style) LineHeight() float32 {
	if s.Leading == 0 {
		return 1.35 * s.Size.Units()
	}
	return s.Leading * s.Size.Units()
}

func (s Style) baseline() float32 {
	size := s.Size.Units()
	box, base := metrics(s.Weight, size)
	return (s.LineHeight()-box)/2 + base
}

func metrics(w theme.Weight, size float32) (box, baseline float32) {
	s, b := fyne.CurrentApp().Driver().RenderedTextSize("0", size, fyne.TextStyle{}, w.Font())
	return s.Height, b
}

// Span is a run of text in one style.
type Span struct {
	Text  string
	Style Style
}

// Align is where lines stand, in the sense of the current direction.
type Align int

// Leading is left in English and right in Arabic.
const (
	Leading Align = iota
	Centre
	Trailing
)

// Overflow says what happens to a line that is too long for the widget.
type Overflow int

// Spill draws on beyond the edge and asks for the width it needs; Wrap breaks between words; Ellipsis cuts, ends in …
// and asks for no width.
const (
	Spill Overflow = iota
	Wrap
	Ellipsis
)

// alignStart is the left edge of something of a width in a room.
func alignStart(a Align, room, width float32) float32 {
	if draw.RTL() && a != Centre {
		a = Trailing - a
	}
	switch a {
	case Centre:
		return (room - width) / 2
	case Trailing:
		return room - width
	default:
		return 0
	}
}
