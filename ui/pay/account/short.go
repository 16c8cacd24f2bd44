package account

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// short reports whether the digit that chose the institution, and those of no institution
// before it, may have been meant for the number: exactly as many are missing there. Sent as it is, the number would be
// refused at best; at worst it is somebody else's, and the code goes to them.
func (a *Account) short() bool {
	f, known := a.form, a.env.Preferences.Get().Institutions
	return onlyDigits(f.number) && known.LengthsOf(a.route).Short(f.institution.code, len(f.number), len(f.astray()))
}

// askShort asks which it was. Enter sends nothing: anyone who pressed it for Send code,
// twice, has lost a press and no digit.
func (a *Account) askShort() {
	w, f := a.env.Words, a.form
	digit := f.astray()
	whole := typeset.NewRich(typeset.Span{Text: "\u200e" + digit + " ", Style: typeset.Title.Tint(theme.Primary)},
		typeset.Span{Text: grouped(f.number, a.route), Style: typeset.Title})
	var close func()
	begin := func() {
		close()
		a.meant()
	}
	send := func() {
		close()
		f.digit = 0
		a.ask()
	}
	back := control.NewButton(control.ButtonSpec{Label: w.T("account.back"), Key: "Esc", Mid: true, Height: 64, PadX: theme.S3}, func() { close() })
	no := control.NewButton(control.ButtonSpec{Label: w.T("account.short.no"), Key: "F10", Mid: true, Height: 64, PadX: theme.S3}, send)
	yes := control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("account.short.yes", "digit", digit), Key: "Enter", Mid: true, Height: 64, PadX: theme.S3}, begin)
	content := layout.Rows(0,
		layout.Centred(theme.S4, graphic.NewIcon("question", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("account.short.title", "digit", digit), typeset.Title))),
		pay.Space(theme.S2),
		typeset.NewParagraph(w.T("account.short.text", "name", f.institution.text), typeset.Lead.With(theme.Regular).Tight(1.4)),
		pay.Space(theme.S4), whole, pay.Space(theme.S6()),
		dialog.Abreast(back, no, yes))
	close = a.deps.Shell.Decide(ask.Decision{Content: content, First: yes, Safe: func() { close() }, Press: func(p screen.KeyPress) bool {
		if p.Name == fyne.KeyF10 {
			send()
		}
		return p.Name == fyne.KeyF10
	}})
}

// meant gives the digit back to the number it was meant for. Whose the number is was
// not said then.
func (a *Account) meant() {
	f := a.form
	f.number, f.digit, f.before, f.institution = f.astray()+f.number, 0, "", option{}
	a.list.choose("")
	a.edited()
	a.missed = true
	a.toList()
}
