package practicephone

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
	b.Put(p.around.back, 0, 0, w, h)
	b.Put(p.around.edge, 0, 0, theme.Border(), h)
	x, wide := theme.S4, w-2*theme.S4
	b.Put(p.around.icon, x, theme.S3, 24, 24)
	t := p.around.title.MinSize().Height
	b.Put(p.around.title, x+36, theme.S3+12-t/2, wide-36-24, t)
	b.Put(p.around.cross, w-theme.S4-10-24, 0, theme.ChipHeight, theme.ChipHeight)

	seg := p.around.bankIs.MinSize().Height
	how := p.around.how.MinSize().Height
	b.Put(p.around.bankIs, x, h-theme.S4-seg, wide, seg)
	head, end := h-theme.S4-seg-6-how, wide // of the line above
	if !p.drills.open.Hidden {
		m := p.drills.open.MinSize()
		head = h - theme.S4 - seg - 2 - m.Height
		b.Put(p.drills.open, x+wide-m.Width, head, m.Width, m.Height)
		end -= m.Width + theme.S1
		how = max(how, m.Height)
	}
	b.Put(p.around.how, x, head+(how-p.around.how.MinSize().Height)/2, end, p.around.how.MinSize().Height)
	top, bottom := theme.ChipHeight, head-theme.S1
	b.Put(p.around.set, x, top, wide, bottom-top)
	b.Put(p.around.speaker, x+(wide-56)/2, top+12, 56, 4)

	x, wide = x+16, wide-32
	line := func(o *typeset.Text, y float32) float32 {
		if o.Hidden {
			return y
		}
		high := o.HeightFor(wide)
		b.Put(o, x, y, wide, high)
		return y + high
	}
	head = line(p.shows.bank, top+24)
	if p.drills.shown {
		p.drills.place(b, x, head+theme.S3, wide, bottom-16)
		return
	}
	y := bottom - 16
	if !p.shows.approve.Hidden {
		rows := [][]*control.Button{{p.shows.expire}, {p.shows.decline}, {p.shows.approve}}
		if wide > besideWidth {
			rows = [][]*control.Button{{p.shows.decline, p.shows.expire}, {p.shows.approve}}
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
	if p.shows.note.Text() != "" {
		y -= p.shows.note.HeightFor(wide)
		line(p.shows.note, y)
	}
	if !p.shows.idle.Hidden {
		line(p.shows.idle, (head+y-p.shows.idle.HeightFor(wide))/2)
		return
	}
	high := p.shows.pay.HeightFor(wide) + p.shows.payee.HeightFor(wide) + 56 + p.shows.from.HeightFor(wide) + 2*theme.S2
	if !p.shows.otp.Hidden {
		high += p.shows.otp.HeightFor(wide) + 2*theme.S2
	}
	if !p.shows.mark.Hidden {
		high += 64 + theme.S3
	}
	at := head + max(0, (y-head-high)/2)
	if !p.shows.mark.Hidden {
		b.Put(p.shows.mark, x+(wide-64)/2, at, 64, 64)
		at += 64 + theme.S3
	}
	at = line(p.shows.pay, at)
	if !p.shows.otp.Hidden {
		at = line(p.shows.otp, at+theme.S2) + theme.S2
	}
	at = line(p.shows.payee, at+theme.S2)
	b.Put(p.shows.amount, x, at, wide, 56)
	line(p.shows.from, at+56+theme.S2)
}
