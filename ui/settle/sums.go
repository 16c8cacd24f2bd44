package settle

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// sums is the head of the list: how many there are, what they come to, and
// the same of each kind.
type sums struct {
	env   screen.Env
	shop  func() journal.Settings
	head  *typeset.Text
	total *typeset.Amount
	kinds [4][2]*typeset.Text
	news  screen.Content
	root  *fyne.Container
}

func newSums(env screen.Env, shop func() journal.Settings) *sums {
	s := &sums{env: env, shop: shop, head: typeset.NewText("", typeset.Caption), total: typeset.NewAmount("0", "", theme.Fixed(32))}
	objects := []fyne.CanvasObject{s.head, s.total}
	for i := range s.kinds {
		s.kinds[i] = [2]*typeset.Text{typeset.NewText("", typeset.Caption), typeset.NewText("", typeset.Fact)}
		objects = append(objects, s.kinds[i][0], s.kinds[i][1])
	}
	line := graphic.NewDivider()
	high := func() float32 {
		return max(72, s.head.MinSize().Height+s.total.MinSize().Height+theme.S4)
	}
	s.root = layout.New(func() fyne.Size { return fyne.NewSize(0, high()) }, func(p layout.Placer) {
		const side = 20
		h := s.head.MinSize().Height
		p.Put(s.head, side, theme.S2, p.W/2, h)
		p.Put(s.total, side, theme.S2+h, p.W/2, s.total.MinSize().Height)
		x := p.W - side
		least := side + max(s.head.Width(), s.total.MinSize().Width) + theme.S4
		for i := len(s.kinds) - 1; i >= 0; i-- {
			k := s.kinds[i]
			wide := max(k[0].Width(), k[1].Width())
			hide := k[0].Text() == "" || x-wide < least
			k[0].Hidden, k[1].Hidden = hide, hide
			if hide {
				continue
			}
			x -= wide
			p.Put(k[0], x, theme.S3, wide, h)
			p.Put(k[1], x, theme.S3+h, wide, k[1].MinSize().Height)
			x -= theme.S5()
		}
		p.Put(line, 0, p.H-theme.Border(), p.W, theme.Border())
	}, append(objects, line)...)
	return s
}

// foreign reports whether a currency is not the shop's own, which is the usual one.
func (s *sums) foreign(currency string) bool {
	own := s.shop().Currency
	return own != "" && currency != own
}

// owing is what is still owed back: how many entries, and how much where that is one
// currency, with its name unless it is the usual one.
func (s *sums) owing(all []journal.Debt) (head, sum string) {
	if len(all) == 0 {
		return "", ""
	}
	open := money.Amount{Currency: all[0].Amount.Currency}
	for _, one := range all {
		if one.Amount.Currency != open.Currency {
			return s.env.Words.T("settle.owing", "n", len(all)), ""
		}
		open.Minor += one.Open()
	}
	if sum = present.Major(s.env.Words, open); s.foreign(open.Currency) {
		sum = s.env.Sum(open)
	}
	return s.env.Words.T("settle.owing", "n", len(all)), sum
}

// nothing is said in place of an empty list; what is still owed back beside it.
func (s *sums) nothing(owing []journal.Debt) string {
	said := s.env.Words.T("settle.nothing")
	switch head, open := s.owing(owing); {
	case open != "":
		said += "\n" + s.env.Words.T("settle.owing.sum", "n", len(owing), "sum", open)
	case head != "":
		said += "\n" + head
	}
	return said
}

func (s *sums) set(all []journal.View, owing []journal.Debt) {
	w := s.env.Words
	var n [4]int
	var sums [4]int64
	currency, one := "", true
	for i, v := range all {
		if i == 0 {
			currency = v.Amount.Currency
		}
		one = one && v.Amount.Currency == currency
		n[Why(v)]++
		sums[Why(v)] += v.Amount.Minor
	}
	s.head.SetText(w.T("settle.count", "n", len(all)))
	major := func(minor int64) string { return present.Major(w, money.Amount{Minor: minor, Currency: currency}) }
	if one && len(all) > 0 {
		s.total.Set(money.Amount{Minor: sums[1] + sums[2] + sums[3], Currency: currency}.Major(), s.env.CurrencyWord(currency))
	} else {
		s.total.Set(strconv.Itoa(len(all)), "") // sums of several currencies are no sum
	}
	for i, kind := range []string{"state.unknown", "settle.late", "settle.owed"} {
		k := s.kinds[i]
		if n[i+1] == 0 {
			k[0].SetText("")
			continue
		}
		k[0].SetText(w.T("settle.kind", "kind", w.T(kind), "n", n[i+1]))
		style := typeset.Fact
		if i == 0 {
			style = style.Tint(theme.Unknown)
		}
		text := ""
		if one {
			text = major(sums[i+1])
		}
		k[1].SetSpans(typeset.Span{Text: text, Style: style})
	}
	head, open := s.owing(owing)
	s.kinds[3][0].SetText(head)
	s.kinds[3][1].SetSpans(typeset.Span{Text: open, Style: typeset.Fact})
	if s.news.Changed(head, open, s.head.Text(), s.total.Number(), currency, n, sums) {
		s.root.Refresh()
	}
}
