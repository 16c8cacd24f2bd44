package customer

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// The slip, in units of the design.
const (
	slipWide, slipHigh float32 = 760, 936
	slipPadX, slipPadY float32 = 40, 28
	slipRow            float32 = 49
	slipModule         float32 = 9 // of its code
	countSide          float32 = 72
)

// receiptScene is the receipt for the customer's own phone: what it says, and all of it
// again as a code that needs no server. Live it is filled as paid is, in
// practice it is framed.
func (s sheet) receiptScene(h handover) scene {
	ink, quiet := theme.OnPaid, theme.OnPaid
	if s.env.Practice {
		ink, quiet = theme.Text, theme.Muted
	}
	t := &takeAway{sheet: s, slip: s.paperSlip(h.slip), name: s.name(ink, quiet), number: s.number(36, theme.Regular, ink), amount: s.amount(176, ink),
		icon: graphic.NewStateIcon(graphic.StatePaid, 112*s.k, s.env.Practice),
		keep: s.both("customer.keep", s.style(44, theme.SemiBold, ink)),
		ring: graphic.NewRing(countSide*s.k, 6*s.k), count: typeset.NewText("", s.style(30, theme.SemiBold, ink).Tight(1)),
		closes: s.both("customer.closes", s.style(30, theme.Regular, ink).Tight(1.35))}
	word := "customer.paid"
	if s.env.Practice {
		word, t.inset = "customer.practice", 40*s.k
		t.ring.Colour = theme.Text
	} else {
		t.icon.On(theme.OnPaid)
		t.ring.On(theme.OnPaid)
	}
	t.word = s.both(word, s.style(96, theme.Bold, ink).Tight(1))
	for _, text := range t.keep {
		text.Overflow = typeset.Wrap
	}
	t.dot = typeset.NewText("·", t.closes[0].Style())
	content := layout.New(nil, t.place, t.slip, t.name, t.number, t.icon, t.word[0], t.word[1], t.amount, t.keep[0], t.keep[1],
		t.ring, t.count, t.closes[0], t.dot, t.closes[1])
	out := scene{content: content, paint: func(journal.View, int) { t.paint(h) }}
	if s.env.Practice {
		out.content = graphic.NewHatchFrame(graphic.PracticeHatching, t.inset, 24*s.k, content)
		return out
	}
	fill := graphic.NewPanel(theme.Paid)
	out.content = layout.New(nil, func(b layout.Placer) {
		b.Put(fill, 0, 0, b.W, b.H)
		b.Put(content, 0, 0, b.W, b.H)
	}, fill, content)
	return out
}

// takeAway is what stands beside the slip.
type takeAway struct {
	sheet
	slip         fyne.CanvasObject
	name, number *typeset.Text
	icon         *graphic.StateIcon
	word, keep   [2]*typeset.Text
	amount       *typeset.Amount
	ring         *graphic.Ring
	count        *typeset.Text
	closes       [2]*typeset.Text
	dot          *typeset.Text
	inset        float32 // of the frame around it
}

// paint counts down.
func (t *takeAway) paint(h handover) {
	left := h.left(t.env.Now())
	t.ring.SetShare(float32(left) / float32(receiptTime))
	if n := strconv.Itoa(int(math.Ceil(left.Seconds()))); n != t.count.Text() {
		t.count.SetText(n)
		t.centreCount()
	}
}

// centreCount keeps the figure in the middle of its ring.
func (t *takeAway) centreCount() {
	at, m := t.ring.Position(), t.count.MinSize()
	t.count.Resize(m)
	t.count.Move(at.AddXY((countSide*t.k-m.Width)/2, (countSide*t.k-m.Height)/2))
}

func (t *takeAway) place(b layout.Placer) {
	k := t.k
	x, y := padX*k-t.inset, padY*k-t.inset
	wide, high := slipWide*k, min(slipHigh*k, b.H-2*y)
	b.Put(t.slip, b.W-x-wide, (b.H-high)/2, wide, high)
	room := b.W - 2*x - wide - 96*k
	top := y + t.name.HeightFor(room)
	b.Put(t.name, x, y, room, top-y)
	top += b.PutMin(t.number, x, top).Height

	bottom := b.H - y - countSide*k
	b.Put(t.ring, x, bottom, countSide*k, countSide*k)
	t.centreCount()
	t.fit(t.closes, room-countSide*k-24*k-2*16*k-t.dot.Width())
	at := x + (countSide+24)*k
	for _, text := range []*typeset.Text{t.closes[0], t.dot, t.closes[1]} {
		at += b.PutMiddle(text, at, bottom+countSide/2*k).Width + 16*k
	}

	t.fit(t.word, room-(112+32+40)*k)
	amount := t.amount.MinSize().Height
	lines := [2]float32{t.keep[0].HeightFor(room), t.keep[1].HeightFor(room)}
	all := 112*k + 48*k + amount + 64*k + lines[0] + lines[1]
	at = top + (bottom-top-all)/2
	b.Put(t.icon, x, at, 112*k, 112*k)
	w := b.PutMiddle(t.word[0], x+(112+32)*k, at+56*k).Width
	b.PutMiddle(t.word[1], x+(112+32+40)*k+w, at+56*k)
	at += (112 + 48) * k
	b.Put(t.amount, x, at, min(room, t.amount.MinSize().Width), amount)
	at += amount + 64*k
	for i, text := range t.keep {
		b.Put(text, x, at, room, lines[i])
		at += lines[i]
	}
}

// fit makes two texts small enough to stand side by side in a width.
func (s sheet) fit(pair [2]*typeset.Text, width float32) {
	for _, t := range pair {
		share := width * t.Width() / max(pair[0].Width()+pair[1].Width(), 1)
		if share < t.Width() {
			t.SetStyle(t.Style().Sized(theme.Fixed(t.Style().Size.Base() * share / t.Width())))
		}
	}
}

// paperSlip is the receipt on white: its lines with their names in both
// languages, and the code.
func (s sheet) paperSlip(r journal.Receipt) fyne.CanvasObject {
	first, second := present.OnPaper(s.first, s.env.Zone), present.OnPaper(s.second, s.env.Zone)
	a, b := receipt.NewContent(r, receipt.Copy{}, first), receipt.NewContent(r, receipt.Copy{}, second)
	objects := []fyne.CanvasObject{graphic.NewFrame(theme.Paper, theme.Transparent, theme.Radius)}
	var rows [][3]*typeset.Text
	row := func(before, value, after string) {
		quiet, loud := s.style(30, theme.Regular, theme.Ink).Tight(1), s.style(30, theme.SemiBold, theme.Ink).Tight(1)
		r := [3]*typeset.Text{typeset.NewText(before, quiet), typeset.NewText(value, loud).Cut(), typeset.NewText(after, quiet)}
		rows = append(rows, r)
		objects = append(objects, r[0], r[1], r[2])
	}
	if a.Mark != "" {
		row("", a.Mark+" · "+b.Mark, "")
	}
	for _, k := range []receipt.Kind{receipt.LineNumber, receipt.LineTime, receipt.LineSale, receipt.LineTransaction, receipt.LinePaidFrom} {
		value, _ := a.Value(k)
		if bank, ok := a.Value(receipt.LineBank); ok && k == receipt.LinePaidFrom {
			value = bank + " " + value
		}
		row(a.Label(k), value, b.Label(k))
	}
	modules := graphic.Modules(receipt.Plain(r, first, second))
	code := graphic.NewQROnPaper(modules)
	objects = append(objects, code)
	return layout.New(nil, func(board layout.Placer) {
		s.placeSlip(board, objects[0], rows, code, len(modules))
	}, objects...)
}

func (s sheet) placeSlip(b layout.Placer, card fyne.CanvasObject, rows [][3]*typeset.Text, code fyne.CanvasObject, modules int) {
	x, y := slipPadX*s.k, slipPadY*s.k
	b.Put(card, 0, 0, b.W, b.H)
	for _, r := range rows {
		before, after := r[0].MinSize(), r[2].MinSize()
		middle := y + slipRow/2*s.k
		b.PutMiddle(r[0], x, middle)
		b.PutMiddle(r[2], b.W-x-after.Width, middle)
		room := b.W - 2*x - 2*12*s.k - before.Width - after.Width
		r[1].StepDown(s.size(30), room)
		m := r[1].MinSize()
		w := min(r[1].Width()+1, room)
		// In the middle of the slip where it fits, else in the middle of what is left.
		at := (b.W - w) / 2
		at = min(max(at, x+before.Width+12*s.k), b.W-x-after.Width-12*s.k-w)
		b.Put(r[1], at, middle-m.Height/2, w, m.Height)
		y += slipRow * s.k
	}
	side := float32(modules+2*4) * slipModule * s.k
	side = min(side, b.H-y, b.W)
	b.Put(code, (b.W-side)/2, b.H-side, side, side)
}
