package cashier

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

func (a *Account) build() {
	all := append(a.head.objects(), a.one, a.two, a.list.root, a.number, a.wrong, a.pad, a.primary)
	if a.practice != nil {
		all = append(all, a.practice.root)
	}
	a.root = widgets.NewScreen(fyne.Size{}, a.place, all...)
}

func (a *Account) paint() {
	busy := a.send.busy()
	a.number.set(grouped(a.form.number, a.route))
	a.number.mark(!busy && !a.searching, a.wrong.Text() != "")
	a.pad.SetAllEnabled(!busy)
	setButton(a.primary, a.primarySpec(), a.ready())
	if a.practice != nil {
		setButton(a.open, widgets.ButtonSpec{Label: a.deps.Words.T("practice.numbers"), Icon: "down", Height: theme.ChipHeight,
			PadX: theme.S3, Chosen: a.practising}, !busy)
	}
	a.root.Refresh()
}

// primarySpec is Send code, or what is still missing for it.
func (a *Account) primarySpec() widgets.ButtonSpec {
	spec := widgets.ButtonSpec{Kind: widgets.Filled, Large: true}
	w := a.deps.Words
	switch {
	case a.send.busy():
		spec.Label = w.T("account.sending")
	case a.lost:
		spec.Label = w.T(a.key("noList"))
	case a.form.institution.code == "":
		spec.Label = w.T(a.key("choose"))
	case len(a.form.number) < leastNumber:
		spec.Label = w.T(a.key("type"))
	default:
		spec.Label, spec.Icon, spec.Key = w.T("account.send"), "phone", "Enter"
	}
	return spec
}

func (a *Account) place(p widgets.Placer) {
	pad := theme.S5()
	top := a.head.place(p)
	bottom := p.Size.Height - pad - theme.PrimaryHigh
	p.Put(a.primary, pad, bottom, p.Size.Width-2*pad, theme.PrimaryHigh)
	end := bottom - pad
	wide := min(numberPadWidth, (p.Size.Width-3*pad)*.58)
	left := p.Size.Width - 3*pad - wide
	x := pad + left + pad
	label := a.one.MinSize().Height
	p.Put(a.one, pad, top, left, label)
	p.Put(a.two, x, top, wide, label)
	y := top + label + 6
	p.Put(a.list.root, pad, y, left, end-y)
	p.Put(a.number, x, y, wide, theme.Target)
	y += theme.Target
	if a.wrong.Text() != "" {
		h := a.wrong.HeightFor(wide)
		p.Put(a.wrong, x, y+theme.S1, wide, h)
		y += theme.S1 + h
	}
	y += theme.S3
	p.Put(a.pad, x, y, wide, end-y)
	if a.practice != nil {
		p.Put(a.practice.root, x, y, wide, end-y)
	}
}
