package control

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/typeset"
)

// content is what stands in the button before its key cap: widths with gaps of 12.
func (b *Button) content() (label, total float32) {
	return b.contentOf(b.parts.label.Width())
}

func (b *Button) contentOf(words float32) (label, total float32) {
	p := b.parts
	label, total = words, words
	if b.spec.Icon != "" {
		total += p.icon.Side()
		if label > 0 {
			total += theme.S3
		}
	}
	if b.spec.Amount != "" {
		total += theme.S3 + p.amount.WidthAt(b.size())
	}
	return label, total
}

func (b *Button) min() fyne.Size {
	_, w := b.contentOf(b.parts.label.WidthAt(b.size()))
	w += 2 * b.pad()
	if b.spec.Key != "" && draw.KeyHints() {
		k := b.caps() + theme.S3
		if b.spec.Large {
			k *= 2 // the words stay in the middle
		}
		w += k
	}
	return fyne.NewSize(max(w, b.height()), b.height())
}

// capGap is the room beside the arrow between two caps.
const capGap float32 = 6

// caps is the width of the key cap, and of the one that was pressed before it.
func (b *Button) caps() float32 {
	w := b.parts.key.MinSize().Width
	if b.spec.Done != "" {
		w += b.parts.done.MinSize().Width + b.parts.then.MinSize().Width + 2*capGap
	}
	return w
}

func (b *Button) arrange(size fyne.Size) {
	p, s, rtl, pad := b.parts, b.spec, draw.RTL(), b.pad()
	p.back.Resize(size)
	p.dashes.Resize(size)
	b.arrangeFill(size)
	b.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	p.label.SetStyle(p.label.Style().Sized(b.size()))
	p.icon.SetSteady(false)
	label, total := b.content()
	keyWidth := float32(0)
	if s.Key != "" && draw.KeyHints() {
		keyWidth = b.caps()
	}
	room := size.Width - 2*pad
	centred := s.Large
	reserve := func() float32 {
		switch {
		case keyWidth == 0:
			return 0
		case centred:
			return 2 * (keyWidth + theme.S3)
		default:
			return keyWidth + theme.S3
		}
	}
	if centred && total+reserve() > room { // the words leave the middle before the hint goes
		centred = total+reserve()/2 > room
	}
	if total+reserve() > room && keyWidth > 0 { // the words go before the hint
		keyWidth = 0
		p.key.Hide()
	} else {
		p.key.Hidden = keyWidth == 0
	}
	if total > room && keyWidth == 0 { // a large icon goes before the end of a word
		p.icon.SetSteady(true)
		label, total = b.content()
	}
	if total > room && keyWidth == 0 { // the paddings go before the end of a word
		pad = max(min(pad, theme.S2), (size.Width-total)/2)
		room = size.Width - 2*pad
	}
	if total > room {
		p.label.StepDown(b.size(), label-(total-room))
		label, total = b.content()
		label = max(0, label-max(0, total-room))
		total = min(total, room)
	}
	x, middle := pad, size.Height/2
	switch {
	case s.Large && (centred || keyWidth == 0):
		x = (size.Width - total) / 2
	case s.Mid, s.Large:
		x = (size.Width - total - reserve()) / 2
	}
	if s.Icon != "" {
		x += draw.PlaceMin(p.icon, rtl, size.Width, x, middle)
		if label > 0 {
			x += theme.S3
		}
	}
	h := p.label.HeightFor(typeset.Longest)
	draw.Place(p.label, rtl, size.Width, x, middle-h/2, label+.5, h)
	x += label
	if s.Amount != "" {
		m := p.amount.MinSize()
		draw.Place(p.amount, rtl, size.Width, x+theme.S3, middle-m.Height/2, m.Width, m.Height)
		x += theme.S3 + m.Width
	}
	done := s.Done != "" && keyWidth > 0
	p.done.Hidden, p.then.Hidden = !done, !done
	if done {
		w := draw.PlaceMin(p.done, rtl, size.Width, size.Width-pad-keyWidth, middle)
		draw.PlaceMin(p.then, rtl, size.Width, size.Width-pad-keyWidth+w+capGap, middle)
		keyWidth = p.key.MinSize().Width
	}
	if keyWidth > 0 {
		kx := size.Width - pad - keyWidth
		if s.Mid && !s.Large {
			kx = x + theme.S3
		}
		draw.PlaceMin(p.key, rtl, size.Width, kx, middle)
	}
}

// arrangeFill rounds only the corners that the filled part shares with the button.
func (b *Button) arrangeFill(size fyne.Size) {
	f := b.parts.fill
	w := size.Width * b.share
	draw.Place(f, draw.RTL(), size.Width, 0, 0, w, size.Height)
	near, far := theme.Radius, max(.01, theme.Radius-(size.Width-w))
	if draw.RTL() {
		near, far = far, near
	}
	f.TopLeftCornerRadius, f.BottomLeftCornerRadius = near, near
	f.TopRightCornerRadius, f.BottomRightCornerRadius = far, far
}
