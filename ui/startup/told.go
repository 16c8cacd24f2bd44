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

// newTold says why the application did not start, where nothing here helps; practise starts
// a till for practice instead, nil where that would not help either.
func newTold(p *Problem, w *words.Catalogue, leave, practise func()) form {
	head := layout.Centred(theme.S3, graphic.NewIcon("bell", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("startup.title"), typeset.Title)))
	var button fyne.CanvasObject = control.NewPrimary(w.T("startup.close"), "Esc", leave)
	enter := leave
	if practise != nil {
		enter = practise
		away := control.NewButton(control.ButtonSpec{Label: w.T("startup.close"), Key: "Esc", Mid: true, Height: theme.PrimaryHigh}, leave)
		button = layout.Columns(theme.S3, away, layout.Grow(1, control.NewPrimary(w.T("startup.practise"), "Enter", practise)))
	}
	page := container.NewVScroll(layout.Padding(theme.S5(), theme.S2, typeset.NewParagraph(p.Sentence(w), typeset.Body)))
	return form{
		object: container.NewStack(graphic.NewPanel(theme.Ground),
			container.NewBorder(layout.Padding(theme.S5(), theme.S4, head), layout.Padding(theme.S5(), theme.S4, button), nil, nil, page)),
		key: func(k *fyne.KeyEvent) {
			switch k.Name {
			case fyne.KeyEscape:
				leave()
			case fyne.KeyReturn, fyne.KeyEnter:
				enter()
			}
		},
	}
}

// quickly is how long data may take to open before somebody wonders.
const quickly = 700 * time.Millisecond

// newOpening is the ground alone at first, and a sentence when it takes long.
// counted, for the UI goroutine, says how far older data have been brought to
// what this version reads; a bar below the sentence shows it.
func newOpening(w *words.Catalogue, after func(time.Duration, func())) (f form, counted func(done, total uint64)) {
	text := typeset.NewParagraph(w.T("startup.opening"), typeset.Body).Aligned(typeset.Centre)
	track, fill := graphic.NewFrame(theme.Sunken, theme.Transparent, barHigh/2), graphic.NewFrame(theme.Primary, theme.Transparent, barHigh/2)
	part := float32(0)
	root := layout.New(nil, func(b layout.Placer) {
		const wide = formWide / 2
		high := text.HeightFor(b.W)
		top := (b.H - high) / 2
		b.Put(text, 0, top, b.W, high)
		left := (b.W - wide) / 2
		b.Put(track, left, top+high+theme.S4, wide, barHigh)
		b.Put(fill, left, top+high+theme.S4, max(barHigh, wide*part), barHigh)
	}, text, track, fill)
	layout.SetVisible(false, text, track, fill)
	late, counting := false, false
	paint := func() {
		layout.SetVisible(late, text)
		layout.SetVisible(late && counting, track, fill)
		root.Refresh()
	}
	after(quickly, func() {
		late = true
		paint()
	})
	return form{object: root}, func(done, total uint64) {
		counting, part = true, float32(done)/float32(max(total, 1))
		text.SetText(w.T("startup.counting", "n", int(done*100/max(total, 1))))
		paint()
	}
}

const barHigh float32 = 12
