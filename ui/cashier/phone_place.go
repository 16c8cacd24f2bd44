package cashier

import (
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// besideWidth is how wide a phone must be for two of its buttons beside each
// other: one that has the work area alone.
const besideWidth = 640

// place lays the panel out: a head, the phone, and how the bank behaves.
func (p *Phone) place(b layout.Placer) {
	w, h := b.W, b.H
	b.Put(p.back, 0, 0, w, h)
	b.Put(p.edge, 0, 0, theme.Border(), h)
	x, wide := theme.S4, w-2*theme.S4
	b.Put(p.icon, x, theme.S3, 24, 24)
	t := p.title.MinSize().Height
	b.Put(p.title, x+36, theme.S3+12-t/2, wide-36-24, t)
	b.Put(p.cross, w-theme.S4-10-24, 0, theme.ChipHeight, theme.ChipHeight)

	seg := p.bankIs.MinSize().Height
	how := p.how.MinSize().Height
	b.Put(p.bankIs, x, h-theme.S4-seg, wide, seg)
	head, end := h-theme.S4-seg-6-how, wide // of the line above
	if !p.drills.open.Hidden {
		m := p.drills.open.MinSize()
		head = h - theme.S4 - seg - 2 - m.Height
		b.Put(p.drills.open, x+wide-m.Width, head, m.Width, m.Height)
		end -= m.Width + theme.S1
		how = max(how, m.Height)
	}
	b.Put(p.how, x, head+(how-p.how.MinSize().Height)/2, end, p.how.MinSize().Height)
	top, bottom := theme.ChipHeight, head-theme.S1
	b.Put(p.set, x, top, wide, bottom-top)
	b.Put(p.speaker, x+(wide-56)/2, top+12, 56, 4)

	x, wide = x+16, wide-32
	line := func(o *typeset.Text, y float32) float32 {
		if o.Hidden {
			return y
		}
		high := o.HeightFor(wide)
		b.Put(o, x, y, wide, high)
		return y + high
	}
	head = line(p.bank, top+24)
	if p.drills.shown {
		p.drills.place(b, x, head+theme.S3, wide, bottom-16)
		return
	}
	y := bottom - 16
	if !p.approve.Hidden {
		rows := [][]*control.Button{{p.expire}, {p.decline}, {p.approve}}
		if wide > besideWidth {
			rows = [][]*control.Button{{p.decline, p.expire}, {p.approve}}
		}
		for _, row := range rows {
			high, n := row[0].MinSize().Height, float32(len(row))
			y -= high
			for i, one := range row {
				each := (wide - (n-1)*theme.S2) / n
				b.Put(one, x+float32(i)*(each+theme.S2), y, each, high)
			}
			y -= theme.S2
		}
	}
	if p.note.Text() != "" {
		y -= p.note.HeightFor(wide)
		line(p.note, y)
	}
	if !p.idle.Hidden {
		line(p.idle, (head+y-p.idle.HeightFor(wide))/2)
		return
	}
	high := p.pay.HeightFor(wide) + p.payee.HeightFor(wide) + 56 + p.from.HeightFor(wide) + 2*theme.S2
	if !p.otp.Hidden {
		high += p.otp.HeightFor(wide) + 2*theme.S2
	}
	if !p.mark.Hidden {
		high += 64 + theme.S3
	}
	at := head + max(0, (y-head-high)/2)
	if !p.mark.Hidden {
		b.Put(p.mark, x+(wide-64)/2, at, 64, 64)
		at += 64 + theme.S3
	}
	at = line(p.pay, at)
	if !p.otp.Hidden {
		at = line(p.otp, at+theme.S2) + theme.S2
	}
	at = line(p.payee, at+theme.S2)
	b.Put(p.amount, x, at, wide, 56)
	line(p.from, at+56+theme.S2)
}
