package customer

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// paid fills the window with the colour of live money. Practice is never
// green: it has a tick on a yellow disc in a hatched frame.
func (s sheet) paid() scene {
	if s.env.Practice {
		return s.practised()
	}
	icon := graphic.NewStateIcon(graphic.StatePaid, 440*s.k, false).On(theme.OnPaid)
	h := s.header(icon, 440, 112, theme.OnPaid, theme.OnPaid)
	h.beside(s.both("customer.paid", s.style(176, theme.Bold, theme.OnPaid).Tight(1)), 0, 64)
	h.money(144, 24, theme.OnPaid)
	h.beside(s.both("customer.thanks", s.style(52, theme.Medium, theme.OnPaid)), 24, 38)
	fill, sheet := graphic.NewPanel(theme.Paid), h.object()
	return scene{shown: func() { icon.DrawOn(theme.Paid) }, content: layout.New(nil, func(b layout.Placer) {
		b.Put(fill, 0, 0, b.W, b.H)
		b.Put(sheet, 0, 0, b.W, b.H)
	}, fill, sheet)}
}

func (s sheet) practised() scene {
	icon := graphic.NewStateIcon(graphic.StatePaid, 400*s.k, true)
	h := s.header(icon, 400, 96, theme.Text, theme.Muted)
	h.inset = 40 * s.k
	h.beside(s.both("customer.practice", s.style(152, theme.Bold, theme.Text).Tight(1)), 0, 56)
	h.money(144, 28, theme.Text)
	h.beside(s.both("customer.noMoney", s.style(52, theme.Medium, theme.Text)), 28, 38)
	return scene{shown: func() { icon.DrawOn(theme.Practice) },
		content: graphic.NewHatchFrame(graphic.PracticeHatching, h.inset, 24*s.k, h.object())}
}

// notPaid is for what the gateway said, and tells no reason: that is between
// the customer and the bank.
func (s sheet) notPaid() scene {
	h := s.header(graphic.NewStateIcon(graphic.StateFailed, 400*s.k, s.env.Practice), 400, 96, theme.Text, theme.Muted)
	h.inset = 24 * s.k
	h.beside(s.both("customer.notPaid", s.style(152, theme.Bold, theme.Failed).Tight(1)), 0, 56)
	h.money(144, 28, theme.Text)
	h.beside(s.both("customer.ask", s.style(52, theme.Medium, theme.Text)), 28, 38)
	return still(graphic.NewSolidFrame(theme.Failed, h.inset, h.object()))
}

// unknown says neither paid nor not paid, in words that frighten nobody.
func (s sheet) unknown() scene {
	h := s.header(graphic.NewIcon("clock", 400*s.k, theme.Muted), 400, 96, theme.Text, theme.Muted)
	word, text := s.both("customer.unknown", s.style(96, theme.Bold, theme.Text).Tight(1.1)), s.both("customer.unknown.text", s.style(44, theme.Medium, theme.Text))
	h.below(0, word[0], text[0])
	h.below(48, word[1], text[1])
	h.money(96, 48, theme.Text)
	return still(h.object())
}

// blank is the shop's name and nothing else that could be read from afar.
func (s sheet) blank() scene {
	name := typeset.NewText(s.shop, s.style(88, theme.SemiBold, theme.Muted).Tight(1.2))
	hello := s.both("customer.welcome", s.style(44, theme.Regular, theme.Muted))
	return still(layout.New(nil, func(b layout.Placer) {
		n, a, c := name.MinSize(), hello[0].MinSize(), hello[1].MinSize()
		gap := 38 * s.k
		y := (b.H - n.Height - a.Height - 24*s.k) / 2
		b.Put(name, (b.W-n.Width)/2, y, n.Width, n.Height)
		x := (b.W - a.Width - gap - c.Width) / 2
		y += n.Height + 24*s.k
		b.Put(hello[0], x, y, a.Width, a.Height)
		b.Put(hello[1], x+a.Width+gap, y, c.Width, c.Height)
	}, []fyne.CanvasObject{name, hello[0], hello[1]}...))
}
