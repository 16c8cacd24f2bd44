package unknown

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func knownRowHigh() float32 { return 40 * max(theme.Now().TextScale, 1) }

func (u *Unknown) knownCard() fyne.CanvasObject {
	title := typeset.NewText(u.env.Words.T("unknown.known"), typeset.Caption.With(theme.SemiBold))
	all := []fyne.CanvasObject{title}
	for i := range u.knownRows {
		u.knownRows[i] = [2]*typeset.Text{typeset.NewText("", typeset.Body.Tint(theme.Muted)), typeset.NewParagraph("", typeset.Body.Tight(1.15))}
		all = append(all, u.knownRows[i][0], u.knownRows[i][1])
	}
	return u.threeRows(all, title, func(p layout.Placer, i int, middle float32) {
		at, text := u.knownRows[i][0], u.knownRows[i][1]
		h, w := at.MinSize().Height, max(48*theme.Now().TextScale, 48)
		for _, row := range u.knownRows {
			w = max(w, row[0].MinSize().Width)
		}
		p.Put(at, 0, middle-h/2, w, h)
		h = text.HeightFor(p.W - w - theme.S3)
		p.Put(text, w+theme.S3, middle-h/2, p.W-w-theme.S3, h)
	})
}

func (u *Unknown) todoCard() fyne.CanvasObject {
	w := u.env.Words
	title := typeset.NewText(w.T("unknown.todo"), typeset.Caption.With(theme.SemiBold))
	all := []fyne.CanvasObject{title}
	var discs [3]fyne.CanvasObject
	var digits [3]*typeset.Text
	for i := range u.todoRows {
		u.todoRows[i] = typeset.NewParagraph(w.T("unknown.todo."+strconv.Itoa(i+1)), typeset.Body.Tight(1.15))
		discs[i] = graphic.NewFrame(theme.Text, theme.Transparent, 14)
		digits[i] = typeset.NewText(strconv.Itoa(i+1), typeset.Label.With(theme.SemiBold).Tint(theme.Card))
		all = append(all, discs[i], digits[i], u.todoRows[i])
	}
	return u.threeRows(all, title, func(p layout.Placer, i int, middle float32) {
		p.Put(discs[i], 0, middle-14, 28, 28)
		d := digits[i].MinSize()
		p.Put(digits[i], 14-d.Width/2, middle-d.Height/2, d.Width, d.Height)
		h := u.todoRows[i].HeightFor(p.W - 28 - theme.S3)
		p.Put(u.todoRows[i], 28+theme.S3, middle-h/2, p.W-28-theme.S3, h)
	})
}

// threeRows is a card with a title and three rows of 40.
func (u *Unknown) threeRows(all []fyne.CanvasObject, title *typeset.Text, row func(p layout.Placer, i int, middle float32)) fyne.CanvasObject {
	head := title.MinSize().Height
	high := knownRowHigh()
	rows := layout.New(layout.Least(fyne.NewSize(0, head+3*high)), func(p layout.Placer) {
		p.PutMin(title, 0, 0)
		for i := range 3 {
			row(p, i, head+(float32(i)+.5)*high)
		}
	}, all...)
	u.cards = append(u.cards, rows)
	return graphic.NewCardPadded(rows, 20, theme.S3)
}
