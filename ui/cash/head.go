package cash

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// head is the row of the amount: the way back, what is done here, and for which sale.
type head struct {
	back       *control.Tool
	title, ref *typeset.Text
	amount     *typeset.Amount
}

func newHead(env screen.Env, id journal.SaleID, a money.Amount, back func()) head {
	return head{
		back:   control.NewIconButton("back", back),
		title:  typeset.NewText(env.Words.T("route.cash"), typeset.Title).Cut(),
		ref:    typeset.NewText(present.Number(id), typeset.Caption),
		amount: typeset.NewAmount(a.Major(), env.CurrencyWord(a.Currency), theme.Fixed(36)),
	}
}

func (h head) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{h.back, h.title, h.ref, h.amount}
}

// high is how high the row is. Beside large words the number goes, so that the pad
// stands whole.
func (h head) high() float32 {
	high := h.amount.MinSize().Height
	if h.ref.Hidden = pay.Terse(); !h.ref.Hidden {
		high += h.ref.MinSize().Height
	}
	return max(theme.Target, high)
}

// place lays the row out and returns where the body begins.
func (h head) place(b layout.Placer) float32 {
	pad := theme.S5()
	high := h.high()
	a, r := h.amount.MinSize(), h.ref.MinSize()
	if h.ref.Hidden {
		r = fyne.Size{}
	}
	end := b.W - pad
	y := pad + (high-a.Height-r.Height)/2
	b.Put(h.amount, end-a.Width, y, a.Width, a.Height)
	b.Put(h.ref, end-r.Width, y+a.Height, r.Width, r.Height)
	x := pad
	if !h.back.Hidden {
		b.Put(h.back, pad, pad+(high-theme.Target)/2, theme.Target, theme.Target)
		x += theme.Target + theme.S4
	}
	room := end - max(a.Width, r.Width) - theme.S4 - x
	h.title.StepDown(theme.Title, room)
	t := h.title.MinSize().Height
	b.Put(h.title, x, pad+(high-t)/2, room, t)
	return pad + high + theme.S4
}
