package qr

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// info is the column beside a QR: number, amount, how far it is, what the bank
// said.
type info struct {
	name         *typeset.Text
	amount       *typeset.Amount
	rule         fyne.CanvasObject
	ring         *graphic.Ring
	lead, detail *typeset.Text
	words        typeset.Span // below the ring
	asked        bool         // they are what somebody has to know now: they stay longer than what leads
}

func newInfo(env screen.Env, v journal.View) *info {
	return &info{
		name:   typeset.NewText(present.Number(v.ID), typeset.Lead),
		amount: typeset.NewAmount(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency), theme.AmountM),
		rule:   graphic.NewDivider(),
		ring:   graphic.NewRing(52, 6),
		lead:   typeset.NewParagraph("", typeset.Lead),
		detail: typeset.NewParagraph("", detailStyle)}
}

var detailStyle = typeset.Body.Sized(theme.Label).Tint(theme.Muted)

func (i *info) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{i.name, i.amount, i.rule, i.ring, i.lead, i.detail}
}

// squeeze is how much a column gives up where a banner or a keyboard takes its
// height.
type squeeze int

const (
	roomy       squeeze = iota
	numberAside         // the number beside the amount, no rule
	oneLine             // what the bank said in one line
	iconsOnly           // the other ways to pay without words
	noAnswer            // nothing of what the bank said
	bare                // beside large words: neither
)

// squeezes are what a column gives up, in that order. Beside large words what can be
// done keeps its words before what the bank said.
func squeezes() []squeeze {
	if pay.Enlarged() {
		return []squeeze{roomy, numberAside, oneLine, noAnswer, bare}
	}
	return []squeeze{roomy, numberAside, oneLine, iconsOnly, noAnswer}
}

// brief reports whether the other ways to pay stand without words.
func (how squeeze) brief() bool {
	return how == iconsOnly || how == bare || how == noAnswer && !pay.Enlarged()
}

// place lays the column out from the top and returns where it ends.
func (i *info) place(p layout.Placer, x, y, wide float32, how squeeze) float32 {
	n, a := i.name.MinSize(), i.amount.MinSize()
	i.rule.Hide()
	if how == roomy {
		p.Put(i.name, x, y, n.Width, n.Height)
		y += n.Height + theme.S2 + 4
		i.rule.Show()
	} else {
		p.Put(i.name, x+wide-n.Width, y+(a.Height-n.Height)/2, n.Width, n.Height)
	}
	room := wide
	if how > roomy {
		room -= n.Width + theme.S4
	}
	p.Put(i.amount, x, y, room, a.Height)
	y += a.Height + theme.S2
	if how == roomy {
		p.Put(i.rule, x, y+theme.S2, wide, theme.Border())
		y += theme.Border() + 3*theme.S2
	}
	i.detail.SetSpans(i.said(how))
	i.lead.Hidden = how >= noAnswer && pay.Enlarged() && i.asked
	if i.lead.Hidden { // what was asked for stands in its place
		i.detail.Show()
		room, high := wide-52-theme.S4, i.detail.HeightFor(wide-52-theme.S4)
		p.Put(i.ring, x, y+(max(52, high)-52)/2, 52, 52)
		p.Put(i.detail, x+52+theme.S4, y+(max(52, high)-high)/2, room, high)
		return y + max(52, high)
	}
	i.lead.SetStyle(typeset.Lead)
	lead := i.lead.HeightFor(wide - 52 - theme.S4)
	if small := typeset.Lead.Sized(theme.Body); how > roomy && lead > i.lead.HeightFor(10*wide) { // no word of it alone on a line
		i.lead.SetStyle(small)
		lead = i.lead.HeightFor(wide - 52 - theme.S4)
	}
	high := max(52, lead)
	p.Put(i.ring, x, y+(high-52)/2, 52, 52)
	p.Put(i.lead, x+52+theme.S4, y+(high-lead)/2, wide-52-theme.S4, lead)
	y += high
	if i.detail.Hidden = how >= noAnswer; i.detail.Hidden {
		return y
	}
	h := i.detail.HeightFor(wide)
	p.Put(i.detail, x, y+theme.S3, wide, h)
	return y + theme.S3 + h
}

// said is what the bank said, or its first line.
func (i *info) said(how squeeze) typeset.Span {
	one := i.words
	if how >= oneLine {
		one.Text, _, _ = strings.Cut(one.Text, "\n")
	}
	return one
}

// side is the square that a QR gets in a room: as high as the body, and not
// so wide that the column beside it suffers.
func side(p layout.Placer, high float32) float32 {
	column := 280 * max(theme.Now().TextScale, 1)
	return max(min(high, p.W-3*theme.S5()-column), leastQR)
}

// leastQR is the smallest side of a QR on the cashier's screen that a phone reads
// from arm's length.
const leastQR = 240
