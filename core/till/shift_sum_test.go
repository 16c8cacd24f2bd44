package till_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

var (
	morning = time.Date(2026, 11, 20, 8, 2, 0, 0, time.UTC)
	evening = time.Date(2026, 11, 20, 20, 9, 0, 0, time.UTC)
)

func taken(opened uint64, route core.Route, cashier, currency string, number, minor int64) journal.Taken {
	return journal.Taken{TakenKey: journal.TakenKey{Opened: opened, Route: route, Cashier: cashier, Currency: currency}, Number: number, Minor: minor}
}

// aDay is a shift as a shop knows it, with its figures, and how it is closed.
func aDay() (journal.Shift, journal.ShiftFigures, journal.Closing) {
	return journal.Shift{
			Number: 42, Version: 5, After: 41, Begun: morning.Add(-11 * time.Hour),
			Opened: &journal.Opening{At: morning, By: "Samira", Currency: "LYD", Float: 150_000},
			Counts: []journal.ShiftCount{{At: evening, By: "Samira", Cash: journal.DrawerCount{Currency: "LYD", Minor: 615_000}, NewestCash: 15, NewestMovement: 97}},
		}, journal.ShiftFigures{
			Taken: []journal.Taken{
				taken(41, core.RouteQR, "Yusuf", "LYD", 1, 40_000),
				taken(42, core.RouteAccount, "Samira", "LYD", 12, 1_204_500),
				taken(42, journal.RouteCash, "Samira", "LYD", 10, 237_500),
				taken(42, journal.RouteCash, "Yusuf", "LYD", 5, 200_000),
				taken(42, core.RouteQR, "Samira", "LYD", 18, 999_000),
				taken(42, core.RouteQR, "Yusuf", "LYD", 12, 807_750),
				taken(42, core.RouteWallet, "Samira", "LYD", 6, 214_250),
			},
			Receipts: journal.SeqRange{First: 2407, Last: 2455}, Cash: journal.SeqRange{First: 1, Last: 15},
			In: journal.Tally{Number: 1, Minor: 50_000}, Out: journal.Tally{Number: 1, Minor: 20_000},
			Owed: []journal.OwedSum{{Currency: "LYD", Before: 125_000, Opened: 15_250, Returned: 100_000, Kept: 25_000}},
		}, journal.Closing{
			Settings: journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "Till 2"}, Environment: core.Live, At: evening, By: "Samira",
			Open:   journal.StillOpen{Sales: []journal.SaleID{"20261120-000058", "20261120-000070"}, Sums: map[string]journal.Tally{"LYD": {Number: 2, Minor: 88_000}}},
			OwedBy: []journal.SaleID{"20261120-000008"}, Seq: 42, Before: 41, Reason: "Too much change given, sale #41",
		}
}

func TestAZOfADay(t *testing.T) {
	z, err := journal.SumUp(aDay())
	if err != nil {
		t.Fatal(err)
	}
	lines := func(lines []journal.Line, err error) []journal.Line {
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
		{"routes", lines(z.ByRoute()), []journal.Line{
			{Route: core.RouteQR, Currency: "LYD", Tally: journal.Tally{Number: 31, Minor: 1_846_750}},
			{Route: core.RouteAccount, Currency: "LYD", Tally: journal.Tally{Number: 12, Minor: 1_204_500}},
			{Route: core.RouteWallet, Currency: "LYD", Tally: journal.Tally{Number: 6, Minor: 214_250}},
			{Route: journal.RouteCash, Currency: "LYD", Tally: journal.Tally{Number: 15, Minor: 437_500}},
		}},
		{"sums", lines(z.Sums()), []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 64, Minor: 3_703_000}}}},
		{"cashiers", lines(z.ByCashier()), []journal.Line{
			{Cashier: "Samira", Currency: "LYD", Tally: journal.Tally{Number: 46, Minor: 2_655_250}},
			{Cashier: "Yusuf", Currency: "LYD", Tally: journal.Tally{Number: 18, Minor: 1_047_750}},
		}},
		{"late", lines(z.Late()), []journal.Line{{Opened: 41, Currency: "LYD", Tally: journal.Tally{Number: 1, Minor: 40_000}}}},
		{"drawer", *z.Drawer, journal.DrawerSum{
			Currency: "LYD", Float: 150_000, Sales: journal.Tally{Number: 15, Minor: 437_500}, In: journal.Tally{Number: 1, Minor: 50_000},
			Out: journal.Tally{Number: 1, Minor: 20_000}, Expected: 617_500, Counted: &journal.DrawerCount{Currency: "LYD", Minor: 615_000}, Counts: 1,
			Difference: -2_500, Reason: "Too much change given, sale #41",
		}},
		{"names", [4]string{z.Shop, z.Place, z.Till, z.By}, [4]string{"Al Noor Market", "Tripoli", "Till 2", "Samira"}},
		{"numbers", [3]uint64{z.Seq, z.Before, z.Shift}, [3]uint64{42, 41, 42}},
		{"owed back", z.OwedBy, []journal.SaleID{"20261120-000008"}},
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
	z, err := journal.SumUp(s, f, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Seq, c.Before = 0, 0 // an X names no Z before it: its shift does
	x, err := journal.SumUp(s, f, c)
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
		bend func(s *journal.Shift, f *journal.ShiftFigures, c *journal.Closing)
		want error
	}{
		"no shift":             {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Number = 0 }, journal.ErrFigures},
		"a Z after itself":     {func(_ *journal.Shift, _ *journal.ShiftFigures, c *journal.Closing) { c.Before = 42 }, journal.ErrFigures},
		"a later shift's sale": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[6].Opened = 43 }, journal.ErrFigures},
		"out of order": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) {
			f.Taken[0], f.Taken[1] = f.Taken[1], f.Taken[0]
		}, journal.ErrFigures},
		"twice":                {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[2].Cashier = "Yusuf" }, journal.ErrFigures},
		"a figure of none":     {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[0].Number = 0 }, journal.ErrFigures},
		"a bank that rounds":   {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[0].Rounding = 5 }, journal.ErrFigures},
		"a receipt too many":   {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Receipts.Last-- }, journal.ErrFigures},
		"no first receipt":     {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Receipts.First = 0 }, journal.ErrFigures},
		"receipts backwards":   {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Receipts.Last = 1 }, journal.ErrFigures},
		"cash without numbers": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Cash = journal.SeqRange{} }, journal.ErrFigures},
		"cash in other money":  {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Opened.Currency = "EUR" }, journal.ErrFigures},
		"other money counted":  {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Counts[0].Cash.Currency = "EUR" }, journal.ErrFigures},
		"cash, nobody there":   {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Opened = nil }, journal.ErrFigures},
		"a float below none":   {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Opened.Float = -1 }, journal.ErrFigures},
		"taken out below none": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Out.Minor = -1 }, journal.ErrFigures},
		"more returned":        {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Owed[0].Returned = 115_251 }, journal.ErrFigures},
		"kept below none":      {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Owed[0].Kept = -1 }, journal.ErrFigures},
		"owed twice": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) {
			f.Owed = append(f.Owed, f.Owed[0])
		}, journal.ErrFigures},
		"owed beyond 64 bits":    {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Owed[0].Before = math.MaxInt64 }, journal.ErrSum},
		"float beyond 64 bits":   {func(s *journal.Shift, _ *journal.ShiftFigures, _ *journal.Closing) { s.Opened.Float = math.MaxInt64 }, journal.ErrSum},
		"cash beyond 64 bits":    {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[2].Minor = math.MaxInt64 }, journal.ErrSum},
		"numbers beyond 64 bits": {func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) { f.Taken[0].Number = math.MaxInt64 }, journal.ErrSum},
	} {
		s, f, c := aDay()
		change.bend(&s, &f, &c)
		if z, err := journal.SumUp(s, f, c); !errors.Is(err, change.want) || !reflect.DeepEqual(z, journal.Z{}) {
			t.Errorf("%s: %v; a Z with an error: %v", name, err, z.Shift != 0)
		}
	}
}

// A shift that nobody opened takes what comes through banks and has no drawer.
func TestAShiftThatNobodyOpened(t *testing.T) {
	s, f, c := aDay()
	s.Opened, s.Counts, f.Cash, f.In, f.Out = nil, nil, journal.SeqRange{}, journal.Tally{}, journal.Tally{}
	f.Taken = f.Taken[:2]
	f.Receipts.Last = f.Receipts.First + 12
	z, err := journal.SumUp(s, f, c)
	if err != nil || z.Drawer != nil || z.Opened != nil {
		t.Errorf("%+v, %v", z, err)
	}
}

// A clock that jumps changes no figure; the Z says so where it was set back.
func TestAClockThatWasSetBackIsSaid(t *testing.T) {
	for _, at := range []time.Time{morning.Add(-time.Minute), morning.Add(-240 * time.Hour), morning.Add(time.Second), morning.AddDate(9, 0, 0)} {
		s, f, c := aDay()
		want, err := journal.SumUp(s, f, c)
		if err != nil {
			t.Fatal(err)
		}
		c.At = at
		z, err := journal.SumUp(s, f, c)
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
	if z, err := journal.SumUp(s, f, c); err != nil || !z.SetBack {
		t.Errorf("opened before it began: %v, %v", z.SetBack, err)
	}
}

// TestTheNewestCountIsTheOne that a Z holds the drawer against; it says that
// there were others.
func TestTheNewestCountIsTheOne(t *testing.T) {
	s, f, c := aDay()
	s.Counts = append(s.Counts, s.Counts[0])
	s.Counts[1].Cash.Minor = 617_500
	z, err := journal.SumUp(s, f, c)
	if err != nil || z.Drawer.Counts != 2 || z.Drawer.Counted.Minor != 617_500 || z.Drawer.Difference != 0 || z.Drawer.Reason != "" {
		t.Errorf("%+v, %v", z.Drawer, err)
	}
	s.Counts = nil
	if z, err = journal.SumUp(s, f, c); err != nil || z.Drawer.Counted != nil || z.Drawer.Difference != 0 || z.Drawer.Expected != 617_500 {
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
	s.Counts[0].Cash.Pieces = []journal.Pieces{{Value: 50_000, Number: 12}}
	z, err := journal.SumUp(s, f, c)
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
	c.Open.Sums["LYD"] = journal.Tally{}
	if after, err := json.Marshal(z); err != nil || string(after) != string(before) {
		t.Errorf("%v\n%s\n%s", err, before, after)
	}
}
