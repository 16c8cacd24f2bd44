package banner

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/shell/decision"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Open shows the alarm of the banner whole, for what has no room in the top bar:
// what to do, in the size of text that was chosen, and the buttons.
func (b *Banner) Open() {
	all, done := b.Alarms(), b.deps.Decisions.Close
	if len(all) == 0 {
		return
	}
	w, a := b.env.Words, all[b.turn%len(all)]
	icon := a.Icon
	if icon == "" {
		icon = "bell"
	}
	closing := control.NewButton(control.ButtonSpec{Label: w.T("help.close"), Key: "Esc", Mid: true, Height: 64}, done)
	row := []fyne.CanvasObject{closing}
	if n := len(all) - 1; n > 0 {
		row = append(row, control.NewButton(control.ButtonSpec{Label: w.T("banner.more", "count", strconv.Itoa(n)), Mid: true, Height: 64}, func() {
			done()
			b.Next()
			b.Open()
		}))
	}
	if a.Button != "" {
		row = append(row, control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: a.Button, Mid: true, Height: 64}, func() {
			done()
			b.answer(a)
		}))
	}
	b.deps.Decisions.Lay(decision.Card{First: closing, Safe: done, Content: layout.Rows(theme.S4,
		layout.Centred(theme.S4, graphic.NewIcon(icon, 36, theme.Text), layout.Grow(1, typeset.NewParagraph(a.Fact, typeset.Lead))),
		typeset.NewParagraph(a.Then, typeset.Body),
		dialog.Abreast(row...))})
}
