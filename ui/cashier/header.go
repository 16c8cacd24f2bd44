package cashier

import (
	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// header is the top of a screen that is a step within a sale: the way back,
// what the step is, and which sale it belongs to.
type header struct {
	back   *widgets.Tool
	title  *widgets.Text
	amount *widgets.Amount
	ref    *widgets.Text
}

func newHeader(deps Deps, v till.View, title string, back func()) *header {
	return &header{
		back:   widgets.NewIconButton("back", back),
		title:  widgets.NewText(title, widgets.Title).Cut(),
		amount: widgets.NewAmount(v.Amount.Major(), deps.currency(v.Amount), theme.Fixed(36)),
		ref:    widgets.NewText(hash(v.ID)+" "+v.ID.Paper(), widgets.Caption)}
}

func (h *header) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{h.back, h.title, h.amount, h.ref}
}

// place lays the header out and returns where the body begins.
func (h *header) place(p widgets.Placer) float32 {
	pad := theme.S5()
	p.Put(h.back, pad, pad, theme.Target, theme.Target)
	a, r := h.amount.MinSize(), h.ref.MinSize()
	end := p.Size.Width - pad
	high := max(theme.Target, a.Height+r.Height)
	y := pad - 2 + (high-a.Height-r.Height)/2
	p.Put(h.amount, end-a.Width, y, a.Width, a.Height)
	p.Put(h.ref, end-r.Width, y+a.Height, r.Width, r.Height)
	x := pad + theme.Target + theme.S4
	t := h.title.MinSize().Height
	p.Put(h.title, x, pad+(theme.Target-t)/2, end-max(a.Width, r.Width)-theme.S4-x, t)
	return pad + high + theme.S4
}
