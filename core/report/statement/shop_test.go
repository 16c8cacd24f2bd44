package statement_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

// quarter is a bank's file of 10,000 payments of a shop and of what else a bank writes,
// and what each is. It is written by hand, without a line of the reader.
type quarter struct {
	text    strings.Builder
	entries []statement.Entry
	want    map[statement.Class]int
	debts   int
	day     time.Time
	r       *rand.Rand
}

func (q *quarter) row(at time.Time, id string, minor int64, currency, words string) {
	side := "C"
	if minor < 0 {
		side, minor = "D", -minor
	}
	digits := map[string]int64{"LYD": 1000, "USD": 100}[currency]
	width := len(fmt.Sprint(digits)) - 1
	fmt.Fprintf(&q.text, "%s;%s;%d.%0*d;%s;%s;%s\n", at.Format("02/01/2006"), id, minor/digits, width, minor%digits, side, currency, words)
}

func (q *quarter) sale(at time.Time, route core.Route) statement.Entry {
	n := len(q.entries) + 1
	e := statement.Entry{Sale: journal.NewSaleID(journal.DayOf(at), n%900+1), Receipt: uint64(n), TransactionID: fmt.Sprintf("%04X-%04X-%06d", q.r.IntN(1<<16), q.r.IntN(1<<16), n),
		OrderID: fmt.Sprintf("TILL-%s-%06d", at.Format("060102"), n), Route: route, Amount: money.Amount{Minor: 1_000 + q.r.Int64N(400_000), Currency: "LYD"}, At: at}
	q.entries = append(q.entries, e)
	return e
}

// TestAQuarterOfALargeShop: fees, netting, reversals, late value dates, duplicates and
// foreign currency, each in its class, no debt that is none, and the fee learnt.
func TestAQuarterOfALargeShop(t *testing.T) {
	q := &quarter{want: map[statement.Class]int{}, r: rand.New(rand.NewPCG(31, 8)), day: time.Date(2026, 7, 5, 0, 0, 0, 0, tripoli)}
	q.text.WriteString("Date;Reference;Amount;D/C;Currency;Details\n")
	fee := statement.Fee{Rate: 90, Each: 25}
	const perDay, all = 125, 10_000
	for d := 0; len(q.entries) < all; d++ {
		day := q.day.AddDate(0, 0, d)
		if day.Weekday() == time.Friday || day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			continue // the shop rests as its bank does
		}
		booked := day.AddDate(0, 0, 1)
		for booked.Weekday() == time.Friday || booked.Weekday() == time.Saturday || booked.Weekday() == time.Sunday {
			booked = booked.AddDate(0, 0, 1)
		}
		net, n := int64(0), 0
		for i := range perDay {
			at := day.Add(8*time.Hour + time.Duration(i)*4*time.Minute)
			switch kind := q.r.IntN(100); {
			case kind < 40: // of the deposit of the day
				e := q.sale(at, core.RouteQR)
				net, n = net+e.Amount.Minor, n+1
			case kind < 94: // by its number, sometimes the order's, sometimes cut off
				e := q.sale(at, core.RouteAccount)
				id := e.TransactionID
				if kind < 50 {
					id = e.OrderID
				} else if kind < 55 {
					id = e.TransactionID[:12]
				}
				q.row(day, id, e.Amount.Minor, "LYD", "TRANSFER")
				q.want[statement.Matched]++
				q.row(day, "", -25, "LYD", "FEE "+id)
				q.want[statement.Outgoing]++
			case kind < 95: // twice, and it stays
				e := q.sale(at, core.RouteAccount)
				q.row(day, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER")
				q.row(booked, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER AGAIN")
				q.want[statement.Matched]++
				q.want[statement.Twice]++
				q.debts++
			case kind < 96: // twice, and the bank saw it
				e := q.sale(at, core.RouteAccount)
				q.row(day, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER")
				q.row(booked, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER AGAIN")
				q.row(booked, e.TransactionID, -e.Amount.Minor, "LYD", "REVERSAL")
				q.want[statement.Matched]++
				q.want[statement.Twice]++
				q.want[statement.Returned]++
			case kind < 97: // the same row once more is one
				e := q.sale(at, core.RouteWallet)
				for range 2 {
					q.row(day, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER")
				}
				q.want[statement.Matched]++
			case kind < 98: // taken back
				e := q.sale(at, core.RouteWallet)
				q.row(day, e.TransactionID, e.Amount.Minor, "LYD", "TRANSFER")
				q.row(booked, e.TransactionID, -e.Amount.Minor, "LYD", "REVERSAL")
				q.want[statement.Matched]++
				q.want[statement.Returned]++
			default: // somebody's, in dollars
				q.row(day, fmt.Sprintf("ELSEWHERE-%05d", len(q.entries)*2+i), 100+q.r.Int64N(90_000), "USD", "INCOMING")
				q.want[statement.OnlyBank]++
			}
		}
		q.row(booked, "", net-fee.Of(net, n), "LYD", "QR SETTLEMENT")
		q.want[statement.Grouped]++
	}
	began := time.Now()
	s, doubts, err := opened(t, []byte(q.text.String()), nil)
	read := time.Since(began)
	if err != nil || doubts != "" || len(s.Broken)+len(s.Gaps) > 0 {
		t.Fatalf("doubts %q, %d unread, %v", doubts, len(s.Broken), err)
	}
	o := statement.Options{Zone: tripoli}
	learnt, ok := statement.LearnFee(s.Lines, q.entries, o)
	if !ok || learnt != fee {
		t.Errorf("the fee is %+v, learnt %v; want %+v", learnt, ok, fee)
	}
	o.Fee = learnt
	items := statement.Match(s.Lines, q.entries, o)
	took := time.Since(began)
	got, till, bank, fees := map[statement.Class]int{}, int64(0), int64(0), int64(0)
	for _, i := range items {
		got[i.Class]++
		fees += i.Fee.Minor
		for _, e := range append(slices.Clone(i.Group), i.Entry) {
			if e != nil && i.Class != statement.Twice && i.Class != statement.Returned {
				till += e.Amount.Minor
			}
		}
		if i.Line != nil && i.Line.Amount.Currency == "LYD" {
			bank += i.Line.Amount.Minor
		}
		if i.Class == statement.Grouped && i.Sure {
			t.Error("a deposit that names no sale is called certain")
		}
	}
	if !maps.Equal(got, q.want) {
		t.Errorf("%v\nwant %v", got, q.want)
	}
	sum := int64(0)
	for _, e := range q.entries {
		sum += e.Amount.Minor
	}
	if again := twiceKept(items); len(again) != q.debts || till != sum {
		t.Errorf("%d are owed, %d truly; %d of %d are told", len(again), q.debts, till, sum)
	}
	t.Logf("%d payments, %d lines, %v, fees of deposits %d, read in %v, all in %v", len(q.entries), len(s.Lines), got, fees, read.Round(time.Millisecond), took.Round(time.Millisecond))
	// The same file once more, or one that overlaps, finds the same.
	if again := statement.Match(s.Lines, q.entries, o); describe(again) != describe(items) {
		t.Error("once more it finds something else")
	}
}

// TestOneEntryOfManyPayments: a line that names the payments that it stands for is theirs
// by number; one that names a payment twice, or lacks too much, is not.
func TestOneEntryOfManyPayments(t *testing.T) {
	part := func(id string, minor int64) statement.Part {
		return statement.Part{IDs: []string{id}, Amount: lyd(minor)}
	}
	entries := []statement.Entry{entry(1, "8F2K-71QD-0001", 12_500, "2026-11-20 10:00:00"), entry(2, "8F2K-71QD-0002", 7_500, "2026-11-20 11:00:00")}
	for name, c := range map[string]struct {
		sum   int64
		parts []statement.Part
		want  statement.Class
		fee   int64
	}{
		"both":             {20_000, []statement.Part{part("8F2K71QD0001", 12_500), part("8F2K-71QD-0002", 7_500)}, statement.Grouped, 0},
		"less a fee":       {19_800, []statement.Part{part("8F2K71QD0001", 12_500), part("8F2K-71QD-0002", 7_500)}, statement.Grouped, 200},
		"lacks too much":   {15_000, []statement.Part{part("8F2K71QD0001", 12_500), part("8F2K-71QD-0002", 7_500)}, statement.OnlyBank, 0},
		"one of them only": {25_000, []statement.Part{part("8F2K71QD0001", 12_500), part("8F2K71QD0001", 12_500)}, statement.OnlyBank, 0},
		"another sum":      {20_100, []statement.Part{part("8F2K71QD0001", 12_600), part("8F2K-71QD-0002", 7_500)}, statement.OnlyBank, 0},
	} {
		l := line(1, "BATCH-77", c.sum, "2026-11-21 00:00:00")
		l.Dated, l.Parts = true, c.parts
		items := statement.Match([]statement.Line{l}, entries, statement.Options{Zone: tripoli})
		var found statement.Item
		for _, i := range items {
			if i.Line != nil {
				found = i
			}
		}
		if found.Class != c.want || found.Fee.Minor != c.fee || found.Sure != (c.want == statement.Grouped || c.want == statement.OnlyBank) {
			t.Errorf("%s: %s", name, describe(items))
		}
	}
}
