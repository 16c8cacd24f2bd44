package account

import (
	"strings"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func (a *Account) build() {
	all := append(a.head.Objects(), a.labels.one, a.labels.two, a.labels.which, a.list.root, a.number, a.labels.wrong, a.pad, a.primary)
	if a.practice.list != nil {
		all = append(all, a.practice.list.root)
	}
	a.Root = layout.New(nil, a.place, all...)
}

func (a *Account) paint() {
	busy := a.send.Busy()
	whose := ""
	if a.form.digit != 0 {
		whose = a.form.institution.text
	}
	a.number.begin(whose)
	a.number.set(grouped(a.form.number, a.route))
	a.paintLabels()
	a.number.mark(!busy && !a.onList && !a.practice.on, a.labels.wrong.Text() != "")
	a.pad.SetAllEnabled(!busy)
	pay.SetButton(a.head.End, a.head.End.Spec(), !busy)
	pay.SetButton(a.primary, a.primarySpec(), a.ready() || a.finding() || a.agreeing())
	if a.practice.list != nil {
		icon := "down"
		if a.practice.on { // no frame of its own: the one ring is around the list
			icon = "close"
		}
		pay.SetButton(a.practice.open, control.ButtonSpec{Label: a.env.Words.T("practice.numbers"), Icon: icon, Height: theme.ChipHeight, PadX: theme.S3}, !busy)
	}
	a.Root.Refresh()
}

// paintLabels says which bank or wallet the number is for, and, after Enter,
// what is missing.
func (a *Account) paintLabels() {
	w, name := a.env.Words, a.form.institution.text
	plain := typeset.Span{Text: w.T(a.key("number")), Style: typeset.Label}
	if before, after, found := strings.Cut(w.T(a.key("numberAt"), "name", "\x00"), "\x00"); found && name != "" {
		a.labels.two.SetSpans(typeset.Span{Text: before, Style: typeset.Label},
			typeset.Span{Text: name, Style: typeset.Label.Tint(theme.Text).With(theme.SemiBold)}, typeset.Span{Text: after, Style: typeset.Label})
	} else {
		a.labels.two.SetSpans(plain)
	}
	text := ""
	switch {
	case !a.missed || a.send.Busy():
	case name == "":
		text = w.T(a.key("which"))
	case !a.ready():
		text = w.T(a.key("whichNumber"))
	}
	a.labels.which.SetText(text)
}

// primarySpec is Send code, or what is still missing for it.
func (a *Account) primarySpec() control.ButtonSpec {
	spec := control.ButtonSpec{Kind: control.Filled, Large: true}
	w := a.env.Words
	switch {
	case a.send.Busy():
		spec.Label = w.T("account.sending")
	case a.arrival.lost:
		spec.Label = w.T(a.key("noList"))
	case a.finding():
		spec.Label, spec.Icon, spec.Key = a.list.shown[0].text, "check", "Enter"
	case a.agreeing():
		spec.Label, spec.Icon, spec.Key = a.form.proposal.text, "check", "Enter"
		if a.form.proposal.note != "" {
			spec.Label = w.T("account.asLast", "name", spec.Label)
		}
	case a.form.institution.code == "" && a.missed:
		spec.Label = w.T(a.key("missing"))
	case a.form.institution.code == "":
		spec.Label = w.T(a.key("choose"))
	case len(a.form.number) < leastNumber && a.missed:
		spec.Label = w.T(a.key("missingNumber"))
	case len(a.form.number) < leastNumber:
		spec.Label = w.T(a.key("type"))
	default:
		spec.Label, spec.Icon, spec.Key = w.T("account.send"), "phone", "Enter"
	}
	return spec
}

func (a *Account) place(p layout.Placer) {
	pad := theme.S5()
	top := a.head.Place(p)
	bottom := p.H - pad - theme.PrimaryHigh
	p.Put(a.primary, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
	end := bottom - pad
	wide := min(numberPadWidth, (p.W-3*pad)*.58)
	left := p.W - 3*pad - wide
	x := pad + left + pad
	label := a.labels.one.MinSize().Height
	at, room, n := pad, left, a.labels.one
	if a.form.institution.code != "" {
		at, room, n = x, wide, a.labels.two
	}
	p.Put(a.labels.one, pad, top, left, label)
	p.Put(a.labels.two, x, top, wide, label)
	m := min(a.labels.which.Width(), room)
	p.Put(a.labels.which, at+room-m, top, m, label)
	if a.labels.which.Text() != "" && n.Width()+theme.S3+m > room { // the sentence goes before the label
		p.Put(n, at, top, max(room-m-theme.S3, 0), label)
	}
	y := top + label + 6
	p.Put(a.list.root, pad, y, left, end-y)
	p.Put(a.number, x, y, wide, theme.Target)
	y += theme.Target
	if a.labels.wrong.Text() != "" {
		y += theme.S1 + p.PutDown(a.labels.wrong, x, y+theme.S1, wide)
	}
	y += theme.S3
	a.pad.Hidden = a.practice.on || end-y < pay.LowPad(theme.S2) // whole or not there: every till has other keys for digits
	p.Put(a.pad, x, y, wide, end-y)
	if a.practice.list != nil {
		p.Put(a.practice.list.root, x, y, wide, end-y)
	}
}
