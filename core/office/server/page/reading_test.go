//go:build linux

package page

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/reader"
)

// window is somebody who looks from a computer.
func (p *place) window(name string) *reader.Reader {
	p.Helper()
	return p.windowIn(name, time.UTC)
}

func (p *place) windowIn(name string, zone *time.Location) *reader.Reader {
	p.Helper()
	r, err := reader.New(reader.Config{Address: p.web.URL, Zone: zone, Now: p.clock, Currency: "LYD"})
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(r.Close)
	if err := r.SignIn(p.Context(), name, core.NewSecret(password)); err != nil {
		p.Fatal(err)
	}
	return r
}

// walk reads all of a query, a few at a time.
func walk(t *testing.T, r *reader.Reader, q journal.SaleQuery) (all []journal.Sale) {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 3
	}
	for {
		got, err := r.Sales(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, got.Sales...)
		if !got.More {
			return all
		}
		q.Before = all[len(all)-1].ID
	}
}

// TestAWindowReadsManyTills holds pages and totals of every filter against what was
// sent: each sale once, in order, nothing of another shop, and never practice beside
// live.
func TestAWindowReadsManyTills(t *testing.T) {
	p := newPlace(t)
	days := []journal.Day{"20261118", "20261120"}
	sent := map[string]int64{} // by place, status and day
	for i, name := range []string{"Harbour", "Harbour", "Garden"} {
		send := p.till(name, []string{"Till 1", "Till 2", "Till 1"}[i], core.Live)
		var sales []office.Sale
		for n := range 8 {
			status := []journal.Status{journal.StatusPaid, journal.StatusFailed, journal.StatusWaiting, journal.StatusPaid}[n%4]
			s := sale(days[n/4], n+1, int64(100*(i+1)+n), status)
			s.CreatedAt = s.CreatedAt.Add(time.Duration(n%3) * time.Minute) // some at one moment
			s.Cashier, s.TransactionID = []string{"", "Samira"}[n%2], "TX-"+s.OrderID
			sales = append(sales, s)
			sent[name+" "+string(status)] += s.Minor
		}
		send(sales...)
	}
	p.till("Harbour", "Practice", core.Sandbox)(sale(days[1], 1, 7, journal.StatusPaid))
	p.person("Huda", "Harbour")
	p.person("Owner")
	owner, huda := p.window("Owner"), p.window("Huda")
	if owner.Practice() {
		t.Error("live tills are practice")
	}
	places := map[string]string{}
	for _, one := range owner.Places() {
		places[one.Name] = one.ID
	}
	if want := []string{"Garden", "Garden 1", "Harbour", "Harbour 1", "Harbour 2"}; len(places) != len(want) {
		t.Errorf("places %v", places)
	}
	for name, c := range map[string]struct {
		by   *reader.Reader
		q    journal.SaleQuery
		want int
	}{
		"everything":        {owner, journal.SaleQuery{}, 24},
		"one day":           {owner, journal.SaleQuery{From: days[1], To: days[1]}, 12},
		"a day without any": {owner, journal.SaleQuery{From: "20261119", To: "20261119"}, 0},
		"paid":              {owner, journal.SaleQuery{Status: journal.StatusPaid}, 12},
		"a shop":            {owner, journal.SaleQuery{Place: places["Harbour"]}, 16},
		"a till":            {owner, journal.SaleQuery{Place: places["Harbour 2"]}, 8},
		"a till, not paid":  {owner, journal.SaleQuery{Place: places["Garden 1"], Status: journal.StatusFailed}, 2},
		"a cashier":         {owner, journal.SaleQuery{Cashier: "Samira"}, 12},
		"nobody":            {owner, journal.SaleQuery{Cashier: journal.Nobody}, 12},
		"amounts":           {owner, journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: 200, Max: 203}}, 4},
		"a transaction":     {owner, journal.SaleQuery{Search: "tx-202611185"}, 0},
		"its beginning":     {owner, journal.SaleQuery{Search: "tx-2026112"}, 12},
		"an amount":         {owner, journal.SaleQuery{Search: "0.303"}, 1},
		"a number":          {owner, journal.SaleQuery{Search: "#3"}, 3},
		"a bare number":     {owner, journal.SaleQuery{Search: "3"}, 3},
		"a route":           {owner, journal.SaleQuery{Route: core.RouteWallet}, 0},
		"of one shop":       {huda, journal.SaleQuery{}, 16},
		"of another's":      {huda, journal.SaleQuery{Place: places["Garden"]}, 0},
		"another's till":    {huda, journal.SaleQuery{Place: places["Garden 1"]}, 0},
	} {
		all := walk(t, c.by, c.q)
		seen, sum := map[journal.SaleID]bool{}, map[journal.Group]journal.Total{}
		for _, s := range all {
			seen[s.ID] = true
			x := sum[s.Status().Group()]
			sum[s.Status().Group()] = journal.Total{Group: s.Status().Group(), Currency: "LYD", Count: x.Count + 1, Minor: x.Minor + s.Amount.Minor}
		}
		if len(all) != c.want || len(seen) != c.want || !slices.IsSortedFunc(all, func(a, b journal.Sale) int { return -compare(a.ID, b.ID) }) {
			t.Errorf("%s: %d sales, %d different, want %d", name, len(all), len(seen), c.want)
		}
		totals, err := c.by.Totals(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		if len(totals) != len(sum) {
			t.Errorf("%s: totals %v, the list comes to %v", name, totals, sum)
		}
		for _, x := range totals {
			if sum[x.Group] != x {
				t.Errorf("%s: totals say %+v, the list comes to %+v", name, x, sum[x.Group])
			}
		}
	}
	if got := owner.PlaceOf(walk(t, owner, journal.SaleQuery{Place: places["Harbour 2"]})[0].ID); got != "Harbour 2" {
		t.Errorf("it is of %q", got)
	}
	p.asks(owner, huda)
}

func compare(a, b journal.SaleID) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// asks goes through what is refused, and what is told of tills.
func (p *place) asks(owner, huda *reader.Reader) {
	ctx := p.Context()
	paid := walk(p.T, owner, journal.SaleQuery{Status: journal.StatusPaid})[0]
	if _, err := owner.ReceiptOf(ctx, paid); !errors.Is(err, journal.ErrNotFound) { // none was sent
		p.Errorf("a receipt that is not there: %v", err)
	}
	if _, err := owner.Sales(ctx, journal.SaleQuery{Place: "till:x"}); !errors.Is(err, reader.ErrAsked) {
		p.Errorf("a till that has no number: %v", err)
	}
	for _, q := range []journal.SaleQuery{{From: "today"}, {Before: "20261120-000001"}} {
		if _, err := owner.Sales(ctx, q); err == nil {
			p.Errorf("%+v was answered", q)
		}
	}
	p.later(silentAfter + time.Minute)
	got, err := huda.Tills(ctx)
	if err != nil || len(got.Tills) != 3 || got.Who != "Huda" || !got.Tills[0].Silent || got.Tills[0].Heard.IsZero() {
		p.Errorf("%+v: %v", got, err)
	}
	told, heard := make(chan struct{}, 100), make(chan error, 1)
	until, end := context.WithTimeout(ctx, 20*time.Second)
	defer end()
	go func() { heard <- owner.Watch(until, func() { told <- struct{}{} }) }()
	<-told
	p.till("Garden", "Till 9", core.Live)(sale("20261120", 99, 5, journal.StatusPaid))
	select {
	case <-told:
	case <-until.Done():
		p.Error("nobody is told of a new sale")
	}
	end()
	<-heard
	huda.SignOut()
	if _, err := huda.Tills(ctx); !errors.Is(err, reader.ErrSession) {
		p.Errorf("signed out: %v", err)
	}
	if err := huda.Watch(ctx, func() {}); !errors.Is(err, reader.ErrSession) {
		p.Errorf("signed out, news: %v", err)
	}
	if err := huda.SignIn(ctx, "Huda", core.NewSecret("wrong password")); !errors.Is(err, reader.ErrSignIn) {
		p.Errorf("a wrong password: %v", err)
	}
	if _, err := reader.New(reader.Config{Address: "http://office.example"}); !errors.Is(err, reader.ErrAddress) {
		p.Errorf("an address without TLS: %v", err)
	}
}
