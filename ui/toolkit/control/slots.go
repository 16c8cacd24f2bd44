package control

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/typeset"
)

// Slots shows the digits of a one-time code as they are typed: boxes 88 high that share the width, a little further
// apart in the middle, the next one framed. It takes no keys itself, and is never mirrored.
type Slots struct {
	widget.BaseWidget
	digits  []rune
	n       int
	wrong   bool
	waiting bool
	away    bool // the ring is elsewhere

	boxes []*canvas.Rectangle
	texts []*typeset.Text
	caret *canvas.Rectangle
}

// NewSlots is n empty slots.
func NewSlots(n int) *Slots {
	s := &Slots{n: n, caret: canvas.NewRectangle(color.Transparent)}
	for range n {
		s.boxes = append(s.boxes, canvas.NewRectangle(color.Transparent))
		s.texts = append(s.texts, typeset.NewText("", typeset.Body).Aligned(typeset.Centre))
	}
	s.ExtendBaseWidget(s)
	return s
}

// SetDigits shows what was typed so far; more than fits is cut.
func (s *Slots) SetDigits(digits string) {
	now := []rune(digits)
	if len(now) > s.n {
		now = now[:s.n]
	}
	if !slices.Equal(now, s.digits) {
		s.digits = now
		s.Refresh()
	}
}

// SetWrong shows the slots red, but for the one that is typed next: the code was refused.
func (s *Slots) SetWrong(on bool) { draw.Change(s, &s.wrong, on) }

// SetWaiting takes the frame off the next slot: nothing can be typed now.
func (s *Slots) SetWaiting(on bool) { draw.Change(s, &s.waiting, on) }

// SetAway takes the ring off the next slot while something else has the focus. Digits are still typed into it.
func (s *Slots) SetAway(on bool) { draw.Change(s, &s.away, on) }

// Vital tells that a code is never typed blind: its slots have to be in view, whatever scrolls.
func (s *Slots) Vital() bool { return true }

const (
	slotHigh   float32 = 88
	slotMiddle float32 = 16 // more room in the middle
)

func (s *Slots) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	for i := range s.boxes {
		objects = append(objects, s.boxes[i], s.texts[i])
	}
	return draw.NewRenderer(s,
		func() fyne.Size { return fyne.NewSize(float32(s.n)*40+float32(s.n-1)*theme.S2, slotHigh) },
		s.arrange, s.paint, append(objects, s.caret)...)
}

func (s *Slots) paint() {
	next := len(s.digits)
	for i, b := range s.boxes {
		line, stroke, ink := theme.Edge.NRGBA(), theme.Border(), theme.Text
		switch {
		case i == next && !s.waiting && !s.away:
			line, stroke = theme.Primary.NRGBA(), theme.FocusRing()
		case s.wrong:
			line, stroke, ink = theme.Failed.NRGBA(), 2, theme.Failed
		}
		draw.Box(b, theme.Card.NRGBA(), line, stroke, theme.Radius)
		digit := ""
		if i < next {
			digit = string(s.digits[i])
		}
		s.texts[i].SetSpans(typeset.Span{Text: digit, Style: typeset.Style{Size: theme.Fixed(theme.AmountS.Base() / max(1, theme.Now().TextScale)), Weight: theme.Bold, Colour: ink, Leading: 1.35}})
		s.texts[i].Refresh()
	}
	s.caret.FillColor = theme.Primary.NRGBA()
	s.caret.Hidden = s.waiting || next >= s.n
}

func (s *Slots) arrange(size fyne.Size) {
	gap := theme.S3
	if size.Width < 420 {
		gap = theme.S2
	}
	w := (size.Width - float32(s.n-1)*gap - slotMiddle) / float32(s.n)
	var x float32
	for i, b := range s.boxes {
		if i == s.n/2 {
			x += slotMiddle
		}
		b.Resize(fyne.NewSize(w, size.Height))
		b.Move(fyne.NewPos(x, 0))
		h := s.texts[i].MinSize().Height
		s.texts[i].Resize(fyne.NewSize(w, h))
		s.texts[i].Move(fyne.NewPos(x, (size.Height-h)/2))
		if i == len(s.digits) {
			high := min(48, size.Height-theme.S4)
			s.caret.Resize(fyne.NewSize(2, high))
			s.caret.Move(fyne.NewPos(x+w/2-1, (size.Height-high)/2))
		}
		x += w + gap
	}
}
