package shop

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/form"
)

// Day is the page that chooses whether the shop uses shifts and takes cash, and how.
type Day struct {
	page.Table
	env      screen.Env
	host     page.Host
	draft    *Draft
	coins    []int64 // on offer, of the currency
	currency string
}

// NewDay is the page.
func NewDay(env screen.Env, h page.Host, d *Draft) *Day {
	p := &Day{Table: page.Table{Card: page.NewCard(theme.S4)}, env: env, host: h, draft: d}
	p.Paint()
	return p
}

// fields is the table. What shifts or cash need keeps its place while they are off.
func (p *Day) fields() []form.Field {
	w, set := p.env.Words, &p.draft.Now
	all := []form.Field{
		{Kind: form.Choice, Label: "settings.day.shifts", Help: "settings.day.shifts.text", Options: form.Switch(w, &set.Shifts)},
		{Kind: form.Choice, Label: "settings.day.cash", Help: "settings.day.cash.text", Options: form.Switch(w, &set.Cash)},
		{Kind: form.Choice, Label: "settings.day.expected", Options: form.Switch(w, &set.ShowExpected), Keep: true, Offered: func() bool { return set.Shifts }},
	}
	if len(p.coins) > 1 {
		coin := form.Options{Words: form.Words(p.coins, func(c int64) string { return present.Major(w, money.Amount{Minor: c, Currency: p.currency}) }),
			Chosen: func() int { return slices.Index(p.coins, set.Coin) },
			Choose: func(i int) {
				if set.Coin = p.coins[i]; set.Coin == journal.SmallestCoin(set.Currency) { // the currency's own is no choice at all
					set.Coin = 0
				}
			}}
		all = append(all, form.Field{Kind: form.Choice, Label: "settings.day.coin", Options: coin, Keep: true, Offered: func() bool { return set.Cash }})
	}
	return append(all, form.Field{Kind: form.Said})
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

// Paint is for page.Page.
func (p *Day) Paint() {
	if coins := smallest(p.draft.Now); p.Form == nil || !slices.Equal(coins, p.coins) || p.draft.Now.Currency != p.currency {
		p.coins, p.currency = coins, p.draft.Now.Currency
		p.Form = form.New(p.env.Words, form.Plain(), form.Hooks{Changed: func() {
			p.host.Changed()
			p.Paint()
		}}, p.fields()...)
	}
	p.Table.Paint()
}
