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
	lead := func() (w float32) {
		w = max(48*theme.Now().TextScale, 48)
		for _, row := range u.knownRows {
			w = max(w, row[0].MinSize().Width)
		}
		return w
	}
	need := func(i int, wide float32) float32 { return u.knownRows[i][1].HeightFor(wide - lead() - theme.S3) }
	return u.threeRows(all, title, need, func(p layout.Placer, i int, middle float32) {
		at, text := u.knownRows[i][0], u.knownRows[i][1]
		h, w := at.MinSize().Height, lead()
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
	need := func(i int, wide float32) float32 { return u.todoRows[i].HeightFor(wide - 28 - theme.S3) }
	return u.threeRows(all, title, need, func(p layout.Placer, i int, middle float32) {
		p.Put(discs[i], 0, middle-14, 28, 28)
		d := digits[i].MinSize()
		p.Put(digits[i], 14-d.Width/2, middle-d.Height/2, d.Width, d.Height)
		h := need(i, p.W)
		p.Put(u.todoRows[i], 28+theme.S3, middle-h/2, p.W-28-theme.S3, h)
	})
}

// The room of a card around its rows.
const cardSide, cardPad float32 = 20, theme.S3

// threeRows is a card with a title and three rows of 40; one whose words need more has it. need is how high the words
// of a row are in a width of the card's rows.
func (u *Unknown) threeRows(all []fyne.CanvasObject, title *typeset.Text, need func(i int, wide float32) float32,
	row func(p layout.Placer, i int, middle float32)) fyne.CanvasObject {
	head := title.MinSize().Height
	rowHigh := func(i int, wide float32) float32 { return max(knownRowHigh(), need(i, wide)+theme.S1) }
	rows := layout.New(layout.Least(fyne.NewSize(0, head+3*knownRowHigh())), func(p layout.Placer) {
		p.PutMin(title, 0, 0)
		y := head
		for i := range 3 {
			high := rowHigh(i, p.W)
			row(p, i, y+high/2)
			y += high
		}
	}, all...)
	u.cards = append(u.cards, rows)
	u.cardHighs = append(u.cardHighs, func(width float32) float32 {
		high := head + 2*cardPad
		for i := range 3 {
			high += rowHigh(i, width-2*cardSide)
		}
		return high
	})
	return graphic.NewCardPadded(rows, cardSide, cardPad)
}

// cardsHigh is how high both cards are in a width of each.
func (u *Unknown) cardsHigh(width float32) (high float32) {
	for _, of := range u.cardHighs {
		high = max(high, of(width))
	}
	return high
}
