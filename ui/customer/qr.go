package customer

import (
	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// cardShare is how much of the height the white card of a code may take.
const cardShare = (designHigh - 2*padY) / designHigh

// ringSide is the side of the small ring.
const ringSide float32 = 56

// qr asks the customer to scan. The code is as large as whole pixels allow.
func (s sheet) qr() scene {
	modules := graphic.Modules(s.view.Session.QRPayload)
	card := graphic.NewQR(modules)
	name, number := s.name(theme.Text, theme.Muted), s.number(36, theme.Regular, theme.Muted)
	amount := s.amount(176, theme.Text)
	scan := s.both("customer.scan", s.style(44, theme.SemiBold, theme.Text))
	for _, t := range scan {
		t.Overflow = typeset.Wrap
	}
	ring := graphic.NewRing(ringSide*s.k, 7*s.k)
	waiting := s.both("customer.waiting", s.style(30, theme.Regular, theme.Text).Tight(1.35))
	dot := typeset.NewText("·", waiting[0].Style().Tint(theme.Muted))
	place := func(b layout.Placer) {
		x, y := padX*s.k, padY*s.k
		side := cardSide(b, len(modules), s.k)
		b.Put(card, b.W-x-side, (b.H-side)/2, side, side)
		room := b.W - 3*x - side
		h := name.HeightFor(room)
		b.Put(name, x, y, room, h)
		b.PutMin(number, x, y+h)
		top := y + h + number.MinSize().Height

		bottom := b.H - y - ringSide*s.k
		b.Put(ring, x, bottom, ringSide*s.k, ringSide*s.k)
		at, middle := x+(ringSide+16)*s.k, bottom+ringSide/2*s.k
		for _, t := range []*typeset.Text{waiting[0], dot, waiting[1]} {
			at += b.PutMiddle(t, at, middle).Width + 16*s.k
		}

		a := amount.MinSize().Height
		l := [2]float32{scan[0].HeightFor(room), scan[1].HeightFor(room)}
		high := a + 56*s.k + l[0] + l[1]
		y = top + (bottom-top-high)/2
		b.Put(amount, x, y, room, a)
		y += a + 56*s.k
		for i, t := range scan {
			b.Put(t, x, y, room, l[i])
			y += l[i]
		}
	}
	return scene{
		content: layout.New(nil, place, card, name, number, amount, scan[0], scan[1], ring, waiting[0], dot, waiting[1]),
		// It does not turn with each question: the bank is asked every few seconds, and
		// each turn would paint the window a dozen times.
		paint: func(v journal.View, _ int) { ring.SetShare(present.Waited(v.Live, s.env.Now())) },
	}
}

// cardSide is the side of the card: whole modules and the quiet zone around
// them. On a narrow screen the words keep two fifths of the width.
func cardSide(b layout.Placer, modules int, k float32) float32 {
	side := min(b.H*cardShare, b.W*.6-2*padX*k)
	if whole := float32(modules + 8); modules > 0 && side > whole {
		side = float32(int(side/whole)) * whole
	}
	return side
}
