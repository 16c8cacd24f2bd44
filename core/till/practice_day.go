package till

import (
	"math/rand/v2"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// invention makes up the sales of a shop: how many on which day, and each of
// them. It is deterministic in its seed and start.
type invention struct {
	random  *rand.Rand
	today   time.Time
	set     Settings
	base    string // the gateway's name, which the sales are bound to
	quarter int64  // of one major unit, in minor units; at least one
}

func newInvention(seed uint64, now time.Time, set Settings, base string) *invention {
	in := &invention{random: rand.New(rand.NewPCG(seed, 0x5a4d)), today: now, set: set, base: base, quarter: 1}
	digits, err := money.FractionDigits(set.Currency)
	for range digits {
		in.quarter *= 10
	}
	in.quarter = max(1, in.quarter/4)
	if err != nil {
		in.set.Currency = "LYD"
		in.quarter = 250
	}
	return in
}

// date is the day that lies index days into the period.
func (in *invention) date(index int) time.Time {
	y, m, d := in.today.Date()
	return time.Date(y, m, d-PracticeDays+index, 12, 0, 0, 0, in.today.Location())
}

func (in *invention) name(index int) Day { return DayOf(in.date(index)) }

// shares deals the sales out to the days: Thursdays are long, Fridays short,
// and no two days are alike. They add up to total.
func (in *invention) shares(total int) []int {
	weights := make([]int, PracticeDays)
	sum := 0
	for i := range weights {
		weights[i] = 80 + in.random.IntN(40)
		switch in.date(i).Weekday() {
		case time.Thursday:
			weights[i] += 40
		case time.Friday:
			weights[i] -= 50
		}
		sum += weights[i]
	}
	out := make([]int, PracticeDays)
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
func (in *invention) moment() int {
	var busy int
	switch n := in.random.IntN(10); {
	case n < 4:
		busy = 12*3600 + 1800
	case n < 8:
		busy = 18*3600 + 1800
	default:
		return opens + in.random.IntN(closes-opens)
	}
	const spread = 3 * 3600 / 2
	return busy + in.random.IntN(spread) - in.random.IntN(spread)
}

// day makes up the sales of one day in the order of their times.
func (in *invention) day(index, count int) []invented {
	moments := make([]int, count)
	for i := range moments {
		moments[i] = in.moment()
	}
	slices.Sort(moments)
	y, m, d := in.date(index).Date()
	out := make([]invented, count)
	for i, second := range moments {
		out[i] = in.sale(time.Date(y, m, d, 0, 0, second, in.random.IntN(int(time.Second)), in.today.Location()))
	}
	return out
}

// amount is in quarters of the major unit: mostly small, now and then large.
func (in *invention) amount() money.Amount {
	var quarters int
	switch n := in.random.IntN(100); {
	case n < 55:
		quarters = 2 + in.random.IntN(80)
	case n < 88:
		quarters = 60 + in.random.IntN(340)
	case n < 98:
		quarters = 400 + in.random.IntN(1200)
	default:
		quarters = 1600 + 4*in.random.IntN(1600)
	}
	return money.Amount{Minor: int64(quarters) * in.quarter, Currency: in.set.Currency}
}

// institutions are invented, like those of the practice bank.
var inventedBanks = map[core.Route][]core.Institution{
	core.RouteAccount: {
		{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}, {Code: "SRB", Name: "Sample River Bank", Rail: core.RailBank},
		{Code: "DCB", Name: "Demo Coast Bank", Rail: core.RailBank}, {Code: "TTB", Name: "Training Trust Bank", Rail: core.RailBank},
	},
	core.RouteWallet: {
		{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet}, {Code: "DWL", Name: "Demo Pocket", Rail: core.RailWallet},
	},
}

func (in *invention) route() core.Route {
	switch n := in.random.IntN(100); {
	case n < 62:
		return core.RouteQR
	case n < 86:
		return core.RouteAccount
	}
	return core.RouteWallet
}
