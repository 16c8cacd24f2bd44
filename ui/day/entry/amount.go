// Package entry is what a person types sums and counts into on the pages of the day: an
// amount with its pad, and the row of a note or coin. It knows no page and asks no till.
// All of it belongs on the UI goroutine.
package entry

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/money"
	typed "sanduq/ui/amount"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Amount is an amount that is typed on a pad of its own.
type Amount struct {
	env     screen.Env
	entry   typed.Entry
	label   *typeset.Text
	shown   *typeset.Amount
	pad     *control.Keypad
	rows    *fyne.Container   // of its card, to be laid out again where one grows
	scroll  *container.Scroll // around them, beside large words; else nil
	changed func()
}

// NewAmount is an empty entry; changed is called after each change of it.
func NewAmount(env screen.Env, label, currency string, changed func()) *Amount {
	a := &Amount{env: env, entry: typed.NewEntry(currency), label: typeset.NewText(label, typeset.Body.Tint(theme.Muted)).Cut(), changed: changed}
	a.shown = typeset.NewAmount("", "", theme.AmountM)
	a.shown.Align = typeset.Trailing
	a.pad = control.NewSalePad(env.Words.T("pad.clear"), a.Key)
	a.Paint()
	return a
}

// Beside sets the amount and what else stands on its card beside the pad. Beside large
// words what the page says scrolls with them: below both it would take the pad's room.
func (a *Amount) Beside(f *pages.Frame, rest ...fyne.CanvasObject) fyne.CanvasObject {
	if pages.Large() {
		f.Said = a.Lay
		a.rows = layout.Rows(theme.S3, append([]fyne.CanvasObject{f.Saying()}, rest...)...)
		a.shown.Largest = pages.LargeSum(theme.AmountM)
		a.scroll = container.NewVScroll(a.rows)
		return BesidePad(graphic.NewCardPadded(layout.Rows(0, a.label, a.shown), theme.S4, theme.S2), a.scroll, a.pad, widePad)
	}
	head := append([]fyne.CanvasObject{a.label, a.shown}, rest...)
	a.rows = layout.Rows(theme.S4, head...)
	card := graphic.NewCard(a.rows)
	pad := layout.Fixed(0, 4*theme.Target+3*theme.S3, a.pad)
	wide := float32(484)
	if theme.Now().Small {
		wide = 404
	}
	return pages.Columns(theme.S5(), wide, card, pad)
}

// Lay lays its card out again, where some of its words are others. They begin with what
// was said last.
func (a *Amount) Lay() {
	a.rows.Refresh()
	if a.scroll != nil {
		a.scroll.Refresh()
		a.scroll.ScrollToTop()
	}
}

// Key takes a key of the pad.
func (a *Amount) Key(k control.PadKey) {
	a.entry.Key(k)
	a.Paint()
	a.changed()
}

// Paint shows what is typed; faint as long as that is nothing: a sum that nobody said
// does not stand there like one.
func (a *Amount) Paint() {
	a.Show(a.entry.Text(), !a.entry.Empty())
}

// Show shows a number that is not typed here; faint where nobody said it.
func (a *Amount) Show(number string, said bool) {
	ink := theme.Text
	if !said {
		ink = theme.Ghost
	}
	draw.Change(a.shown, &a.shown.Colour, ink)
	a.shown.Set(number, a.env.CurrencyWord(a.entry.Amount().Currency))
}

// Kept is how to put back what is typed by now.
func (a *Amount) Kept() func() {
	before := a.entry
	return func() {
		a.entry = before
		a.Paint()
		a.changed()
	}
}

// Press takes digits, the point, Backspace and Delete.
func (a *Amount) Press(k screen.KeyPress) bool {
	switch {
	case k.Rune >= '0' && k.Rune <= '9', k.Rune == '.', k.Rune == ',':
		a.Key(control.PadKey(string(k.Rune)))
	case k.Name == fyne.KeyBackspace:
		a.Key(control.PadBackspace)
	case k.Name == fyne.KeyDelete:
		a.Key(control.PadClear)
	default:
		return false
	}
	return true
}

// Value is what is typed; nothing typed is a sum of 0.
func (a *Amount) Value() money.Amount { return a.entry.Amount() }

// Empty reports whether nobody has typed anything: that is not a sum of 0.
func (a *Amount) Empty() bool { return a.entry.Empty() }

// Text is what is typed, as it was typed.
func (a *Amount) Text() string { return a.entry.Text() }

// Shown is the number as it is drawn.
func (a *Amount) Shown() *typeset.Amount { return a.shown }
