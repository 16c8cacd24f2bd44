//go:build linux

package page

import (
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/office/reader"
	"sanduq/core/report"
)

// opened writes a sale without money, and settled gives it some, booked on the day on
// which it came, in the way a till does.
func (b *books) opened(day journal.Day, number int, minor int64) int {
	at, amount := day.Time(time.UTC).Add(9*time.Hour+time.Duration(number)*time.Minute), money.Amount{Minor: minor, Currency: "LYD"}
	id := journal.NewSaleID(day, number)
	b.sales = append(b.sales, journal.Sale{ID: id, Version: 1, OrderID: "TILL-" + string(id), Amount: amount, Environment: core.Live, CreatedAt: at, UpdatedAt: at, Step: journal.StepSession,
		Route: core.RouteQR, Cashier: "Samira", Session: core.PaymentSession{PaymentID: "P" + string(id), OrderID: "TILL-" + string(id), Amount: amount, State: core.StateExpired}})
	return len(b.sales) - 1
}

func (b *books) settled(i int, at time.Time) {
	s := &b.sales[i]
	s.Version, s.UpdatedAt, s.SettledAt, s.Session.State, s.ReceiptSeq = s.Version+1, at, at, core.StateSuccess, uint64(len(b.receipts)+1)
	s.AcknowledgedAt = at
	s.Book(journal.DayOf(at))
	b.receipts = append(b.receipts, journal.Receipt{Seq: s.ReceiptSeq, SaleID: s.ID, OrderID: s.OrderID, PaymentID: s.Session.PaymentID, Amount: s.Amount, Route: s.Route, SettledAt: at,
		Environment: core.Live, Cashier: s.Cashier, Late: s.Booked != ""})
	b.audit = append(b.audit, journal.AuditRow{Seq: uint64(len(b.audit) + 1), At: at, By: "Huda", Action: journal.AuditSettled, SaleID: s.ID})
}

// TestAClosedMonthStaysAsItWas: money that comes in December, of a sale of November, is
// December's in the report, in the totals and on the owner's page, which name the sale;
// November's stay, whether they are counted from the sales or told by the totals.
func TestAClosedMonthStaysAsItWas(t *testing.T) {
	p := newPlace(t)
	number, client := p.enrolled("Harbour", "Till 1", p.tills.URL)
	var b books
	b.settled(b.opened("20261120", 1, 12_500), noon)
	late := b.opened("20261120", 2, 25_000)
	p.send(number, client, &b)
	p.person("Owner")
	owner := p.window("Owner")
	november, december := report.Period{From: "20261101", To: "20261130"}, report.Period{From: "20261201", To: "20261231"}
	was := [2]report.Figure{p.takenIn(owner, november, 1), p.takenIn(owner, november, 0)}
	if want := (report.Figure{Number: 1, Minor: 12_500}); was != [2]report.Figure{want, want} {
		t.Fatalf("November took %+v, want %+v", was, want)
	}

	came := time.Date(2026, 12, 2, 15, 20, 0, 0, time.UTC)
	p.later(came.Sub(noon))
	b.settled(late, came)
	p.send(number, client, &b)
	owner = p.window("Owner") // nobody is signed in for so long
	if now := [2]report.Figure{p.takenIn(owner, november, 1), p.takenIn(owner, november, 0)}; now != was {
		t.Errorf("November was closed with %+v, and is now %+v", was, now)
	}
	want := report.Figure{Number: 1, Minor: 25_000}
	if got := [2]report.Figure{p.takenIn(owner, december, 1), p.takenIn(owner, december, 0)}; got != [2]report.Figure{want, want} {
		t.Errorf("December took %+v, want %+v", got, want)
	}
	_, shown := p.signsIn(p.browser(), "Owner", password)
	for _, part := range []string{"25.000", "2026-11-20 #2"} {
		if !strings.Contains(shown, part) {
			t.Errorf("on 2 December the owner's page does not say %s:\n%s", part, shown)
		}
	}
	p.lists(owner, map[string]list{
		"November's own sales":   {journal.SaleQuery{From: november.From, To: november.To}, 2, 37_500},
		"what November took":     {journal.SaleQuery{From: november.From, To: november.To, Booked: true}, 1, 12_500},
		"December's own sales":   {journal.SaleQuery{From: december.From, To: december.To}, 0, 0},
		"what December took":     {journal.SaleQuery{From: december.From, To: december.To, Booked: true}, 1, 25_000},
		"what it took by 3 p.m.": {journal.SaleQuery{From: december.From, To: december.To, Booked: true, Hour: journal.ClockHour{Hour: 15, Zone: time.UTC}}, 1, 25_000},
		"what it took by 9 a.m.": {journal.SaleQuery{From: december.From, To: december.To, Booked: true, Hour: journal.ClockHour{Hour: 9, Zone: time.UTC}}, 0, 0},
		"what it took by hand":   {journal.SaleQuery{From: december.From, To: december.To, Booked: true, Cashier: "Samira", Search: "#2"}, 1, 25_000},
		"all that there is":      {journal.SaleQuery{}, 2, 37_500},
	})
	for _, s := range walk(t, owner, journal.SaleQuery{From: december.From, Booked: true}) {
		if s.BookingDay() != "20261202" || s.ID.Day() != "20261120" {
			t.Errorf("the list shows %s, booked on %s", s.ID, s.BookingDay())
		}
	}
	p.noFaults(t)
}

// list is what a list has, and what its sum is.
type list struct {
	q     journal.SaleQuery
	sales int
	minor int64
}

func (p *place) lists(owner *reader.Reader, all map[string]list) {
	p.Helper()
	for name, want := range all {
		rows, minor := 0, int64(0)
		for _, s := range walk(p.T, owner, want.q) {
			rows, minor = rows+1, minor+s.Amount.Minor
		}
		totals, err := owner.Totals(p.Context(), want.q)
		if err != nil {
			p.Fatal(err)
		}
		var sum list
		for _, one := range totals {
			sum.sales, sum.minor = sum.sales+one.Count, sum.minor+one.Minor
		}
		if rows != want.sales || minor != want.minor || sum.sales != want.sales || sum.minor != want.minor {
			p.Errorf("%s: %d sales of %d, told as %d of %d, want %d of %d", name, rows, minor, sum.sales, sum.minor, want.sales, want.minor)
		}
	}
}

// takenIn is what a period took by the reports: from the sales where there are no more of
// them than counted, else from the totals.
func (p *place) takenIn(owner *reader.Reader, period report.Period, counted int64) (f report.Figure) {
	p.Helper()
	was := mostCounted
	if mostCounted = counted; counted > 0 {
		mostCounted = office.MaxCounted
	}
	defer func() { mostCounted = was }()
	for bucket, err := range owner.Figures(p.Context(), period.From, period.To) {
		if err != nil {
			p.Fatal(err)
		}
		if bucket.Status == journal.StatusPaid {
			f.Number, f.Minor = f.Number+bucket.Number, f.Minor+bucket.Minor
		}
	}
	return f
}

// TestEachShopHasItsOwnDay: late in the evening of the page's zone the next day has begun
// at a shop further east.
func TestEachShopHasItsOwnDay(t *testing.T) {
	p := newPlace(t)
	p.later(9*time.Hour + 30*time.Minute) // 21:30 on the 20th, and 01:30 in Dubai
	harbour, garden := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live)
	late := sale("20261119", 3, 7_000, journal.StatusPaid)
	late.Booked, late.SettledAt = "20261121", p.clock()
	harbour(sale("20261120", 1, 1_000, journal.StatusPaid), sale("20261121", 2, 2_000, journal.StatusPaid), late, sale("20261114", 1, 3_000, journal.StatusPaid))
	garden(sale("20261120", 1, 40_000, journal.StatusPaid), sale("20261121", 2, 50_000, journal.StatusPaid), sale("20261113", 1, 60_000, journal.StatusPaid))
	if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE shops SET zone = 'Asia/Dubai' WHERE name = 'Harbour'"); err != nil {
		t.Fatal(err)
	}
	p.person("Huda")
	_, shown := p.signsIn(p.browser(), "Huda", password)
	shown = shown[:max(0, strings.Index(shown, "Newest sales"))]
	for _, want := range []string{"9.000", "3.000", "40.000", "60.000", "2026-11-19 #3"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	for _, other := range []string{"1.000 LYD", "2.000 LYD", "50.000", "90.000"} {
		if strings.Contains(shown, ">"+other) {
			t.Errorf("the page says %s", other)
		}
	}
	if t.Failed() {
		t.Log(shown)
	}
}
