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
// counted, for the UI goroutine, says how far older data have been brought to
// what this version reads.
func newOpening(w *words.Catalogue, after func(time.Duration, func())) (f form, counted func(done, total uint64)) {
	root := container.NewCenter()
	say := func(text string) {
		root.Objects = []fyne.CanvasObject{widgets.NewParagraph(text, widgets.Body)}
		root.Refresh()
	}
	text := w.T("startup.opening")
	late := false
	after(quickly, func() {
		late = true
		say(text)
	})
	return form{object: root}, func(done, total uint64) {
		if text = w.T("startup.counting", "n", int(done*100/max(total, 1))); late {
			say(text)
		}
	}
}
