package owed

import (
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// sums is what stands over the list: what is still owed, and what was returned this
// month.
type sums struct {
	sum    *typeset.Amount
	count  *typeset.Text
	others *typeset.Text // of other currencies than the shop's own
	month  *monthView
	root   *fyne.Container
}

func newSums() *sums {
	s := &sums{count: typeset.NewText("", typeset.Caption).Cut(), sum: typeset.NewAmount("", "", theme.Fixed(36)), month: newMonthView(), others: typeset.NewText("", typeset.Caption).Cut()}
	below := func() float32 {
		if s.others.Text() == "" {
			return 0
		}
		return s.others.MinSize().Height
	}
	s.root = layout.New(func() fyne.Size {
		return fyne.NewSize(200, max(s.count.MinSize().Height+s.sum.MinSize().Height+below()+theme.S3, s.month.size().Height+2*theme.S2))
	}, func(b layout.Placer) {
		const edge = 20
		h, a := s.count.MinSize().Height, s.sum.MinSize().Height
		y, wide := (b.H-h-a-below())/2, b.W-2*edge
		if s.month.size().Height > 0 {
			wide = s.month.place(b, edge) - edge - theme.S4
		}
		b.Put(s.count, edge, y, wide, h)
		b.Put(s.sum, edge, y+h, wide, a)
		b.Put(s.others, edge, y+h+a, wide, below())
	}, append([]fyne.CanvasObject{s.count, s.sum, s.others}, s.month.objects()...)...)
	return s
}

// paint says what is owed of some entries, by currency.
func (s *sums) paint(env screen.Env, currency string, debts []journal.Debt) {
	type sum struct{ n, minor int64 }
	open := map[string]sum{}
	for _, d := range debts {
		if d.Open() > 0 {
			one := open[d.Amount.Currency]
			open[d.Amount.Currency] = sum{one.n + 1, one.minor + d.Open()}
		}
	}
	own := open[currency]
	delete(open, currency)
	var others []string
	for _, currency := range slices.Sorted(maps.Keys(open)) {
		one := open[currency]
		others = append(others, env.Words.T("owed.month.other", "sum", env.Sum(money.Amount{Minor: one.minor, Currency: currency}), "n", one.n))
	}
	s.count.SetText(env.Words.T("owed.sum", "n", own.n))
	s.others.SetText(strings.Join(others, " · "))
	layout.SetVisible(len(others) > 0, s.others)
	s.sum.Set(money.Amount{Minor: own.minor, Currency: currency}.Major(), env.CurrencyWord(currency))
}
