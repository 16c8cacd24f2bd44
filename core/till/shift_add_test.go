package till_test

import (
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
)

// ledger is what happened in a till, told one by one, and its sums by the
// plainest means.
type ledger struct {
	taken, late map[string]int64 // by currency
	number      int64
	owed        map[string]int64
	drawer      int64
}

// TestZsAddUpToWhatHappened: over any number of shifts, the Zs together hold
// each thing that happened once, and what is owed goes on from Z to Z.
func TestZsAddUpToWhatHappened(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		told := ledger{taken: map[string]int64{}, late: map[string]int64{}, owed: map[string]int64{}}
		summed := ledger{taken: map[string]int64{}, late: map[string]int64{}}
		var figures journal.ShiftFigures
		var receipts, cash uint64
		for n := uint64(1); n <= rapid.Uint64Range(1, 4).Draw(r, "shifts"); n++ {
			shift := journal.Shift{Number: n, After: n - 1, Begun: morning, Opened: &journal.Opening{At: morning, Currency: "LYD", Float: rapid.Int64Range(0, 1e6).Draw(r, "float")}}
			told.drawer = shift.Opened.Float
			for range rapid.IntRange(0, 40).Draw(r, "acts") {
				before, same := figures, copyOf(figures)
				figures = act(r, &told, figures, n, &receipts, &cash)
				if !reflect.DeepEqual(before, same) {
					r.Fatalf("figures that were given out have changed:\n %+v\n %+v", before, same)
				}
			}
			counted := rapid.Int64Range(0, 1e9).Draw(r, "counted")
			shift.Counts = []journal.ShiftCount{{Cash: journal.DrawerCount{Currency: "LYD", Minor: counted}}}
			z, err := journal.SumUp(shift, figures, journal.Closing{At: evening, Seq: n, Before: n - 1})
			if err != nil {
				r.Fatal(err)
			}
			if z.Drawer.Expected != told.drawer || z.Drawer.Difference != counted-told.drawer {
				r.Fatalf("shift %d: %+v in the drawer, told %d", n, z.Drawer, told.drawer)
			}
			summed.add(r, z)
			for _, o := range z.Owed {
				if open, ok := o.Open(); !ok || open != told.owed[o.Currency] {
					r.Fatalf("shift %d: %+v owed back, told %d", n, o, told.owed[o.Currency])
				}
			}
			if figures, err = figures.Next(); err != nil {
				r.Fatal(err)
			}
			for _, o := range figures.Owed {
				if o.Before != told.owed[o.Currency] || o.Before == 0 {
					r.Fatalf("after shift %d: %+v goes on, told %d", n, o, told.owed[o.Currency])
				}
			}
		}
		if !reflect.DeepEqual(summed.taken, told.taken) || !reflect.DeepEqual(summed.late, told.late) || summed.number != told.number {
			r.Fatalf("Zs %+v, told %+v", summed, told)
		}
	})
}

// act lets one thing happen.
func act(r *rapid.T, told *ledger, f journal.ShiftFigures, shift uint64, receipts, cash *uint64) journal.ShiftFigures {
	minor := rapid.Int64Range(1, 1e9).Draw(r, "minor")
	currency := rapid.SampledFrom([]string{"LYD", "EUR", "JPY"}).Draw(r, "currency")
	var err error
	switch what := rapid.IntRange(0, 9).Draw(r, "what"); {
	case what < 6:
		key := journal.TakenKey{
			Opened: rapid.Uint64Range(0, shift).Draw(r, "opened"), Currency: currency, Cashier: rapid.SampledFrom([]string{"", "Samira", "Yusuf"}).Draw(r, "cashier"),
			Route: rapid.SampledFrom([]core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet, journal.RouteCash}).Draw(r, "route"),
		}
		seq, rounding := receipts, int64(0)
		if key.Route == journal.RouteCash {
			key.Currency, key.Opened, seq, rounding = "LYD", shift, cash, rapid.Int64Range(max(-125, 1-minor), 125).Draw(r, "rounding")
			told.drawer += minor + rounding
		}
		*seq++
		f, err = f.AddTaken(key, minor, rounding, *seq)
		told.taken[key.Currency] += minor
		told.number++
		if key.Opened != shift {
			told.late[key.Currency] += minor
		}
	case what == 6:
		f, err = f.Move(minor)
		told.drawer += minor
	case what == 7:
		f, err = f.Move(-minor)
		told.drawer -= minor
	case what == 8:
		f, err = f.Owe(journal.OwedSum{Currency: currency, Opened: minor})
		told.owed[currency] += minor
	default:
		returned := rapid.Int64Range(0, told.owed[currency]).Draw(r, "returned")
		kept := rapid.Int64Range(0, told.owed[currency]-returned).Draw(r, "kept")
		f, err = f.Owe(journal.OwedSum{Currency: currency, Returned: returned, Kept: kept})
		told.owed[currency] -= returned + kept
	}
	if err != nil {
		r.Fatal(err)
	}
	return f
}

// add adds a Z, of which every view must hold the same.
func (j *ledger) add(r *rapid.T, z journal.Z) {
	var number [3]int64
	minor := [3]map[string]int64{{}, {}, {}}
	for i, view := range []func() ([]journal.Line, error){z.Sums, z.ByRoute, z.ByCashier} {
		lines, err := view()
		if err != nil {
			r.Fatal(err)
		}
		for _, l := range lines {
			number[i] += l.Number
			minor[i][l.Currency] += l.Minor
		}
	}
	if number[0] != number[1] || number[0] != number[2] || !reflect.DeepEqual(minor[0], minor[1]) || !reflect.DeepEqual(minor[0], minor[2]) {
		r.Fatalf("views of one Z differ: %v, %v", number, minor)
	}
	for currency, sum := range minor[0] {
		j.taken[currency] += sum
	}
	j.number += number[0]
	late, err := z.Late()
	if err != nil {
		r.Fatal(err)
	}
	for _, l := range late {
		if l.Opened >= z.Shift {
			r.Fatalf("late of shift %d in shift %d", l.Opened, z.Shift)
		}
		j.late[l.Currency] += l.Minor
	}
}

func copyOf(f journal.ShiftFigures) journal.ShiftFigures {
	f.Taken = append([]journal.Taken(nil), f.Taken...)
	f.Owed = append([]journal.OwedSum(nil), f.Owed...)
	return f
}

func TestFiguresRefuseWhatCannotBe(t *testing.T) {
	qr := journal.TakenKey{Opened: 1, Route: core.RouteQR, Currency: "LYD"}
	cash := journal.TakenKey{Opened: 1, Route: journal.RouteCash, Currency: "LYD"}
	figures, err := journal.ShiftFigures{}.AddTaken(qr, math.MaxInt64-5, 0, 7)
	if err == nil {
		figures, err = figures.Owe(journal.OwedSum{Currency: "LYD", Opened: 500})
	}
	if err == nil {
		figures, err = figures.Move(math.MaxInt64)
	}
	if err != nil {
		t.Fatal(err)
	}
	take := func(key journal.TakenKey, minor, rounding int64, seq uint64) func() (journal.ShiftFigures, error) {
		return func() (journal.ShiftFigures, error) { return figures.AddTaken(key, minor, rounding, seq) }
	}
	move := func(minor int64) func() (journal.ShiftFigures, error) {
		return func() (journal.ShiftFigures, error) { return figures.Move(minor) }
	}
	owe := func(opened, returned, kept int64) func() (journal.ShiftFigures, error) {
		return func() (journal.ShiftFigures, error) {
			return figures.Owe(journal.OwedSum{Currency: "LYD", Opened: opened, Returned: returned, Kept: kept})
		}
	}
	for name, c := range map[string]struct {
		do   func() (journal.ShiftFigures, error)
		want error
	}{
		"the same receipt again":  {take(qr, 5, 0, 7), journal.ErrFigures},
		"an older receipt":        {take(qr, 5, 0, 6), journal.ErrFigures},
		"nothing":                 {take(qr, 0, 0, 8), journal.ErrFigures},
		"less than nothing":       {take(qr, -1, 0, 8), journal.ErrFigures},
		"a bank that rounds":      {take(qr, 5, 1, 8), journal.ErrFigures},
		"a receipt too large":     {take(qr, 6, 0, 8), journal.ErrSum},
		"cash without a number":   {take(cash, 5, 0, 0), journal.ErrFigures},
		"cash rounded to nothing": {take(cash, 125, -125, 1), journal.ErrFigures},
		"cash rounded too far":    {take(cash, math.MaxInt64, 1, 1), journal.ErrSum},
		"nothing moved":           {move(0), journal.ErrFigures},
		"too much put in":         {move(1), journal.ErrSum},
		"too much taken out":      {move(math.MinInt64), journal.ErrSum},
		"more returned than owed": {owe(0, 501, 0), journal.ErrFigures},
		"more kept than owed":     {owe(0, 0, 501), journal.ErrFigures},
		"both too much together":  {owe(0, 250, 251), journal.ErrFigures},
		"returned below none":     {owe(0, -1, 0), journal.ErrFigures},
		"owed too much":           {owe(math.MaxInt64, 0, 0), journal.ErrSum},
	} {
		same := copyOf(figures)
		if got, err := c.do(); !errors.Is(err, c.want) || !reflect.DeepEqual(got, same) || !reflect.DeepEqual(figures, same) {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
	if _, err := figures.Owe(journal.OwedSum{Opened: 1}); !errors.Is(err, journal.ErrFigures) {
		t.Errorf("owed in no currency: %v", err)
	}
}

// TestAZOverManySales: the time of a Z does not depend on how much was sold.
func TestAZOverManySales(t *testing.T) {
	var figures journal.ShiftFigures
	var err error
	for n := range uint64(5000) {
		key := journal.TakenKey{Opened: 1, Route: []core.Route{core.RouteAccount, core.RouteQR, core.RouteWallet}[n%3], Cashier: string(rune('A' + n%10)), Currency: "LYD"}
		if figures, err = figures.AddTaken(key, 12_500, 0, n+1); err != nil {
			t.Fatal(err)
		}
	}
	if len(figures.Taken) != 30 {
		t.Fatalf("%d figures", len(figures.Taken))
	}
	began := time.Now()
	z, err := journal.SumUp(journal.Shift{Number: 1, Begun: morning}, figures, journal.Closing{At: evening, Seq: 1})
	if took := time.Since(began); err != nil || took > 100*time.Millisecond {
		t.Errorf("%v, %v", took, err)
	}
	if sums, err := z.Sums(); err != nil || sums[0].Number != 5000 || sums[0].Minor != 5000*12_500 {
		t.Errorf("%+v, %v", sums, err)
	}
}
