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

// Text is one or more lines, in one style or several. It orders lines that mix Arabic, Latin and digits rightly. Lines
// stand on exact baselines: the box is the line height times the number of lines, without the tall box of the face.
type Text struct {
	widget.BaseWidget
	Align    Align
	Overflow Overflow
	// Tells: it says why something was refused, and has to be in view then,
	// whatever scrolls.
	Tells bool

	spans styled
	ink   *color.NRGBA // instead of the styles' colours, inside other widgets
	known known
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
	t := &Text{spans: spans}
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
func (t *Text) Style() Style { return t.spans.style() }

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
	if slices.Equal(spans, t.spans) {
		return
	}
	if !slices.EqualFunc(spans, t.spans, func(a, b Span) bool {
		a.Style.Colour = b.Style.Colour // which moves nothing
		return a == b
	}) {
		t.known = known{}
	}
	t.spans = spans
	t.Refresh()
}

// HeightFor is the height that the text takes when it is broken to a width.
func (t *Text) HeightFor(width float32) float32 {
	var h float32
	for _, l := range t.broken(width, t.Overflow) {
		h += l.height
	}
	return h
}

// Baseline is the distance from the top of the widget to the first baseline.
func (t *Text) Baseline() float32 {
	return t.Style().baseline()
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
	for _, l := range t.broken(Longest, t.Overflow) {
		w, h = max(w, l.width), h+l.height
	}
	return fyne.NewSize(w, h)
}

// Width is the width of the text on unbroken lines.
func (t *Text) Width() float32 {
	var w float32
	for _, l := range t.broken(Longest, Spill) {
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

// WidestWord is the width of its widest word: a wrapped text with less room breaks it.
func (t *Text) WidestWord() float32 { return t.widest() }

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
	r := &renderer{of: t, draw: t.draw}
	r.Refresh()
	return r
}

func (t *Text) draw(r *renderer) {
	size := t.Size()
	var y float32
	for _, l := range t.broken(size.Width, t.Overflow) {
		x := alignStart(t.Align, size.Width, l.width)
		for _, p := range l.pieces {
			c, s := r.next(), t.spans[p.style].Style
			c.Text, c.Color, c.TextSize, c.FontSource = p.text, s.Colour.NRGBA(), s.Size.Units(), s.Weight.Font()
			if t.ink != nil {
				c.Color = *t.ink
			}
			w, base := theme.Measure(p.text, s.Weight, c.TextSize)
			c.Resize(c.MinSize())
			c.Move(fyne.NewPos(x, draw.TopFor(t, y+l.baseline, base)))
			x += w
		}
		y += l.height
	}
}

// renderer draws a widget of words: draw takes a piece after another.
type renderer struct {
	of      fyne.Widget
	draw    func(*renderer)
	drawn   []*canvas.Text // of which the first are taken
	objects []fyne.CanvasObject
}

func (r *renderer) Destroy()                     {}
func (r *renderer) MinSize() fyne.Size           { return r.of.MinSize() }
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *renderer) Layout(fyne.Size) {
	r.objects = r.objects[:0]
	r.draw(r)
}

func (r *renderer) Refresh() {
	r.Layout(fyne.Size{})
	canvas.Refresh(r.of)
}

// next is one more piece.
func (r *renderer) next() *canvas.Text {
	n := len(r.objects)
	if n == len(r.drawn) {
		r.drawn = append(r.drawn, canvas.NewText("", theme.Text.NRGBA()))
	}
	r.objects = append(r.objects, r.drawn[n])
	return r.drawn[n]
}
