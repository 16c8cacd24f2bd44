package startup

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// newTold says why the application did not start, where nothing here helps.
func newTold(p *Problem, w *words.Catalogue, leave func()) form {
	head := widgets.Centred(theme.S3, widgets.NewIcon("bell", 36, theme.Text), widgets.Grow(1, widgets.NewParagraph(w.T("startup.title"), widgets.Title)))
	button := widgets.NewPrimary(w.T("startup.close"), "Esc", leave)
	page := container.NewVScroll(widgets.Padding(theme.S5(), theme.S2, widgets.NewParagraph(p.Sentence(w), widgets.Body)))
	return form{
		object: container.NewStack(widgets.NewPanel(theme.Ground),
			container.NewBorder(widgets.Padding(theme.S5(), theme.S4, head), widgets.Padding(theme.S5(), theme.S4, button), nil, nil, page)),
		key: func(k *fyne.KeyEvent) {
			switch k.Name {
			case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
				leave()
			}
		},
	}
}

// quickly is how long data may take to open before somebody wonders.
const quickly = 700 * time.Millisecond

// newOpening is the ground alone at first, and a sentence when it takes long.
func newOpening(w *words.Catalogue, after func(time.Duration, func())) form {
	root := container.NewCenter()
	after(quickly, func() {
		root.Objects = []fyne.CanvasObject{widgets.NewParagraph(w.T("startup.opening"), widgets.Body)}
		root.Refresh()
	})
	return form{object: root}
}
