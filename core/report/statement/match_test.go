package statement_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

func line(row int, id string, minor int64, when string) statement.Line {
	l := statement.Line{Row: row, Amount: lyd(minor), At: at(when), Noon: strings.HasSuffix(when, " 12:00:00")}
	if id != "" {
		l.IDs = []string{id}
	}
	return l
}

func entry(number int, id string, minor int64, when string) statement.Entry {
	return statement.Entry{Sale: journal.NewSaleID("20261120", number), Receipt: uint64(number), TransactionID: id, Amount: lyd(minor), At: at(when)}
}

func describe(items []statement.Item) (out string) {
	for _, i := range items {
		row, sale := 0, 0
		if i.Line != nil {
			row = i.Line.Row
		}
		if i.Entry != nil {
			sale = i.Entry.Sale.Number()
		}
		out += fmt.Sprintf("%s %s row %d sale %d sure %v\n", i.Class, i.By, row, sale, i.Sure)
	}
	return out
}

func TestEveryClass(t *testing.T) {
	text := line(6, "", 6000, "2026-11-20 16:00:00")
	text.Text = core.NewSecret("PAYMENT 8F2K 71QD0006, ref F00D-0006-0006 thank you")
	day := line(12, "", 9000, "2026-11-21 00:00:00")
	day.Dated = true
	items := statement.Match([]statement.Line{
		line(1, "8f2k71qd0001", 1000, "2026-11-22 09:00:00"), // other spelling, later booking
		line(2, "AAAA-0002", 2500, "2026-11-20 12:00:00"),
		line(3, "AAAA-0003", 3000, "2026-11-20 13:00:00"),
		line(4, "AAAA-0003", 3000, "2026-11-20 13:00:01"),
		line(5, "AAAA-0005", -5000, "2026-11-20 17:00:00"),
		text,
		line(7, "BANK-REF", 7000, "2026-11-20 18:01:00"), // the bank's own name
		line(8, "", 8000, "2026-11-20 19:00:00"),
		line(9, "RENT-01", -90000, "2026-11-20 08:00:00"),
		line(10, "", 4000, "2026-11-20 15:00:00"), line(11, "", 4000, "2026-11-20 15:00:30"),
		day,
	}, []statement.Entry{
		entry(1, "8F2K-71QD-0001", 1000, "2026-11-20 11:00:00"),
		entry(2, "AAAA-0002", 2000, "2026-11-20 12:00:00"),
		entry(3, "AAAA-0003", 3000, "2026-11-20 13:00:00"),
		entry(4, "", 4000, "2026-11-20 15:00:20"),
		entry(5, "AAAA-0005", 5000, "2026-11-20 15:30:00"),
		entry(6, "F00D-0006-0006", 6000, "2026-11-20 16:00:00"),
		entry(7, "AAAA-0007", 7000, "2026-11-20 18:00:00"),
		entry(8, "AAAA-0008", 8000, "2026-11-20 19:11:00"), // eleven minutes are too far
		entry(9, "AAAA-0009", 9000, "2026-11-19 23:59:00"), // booked two days later
	}, statement.Options{Zone: tripoli})
	want := `outgoing  row 9 sale 0 sure true
assumed time row 12 sale 9 sure false
matched id row 1 sale 1 sure true
otherAmount id row 2 sale 2 sure true
matched id row 3 sale 3 sure true
twice id row 4 sale 3 sure true
assumed time row 10 sale 4 sure false
onlyBank  row 11 sale 0 sure true
returned id row 5 sale 5 sure true
onlyTill  row 0 sale 5 sure true
matched id row 6 sale 6 sure true
assumed time row 7 sale 7 sure false
onlyBank  row 8 sale 0 sure true
onlyTill  row 0 sale 8 sure true
`
	if got := describe(items); sorted(got) != sorted(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func sorted(s string) string {
	r := []byte{}
	counts := map[string]int{}
	for l := range lineSeq(s) {
		counts[l]++
	}
	r = fmt.Append(r, counts)
	return string(r)
}

func lineSeq(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		from := 0
		for i := range s {
			if s[i] == '\n' {
				if !yield(s[from:i]) {
					return
				}
				from = i + 1
			}
		}
	}
}

// Of two rows of one transaction the one with the right sum is the match,
// whatever their order.
func TestTheRightSumIsTheMatch(t *testing.T) {
	for _, first := range []int64{900, 1000} {
		items := statement.Match([]statement.Line{line(1, "AAAA-0001", first, "2026-11-20 11:00:00"), line(2, "AAAA-0001", 1900-first, "2026-11-20 11:00:00")},
			[]statement.Entry{entry(1, "AAAA-0001", 1000, "2026-11-20 11:00:00")}, statement.Options{Zone: tripoli})
		classes := map[statement.Class]int64{}
		for _, i := range items {
			classes[i.Class] = i.Line.Amount.Minor
		}
		if len(items) != 2 || classes[statement.Matched] != 1000 || classes[statement.Twice] != 900 {
			t.Errorf("%s", describe(items))
		}
	}
}

// Whatever both sides hold, each line and each payment is told exactly once,
// and both sides' sums are those of their items.
func TestNothingIsLostAndNothingDoubled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"", "AAAA-0001", "aaaa0001", "BBBB-0002", "CCCC-0003", "NOTPROVIDED"})
		minute := rapid.IntRange(0, 5000)
		var lines []statement.Line
		for i := range rapid.IntRange(0, 40).Draw(t, "lines") {
			l := line(i+1, id.Draw(t, "id"), rapid.Int64Range(-2, 3).Draw(t, "sum"), "2026-11-20 00:00:00")
			l.At = l.At.Add(time.Duration(minute.Draw(t, "minute")) * time.Minute)
			l.Dated = rapid.Bool().Draw(t, "dated")
			l.Text = core.NewSecret(id.Draw(t, "text"))
			lines = append(lines, l)
		}
		var entries []statement.Entry
		for i := range rapid.IntRange(0, 40).Draw(t, "entries") {
			e := entry(i+1, id.Draw(t, "id"), rapid.Int64Range(1, 3).Draw(t, "sum"), "2026-11-20 00:00:00")
			e.At = e.At.Add(time.Duration(minute.Draw(t, "minute")) * time.Minute)
			entries = append(entries, e)
		}
		seenLine, seenEntry := map[*statement.Line]int{}, map[*statement.Entry]int{}
		timeless := !slices.ContainsFunc(lines, timed) || len(lines) > 1 && !slices.ContainsFunc(lines, offNoon)
		for _, i := range statement.Match(lines, entries, statement.Options{Zone: tripoli}) {
			if i.Line != nil {
				seenLine[i.Line]++
			}
			if i.Entry != nil && i.Class != statement.Twice && i.Class != statement.Returned {
				seenEntry[i.Entry]++
			}
			for _, e := range i.Group {
				seenEntry[e]++
			}
			consistent(t, i, timeless)
		}
		for i := range lines {
			if seenLine[&lines[i]] != 1 {
				t.Fatalf("line %d is told %d times", i, seenLine[&lines[i]])
			}
		}
		for i := range entries {
			if seenEntry[&entries[i]] != 1 {
				t.Fatalf("entry %d is told %d times", i, seenEntry[&entries[i]])
			}
		}
	})
}

// TestWhatTheBankTookBackItselfIsNotOwed: of a second booking and its reversal in
// one file nothing is left, and a fee in a payment's name reverses nothing.
func TestWhatTheBankTookBackItselfIsNotOwed(t *testing.T) {
	const id, sum, noon = "8F2K-71QD-0446", 12_500, "2026-11-20 12:00:00"
	for name, c := range map[string]struct {
		sums    []int64
		again   int
		classes map[statement.Class]int
	}{
		"booked once more":                       {[]int64{sum, sum}, 1, map[statement.Class]int{statement.Matched: 1, statement.Twice: 1}},
		"and taken back":                         {[]int64{sum, sum, -sum}, 0, map[statement.Class]int{statement.Matched: 1, statement.Twice: 1, statement.Returned: 1}},
		"taken back before":                      {[]int64{-sum, sum, sum}, 0, map[statement.Class]int{statement.Matched: 1, statement.Twice: 1, statement.Returned: 1}},
		"twice more, and one of them back":       {[]int64{sum, sum, sum, -sum}, 1, map[statement.Class]int{statement.Matched: 1, statement.Twice: 2, statement.Returned: 1}},
		"another sum more, and the first's back": {[]int64{sum, sum + 1, -sum}, 1, map[statement.Class]int{statement.Matched: 1, statement.Twice: 1, statement.Returned: 1}},
		"the payment itself taken back":          {[]int64{sum, -sum}, 0, map[statement.Class]int{statement.Matched: 1, statement.Returned: 1}},
		"a fee":                                  {[]int64{sum, -63}, 0, map[statement.Class]int{statement.Matched: 1, statement.Outgoing: 1}},
		"once more, and a fee":                   {[]int64{sum, sum, -63}, 1, map[statement.Class]int{statement.Matched: 1, statement.Twice: 1, statement.Outgoing: 1}},
	} {
		var lines []statement.Line
		for i, minor := range c.sums {
			lines = append(lines, line(i+1, id, minor, noon))
		}
		items := statement.Match(lines, []statement.Entry{entry(1, id, sum, noon)}, statement.Options{Zone: tripoli})
		classes := map[statement.Class]int{}
		for _, i := range items {
			classes[i.Class]++
		}
		if again := twiceKept(items); len(again) != c.again || !maps.Equal(classes, c.classes) {
			t.Errorf("%s: %d again, want %d\n%s", name, len(again), c.again, describe(items))
		}
	}
}

// timed reports whether a line says a time of the day: midnight, in Tripoli or of UTC, is what a bank writes that has
// none.
func timed(l statement.Line) bool {
	return !l.Dated && l.At.In(tripoli).Format(time.TimeOnly) != "00:00:00" && l.At.UTC().Format(time.TimeOnly) != "00:00:00"
}

// offNoon reports whether a line says another time of its own clock than noon, which others write that have none.
func offNoon(l statement.Line) bool { return !l.Dated && l.At.Format(time.TimeOnly) != "12:00:00" }

// consistent fails when an item's class is not what its two sides say; timeless are files of which no line is timed.
func consistent(t *rapid.T, i statement.Item, timeless bool) {
	both := i.Line != nil && i.Entry != nil
	ok := false
	switch i.Class {
	case statement.Matched:
		ok = both && i.Line.Amount == i.Entry.Amount && i.By != statement.ByTime && i.Sure
	case statement.Assumed:
		apart := time.Duration(0)
		if both {
			apart = i.Line.At.Sub(i.Entry.At).Abs()
		}
		ok = both && i.Line.Amount == i.Entry.Amount && i.By == statement.ByTime && !i.Sure && ((i.Line.Dated || timeless) && apart <= 8*24*time.Hour || apart <= 10*time.Minute)
	case statement.OtherAmount:
		ok = both && i.Line.Amount != i.Entry.Amount && i.By == statement.ByID
	case statement.OnlyBank:
		ok = i.Entry == nil && i.Line.Amount.Minor >= 0
	case statement.Unclear:
		ok = i.Entry == nil && i.Group == nil && i.Line.Amount.Minor > 0 && !i.Sure
	case statement.Grouped:
		sum := int64(0)
		for _, e := range i.Group {
			sum += e.Amount.Minor
		}
		ok = i.Entry == nil && len(i.Group) > 1 && i.Line.Amount.Minor == sum-i.Fee.Minor && i.Sure == (i.By == statement.ByID)
	case statement.OnlyTill:
		ok = i.Line == nil
	case statement.Twice:
		ok = both && i.Line.Amount.Minor >= 0
	case statement.Returned:
		ok = both && i.Line.Amount.Minor == -i.Entry.Amount.Minor && i.Line.Amount.Currency == i.Entry.Amount.Currency
	case statement.Outgoing:
		ok = i.Entry == nil && i.Line.Amount.Minor < 0
	}
	if !ok {
		t.Fatalf("%s", describe([]statement.Item{i}))
	}
}

// big is n payments, and a statement that has all but some, some twice, and
// some at another sum.
func big(n int) (lines []statement.Line, entries []statement.Entry, want map[statement.Class]int) {
	r := rand.New(rand.NewPCG(1, 2))
	want = map[statement.Class]int{}
	for i := range n {
		e := entry(i%900000+1, fmt.Sprintf("T%04X-%08d", r.IntN(1<<16), i), int64(1+r.IntN(100)), "2026-11-01 00:00:00")
		e.At = e.At.Add(time.Duration(i) * 20 * time.Second)
		entries = append(entries, e)
		l := statement.Line{Row: i + 1, IDs: []string{e.TransactionID}, Amount: e.Amount, At: e.At}
		switch i % 100 {
		case 0: // the bank does not have it
			want[statement.OnlyTill]++
			continue
		case 1:
			want[statement.Twice]++
			lines = append(lines, l)
		case 2:
			l.Amount.Minor += 1000
			want[statement.OtherAmount]++
			want[statement.Matched]--
		case 3: // without a name, within the window
			l.IDs = nil
			l.Text = core.NewSecret("POS PURCHASE FIRST PRACTICE BANK TRIPOLI")
			want[statement.Assumed]++
			want[statement.Matched]--
		}
		want[statement.Matched]++
		lines = append(lines, l)
	}
	return lines, entries, want
}

func TestMatchingManyRows(t *testing.T) {
	lines, entries, want := big(100_000)
	began := time.Now()
	items := statement.Match(lines, entries, statement.Options{Zone: tripoli})
	took := time.Since(began)
	got := map[statement.Class]int{}
	for _, i := range items {
		got[i.Class]++
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	t.Logf("%d lines and %d payments in %v", len(lines), len(entries), took)
	if took > 20*time.Second { // a step that goes through all for each would take hours
		t.Errorf("took %v", took)
	}
}

func BenchmarkMatch(b *testing.B) {
	lines, entries, _ := big(100_000)
	for b.Loop() {
		statement.Match(lines, entries, statement.Options{Zone: tripoli})
	}
}

// twiceKept returns the items of what the bank booked once more, and did not take back
// in the same statement: each Returned of a payment pairs with one Twice of it, of
// the same sum. What is left over is money that the shop may owe back.
func twiceKept(items []statement.Item) []statement.Item {
	returned := map[*statement.Entry]int{}
	for _, i := range items {
		if i.Class == statement.Returned {
			returned[i.Entry]++
		}
	}
	var left []statement.Item
	for _, i := range items {
		switch {
		case i.Class != statement.Twice:
		case i.Line.Amount == i.Entry.Amount && returned[i.Entry] > 0:
			returned[i.Entry]--
		default:
			left = append(left, i)
		}
	}
	return left
}
