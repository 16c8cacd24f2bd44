package day

import (
	"strconv"
	"strings"

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

// unscanned is for a field whose Enter decides something: a scanner's does not.
func unscanned(string) {}

// paperNumber reads a number as it is on paper, "C-0015" or "15", in digits of any
// script; kind is its letter, T or C, or blank.
func paperNumber(text string) (kind string, number uint64, ok bool) {
	rest := strings.ToUpper(latin(text))
	for _, letter := range []string{"T", "C"} {
		if after, there := strings.CutPrefix(rest, letter); there {
			kind, rest = letter, after
			break
		}
	}
	number, err := strconv.ParseUint(strings.TrimLeft(rest, "-"), 10, 64)
	return kind, number, err == nil && number != 0
}

// latin is a text with its digits as 0 to 9, without the space around it.
func latin(text string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		return r
	}, strings.TrimSpace(text))
}

// amountEntry is an amount that is typed on a pad of its own.
type amountEntry struct {
	env     screen.Env
	entry   typed.Entry
	label   *typeset.Text
	shown   *typeset.Amount
	pad     *control.Keypad
	rows    *fyne.Container   // of its card, to be laid out again where one grows
	scroll  *container.Scroll // around them, beside large words; else nil
	changed func()
}

func newAmountEntry(env screen.Env, label, currency string, changed func()) *amountEntry {
	a := &amountEntry{env: env, entry: typed.NewEntry(currency), label: typeset.NewText(label, typeset.Body.Tint(theme.Muted)).Cut(), changed: changed}
	a.shown = typeset.NewAmount("", "", theme.AmountM)
	a.shown.Align = typeset.Trailing
	a.pad = control.NewSalePad(env.Words.T("pad.clear"), a.key)
	a.paint()
	return a
}

// beside sets the amount and what else stands on its card beside the pad. Beside large
// words what the page says scrolls with them: below both it would take the pad's room.
func (a *amountEntry) beside(f *pages.Frame, rest ...fyne.CanvasObject) fyne.CanvasObject {
	if pages.Large() {
		f.Said = a.lay
		a.rows = layout.Rows(theme.S3, append([]fyne.CanvasObject{f.Saying()}, rest...)...)
		a.shown.Largest = sumBesideLarge(theme.AmountM)
		a.scroll = container.NewVScroll(a.rows)
		return besideLarge(graphic.NewCardPadded(layout.Rows(0, a.label, a.shown), theme.S4, theme.S2), a.scroll, a.pad, largePad)
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

// lay lays its card out again, where some of its words are others. They begin with what
// was said last.
func (a *amountEntry) lay() {
	a.rows.Refresh()
	if a.scroll != nil {
		a.scroll.Refresh()
		a.scroll.ScrollToTop()
	}
}

func (a *amountEntry) key(k control.PadKey) {
	a.entry.Key(k)
	a.paint()
	a.changed()
}

// paint shows what is typed; faint as long as that is nothing: a sum that nobody said
// does not stand there like one.
func (a *amountEntry) paint() {
	a.show(a.entry.Text(), !a.entry.Empty())
}

func (a *amountEntry) show(number string, said bool) {
	ink := theme.Text
	if !said {
		ink = theme.Ghost
	}
	draw.Change(a.shown, &a.shown.Colour, ink)
	a.shown.Set(number, a.env.CurrencyWord(a.entry.Amount().Currency))
}

// kept is how to put back what is typed by now.
func (a *amountEntry) kept() func() {
	before := a.entry
	return func() {
		a.entry = before
		a.paint()
		a.changed()
	}
}

// press takes digits, the point, Backspace and Delete.
func (a *amountEntry) press(k screen.KeyPress) bool {
	switch {
	case k.Rune >= '0' && k.Rune <= '9', k.Rune == '.', k.Rune == ',':
		a.key(control.PadKey(string(k.Rune)))
	case k.Name == fyne.KeyBackspace:
		a.key(control.PadBackspace)
	case k.Name == fyne.KeyDelete:
		a.key(control.PadClear)
	default:
		return false
	}
	return true
}
