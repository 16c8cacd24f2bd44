package day

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// differenceOf is the difference large, as a word and a sum, over the two sums
// that it comes from. It has the colour of text: less than there should be is not
// a failure of anybody yet. Beside large words it leaves what is asked below it in view:
// it is smaller, and without its own title where the page has it.
func differenceOf(env screen.Env, drawer journal.DrawerSum, titled bool) fyne.CanvasObject {
	w := env.Words
	word, minor := w.T("day.none"), drawer.Difference
	switch {
	case minor < 0:
		word, minor = w.T("day.short"), -minor
	case minor > 0:
		word = w.T("day.over")
	}
	caption := func(key string) *typeset.Text { return typeset.NewText(w.T(key), typeset.Caption) }
	amount := typeset.NewAmount(money.Amount{Minor: minor, Currency: drawer.Currency}.Major(), env.CurrencyWord(drawer.Currency), sumBesideLarge(theme.AmountL))
	said := typeset.NewText(word, typeset.Instruction)
	if drawer.Difference == 0 {
		amount.Set("", "")
	}
	line := layout.New(func() fyne.Size { return fyne.NewSize(200, max(amount.MinSize().Height, said.MinSize().Height)) }, func(b layout.Placer) {
		s, wide := said.MinSize(), float32(0)
		if amount.Number() != "" {
			wide = min(amount.MinSize().Width, b.W-s.Width-theme.S4)
			b.Put(amount, 0, 0, wide, b.H)
			wide += theme.S4
		}
		b.Put(said, wide, amount.Baseline(b.H)-said.Baseline(), s.Width, s.Height)
	}, amount, said)
	fact := func(key string, minor int64) fyne.CanvasObject {
		return layout.Rows(0, caption(key), typeset.NewText(sum(env, minor, drawer.Currency), typeset.Fact))
	}
	facts := layout.Columns(theme.S6(), fact("day.expected", drawer.Expected))
	if drawer.Counted != nil {
		facts = layout.Columns(theme.S6(), fact("day.expected", drawer.Expected), fact("day.counted", drawer.Counted.Minor))
	}
	if pages.Large() && !titled {
		return layout.Rows(0, line, facts)
	}
	return layout.Rows(0, typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted)), line, facts)
}
