// Package figures draws the sums of a shift as its pages show them: what was taken with
// its parts, and what a count differs by. It adds nothing up itself, and knows no page.
// All of it belongs on the UI goroutine.
package figures

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Taken is what a Z took, large, and under it what that is: bank, cash and what was
// returned, which add up to it. One for each currency.
func Taken(env screen.Env, z journal.Z) (rows []fyne.CanvasObject) {
	w := env.Words
	all, err := receipt.SumsOf(z)
	if err != nil {
		return nil // the paper beside it says so
	}
	if len(all) == 0 && z.Drawer != nil { // nothing is a sum too
		all = []journal.Line{{Currency: z.Drawer.Currency}}
	}
	for _, l := range all {
		var cash int64
		for _, t := range z.Taken {
			if t.Currency == l.Currency && t.Route == journal.RouteCash {
				cash += t.Minor
			}
		}
		back := z.Returned(l.Currency)
		var parts []fyne.CanvasObject
		part := func(sign, key string, minor int64) {
			parts = append(parts, layout.Rows(0, typeset.NewText("", typeset.Caption), typeset.NewText(sign, typeset.Fact)), fact(env, key, minor, l.Currency))
		}
		if cash != 0 || back != 0 {
			part("=", "report.column.bankSum", l.Minor-cash)
		}
		if cash != 0 {
			part("+", "report.column.cash", cash)
		}
		if back != 0 {
			part("−", "report.column.returned", back)
		}
		rows = append(rows, typeset.NewText(w.T("report.column.taken"), typeset.Body.Tint(theme.Muted)),
			AtEnd(typeset.NewAmount(money.Amount{Minor: l.Minor - back, Currency: l.Currency}.Major(), env.CurrencyWord(l.Currency), pages.LargeSum(theme.AmountS)),
				layout.Columns(theme.S2, parts...)))
	}
	return rows
}

// fact is a sum under its name.
func fact(env screen.Env, key string, minor int64, currency string) fyne.CanvasObject {
	return layout.Rows(0, typeset.NewText(env.Words.T(key), typeset.Caption), typeset.NewText(Sum(env, minor, currency), typeset.Fact))
}

// AtEnd sets two things at the ends of one line, on a common foot; below each other where
// there is too little room.
func AtEnd(a, b fyne.CanvasObject) fyne.CanvasObject {
	var wide float32
	fits := func() bool { return a.MinSize().Width+theme.S4+b.MinSize().Width <= wide }
	return layout.New(func() fyne.Size {
		p, q := a.MinSize(), b.MinSize()
		if fits() {
			return fyne.NewSize(0, max(p.Height, q.Height))
		}
		return fyne.NewSize(max(p.Width, q.Width), p.Height+q.Height)
	}, func(at layout.Placer) {
		wide = at.W
		p, q := a.MinSize(), b.MinSize()
		if !fits() {
			at.Put(a, 0, 0, min(p.Width, at.W), p.Height)
			at.Put(b, 0, p.Height, min(q.Width, at.W), q.Height)
			return
		}
		at.Put(a, 0, at.H-p.Height, p.Width, p.Height)
		at.Put(b, at.W-q.Width, at.H-q.Height, q.Width, q.Height)
	}, a, b)
}

// Difference is the difference large, as a word and a sum, over the two sums
// that it comes from. It has the colour of text: less than there should be is not
// a failure of anybody yet. Beside large words it leaves what is asked below it in view:
// it is smaller, and without its own title where the page has it.
func Difference(env screen.Env, drawer journal.DrawerSum, titled bool) fyne.CanvasObject {
	w := env.Words
	word, minor := w.T("day.none"), drawer.Difference
	switch {
	case minor < 0:
		word, minor = w.T("day.short"), -minor
	case minor > 0:
		word = w.T("day.over")
	}
	size := theme.AmountL
	if titled { // what was taken stands above it
		size = theme.AmountS
	}
	amount := typeset.NewAmount(money.Amount{Minor: minor, Currency: drawer.Currency}.Major(), env.CurrencyWord(drawer.Currency), pages.LargeSum(size))
	style := typeset.Instruction
	if titled {
		style = typeset.Title
	}
	said := typeset.NewText(word, style)
	if drawer.Difference == 0 {
		amount.Set("", "")
	}
	line := layout.New(func() fyne.Size {
		s := said.MinSize()
		if amount.Number() != "" {
			s.Width += amount.MinSize().Width + theme.S4
		}
		return fyne.NewSize(s.Width, max(amount.MinSize().Height, s.Height))
	}, func(b layout.Placer) {
		s, wide := said.MinSize(), float32(0)
		if amount.Number() != "" {
			wide = min(amount.MinSize().Width, b.W-s.Width-theme.S4)
			b.Put(amount, 0, 0, wide, b.H)
			wide += theme.S4
		}
		b.Put(said, wide, amount.Baseline(b.H)-said.Baseline(), s.Width, s.Height)
	}, amount, said)
	if titled { // the reason below it stays in view
		return layout.Rows(0, typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted)), AtEnd(line, sideFacts(env, drawer)))
	}
	facts := layout.Columns(theme.S6(), fact(env, "day.expected", drawer.Expected, drawer.Currency))
	if drawer.Counted != nil {
		facts.Add(fact(env, "day.counted", drawer.Counted.Minor, drawer.Currency))
	}
	title := typeset.NewText(w.T("day.difference"), typeset.Body.Tint(theme.Muted))
	if pages.Large() {
		return layout.Rows(0, line, facts)
	}
	return layout.Rows(0, title, line, facts)
}

// sideFacts are the two sums that a difference comes from, a line each: the name, and the
// sum at the end.
func sideFacts(env screen.Env, drawer journal.DrawerSum) fyne.CanvasObject {
	names, sums := layout.Rows(0), layout.Rows(0)
	add := func(key string, minor int64) {
		names.Add(typeset.NewText(env.Words.T(key), typeset.Caption).Aligned(typeset.Trailing))
		sums.Add(typeset.NewText(Sum(env, minor, drawer.Currency), typeset.Fact.Sized(theme.Caption)).Aligned(typeset.Trailing))
	}
	add("day.expected", drawer.Expected)
	if drawer.Counted != nil {
		add("day.counted", drawer.Counted.Minor)
	}
	return layout.Columns(theme.S3, names, sums)
}
