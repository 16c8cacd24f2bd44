package cashier

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
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
	show   *show
	end    *widgets.Button    // beside the title; nil for none
	says   widgets.ButtonSpec // of it, where its words have room
}

func newHeader(deps Deps, v journal.View, title string, back func()) *header {
	h := &header{
		back:   widgets.NewIconButton("back", back),
		title:  widgets.NewText(title, widgets.Title).Cut(),
		amount: widgets.NewAmount(v.Amount.Major(), deps.currency(v.Amount), theme.Fixed(36)),
		ref:    widgets.NewText(present.Number(v.ID)+" "+v.ID.Paper(), widgets.Caption),
		show:   newShow(deps, v.ID)}
	h.show.brief = true
	h.show.paint()
	return h
}

func (h *header) objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{h.back, h.title, h.amount, h.ref}
	if h.show.button != nil {
		all = append(all, h.show.button)
	}
	if h.end != nil {
		all = append(all, h.end)
	}
	return all
}

// high is the height of the header. Beside large words the paper's number goes: the
// strip and the title say which sale it is.
func (h *header) high() float32 {
	h.ref.Hidden = terse()
	high := h.amount.MinSize().Height
	if !h.ref.Hidden {
		high += h.ref.MinSize().Height
	}
	return max(theme.Target, high)
}

// place lays the header out and returns where the body begins.
func (h *header) place(p widgets.Placer) float32 {
	pad := theme.S5()
	p.Put(h.back, pad, pad, theme.Target, theme.Target)
	high := h.high()
	a, r := h.amount.MinSize(), h.ref.MinSize()
	if h.ref.Hidden {
		r = fyne.Size{}
	}
	end := p.Size.Width - pad
	y := pad - 2 + (high-a.Height-r.Height)/2
	p.Put(h.amount, end-a.Width, y, a.Width, a.Height)
	p.Put(h.ref, end-r.Width, y+a.Height, r.Width, r.Height)
	x := pad + theme.Target + theme.S4
	end -= max(a.Width, r.Width) + theme.S4
	if h.show.button != nil {
		h.show.paint()
		p.Put(h.show.button, end-theme.Target, pad, theme.Target, theme.Target)
		end -= theme.Target + theme.S4
	}
	if h.end != nil {
		end = h.placeEnd(p, x, end)
	}
	h.title.StepDown(theme.Title, end-x)
	t := h.title.MinSize().Height
	p.Put(h.title, x, pad+(theme.Target-t)/2, end-x, t)
	return pad + high + theme.S4
}

// placeEnd puts the button beside the title, and returns where the title ends. Its
// words go before those of the title, and its icon stays.
func (h *header) placeEnd(p widgets.Placer, x, end float32) float32 {
	h.title.SetStyle(h.title.Style().Sized(theme.Title))
	h.end.Set(h.says)
	if h.end.MinSize().Width+theme.S4+h.title.Width() > end-x {
		h.end.Set(widgets.ButtonSpec{Icon: h.says.Icon, PadX: theme.S2, Mid: true})
	}
	wide := max(h.end.MinSize().Width, theme.Target)
	p.Put(h.end, end-wide, theme.S5(), wide, theme.Target)
	return end - wide - theme.S4
}
