package pay

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Header is the top of a screen that is a step within a sale: the way back,
// what the step is, and which sale it belongs to.
type Header struct {
	Back   *control.Tool
	Title  *typeset.Text
	amount *typeset.Amount
	ref    *typeset.Text
	Show   *Show
	End    *control.Button    // beside the title; nil for none
	Says   control.ButtonSpec // of it, where its words have room
}

// NewHeader is the head of a step of a sale; c is nil where there is no customer's view.
func NewHeader(e screen.Env, c Customer, v journal.View, title string, back func()) *Header {
	h := &Header{
		Back:   control.NewIconButton("back", back),
		Title:  typeset.NewText(title, typeset.Title).Cut(),
		amount: typeset.NewAmount(v.Amount.Major(), e.CurrencyWord(v.Amount.Currency), theme.Fixed(36)),
		ref:    typeset.NewText(present.Number(v.ID), typeset.Caption),
		Show:   NewShow(e, c, v.ID)}
	h.Show.Brief = true
	h.Show.Paint()
	return h
}

// Objects are what it is made of.
func (h *Header) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{h.Back, h.Title, h.amount, h.ref}
	if h.Show.Button != nil {
		all = append(all, h.Show.Button)
	}
	if h.End != nil {
		all = append(all, h.End)
	}
	return all
}

// High is the height of the header. Beside large words the number goes: the strip and
// the title say which sale it is.
func (h *Header) High() float32 {
	h.ref.Hidden = Terse()
	high := h.amount.MinSize().Height
	if !h.ref.Hidden {
		high += h.ref.MinSize().Height
	}
	return max(theme.Target, high)
}

// Place lays the header out and returns where the body begins.
func (h *Header) Place(p layout.Placer) float32 {
	pad := theme.S5()
	p.Put(h.Back, pad, pad, theme.Target, theme.Target)
	high := h.High()
	a, r := h.amount.MinSize(), h.ref.MinSize()
	if h.ref.Hidden {
		r = fyne.Size{}
	}
	end := p.W - pad
	y := pad - 2 + (high-a.Height-r.Height)/2
	p.Put(h.amount, end-a.Width, y, a.Width, a.Height)
	p.Put(h.ref, end-r.Width, y+a.Height, r.Width, r.Height)
	x := pad + theme.Target + theme.S4
	end -= max(a.Width, r.Width) + theme.S4
	if h.Show.Button != nil {
		h.Show.Paint()
		p.Put(h.Show.Button, end-theme.Target, pad, theme.Target, theme.Target)
		end -= theme.Target + theme.S4
	}
	if h.End != nil {
		end = h.placeEnd(p, x, end)
	}
	h.Title.StepDown(theme.Title, end-x)
	t := h.Title.MinSize().Height
	p.Put(h.Title, x, pad+(theme.Target-t)/2, end-x, t)
	return pad + high + theme.S4
}

// placeEnd puts the button beside the title, and returns where the title ends. Its
// words go before those of the title, and its icon stays.
func (h *Header) placeEnd(p layout.Placer, x, end float32) float32 {
	h.Title.SetStyle(h.Title.Style().Sized(theme.Title))
	h.End.Set(h.Says)
	if h.End.MinSize().Width+theme.S4+h.Title.Width() > end-x {
		h.End.Set(control.ButtonSpec{Icon: h.Says.Icon, PadX: theme.S2, Mid: true})
	}
	wide := max(h.End.MinSize().Width, theme.Target)
	p.Put(h.End, end-wide, theme.S5(), wide, theme.Target)
	return end - wide - theme.S4
}
