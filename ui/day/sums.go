package day

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// takenOf is what a Z took, large, and under it what that is: bank, cash and what was
// returned, which add up to it. One for each currency.
func takenOf(env screen.Env, z journal.Z) (rows []fyne.CanvasObject) {
	w := env.Words
	all, err := z.Sums()
	if err != nil {
		return nil // the paper beside it says so
	}
	for _, l := range all {
		var cash int64
		for _, t := range z.Taken {
			if t.Currency == l.Currency && t.Route == journal.RouteCash {
				cash += t.Minor
			}
		}
		back := z.Returned(l.Currency)
		parts := []string{w.T("reports.part.bank", "sum", sum(env, l.Minor-cash, l.Currency))}
		if cash != 0 {
			parts = append(parts, w.T("reports.part.cash", "sum", sum(env, cash, l.Currency)))
		}
		if back != 0 {
			parts = append(parts, w.T("reports.part.returned", "sum", sum(env, back, l.Currency)))
		}
		rows = append(rows, typeset.NewText(w.T("report.column.taken"), typeset.Body.Tint(theme.Muted)),
			typeset.NewAmount(money.Amount{Minor: l.Minor - back, Currency: l.Currency}.Major(), env.CurrencyWord(l.Currency), sumBesideLarge(theme.AmountS)))
		if len(parts) > 1 {
			rows = append(rows, typeset.NewParagraph(strings.Join(parts, " "), typeset.Fact))
		}
	}
	return rows
}

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
	size := theme.AmountL
	if titled { // what was taken stands above it
		size = theme.AmountS
	}
	amount := typeset.NewAmount(money.Amount{Minor: minor, Currency: drawer.Currency}.Major(), env.CurrencyWord(drawer.Currency), sumBesideLarge(size))
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
	switch {
	case pages.Large() && !titled:
		return layout.Rows(0, line, facts)
	case titled && theme.Now().Small: // the sums would stand outside of the card
		return layout.Rows(0, typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted)), line, facts)
	case titled && !pages.Large(): // side by side, so that the reason has room below them
		return layout.Rows(0, typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted)), layout.Centred(theme.S4, layout.Grow(1, line), facts))
	}
	return layout.Rows(0, typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted)), line, facts)
}
