package deposit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sanduq/core/report/statement/deposit"
)

// days are sales of some days, in order of time.
func days(r *rand.Rand, n, perDay int) (all []deposit.Sale) {
	for i := range n {
		all = append(all, deposit.Sale{Minor: 1_000 + r.Int64N(90_000), Day: i / perDay, Route: []string{"qr", "account"}[r.IntN(2)]})
	}
	return all
}

// add adds sales up by hand.
func add(all []deposit.Sale, is func(int, deposit.Sale) bool) (sum int64, group []int) {
	for i, s := range all {
		if is(i, s) {
			sum += s.Minor
			group = append(group, i)
		}
	}
	return sum, group
}

// TestTheSalesOfADepositAreFound among hundreds, within a second, with a fee of any form.
func TestTheSalesOfADepositAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	all := days(r, 600, 150)
	for _, fee := range []deposit.Fee{{}, {Whole: 2_000}, {Each: 150}, {Rate: 85}, {Each: 50, Rate: 120}} {
		for name, c := range map[string]struct {
			mode deposit.Mode
			is   func(int, deposit.Sale) bool
		}{
			"a day":          {deposit.Natural, func(_ int, s deposit.Sale) bool { return s.Day == 2 }},
			"a route's day":  {deposit.Natural, func(_ int, s deposit.Sale) bool { return s.Day == 1 && s.Route == "qr" }},
			"a route":        {deposit.Natural, func(_ int, s deposit.Sale) bool { return s.Route == "account" }},
			"all":            {deposit.Natural, func(int, deposit.Sale) bool { return true }},
			"until an hour":  {deposit.Run, func(i int, _ deposit.Sale) bool { return i >= 70 && i < 211 }},
			"a route's part": {deposit.Run, func(i int, s deposit.Sale) bool { return i >= 70 && i < 211 && s.Route == "qr" }},
		} {
			sum, want := add(all, c.is)
			began := time.Now()
			got, sure := deposit.Find(all, sum-fee.Of(sum, len(want)), []deposit.Fee{{}, fee}, c.mode)
			if !sure || !slices.Equal(got[0].Sales, want) || got[0].Fee != fee.Of(sum, len(want)) || time.Since(began) > time.Second {
				t.Errorf("%+v, %s: %v of %d, sure %v, in %v", fee, name, got, len(want), sure, time.Since(began))
			}
		}
	}
}

// TestTwoGroupsThatFitAreAskedAbout, and one that fits among so many that it may be chance.
func TestTwoGroupsThatFitAreAskedAbout(t *testing.T) {
	two := []deposit.Sale{{Minor: 5_000, Day: 1}, {Minor: 7_000, Day: 1}, {Minor: 3_000, Day: 2}, {Minor: 9_000, Day: 2}}
	if groups, sure := deposit.Find(two, 12_000, []deposit.Fee{{}}, deposit.Natural); sure || fmt.Sprint(groups) != "[{[0 1] 0} {[2 3] 0}]" {
		t.Errorf("%v, sure %v", groups, sure)
	}
	small := []deposit.Sale{}
	for range 40 {
		small = append(small, deposit.Sale{Minor: 3, Day: 1})
	}
	if groups, sure := deposit.Find(small, 30, []deposit.Fee{{}}, deposit.Run); sure || len(groups) != 2 {
		t.Errorf("%v, sure %v", groups, sure)
	}
	few := []deposit.Sale{{Minor: 51_250, Day: 1}, {Minor: 7_777, Day: 2}, {Minor: 30_001, Day: 2}, {Minor: 912_500, Day: 3}}
	if groups, sure := deposit.Find(few, 51_250+912_500, []deposit.Fee{{}}, deposit.Some); !sure || fmt.Sprint(groups) != "[{[0 3] 0}]" {
		t.Errorf("%v, sure %v", groups, sure)
	}
	if groups, sure := deposit.Find(few, 51_250, []deposit.Fee{{}}, deposit.Some); sure || len(groups) != 0 {
		t.Errorf("one sale is a group: %v, %v", groups, sure)
	}
}

// TestAFeeIsLearnt from deposits that prove it, and from nothing less.
func TestAFeeIsLearnt(t *testing.T) {
	sample := func(f deposit.Fee, sum int64, n int) deposit.Sample {
		return deposit.Sample{Sum: sum, Sales: n, Fee: f.Of(sum, n)}
	}
	for _, f := range []deposit.Fee{{Whole: 2_500}, {Each: 150}, {Rate: 85}, {Rate: 250, Whole: 500}, {Rate: 120, Each: 50}} {
		some := []deposit.Sample{sample(f, 1_234_567, 31), sample(f, 987_650, 17), sample(f, 2_500_001, 64), sample(f, 310_000, 9)}
		if got, ok := deposit.Learn(some); !ok || got != f {
			t.Errorf("%+v, %v; want %+v", got, ok, f)
		}
		some[2].Fee++
		if got, ok := deposit.Learn(some); ok {
			t.Errorf("%+v is learnt of what it does not give", got)
		}
		if got, ok := deposit.Learn(some[:1]); ok {
			t.Errorf("%+v is learnt of one deposit", got)
		}
	}
}
