package startup

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// newTold says why the application did not start, where nothing here helps.
func newTold(p *Problem, w *words.Catalogue, leave func()) form {
	head := layout.Centred(theme.S3, graphic.NewIcon("bell", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("startup.title"), typeset.Title)))
	button := control.NewPrimary(w.T("startup.close"), "Esc", leave)
	page := container.NewVScroll(layout.Padding(theme.S5(), theme.S2, typeset.NewParagraph(p.Sentence(w), typeset.Body)))
	return form{
		object: container.NewStack(graphic.NewPanel(theme.Ground),
			container.NewBorder(layout.Padding(theme.S5(), theme.S4, head), layout.Padding(theme.S5(), theme.S4, button), nil, nil, page)),
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
		root.Objects = []fyne.CanvasObject{typeset.NewParagraph(text, typeset.Body)}
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
