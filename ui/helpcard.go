package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// foot is the foot of the list of keys: the button that closes it, and
// where there is a counter card the one that saves it, which then says where.
func (s helpCard) foot(closing *widgets.Button) fyne.CanvasObject {
	if s.opt.SaveCard == nil {
		return closing
	}
	w := s.env.Words
	var save *widgets.Button
	saving := false
	save = widgets.NewButton(widgets.ButtonSpec{Icon: "printer", Label: w.T("help.card"), Mid: true, Height: 64}, func() {
		if saving {
			return
		}
		saving = true
		s.env.Go(func() {
			place, err := s.opt.SaveCard(s.env.Life)
			s.env.Post(func() {
				saving = false
				label := w.T("receipts.saved", "place", place)
				if err != nil {
					s.opt.Logger.Error("counter card", "err", err)
					label = w.T("receipts.notSaved")
				}
				save.SetLabel(label)
			})
		})
	})
	if theme.Now().TextScale > 1.2 {
		return widgets.Rows(theme.S3, save, closing)
	}
	return widgets.Columns(theme.S4, widgets.Grow(1, save), widgets.Grow(1, closing))
}
