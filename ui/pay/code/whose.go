package code

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// whose is the card that asks whether the bank named the right person.
type whose struct {
	icon       *graphic.Icon
	name, note *typeset.Text
	change     *control.Button
	card       fyne.CanvasObject
}

func newWhose(env screen.Env, change func()) *whose {
	h := &whose{icon: graphic.NewIcon("user", 28, theme.Text), name: typeset.NewParagraph("", typeset.Lead), note: typeset.NewParagraph("", typeset.Caption),
		change: control.NewButton(control.ButtonSpec{Label: env.Words.T("otp.correct"), Key: "Esc", Height: theme.ChipHeight}, change)}
	inside := []fyne.CanvasObject{h.icon, h.name, h.note}
	if !pay.Enlarged() { // else the words have the card, and the button stands with the others
		inside = append(inside, h.change)
	}
	h.card = graphic.NewCardPadded(layout.New(h.min, h.place, inside...), theme.S4, theme.S3)
	return h
}

func (h *whose) min() fyne.Size {
	return fyne.NewSize(0, max(theme.ChipHeight+2, h.name.MinSize().Height+h.note.MinSize().Height))
}

func (h *whose) place(p layout.Placer) {
	middle := p.H / 2
	icon := theme.IconSide(28)
	p.Put(h.icon, 0, middle-icon/2, icon, icon)
	x, spec := icon+theme.S4, h.change.Spec()
	if pay.Enlarged() {
		wide := p.W - x
		n, t := h.name.HeightFor(wide), h.note.HeightFor(wide)
		p.Put(h.name, x, middle-(n+t)/2, wide, n)
		p.Put(h.note, x, middle-(n+t)/2+n, wide, t)
		return
	}
	spec.Key = "Esc"
	wide := h.beside(p, x, spec)
	if h.name.HeightFor(wide) > h.name.HeightFor(10*wide) { // the name has the room before the key cap
		spec.Key = ""
		wide = h.beside(p, x, spec)
	}
	b := h.change.MinSize()
	p.Put(h.change, p.W-b.Width, middle-b.Height/2, b.Width, b.Height)
	n, t := h.name.HeightFor(wide), h.note.HeightFor(wide)
	p.Put(h.name, x, middle-(n+t)/2, wide, n)
	p.Put(h.note, x, middle-(n+t)/2+n, wide, t)
}

// beside is the width that a button of a kind leaves to the words.
func (h *whose) beside(p layout.Placer, x float32, spec control.ButtonSpec) float32 {
	if spec != h.change.Spec() {
		h.change.Set(spec)
	}
	return p.W - h.change.MinSize().Width - theme.S4 - x
}
