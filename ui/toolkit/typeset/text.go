package typeset

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Style is how a stretch of text looks. Leading is the height of a line as a multiple of the size; 0 means 1.35.
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

// Span is a stretch of text in one style.
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

// Text is one or more lines, in one style or several. It orders lines that mix Arabic, Latin and digits rightly. Lines
// stand on exact baselines: the box is the line height times the number of lines, without the tall box of the face.
type Text struct {
	widget.BaseWidget
	Align    Align
	Overflow Overflow
	// Tells: it says why something was refused, and has to be in view then,
	// whatever scrolls.
	Tells bool

	spans []Span
	ink   *color.NRGBA // instead of the styles' colours, inside other widgets
	lines []line
	width float32 // for which lines were broken
	dirty bool
}

// NewText is a text in one style; a line feed begins a new line.
func NewText(text string, style Style) *Text { return NewRich(Span{text, style}) }

// NewParagraph is a text that wraps.
func NewParagraph(text string, style Style) *Text {
	t := NewText(text, style)
	t.Overflow = Wrap
	return t
}

// NewRich is a text in several styles on common baselines.
func NewRich(spans ...Span) *Text {
	t := &Text{spans: spans, dirty: true}
	t.ExtendBaseWidget(t)
	return t
}

// Aligned sets the alignment and returns the text, for building in one line.
func (t *Text) Aligned(a Align) *Text { t.Align = a; return t }

// Cut makes the text end in … where it does not fit, and returns it.
func (t *Text) Cut() *Text { t.Overflow = Ellipsis; return t }

// Text is the whole text without styles.
func (t *Text) Text() string {
	var b strings.Builder
	for _, s := range t.spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Vital reports whether the text has to be in view, whatever scrolls.
func (t *Text) Vital() bool { return t.Tells && t.Text() != "" }

// Style is the style of the first span.
func (t *Text) Style() Style {
	if len(t.spans) == 0 {
		return Body
	}
	return t.spans[0].Style
}

// SetText replaces the text and keeps the first span's style.
func (t *Text) SetText(text string) { t.SetSpans(Span{text, t.Style()}) }

// SetStyle draws all of the text in one style.
func (t *Text) SetStyle(s Style) { t.SetSpans(Span{t.Text(), s}) }

// SetColour changes the colour of all spans.
func (t *Text) SetColour(c theme.Colour) {
	spans := append([]Span(nil), t.spans...)
	for i := range spans {
		spans[i].Style.Colour = c
	}
	t.SetSpans(spans...)
}

// SetInk gives all of the text a colour that is not one of the theme's, from its next Refresh on.
func (t *Text) SetInk(ink color.NRGBA) { t.ink = &ink }

// SetSpans replaces text and styles. The same spans again change nothing.
func (t *Text) SetSpans(spans ...Span) {
	if len(spans) == len(t.spans) {
		same := true
		for i := range spans {
			same = same && spans[i] == t.spans[i]
		}
		if same {
			return
		}
	}
	t.spans, t.dirty = spans, true
	t.Refresh()
}

// HeightFor is the height that the text takes when it is broken to a width.
func (t *Text) HeightFor(width float32) float32 {
	var h float32
	for _, l := range t.breakLines(width) {
		h += l.height
	}
	return h
}

// Baseline is the distance from the top of the widget to the first baseline.
func (t *Text) Baseline() float32 {
	return t.Style().baseline()
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

// MinSize is what the text needs; a wrapped text needs its longest word and the height for its present width.
func (t *Text) MinSize() fyne.Size {
	t.ExtendBaseWidget(t)
	switch t.Overflow {
	case Wrap:
		w := t.Size().Width
		if w <= 0 {
			w = Longest
		}
		return fyne.NewSize(t.WidestWord(), t.HeightFor(w))
	case Ellipsis:
		return fyne.NewSize(0, t.HeightFor(Longest))
	}
	var w, h float32
	for _, l := range t.breakLines(Longest) {
		w, h = max(w, l.width), h+l.height
	}
	return fyne.NewSize(w, h)
}

// Width is the width of the text on unbroken lines.
func (t *Text) Width() float32 {
	var w float32
	for _, l := range t.breakAt(Longest, Spill) {
		w = max(w, l.width)
	}
	return w
}

// steps are the sizes through which a text steps down.
var steps = []theme.Size{theme.Word, theme.AmountM, theme.Fixed(52), theme.AmountS, theme.Instruction, theme.Fixed(32), theme.Title, theme.Lead, theme.Body, theme.Label, theme.Caption}

// StepDown draws the text in the largest size, up to a given one, in which no word of it is cut at a width. Large text
// gives way before a word does, down to what Caption is at 100 %.
func (t *Text) StepDown(from theme.Size, width float32) {
	s := t.Style().Sized(from)
	t.SetStyle(s)
	all := steps
	if k := theme.Now().TextScale; k > 1 {
		for _, units := range []float32{24, 20, 18, theme.Caption.Base()} {
			all = append(all[:len(all):len(all)], theme.Fixed(units/k))
		}
	}
	for _, smaller := range all {
		if t.Need() <= width {
			return
		}
		if smaller.Units() < t.Style().Size.Units() {
			t.SetStyle(s.Sized(smaller))
		}
	}
}

// Need is the least width for which nothing is cut.
func (t *Text) Need() float32 {
	if t.Overflow == Wrap {
		return t.WidestWord()
	}
	return t.Width()
}

// WidthAt is Width in another size, whatever the text has stepped down to.
func (t *Text) WidthAt(z theme.Size) float32 {
	c := Text{spans: slices.Clone(t.spans)}
	for i := range c.spans {
		c.spans[i].Style.Size = z
	}
	return c.Width()
}

func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	t.ExtendBaseWidget(t)
	r := &textRenderer{text: t}
	r.Refresh()
	return r
}

type textRenderer struct {
	text    *Text
	drawn   []*canvas.Text
	objects []fyne.CanvasObject
}

func (r *textRenderer) Destroy()                     {}
func (r *textRenderer) MinSize() fyne.Size           { return r.text.MinSize() }
func (r *textRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *textRenderer) Layout(fyne.Size)             { r.draw() }
func (r *textRenderer) Refresh() {
	r.text.dirty = true
	r.draw()
	canvas.Refresh(r.text)
}

func (r *textRenderer) draw() {
	t := r.text
	size := t.Size()
	if t.dirty || t.width != size.Width {
		t.lines, t.width, t.dirty = t.breakLines(size.Width), size.Width, false
	}
	n := 0
	var y float32
	for _, l := range t.lines {
		x := alignStart(t.Align, size.Width, l.width)
		for _, p := range l.pieces {
			if n == len(r.drawn) {
				r.drawn = append(r.drawn, canvas.NewText("", theme.Text.NRGBA()))
			}
			c, s := r.drawn[n], t.spans[p.style].Style
			c.Text, c.Color, c.TextSize, c.FontSource = p.text, s.Colour.NRGBA(), s.Size.Units(), s.Weight.Font()
			if t.ink != nil {
				c.Color = *t.ink
			}
			w, base := theme.Measure(p.text, s.Weight, c.TextSize)
			c.Resize(c.MinSize())
			c.Move(fyne.NewPos(x, draw.TopFor(t, y+l.baseline, base)))
			x += w
			n++
		}
		y += l.height
	}
	r.drawn = r.drawn[:n]
	r.objects = r.objects[:0]
	for _, c := range r.drawn {
		r.objects = append(r.objects, c)
	}
}

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
