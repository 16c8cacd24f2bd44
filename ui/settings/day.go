package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// dayPage chooses whether the shop uses shifts and takes cash, and how.
type dayPage struct {
	screen                 *Screen
	shifts, cash, expected *control.Segmented
	coin                   *control.Segmented // nil where the coins of the currency are not known
	coins                  []int64
	currency               string // that the coins are of
	wrong                  *typeset.Text
	content                *fyne.Container
	root                   fyne.CanvasObject
}

func newDayPage(s *Screen) *dayPage {
	p := &dayPage{screen: s, content: layout.Rows(theme.S4)}
	w := s.deps.Words
	flag := func(field func(*journal.Settings) *bool) *control.Segmented {
		return control.NewSegmented([]string{w.T("settings.off"), w.T("settings.on")}, 0, func(i int) {
			*field(&s.draft().shop) = i == 1
			p.wrong.SetText("")
			s.changed()
			p.paint()
		})
	}
	p.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	p.shifts = flag(func(t *journal.Settings) *bool { return &t.Shifts })
	p.cash = flag(func(t *journal.Settings) *bool { return &t.Cash })
	p.expected = flag(func(t *journal.Settings) *bool { return &t.ShowExpected })
	p.root = card(p.content)
	p.paint()
	return p
}

func (p *dayPage) object() fyne.CanvasObject  { return p.root }
func (p *dayPage) aside() fyne.CanvasObject   { return nil }
func (p *dayPage) press(screen.KeyPress) bool { return false }

// say tells why it was not saved.
func (p *dayPage) say(sentence string) {
	p.wrong.SetText(sentence)
	p.paint()
}

// smallest are the coins on offer: the smallest four of a currency, the smallest
// first. One that was chosen and is none of them is offered too.
func smallest(set journal.Settings) []int64 {
	all := journal.Denominations(set.Currency)
	slices.Reverse(all)
	all = all[:min(len(all), 4)]
	if set.Coin > 0 && !slices.Contains(all, set.Coin) && len(all) > 0 {
		all = append(all[:min(len(all), 3)], set.Coin)
		slices.Sort(all)
	}
	return all
}

func (p *dayPage) paint() {
	d := p.screen.draft()
	if d == nil {
		return
	}
	w, set := p.screen.deps.Words, d.shop
	index := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	p.shifts.SetSelected(index(set.Shifts))
	p.cash.SetSelected(index(set.Cash))
	p.expected.SetSelected(index(set.ShowExpected))
	row := func(key, text string, choice fyne.CanvasObject) fyne.CanvasObject {
		all := []fyne.CanvasObject{typeset.NewParagraph(w.T(key), typeset.Label), choice}
		if text != "" {
			all = append(all, typeset.NewParagraph(w.T(text), typeset.Label.With(theme.Regular)))
		}
		return layout.Rows(6, all...)
	}
	all := []fyne.CanvasObject{row("settings.day.shifts", "settings.day.shifts.text", p.shifts), row("settings.day.cash", "settings.day.cash.text", p.cash),
		inPlace(row("settings.day.expected", "", p.expected), set.Shifts)}
	if p.offerCoins(set); p.coin != nil {
		all = append(all, inPlace(row("settings.day.coin", "", p.coin), set.Cash))
	}
	if p.wrong.Text() != "" {
		all = append(all, p.wrong)
	}
	p.content.Objects = all
	p.content.Refresh()
	p.root.Refresh()
}

// inPlace shows a row, or keeps its place: what stands below it may be about to be tapped.
func inPlace(row fyne.CanvasObject, on bool) fyne.CanvasObject {
	if row.Show(); !on {
		row.Hide()
	}
	return layout.New(row.MinSize, func(b layout.Placer) { b.Put(row, 0, 0, b.W, b.H) }, row)
}

// offerCoins makes the choice of the smallest coin for the currency that is
// chosen; the currency's own is kept as no choice at all.
func (p *dayPage) offerCoins(set journal.Settings) {
	coins := smallest(set)
	if !slices.Equal(coins, p.coins) || set.Currency != p.currency {
		p.coins, p.currency, p.coin = coins, set.Currency, nil
		var words []string
		for _, c := range coins {
			words = append(words, money.Amount{Minor: c, Currency: set.Currency}.Major())
		}
		if len(words) > 1 {
			p.coin = control.NewSegmented(words, 0, func(i int) {
				coin := p.coins[i]
				if coin == journal.SmallestCoin(set.Currency) {
					coin = 0
				}
				p.screen.draft().shop.Coin = coin
				p.screen.changed()
			})
		}
	}
	if p.coin != nil {
		at := slices.Index(coins, set.Coin)
		p.coin.SetSelected(max(0, at))
	}
}
