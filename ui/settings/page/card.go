package page

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Base has nothing beside it, uses no key and keeps no secret.
type Base struct{}

// Aside is for Page.
func (Base) Aside() fyne.CanvasObject { return nil }

// Press is for Page.
func (Base) Press(screen.KeyPress) bool { return false }

// Primary is for Page.
func (Base) Primary() (spec control.ButtonSpec, do func(), own bool) { return spec, nil, false }

// Say is for Page.
func (Base) Say(string, string) {}

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
	Rows *fyne.Container
	root fyne.CanvasObject
}

// NewCard has a gap between its rows.
func NewCard(gap float32, rows ...fyne.CanvasObject) Card {
	c := Card{Rows: layout.Rows(gap, rows...)}
	c.root = Scrolling(c.Rows)
	return c
}

// Scrolling is a card of content that scrolls when it is higher.
func Scrolling(content fyne.CanvasObject) fyne.CanvasObject {
	pad := theme.S5() + theme.Border()
	return graphic.NewCardPadded(container.NewVScroll(layout.Padding(pad, pad, content)), theme.Border(), theme.Border())
}

// Object is for Page.
func (c Card) Object() fyne.CanvasObject { return c.root }

// Show shows rows in the place of others.
func (c Card) Show(rows ...fyne.CanvasObject) {
	c.Rows.Objects = rows
	c.Rows.Refresh()
	c.root.Refresh()
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

// SetOn enables a button, or disables it.
func SetOn(b *control.Button, on bool) {
	if b.Enable(); !on {
		b.Disable()
	}
}
