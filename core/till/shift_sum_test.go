package till_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

var (
	morning = time.Date(2026, 11, 20, 8, 2, 0, 0, time.UTC)
	evening = time.Date(2026, 11, 20, 20, 9, 0, 0, time.UTC)
)

func taken(opened uint64, route core.Route, cashier, currency string, number, minor int64) till.Taken {
	return till.Taken{TakenKey: till.TakenKey{Opened: opened, Route: route, Cashier: cashier, Currency: currency}, Number: number, Minor: minor}
}

// aDay is a shift as a shop knows it, with its figures, and how it is closed.
func aDay() (till.Shift, till.ShiftFigures, till.Closing) {
	return till.Shift{
			Number: 42, Version: 5, After: 41, Begun: morning.Add(-11 * time.Hour),
			Opened: &till.Opening{At: morning, By: "Samira", Currency: "LYD", Float: 150_000},
			Counts: []till.ShiftCount{{At: evening, By: "Samira", Cash: till.DrawerCount{Currency: "LYD", Minor: 615_000}, NewestCash: 15, NewestMovement: 97}},
		}, till.ShiftFigures{
			Taken: []till.Taken{
				taken(41, core.RouteQR, "Yusuf", "LYD", 1, 40_000),
				taken(42, core.RouteAccount, "Samira", "LYD", 12, 1_204_500),
				taken(42, till.RouteCash, "Samira", "LYD", 10, 237_500),
				taken(42, till.RouteCash, "Yusuf", "LYD", 5, 200_000),
				taken(42, core.RouteQR, "Samira", "LYD", 18, 999_000),
				taken(42, core.RouteQR, "Yusuf", "LYD", 12, 807_750),
				taken(42, core.RouteWallet, "Samira", "LYD", 6, 214_250),
			},
			Receipts: till.SeqRange{First: 2407, Last: 2455}, Cash: till.SeqRange{First: 1, Last: 15},
			In: till.Tally{Number: 1, Minor: 50_000}, Out: till.Tally{Number: 1, Minor: 20_000},
			Owed: []till.OwedSum{{Currency: "LYD", Before: 125_000, Opened: 15_250, Returned: 100_000, Kept: 25_000}},
		}, till.Closing{
			Settings: till.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "Till 2"}, Environment: core.Live, At: evening, By: "Samira",
			Open:   till.StillOpen{Sales: []till.SaleID{"20261120-000058", "20261120-000070"}, Sums: map[string]till.Tally{"LYD": {Number: 2, Minor: 88_000}}},
			OwedBy: []till.SaleID{"20261120-000008"}, Seq: 42, Before: 41, Reason: "Too much change given, sale #41",
		}
}

func TestAZOfADay(t *testing.T) {
	z, err := till.SumUp(aDay())
	if err != nil {
		t.Fatal(err)
	}
	lines := func(lines []till.Line, err error) []till.Line {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	for _, part := range []struct {
		name      string
		got, want any
	}{
		{"routes", lines(z.ByRoute()), []till.Line{
			{Route: core.RouteQR, Currency: "LYD", Tally: till.Tally{Number: 31, Minor: 1_846_750}},
			{Route: core.RouteAccount, Currency: "LYD", Tally: till.Tally{Number: 12, Minor: 1_204_500}},
			{Route: core.RouteWallet, Currency: "LYD", Tally: till.Tally{Number: 6, Minor: 214_250}},
			{Route: till.RouteCash, Currency: "LYD", Tally: till.Tally{Number: 15, Minor: 437_500}},
		}},
		{"sums", lines(z.Sums()), []till.Line{{Currency: "LYD", Tally: till.Tally{Number: 64, Minor: 3_703_000}}}},
		{"cashiers", lines(z.ByCashier()), []till.Line{
			{Cashier: "Samira", Currency: "LYD", Tally: till.Tally{Number: 46, Minor: 2_655_250}},
			{Cashier: "Yusuf", Currency: "LYD", Tally: till.Tally{Number: 18, Minor: 1_047_750}},
		}},
		{"late", lines(z.Late()), []till.Line{{Opened: 41, Currency: "LYD", Tally: till.Tally{Number: 1, Minor: 40_000}}}},
		{"drawer", *z.Drawer, till.DrawerSum{
			Currency: "LYD", Float: 150_000, Sales: till.Tally{Number: 15, Minor: 437_500}, In: till.Tally{Number: 1, Minor: 50_000},
			Out: till.Tally{Number: 1, Minor: 20_000}, Expected: 617_500, Counted: &till.DrawerCount{Currency: "LYD", Minor: 615_000}, Counts: 1,
			Difference: -2_500, Reason: "Too much change given, sale #41",
		}},
		{"names", [4]string{z.Shop, z.Place, z.Till, z.By}, [4]string{"Al Noor Market", "Tripoli", "Till 2", "Samira"}},
		{"numbers", [3]uint64{z.Seq, z.Before, z.Shift}, [3]uint64{42, 41, 42}},
		{"owed back", z.OwedBy, []till.SaleID{"20261120-000008"}},
	} {
		if !reflect.DeepEqual(part.got, part.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", part.name, part.got, part.want)
		}
	}
	if open, ok := z.Owed[0].Open(); !ok || open != 15_250 || z.SetBack || z.Open.Sums["LYD"].Minor != 88_000 {
		t.Errorf("open %d, %v", open, z.SetBack)
	}
}

// An X is the Z of the same moment but for its number and the count, which only
// a closing uses.
func TestAnXIsAZWithoutItsEnd(t *testing.T) {
	s, f, c := aDay()
	z, err := till.SumUp(s, f, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Seq, c.Before = 0, 0 // an X names no Z before it: its shift does
	x, err := till.SumUp(s, f, c)
	if err != nil {
		t.Fatal(err)
	}
	if x.Drawer.Counted != nil || x.Drawer.Difference != 0 || x.Drawer.Reason != "" {
		t.Errorf("an X knows of a count: %+v", x.Drawer)
	}
	z.Seq, z.Before, z.Drawer.Counted, z.Drawer.Difference, z.Drawer.Reason = 0, 0, nil, 0, ""
	if !reflect.DeepEqual(x, z) {
		t.Errorf("\n X %+v\n Z %+v", x, z)
	}
}

func TestSumUpRefusesWhatContradictsItself(t *testing.T) {
	for name, change := range map[string]struct {
		bend func(s *till.Shift, f *till.ShiftFigures, c *till.Closing)
		want error
	}{
		"no shift":             {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Number = 0 }, till.ErrFigures},
		"a Z after itself":     {func(_ *till.Shift, _ *till.ShiftFigures, c *till.Closing) { c.Before = 42 }, till.ErrFigures},
		"a later shift's sale": {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[6].Opened = 43 }, till.ErrFigures},
		"out of order": {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) {
			f.Taken[0], f.Taken[1] = f.Taken[1], f.Taken[0]
		}, till.ErrFigures},
		"twice":                  {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[2].Cashier = "Yusuf" }, till.ErrFigures},
		"a figure of none":       {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[0].Number = 0 }, till.ErrFigures},
		"a bank that rounds":     {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[0].Rounding = 5 }, till.ErrFigures},
		"a receipt too many":     {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Receipts.Last-- }, till.ErrFigures},
		"no first receipt":       {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Receipts.First = 0 }, till.ErrFigures},
		"receipts backwards":     {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Receipts.Last = 1 }, till.ErrFigures},
		"cash without numbers":   {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Cash = till.SeqRange{} }, till.ErrFigures},
		"cash in other money":    {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Opened.Currency = "EUR" }, till.ErrFigures},
		"other money counted":    {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Counts[0].Cash.Currency = "EUR" }, till.ErrFigures},
		"cash, nobody there":     {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Opened = nil }, till.ErrFigures},
		"a float below none":     {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Opened.Float = -1 }, till.ErrFigures},
		"taken out below none":   {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Out.Minor = -1 }, till.ErrFigures},
		"more returned":          {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Owed[0].Returned = 115_251 }, till.ErrFigures},
		"kept below none":        {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Owed[0].Kept = -1 }, till.ErrFigures},
		"owed twice":             {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Owed = append(f.Owed, f.Owed[0]) }, till.ErrFigures},
		"owed beyond 64 bits":    {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Owed[0].Before = math.MaxInt64 }, till.ErrSum},
		"float beyond 64 bits":   {func(s *till.Shift, _ *till.ShiftFigures, _ *till.Closing) { s.Opened.Float = math.MaxInt64 }, till.ErrSum},
		"cash beyond 64 bits":    {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[2].Minor = math.MaxInt64 }, till.ErrSum},
		"numbers beyond 64 bits": {func(_ *till.Shift, f *till.ShiftFigures, _ *till.Closing) { f.Taken[0].Number = math.MaxInt64 }, till.ErrSum},
	} {
		s, f, c := aDay()
		change.bend(&s, &f, &c)
		if z, err := till.SumUp(s, f, c); !errors.Is(err, change.want) || !reflect.DeepEqual(z, till.Z{}) {
			t.Errorf("%s: %v; a Z with an error: %v", name, err, z.Shift != 0)
		}
	}
}

// A shift that nobody opened takes what comes through banks and has no drawer.
func TestAShiftThatNobodyOpened(t *testing.T) {
	s, f, c := aDay()
	s.Opened, s.Counts, f.Cash, f.In, f.Out = nil, nil, till.SeqRange{}, till.Tally{}, till.Tally{}
	f.Taken = f.Taken[:2]
	f.Receipts.Last = f.Receipts.First + 12
	z, err := till.SumUp(s, f, c)
	if err != nil || z.Drawer != nil || z.Opened != nil {
		t.Errorf("%+v, %v", z, err)
	}
}

// A clock that jumps changes no figure; the Z says so where it was set back.
func TestAClockThatWasSetBackIsSaid(t *testing.T) {
	for _, at := range []time.Time{morning.Add(-time.Minute), morning.Add(-240 * time.Hour), morning.Add(time.Second), morning.AddDate(9, 0, 0)} {
		s, f, c := aDay()
		want, err := till.SumUp(s, f, c)
		if err != nil {
			t.Fatal(err)
		}
		c.At = at
		z, err := till.SumUp(s, f, c)
		if err != nil || z.SetBack != at.Before(morning) {
			t.Errorf("closed at %v: %v, %v", at, z.SetBack, err)
		}
		z.At, z.SetBack = want.At, want.SetBack
		if !reflect.DeepEqual(z, want) {
			t.Errorf("closed at %v: other figures", at)
		}
	}
	s, f, c := aDay()
	s.Begun = morning.Add(time.Minute)
	if z, err := till.SumUp(s, f, c); err != nil || !z.SetBack {
		t.Errorf("opened before it began: %v, %v", z.SetBack, err)
	}
}

// TestTheNewestCountIsTheOne that a Z holds the drawer against; it says that
// there were others.
func TestTheNewestCountIsTheOne(t *testing.T) {
	s, f, c := aDay()
	s.Counts = append(s.Counts, s.Counts[0])
	s.Counts[1].Cash.Minor = 617_500
	z, err := till.SumUp(s, f, c)
	if err != nil || z.Drawer.Counts != 2 || z.Drawer.Counted.Minor != 617_500 || z.Drawer.Difference != 0 || z.Drawer.Reason != "" {
		t.Errorf("%+v, %v", z.Drawer, err)
	}
	s.Counts = nil
	if z, err = till.SumUp(s, f, c); err != nil || z.Drawer.Counted != nil || z.Drawer.Difference != 0 || z.Drawer.Expected != 617_500 {
		t.Errorf("nobody counted: %+v, %v", z.Drawer, err)
	}
}

func TestACountIsStaleOnceCashMoved(t *testing.T) {
	s, _, _ := aDay()
	for _, c := range []struct {
		cash, movement uint64
		stale          bool
	}{{15, 97, false}, {16, 97, true}, {15, 98, true}, {14, 97, true}} {
		if _, stale, ok := s.Counted(c.cash, c.movement); !ok || stale != c.stale {
			t.Errorf("%+v: %v, %v", c, stale, ok)
		}
	}
	s.Counts = nil
	if _, stale, ok := s.Counted(15, 97); ok || stale {
		t.Error("a count that nobody made")
	}
}

// TestAZKeepsItsOwnMemory: what it was made of may change afterwards.
func TestAZKeepsItsOwnMemory(t *testing.T) {
	s, f, c := aDay()
	s.Counts[0].Cash.Pieces = []till.Pieces{{Value: 50_000, Number: 12}}
	z, err := till.SumUp(s, f, c)
	if err != nil {
		t.Fatal(err)
	}
	before, err := json.Marshal(z)
	if err != nil {
		t.Fatal(err)
	}
	s.Opened.Float, s.Counts[0].Cash.Pieces[0].Number = 1, 1
	f.Taken[0].Minor, f.Owed[0].Kept = 1, 1
	c.Open.Sales[0], c.OwedBy[0] = "", ""
	c.Open.Sums["LYD"] = till.Tally{}
	if after, err := json.Marshal(z); err != nil || string(after) != string(before) {
		t.Errorf("%v\n%s\n%s", err, before, after)
	}
}
