package export_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// cashDay is a day of a shop that takes cash, and its Z, counted from the sales by
// hand.
func cashDay(t *testing.T) (sales []journal.Sale, z journal.Z) {
	t.Helper()
	taken := map[journal.TakenKey]journal.Taken{}
	day := journal.DayOf(shop.LastDay)
	var cash, receipts uint64
	for i := range 400 {
		s := shop.Sale(2_000+i, 4_000)
		s.ID = journal.NewSaleID(day, i+1)
		s.CreatedAt = shop.LastDay.Add(8*time.Hour + time.Duration(i)*time.Minute)
		s.Amount.Currency, s.OwedEnd, s.PaidTwiceWith = []string{"LYD", "LYD", "EUR"}[i%3], "", ""
		if i%4 == 1 { // what a person says that they took
			cash++
			s.Session, s.Route, s.Institution, s.SetAside, s.Capped, s.SettledAt = core.PaymentSession{}, journal.RouteCash, "", nil, false, time.Time{}
			s.CashSeq, s.Step = cash, journal.StepCash
			s.Amount.Currency = "LYD"
		}
		status := s.Status()
		if status != journal.StatusPaid && status != journal.StatusCash {
			sales = append(sales, s)
			continue
		}
		if status == journal.StatusPaid {
			receipts++
			s.ReceiptSeq = receipts
		}
		key := journal.TakenKey{Opened: 7, Route: s.Route, Cashier: s.Cashier, Currency: s.Amount.Currency}
		one := taken[key]
		one.TakenKey, one.Number, one.Minor = key, one.Number+1, one.Minor+s.Amount.Minor
		taken[key] = one
		sales = append(sales, s)
	}
	f := journal.ShiftFigures{Taken: slices.Collect(maps.Values(taken)), Receipts: journal.SeqRange{First: 1, Last: receipts}, Cash: journal.SeqRange{First: 1, Last: cash}}
	slices.SortFunc(f.Taken, func(a, b journal.Taken) int { return a.Compare(b.TakenKey) })
	s := journal.Shift{Number: 7, Version: 3, After: 6, Begun: shop.LastDay, Opened: &journal.Opening{At: shop.LastDay, By: "Samira", Currency: "LYD"}}
	z, err := journal.SumUp(s, f, journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Till: "2"}, Environment: core.Live, At: shop.LastDay.Add(20 * time.Hour), By: "Samira", Seq: 7, Before: 6})
	if err != nil {
		t.Fatal(err)
	}
	return sales, z
}

// TestEveryTableAgreesWithTheZ, where a shop takes cash: what any table of any export
// calls taken is what the Z does, by currency.
func TestEveryTableAgreesWithTheZ(t *testing.T) {
	sales, z := cashDay(t)
	want, cash := map[string]int64{}, map[string]int64{}
	for _, l := range z.Taken {
		want[l.Currency] += l.Minor
		if l.Route == journal.RouteCash {
			cash[l.Currency] += l.Minor
		}
	}
	if len(want) != 2 || cash["LYD"] == 0 || cash["LYD"] == want["LYD"] {
		t.Fatalf("the day is too plain: %v, cash %v", want, cash)
	}
	tally, err := shop.Count(shop.Each(sales), tripoli)
	if err != nil {
		t.Fatal(err)
	}
	day := journal.DayOf(shop.LastDay)
	result, err := report.Build(t.Context(), tally, report.Query{Filter: report.Filter{Period: report.Period{From: day, To: day}}, Compare: report.CompareBefore})
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		reports := export.Reports(result, w)
		lost := w.Say(export.KeyLost)
		tables := append(slices.Clone(reports), export.Sales(shop.Each(sales), len(sales), nil, w), export.PlainSales(shop.Each(sales), len(sales), nil),
			export.Zs(each([]journal.Z{z}), 1, nil, w), export.ZLines(each([]journal.Z{z}), len(z.Taken), w), export.ZDrawers(each([]journal.Z{z}), w))
		checked := 0
		for _, table := range tables {
			if table.Name == lost || table.Name == w.Say(export.KeyUnsure) {
				continue // of what did not become money, or may not have
			}
			_, out := write(t, job(export.CSV, w, table))
			got := map[string]int64{}
			var of []string
			for _, s := range out.Sums {
				name := table.Columns[s.Column].Name
				switch {
				case name == "taken", name == "sum", slices.Contains([]string{"paid", "cash"}, name) && slices.ContainsFunc(table.Columns, func(c export.Column) bool { return c.Name == "paid" }):
				case name == "cash" && !slices.ContainsFunc(table.Columns, func(c export.Column) bool { return c.Name == "taken" }): // of a drawer: cash alone
					if s.Minor != cash[s.Currency] {
						t.Errorf("%s %s: cash %d, the Z has %v", lang, table.Name, s.Minor, cash)
					}
					checked++
					continue
				default:
					continue
				}
				got[s.Currency] += s.Minor
				of = append(of, name)
			}
			if len(of) == 0 {
				continue
			}
			checked++
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s %s, %s: %v, the Z has %v", lang, table.Name, strings.Join(of, " "), got, want)
			}
		}
		if checked != len(reports)-2+5 { // but those of what is not money, or may not be
			t.Errorf("%d tables were compared", checked)
		}
	}
}

// TestCashThatWasTakenOffStaysNowhere, for people and for programs: the Z has it among what was returned.
func TestCashThatWasTakenOffStaysNowhere(t *testing.T) {
	sales, _ := cashDay(t)
	at := slices.IndexFunc(sales, func(s journal.Sale) bool { return s.Status() == journal.StatusCash })
	sales[at].Reversed = &journal.Decision{At: shop.LastDay.Add(15 * time.Hour), By: "Huda", Reason: "typed twice"}
	off := sales[at].Amount.Minor
	for name, back := range map[string]export.Returned{"the ledger says it": {sales[at].ID: off}, "nobody was asked": nil} {
		for _, table := range []export.Table{export.Sales(shop.Each(sales), len(sales), back, shop.English), export.PlainSales(shop.Each(sales), len(sales), back)} {
			data, out := write(t, job(export.CSV, shop.English, table))
			if said := records(t, data); table.Name != "sales" && !strings.Contains(fmt.Sprint(said), "Cash, reversed") {
				t.Errorf("%s: no row says that cash was taken off", name)
			}
			sums := map[string]int64{}
			for _, s := range out.Sums {
				if s.Currency == "LYD" {
					sums[table.Columns[s.Column].Name] = s.Minor
				}
			}
			if sums["returned"] != off || sums["stays"] != sums["paid"]+sums["cash"]-off {
				t.Errorf("%s: %v; %d was taken off", name, sums, off)
			}
		}
	}
}

// TestBothPaymentsOfAnOrderAreReturned where the ledger says so: the sale of the first does not tell.
func TestBothPaymentsOfAnOrderAreReturned(t *testing.T) {
	sales, _ := cashDay(t)
	at := slices.IndexFunc(sales, func(s journal.Sale) bool { return s.Status() == journal.StatusPaid })
	first := sales[at]
	first.OwedSince, first.OwedEnd, first.AlsoPaid = first.SettledAt, journal.DebtReturned, "20261120-000999"
	for name, c := range map[string]struct {
		back export.Returned
		want bool
	}{"all of it": {export.Returned{first.ID: first.Amount.Minor}, true}, "a part": {export.Returned{first.ID: 1}, false}, "the other's": {export.Returned{}, false}} {
		data, _ := write(t, job(export.CSV, shop.English, export.Sales(shop.Each([]journal.Sale{first}), 1, c.back, shop.English)))
		if said := fmt.Sprint(records(t, data)); strings.Contains(said, "Paid, returned") != c.want {
			t.Errorf("%s was given back, and the row says %s", name, said)
		}
	}
}

// TestAPaidQRHasNoInstitution, as it has no payer: an account was validated first, and its code did not pay.
func TestAPaidQRHasNoInstitution(t *testing.T) {
	s := shop.Sale(0, 1)
	for route, want := range map[core.Route]bool{core.RouteQR: false, core.RouteAccount: true} {
		s.Route, s.Institution, s.Session.MaskedAccount = route, "First Practice Bank", "•••• 4417"
		data, _ := write(t, job(export.Plain, nil, export.PlainSales(shop.Each([]journal.Sale{s}), 1, nil)))
		said := string(data)
		if strings.Contains(said, "First Practice Bank") != want || strings.Contains(said, "4417") != want {
			t.Errorf("%s: %s", route, said)
		}
	}
}
