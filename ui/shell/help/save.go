package help

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// footer is the end of the list of keys: the button that closes it, and
// where there is a counter card the one that saves it, which then says where.
func (s *Help) footer(closing *control.Button) fyne.CanvasObject {
	if s.deps.SaveCard == nil {
		return closing
	}
	w := s.env.Words
	var save *control.Button
	saving := false
	save = control.NewButton(control.ButtonSpec{Icon: "printer", Label: w.T("help.card"), Mid: true, Height: 64}, func() {
		if saving {
			return
		}
		saving = true
		s.env.Go(func() {
			place, err := s.deps.SaveCard(s.env.Life)
			s.env.Post(func() {
				saving = false
				label := w.T("receipts.saved", "place", place)
				if err != nil {
					s.deps.Failed(err)
					label = w.T("receipts.notSaved")
				}
				save.SetLabel(label)
			})
		})
	})
	if theme.Now().TextScale > 1.2 {
		return layout.Rows(theme.S3, save, closing)
	}
	return layout.Columns(theme.S4, layout.Grow(1, save), layout.Grow(1, closing))
}
