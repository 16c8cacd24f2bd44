package demo

import (
	"math/rand/v2"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
)

// generator makes up the sales of a shop: how many on which day, and each of
// them. It is deterministic in its seed and start.
type generator struct {
	random  *rand.Rand
	today   time.Time
	set     journal.Settings
	quarter int64 // of one major unit, in minor units; at least one
}

func newGenerator(seed uint64, set journal.Settings, today time.Time) *generator {
	g := &generator{random: rand.New(rand.NewPCG(seed, 0x5a4d)), today: today, set: set, quarter: 1}
	digits, err := money.FractionDigits(g.set.Currency)
	for range digits {
		g.quarter *= 10
	}
	g.quarter = max(1, g.quarter/4)
	if err != nil {
		g.set.Currency = "LYD"
		g.quarter = 250
	}
	return g
}

// date is the day that lies index days into the period.
func (g *generator) date(index int) time.Time {
	y, m, d := g.today.Date()
	return time.Date(y, m, d-Days+index, 12, 0, 0, 0, g.today.Location())
}

func (g *generator) name(index int) journal.Day { return journal.DayOf(g.date(index)) }

// shares deals the sales out to the days: Thursdays are long, Fridays short,
// and no two days are alike. They add up to total.
func (g *generator) shares(total int) []int {
	weights := make([]int, Days)
	sum := 0
	for i := range weights {
		weights[i] = 80 + g.random.IntN(40)
		switch g.date(i).Weekday() {
		case time.Thursday:
			weights[i] += 40
		case time.Friday:
			weights[i] -= 50
		}
		sum += weights[i]
	}
	out := make([]int, Days)
	passed, dealt := 0, 0
	for i, w := range weights {
		passed += w
		upTo := int(int64(total) * int64(passed) / int64(sum))
		out[i], dealt = upTo-dealt, upTo
	}
	return out
}

// The shop opens at half past eight and closes at ten in the evening.
const (
	opens  = 8*3600 + 1800 // seconds of the day
	closes = 22 * 3600
)

// moment is a second of the day within the shop's hours, more often around
// noon and in the early evening.
func (g *generator) moment() int {
	var busy int
	switch n := g.random.IntN(10); {
	case n < 4:
		busy = 12*3600 + 1800
	case n < 8:
		busy = 18*3600 + 1800
	default:
		return opens + g.random.IntN(closes-opens)
	}
	const spread = 3 * 3600 / 2
	return busy + g.random.IntN(spread) - g.random.IntN(spread)
}

// day makes up the sales of one day in the order of their times.
func (g *generator) day(index, count int) []till.Past {
	moments := make([]int, count)
	for i := range moments {
		moments[i] = g.moment()
	}
	slices.Sort(moments)
	y, m, d := g.date(index).Date()
	out := make([]till.Past, count)
	for i, second := range moments {
		out[i] = g.sale(time.Date(y, m, d, 0, 0, second, g.random.IntN(int(time.Second)), g.today.Location()))
	}
	return out
}

// amount is in quarters of the major unit: mostly small, now and then large.
func (g *generator) amount() money.Amount {
	var quarters int
	switch n := g.random.IntN(100); {
	case n < 55:
		quarters = 2 + g.random.IntN(80)
	case n < 88:
		quarters = 60 + g.random.IntN(340)
	case n < 98:
		quarters = 400 + g.random.IntN(1200)
	default:
		quarters = 1600 + 4*g.random.IntN(1600)
	}
	return money.Amount{Minor: int64(quarters) * g.quarter, Currency: g.set.Currency}
}

// banks are made up, like those of the practice bank.
var banks = map[core.Route][]core.Institution{
	core.RouteAccount: {
		{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}, {Code: "SRB", Name: "Sample River Bank", Rail: core.RailBank},
		{Code: "DCB", Name: "Demo Coast Bank", Rail: core.RailBank}, {Code: "TTB", Name: "Training Trust Bank", Rail: core.RailBank},
	},
	core.RouteWallet: {
		{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}, {Code: "DWL", Name: "Demo Pocket", Rail: core.RailWallet},
	},
}

func (g *generator) route() core.Route {
	switch n := g.random.IntN(100); {
	case n < 62:
		return core.RouteQR
	case n < 86:
		return core.RouteAccount
	}
	return core.RouteWallet
}
