package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// help lays the list of keys over the window; Esc or its button takes it away.
func (s *Shell) help() {
	w := s.kit.Words
	close := widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("help.close"), Key: "Esc", Mid: true, Height: 64}, s.closeDecision)
	var lines []fyne.CanvasObject
	for _, one := range s.keyList() {
		lines = append(lines, widgets.Centred(theme.S3,
			widgets.Fixed(96, 36, widgets.Centred(0, widgets.NewKeyCap(one[0], theme.Text))),
			widgets.Grow(1, widgets.NewText(w.T(one[1]), widgets.Body).Cut())))
	}
	content := widgets.Rows(0,
		widgets.NewText(w.T("help.title"), widgets.Title),
		widgets.Fixed(0, theme.S4, widgets.NewPanel(theme.Transparent)),
		widgets.Grid(2, theme.S2, lines...),
		widgets.Fixed(0, theme.S5(), widgets.NewPanel(theme.Transparent)),
		close)
	s.decide(content, close, s.closeDecision)
}

// keyList is key and sentence; keys without a function on this till are left
// out.
func (s *Shell) keyList() [][2]string {
	all := [][2]string{{"0 – 9  .", "help.digits"}, {"Enter", "help.enter"}, {"Backspace", "help.backspace"}, {"Delete", "help.delete"},
		{"Esc", "help.esc"}, {"F1", "help.help"}, {"F2", "nav.sale"}, {"F3", "says.button"}}
	if s.opt.Receipts != nil {
		all = append(all, [2]string{"F4", "nav.receipts"})
	}
	all = append(all, [2]string{"F5", "check.now"})
	if s.customer != nil {
		all = append(all, [2]string{"F6", "nav.customer"})
	}
	all = append(all, [2]string{"F7", "aside.do"})
	if s.opt.FullScreen != nil {
		all = append(all, [2]string{"F11", "help.full"})
	}
	if s.opt.Lock != nil {
		all = append(all, [2]string{"F12", "bar.lock"})
	}
	return append(all, [2]string{"Ctrl 1 – 9", "help.sales"})
}
