package receipt

import (
	"errors"
	"flag"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

var update = flag.Bool("update", false, "write what is said as what is to be said")

// zSample is a Z of everything that a Z can hold.
func zSample(t testing.TB, change ...func(*journal.Shift, *journal.ShiftFigures, *journal.Closing)) DayPaper {
	t.Helper()
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 20, hour, minute, 11, 0, time.UTC) }
	count, err := journal.CountDrawer("LYD", []journal.Pieces{{Value: 50_000, Number: 5}, {Value: 20_000, Number: 9}, {Value: 10_000, Number: 11}, {Value: 5_000, Number: 9},
		{Value: 1_000, Number: 22}, {Value: 500, Number: 11}, {Value: 250, Number: 10}})
	if err != nil {
		t.Fatal(err)
	}
	taken := func(opened uint64, route core.Route, cashier string, n, minor, rounding int64) journal.Taken {
		return journal.Taken{TakenKey: journal.TakenKey{Opened: opened, Route: route, Cashier: cashier, Currency: "LYD"}, Number: n, Minor: minor, Rounding: rounding}
	}
	s := journal.Shift{Number: 42, Version: 9, After: 41, Begun: at(7, 0), Opened: &journal.Opening{At: at(8, 2), By: "Samira", Currency: "LYD", Float: 150_000},
		Counts: []journal.ShiftCount{{At: at(15, 2), By: "Yusuf", Cash: journal.DrawerCount{Currency: "LYD", Minor: 480_000}, NewestCash: 9, NewestMovement: 3},
			{At: at(20, 5), By: "Samira", Cash: journal.DrawerCount{Currency: "LYD", Minor: 595_000}, NewestCash: 15, NewestMovement: 3},
			{At: at(20, 8), By: "Samira", Cash: count, NewestCash: 15, NewestMovement: 3}}}
	f := journal.ShiftFigures{Taken: []journal.Taken{taken(0, core.RouteQR, "Yusuf", 1, 12_500, 0), taken(41, core.RouteAccount, "Samira", 2, 88_000, 0),
		taken(42, core.RouteAccount, "Samira", 10, 1_116_500, 0), taken(42, journal.RouteCash, "Samira", 15, 437_510, -10), taken(42, core.RouteQR, "Yusuf", 30, 1_834_250, 0),
		taken(42, core.RouteWallet, "", 6, 214_250, 0)}, Receipts: journal.SeqRange{First: 2407, Last: 2455}, Cash: journal.SeqRange{First: 1, Last: 15},
		In: journal.Tally{Number: 1, Minor: 50_000}, Out: journal.Tally{Number: 1, Minor: 20_000},
		Owed: []journal.OwedSum{{Currency: "LYD", Before: 15_250, Opened: 125_000, Returned: 40_000, Kept: 5_000}}}
	c := journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "2"}, Environment: core.Live, At: at(20, 9), By: "Samira", Seq: 42, Before: 41,
		Open:   journal.StillOpen{Sales: []journal.SaleID{"20261120-000058", "20261120-000070"}, Sums: map[string]journal.Tally{"LYD": {Number: 3, Minor: 88_000}}},
		OwedBy: []journal.SaleID{"20261120-000008"}, Reason: "Too much change given, sale #41"}
	for _, one := range change {
		one(&s, &f, &c)
	}
	z, err := journal.SumUp(s, f, c)
	if err != nil {
		t.Fatal(err)
	}
	return DayPaper{Z: z, Counts: s.Counts, Movements: []journal.Movement{{Kind: journal.MovementIn, By: "Yusuf", Minor: 50_000, Reason: "change from the bank", At: at(9, 1)},
		{Kind: journal.MovementOut, By: "Samira", DelegatedBy: "Huda", Minor: 20_000, Reason: "cleaning", At: at(12, 3)}, {Kind: journal.MovementHand, By: "Yusuf", To: "Samira", At: at(14, 0)}}}
}

// bare is a Z of a shift that nobody opened and in which nothing happened.
func bare(s *journal.Shift, f *journal.ShiftFigures, c *journal.Closing) {
	*s, *f = journal.Shift{Number: 1, Begun: s.Begun, Version: 1}, journal.ShiftFigures{}
	c.Seq, c.Before, c.Open, c.OwedBy, c.Environment = 1, 0, journal.StillOpen{}, nil, core.Sandbox
}

// odd is what seldom happens: more counted than there should be, a clock that was set back, a Z of another number than
// its shift, two currencies.
func odd(s *journal.Shift, f *journal.ShiftFigures, c *journal.Closing) {
	c.Seq, c.Before, c.At = 53, 41, c.At.Add(-48*time.Hour)
	f.In.Minor = 20_000
	f.Taken = append(f.Taken, journal.Taken{TakenKey: journal.TakenKey{Opened: 42, Route: core.RouteWallet, Cashier: "Yusuf", Currency: "TND"}, Number: 1, Minor: 7_000})
	f.Receipts.Last++
}

func looking(_ *journal.Shift, _ *journal.ShiftFigures, c *journal.Closing) { c.Seq, c.Before = 0, 0 }

// everyDay is every kind of X and Z.
func everyDay(t testing.TB) map[string]DayPaper {
	again := zSample(t)
	again.Again = Again{By: "Huda", At: settled}
	none := zSample(t, bare)
	none.Movements = nil
	after, unread := zSample(t), zSample(t, looking)
	after.Before = BeforeShift{OutsideShift: queries.OutsideShift{Sums: []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 3, Minor: 1_026_250}}, {Currency: "USD", Tally: journal.Tally{Number: 1, Minor: 1_000}}},
		Receipts: journal.SeqRange{First: 2404, Last: 2406}, Cash: journal.SeqRange{First: 9, Last: 9}, More: true}}
	unread.Before.Unread = true
	left := zSample(t)
	left.Before.LeftOut = []journal.LeftOut{{Cause: journal.FreezeRestored, Since: settled, Shift: 42, Day: "20261120", Sales: journal.SeqRange{First: 4, Last: 203},
		Receipts: journal.SeqRange{First: 2408, Last: 9607}, Cash: journal.SeqRange{First: 16, Last: 7215}, Zs: journal.SeqRange{First: 42, Last: 42}},
		{Cause: journal.FreezeRolledBack, Since: settled, Receipts: journal.SeqRange{First: 9608, Last: 9708}},
		{Cause: journal.FreezeRestored, Cash: journal.SeqRange{First: 7216, Last: 7316}}, {Cause: journal.FreezeRolledBack, Cash: journal.SeqRange{First: 7317, Last: 7417}}, {Cause: journal.FreezeRestored}}
	blind := zSample(t, looking) // as the till gives it to anyone who may not see more
	blind.Z.Blind, blind.Z.Taken = true, slices.DeleteFunc(slices.Clone(blind.Z.Taken), func(one journal.Taken) bool { return one.Route == journal.RouteCash })
	d := blind.Z.Drawer
	blind.Z.Drawer = &journal.DrawerSum{Currency: d.Currency, Float: d.Float, Sales: journal.Tally{Number: d.Sales.Number}, In: journal.Tally{Number: 1}, Out: journal.Tally{Number: 1}}
	return map[string]DayPaper{"z": zSample(t), "x": zSample(t, looking), "again": again, "bare": none, "odd": zSample(t, odd), "after": after, "unread": unread, "blind": blind, "leftOut": left}
}

// TestABlindXNeverSaysThatNothingWasTaken while there was cash, whose sums it does not tell.
func TestABlindXNeverSaysThatNothingWasTaken(t *testing.T) {
	for lang := range languages {
		w := spoken(lang)
		for sales, want := range map[int64]bool{0: true, 3: false} {
			d := everyDay(t)["blind"]
			d.Z.Taken, d.Z.Drawer.Sales.Number = nil, sales
			s, err := NewDayPaper(d, w)
			if err != nil {
				t.Fatal(err)
			}
			if text := said(s); strings.Contains(text, w.Say("slip.z.nothing")) != want {
				t.Errorf("%s, %d sales in cash:\n%s", lang, sales, text)
			}
		}
	}
}

// said writes a slip as text.
func said(s Slip) string {
	var b strings.Builder
	fmt.Fprintf(&b, "mark %q\n", s.Mark)
	for _, part := range s.Parts {
		switch p := part.(type) {
		case Heading:
			fmt.Fprintf(&b, "heading %s | %s\n", p.Shop, p.Under)
			for _, l := range p.Seller.Lines {
				fmt.Fprintf(&b, "seller %s\n", l)
			}
			if p.Seller.Document != "" {
				fmt.Fprintf(&b, "document %s\n", p.Seller.Document)
			}
		case Fact:
			fmt.Fprintf(&b, "fact %s\n", p.Text)
		case Table:
			b.WriteString("table\n")
			for _, r := range p.Rows {
				bold := " "
				if r.Bold {
					bold = "*"
				}
				fmt.Fprintf(&b, " %s %s | %s | %s\n", bold, r.Text, r.Number, strings.ReplaceAll(r.Sum, "\u00a0", "_"))
			}
		case Rule:
			b.WriteString("rule\n")
		case Text:
			fmt.Fprintf(&b, "text %s\n", p.Text)
		case Footer:
			fmt.Fprintf(&b, "foot %s\n", p.Text)
		default:
			fmt.Fprintf(&b, "%T\n", p)
		}
	}
	return b.String()
}

// TestXAndZSayAllThatTheyHold, in three languages, word for word.
func TestXAndZSayAllThatTheyHold(t *testing.T) {
	for name, d := range everyDay(t) {
		for lang := range languages {
			s, err := NewDayPaper(d, spoken(lang))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "day-"+name+"-"+lang+".txt")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(said(s)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := said(s); got != string(want) {
				t.Errorf("%s:\n%s", file, got)
			}
			if live := name != "bare"; live != (s.Mark == "") {
				t.Errorf("%s-%s is marked %q", name, lang, s.Mark)
			}
		}
	}
}

// TestXAndZFitTheirPaper: at both widths nothing is wider than the paper, and no two rows share dots. Pictures are left
// for eyes when SANDUQ_PICTURES names a folder.
func TestXAndZFitTheirPaper(t *testing.T) {
	d := newTestDrawer(t)
	for name, day := range everyDay(t) {
		for lang := range languages {
			s, err := NewDayPaper(day, spoken(lang))
			if err != nil {
				t.Fatal(err)
			}
			for _, dots := range []int{PaperDots58, PaperDots} {
				img := onPaper(t, d, s, dots)
				for _, x := range []int{0, 1, dots - 2, dots - 1} {
					for y := img.Rect.Min.Y + dots/8; s.Mark == "" && y < img.Rect.Max.Y; y++ {
						if img.ColorIndexAt(x, y) != 0 {
							t.Fatalf("%s-%s at %d dots: ink at %d,%d", name, lang, dots, x, y)
						}
					}
				}
				writeOutput(t, fmt.Sprintf("day-%s-%s-%d.png", name, lang, dots), func(f *os.File) error { return png.Encode(f, img) })
			}
			if pdf, err := d.SlipPDF(s, name, settled); err != nil || len(pdf) < 1000 {
				t.Errorf("%s-%s: a PDF of %d bytes, %v", name, lang, len(pdf), err)
			} else {
				sound(t, name+"-"+lang, pdf)
			}
		}
	}
}

func writeOutput(t *testing.T, name string, write func(*os.File) error) {
	dir := os.Getenv("SANDUQ_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name))
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMoneyThatOnlyWentBackIsTakenOff: a shift in which none came has a sum below nothing, as its row in a file has.
func TestMoneyThatOnlyWentBackIsTakenOff(t *testing.T) {
	d := zSample(t, bare, func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) {
		f.Owed = []journal.OwedSum{{Currency: "LYD", Before: 40_000, Returned: 15_000}, {Currency: "TND", Before: 8_000, Opened: 1_000}, {Currency: "USD", Before: 300, Returned: 100}}
	})
	s, err := NewDayPaper(d, spoken("en"))
	if err != nil {
		t.Fatal(err)
	}
	text := said(s)
	for _, want := range []string{"   Returned |  | \u200e− 15.000\n * Taken, LYD | 0 | -15.000\n", "   Returned |  | \u200e− 1.00\n * Taken, USD | 0 | -1.00\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper lacks %q", want)
		}
	}
	if strings.Contains(text, spoken("en").Say("slip.z.nothing")) || strings.Contains(text, "Taken, TND") {
		t.Errorf("the paper says:\n%s", text)
	}
}

// TestASumOfAnotherCurrencyNamesIt: what is still open and what is owed back, beside what was taken in one.
func TestASumOfAnotherCurrencyNamesIt(t *testing.T) {
	d := zSample(t, func(_ *journal.Shift, f *journal.ShiftFigures, c *journal.Closing) {
		f.Owed = []journal.OwedSum{{Currency: "USD", Before: 300, Opened: 200, Returned: 100, Kept: 50}}
		c.Open.Sums = map[string]journal.Tally{"USD": {Number: 3, Minor: 700}}
	})
	s, err := NewDayPaper(d, spoken("en"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, part := range s.Parts {
		table, _ := part.(Table)
		for _, r := range table.Rows {
			switch r.Kind {
			case LineOpen, LineOwed:
				if named++; !strings.HasSuffix(r.Text, ", USD") {
					t.Errorf("%q stands beside %q", r.Sum, r.Text)
				}
			}
		}
	}
	if named != 6 {
		t.Errorf("%d sums are of another currency", named)
	}
}

// TestCashThatWasReversedCameFromNoBank: the ledger has it as returned, and no bank knows of it.
func TestCashThatWasReversedCameFromNoBank(t *testing.T) {
	d := zSample(t, func(_ *journal.Shift, f *journal.ShiftFigures, _ *journal.Closing) {
		f.Owed[0].Reversed = 12_500
	})
	s, err := NewDayPaper(d, spoken("en"))
	if err != nil {
		t.Fatal(err)
	}
	if text := said(s); !strings.Contains(text, "   Returned by the bank |  | 27.500\n   Cash recorded by mistake |  | 12.500\n") || !strings.Contains(text, " * Owed back |  | 95.250\n") {
		t.Error(text)
	}
}

// TestLongNamesAndFullNumbersStayOnAZ: no digit of a sum is lost, whatever its size, and a name that is too long for
// its row has lines of its own.
func TestLongNamesAndFullNumbersStayOnAZ(t *testing.T) {
	d := newTestDrawer(t)
	day := zSample(t, func(s *journal.Shift, f *journal.ShiftFigures, c *journal.Closing) {
		long := strings.Repeat("Abdulrahman ", 3) + "Al"
		s.Opened.By, c.By = long, long
		f.Taken = []journal.Taken{{TakenKey: journal.TakenKey{Opened: 42, Route: core.RouteQR, Cashier: long, Currency: "LYD"}, Number: 2_000_000, Minor: math.MaxInt64}}
		f.Receipts, f.Cash = journal.SeqRange{First: 1, Last: 2_000_000}, journal.SeqRange{}
	})
	s, err := NewDayPaper(day, spoken("en"))
	if err != nil {
		t.Fatal(err)
	}
	if text := said(s); !strings.Contains(text, "9_223_372_036_854_775.807") || !strings.Contains(text, "2000000") {
		t.Error(text)
	}
	img := onPaper(t, d, s, PaperDots58)
	for y := range img.Rect.Dy() {
		if img.ColorIndexAt(0, y) != 0 || img.ColorIndexAt(PaperDots58-1, y) != 0 {
			t.Fatalf("ink at the edge, row %d", y)
		}
	}
	writeOutput(t, "day-long.png", func(f *os.File) error { return png.Encode(f, img) })
}

// TestASumThatDoesNotFitIsRefused: a Z that cannot be added up has no slip.
func TestASumThatDoesNotFitIsRefused(t *testing.T) {
	day := zSample(t)
	day.Z.Taken[0].Minor = math.MaxInt64
	if _, err := NewDayPaper(day, spoken("en")); !errors.Is(err, journal.ErrSum) {
		t.Errorf("%v", err)
	}
}
