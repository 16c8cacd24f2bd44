package page

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Base has nothing beside it, uses no key and keeps no secret.
type Base struct{}

// Aside is for Page.
func (Base) Aside() fyne.CanvasObject { return nil }

// Back is for Page.
func (Base) Back() fyne.CanvasObject { return nil }

// Press is for Page.
func (Base) Press(screen.KeyPress) bool { return false }

// Primary is for Page.
func (Base) Primary() (spec control.ButtonSpec, do func(), own bool) { return spec, nil, false }

// ShowAt is for Page.
func (Base) ShowAt(string, string) {}

// Read is for Page.
func (Base) Read() {}

// Turned is for Page.
func (Base) Turned(bool) {}

// Left is for Page.
func (Base) Left() {}

// Typed is for Page.
func (Base) Typed() bool { return false }

// Card is a page of rows that scroll when they are higher than their card.
type Card struct {
	Base
	rows   *fyne.Container
	scroll *container.Scroll
	root   fyne.CanvasObject
}

// NewCard has a gap between its rows.
func NewCard(gap float32) Card {
	c := Card{rows: layout.Rows(gap)}
	c.root, c.scroll = scrolling(c.rows)
	return c
}

// Scrolling is a card of content that scrolls when it is higher.
func Scrolling(content fyne.CanvasObject) fyne.CanvasObject {
	card, _ := scrolling(content)
	return card
}

func scrolling(content fyne.CanvasObject) (fyne.CanvasObject, *container.Scroll) {
	pad := theme.S5() + theme.Border()
	scroll := container.NewVScroll(layout.Padding(pad, pad, content))
	return graphic.NewCardPadded(scroll, theme.Border(), theme.Border()), scroll
}

// Object is for Page.
func (c Card) Object() fyne.CanvasObject { return c.root }

// Show shows rows in the place of others.
func (c Card) Show(rows ...fyne.CanvasObject) {
	c.rows.Objects = rows
	c.Refresh()
}

// Refresh draws the rows again.
func (c Card) Refresh() {
	c.rows.Refresh()
	c.root.Refresh()
}

// Top scrolls to the first row.
func (c Card) Top() {
	c.scroll.ScrollToTop()
	c.scroll.Refresh()
}

// Plain is a sentence that explains.
func Plain(text string) fyne.CanvasObject {
	return typeset.NewParagraph(text, typeset.Label.With(theme.Regular))
}

// Failed is a sentence of what went wrong.
func Failed(text string) fyne.CanvasObject {
	return typeset.NewParagraph(text, typeset.Fact.Tint(theme.Failed))
}

// Named is a value behind its name.
func Named(name, value string) fyne.CanvasObject {
	return layout.Columns(theme.S3, layout.Grow(1, typeset.NewText(name, typeset.Body.Tint(theme.Muted)).Cut()),
		layout.Grow(3, typeset.NewText(value, typeset.Fact).Cut()))
}

// Explained is a sentence with what can be pressed at its end.
func Explained(text fyne.CanvasObject, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	return layout.Centred(theme.S3, append([]fyne.CanvasObject{layout.Grow(1, text)}, buttons...)...)
}

// AtEnd sets buttons at the end of a field, or below it where words are large.
func AtEnd(f *control.Field, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	if now := theme.Now(); now.TextScale > 1.2 || now.Small {
		return layout.Rows(theme.S2, f, layout.Flow(theme.S2, buttons...))
	}
	return Explained(f, buttons...)
}

// Table is a Card whose rows are those of a form.
type Table struct {
	Card
	Form *form.Form
}

// Paint is for Page.
func (t Table) Paint() {
	t.Form.Paint()
	t.Show(t.Form.Rows()...)
}

// ShowAt is for Page.
func (t Table) ShowAt(place, sentence string) {
	if sentence == "" {
		t.Form.Clear()
	} else {
		t.Form.ShowAt(place, sentence)
	}
	t.Show(t.Form.Rows()...)
}
