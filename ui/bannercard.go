package ui

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// open shows the alarm of the banner whole, for what has no room in the top bar:
// what to do, in the size of text that was chosen, and the buttons.
func (b *banner) open() {
	s, all := b.shell, b.alarms()
	if len(all) == 0 {
		return
	}
	w, a := s.env.Words, all[b.turn%len(all)]
	icon := a.Icon
	if icon == "" {
		icon = "bell"
	}
	closing := widgets.NewButton(widgets.ButtonSpec{Label: w.T("help.close"), Key: "Esc", Mid: true, Height: 64}, s.closeDecision)
	row := []fyne.CanvasObject{closing}
	if n := len(all) - 1; n > 0 {
		row = append(row, widgets.NewButton(widgets.ButtonSpec{Label: w.T("banner.more", "count", strconv.Itoa(n)), Mid: true, Height: 64}, func() {
			s.closeDecision()
			b.next()
			b.open()
		}))
	}
	if a.Button != "" {
		row = append(row, widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Label: a.Button, Mid: true, Height: 64}, func() {
			s.closeDecision()
			b.answer(a)
		}))
	}
	s.decide(widgets.Rows(theme.S4,
		widgets.Centred(theme.S4, widgets.NewIcon(icon, 36, theme.Text), widgets.Grow(1, widgets.NewParagraph(a.Fact, widgets.Lead))),
		widgets.NewParagraph(a.Then, widgets.Body),
		widgets.Abreast(row...)), closing, s.closeDecision)
}
