package till_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/soak"
	"sanduq/core/till"
)

// bookFault is a fault that is injected to see that it is found.
type bookFault string

const (
	soundBooks      bookFault = ""
	figuresByOwnDay bookFault = "figures by the day of the sale"
	exportsByOwnDay bookFault = "exports by the day of the sale"
	noBookingDay    bookFault = "the till writes no day of booking"
	apartReturned   bookFault = "the return of a second debit counts as one of what was taken"
	keptReturned    bookFault = "what was kept counts as returned"
	otherRoute      bookFault = "figures under another route"
	otherCurrency   bookFault = "figures under another currency"
	otherOrder      bookFault = "a closed period is exported in another order"
)

// TestTheBooksAgree draws periods of a shop, each closed with its Z: money that comes at
// once and late, cash, second debits, returns, what is kept, restarts, and a clock that is set back. At the end of
// each, and again at the end of all, the report, the exported sales and the Z say the
// same of each route and currency, the Z and the report have given back and kept what the
// shop here did, and a closed period is exported to the same bytes.
func TestTheBooksAgree(t *testing.T) {
	n := soak.N(t, 6)
	done := soak.Begin(t, "books", n)
	first := soak.First(t, 1)
	for seed := first; seed < first+uint64(n); seed++ {
		if problem := booksOf(t, seed, soundBooks); problem != "" {
			t.Errorf("%s\n%s", problem, soak.Again("books", seed))
		}
	}
	done("%d lives of a shop", n)
}

// books is a shop whose books are held against each other.
type books struct {
	*desk
	r       *rand.Rand
	off     *atomic.Int64
	fault   bookFault
	late    []journal.View // whose money may still come
	due     []journal.View // whose money is there, and the till may not know it yet
	drawer  int64
	cashed  []journal.View  // in cash, and not taken off again
	paid    []journal.View  // at once, and not known to be debited twice
	apart   map[uint64]bool // the entries of second debits
	gone    became          // what was done in the present period
	number  int
	periods []closedPeriod
	exports int
}

// became is what the shop did with what it owed, by currency, in minor units.
type became struct{ returned, apart, kept map[string]int64 }

func nothing() became { return became{map[string]int64{}, map[string]int64{}, map[string]int64{}} }

type closedPeriod struct {
	report.Period
	gone     became
	z        journal.Z
	exported []byte
}

func booksOf(t *testing.T, seed uint64, fault bookFault) (problem string) {
	synctest.Test(t, func(t *testing.T) {
		b := &books{r: rand.New(rand.NewPCG(seed, 37)), off: new(atomic.Int64), fault: fault, apart: map[uint64]bool{}, gone: nothing()}
		b.open(t, storetest.NewMemory(), newGateway())
		defer func() { b.Close() }()
		set := b.Settings()
		set.Shifts, set.Cash = true, true
		b.do(b.Staff.SaveSettings(t.Context(), set, "Huda"))
		for range 3 + b.r.IntN(3) {
			if problem = b.period(); problem != "" {
				return
			}
		}
		for _, p := range b.periods {
			if problem = b.agree(p); problem != "" {
				return
			}
		}
	})
	return problem
}

func (b *books) open(t *testing.T, store *storetest.Memory, gate *gateway) {
	t.Helper()
	var kept journal.Store = store
	if b.fault == noBookingDay {
		kept = forgetful{store}
	}
	d, err := till.Open(t.Context(), till.Config{Store: kept, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		Now:    func() time.Time { return time.Now().Add(time.Duration(b.off.Load())) },
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	b.desk = &desk{Till: d, t: t, store: store, gate: gate, sub: d.Subscribe()}
}

// period is some days that end with a Z, from the morning of a later day on.
func (b *books) period() string {
	b.t.Helper()
	now := b.Now()
	time.Sleep(time.Date(now.Year(), now.Month(), now.Day()+1+b.r.IntN(20), 8, 0, 0, 0, time.UTC).Sub(now))
	p := closedPeriod{Period: report.Period{From: b.Today()}}
	b.do(b.Shifts.OpenShift(b.t.Context(), "Amal", b.drawer, "the safe"))
	for range 3 + b.r.IntN(8) {
		if b.r.IntN(4) == 0 {
			b.off.Store(-int64(time.Duration(1+b.r.IntN(60)) * 24 * time.Hour))
		}
		b.act()
		b.off.Store(0)
		if b.r.IntN(6) == 0 {
			time.Sleep(24 * time.Hour)
		}
	}
	// What the till hears of behind the Z and before midnight is booked on that day and
	// stands in the next Z: the day is not over.
	for _, v := range b.due {
		for n := 0; b.sale(v.ID).Status() != journal.StatusPaid && !b.sale(v.ID).Watch.Next.IsZero(); n++ {
			if n == 100 {
				b.t.Fatalf("the till never heard of the money of %s", v.ID)
			}
			b.WatchNow()
			b.pass(3 * time.Minute)
		}
	}
	b.due = slices.DeleteFunc(b.due, func(v journal.View) bool { return b.sale(v.ID).Status() == journal.StatusPaid })
	p.To = b.Today()
	p.gone, b.gone = b.gone, nothing()
	b.counts(b.drawer)
	p.z = b.closes("")
	var problem string
	if p.exported, problem = b.export(p.Period); problem != "" {
		return problem
	}
	b.periods = append(b.periods, p)
	return b.agree(p)
}

// act is one thing that happens.
func (b *books) act() {
	b.t.Helper()
	switch b.r.IntN(10) {
	case 0, 1:
		v := b.asks("")
		b.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
		b.pass(10 * time.Second)
		b.want(v.ID, journal.StatusPaid)
		b.paid = append(b.paid, v)
	case 8: // the bank's statement has one of them twice
		if n := len(b.paid); n > 0 {
			v := b.paid[n-1]
			b.paid = b.paid[:n-1]
			b.number++
			b.do(b.Refunds.OweByStatement(b.t.Context(), v.ID, "Huda", v.Amount, fmt.Sprint("ST-", b.number)))
			b.apart[b.debts()[len(b.debts())-1].Number] = true
		}
	case 9:
		for _, d := range b.debts() {
			if part := d.Open() - d.Open()/2; part > 0 {
				b.do(b.Refunds.KeepDebt(b.t.Context(), d.Number, "Huda", part, d.Open(), "the customer agreed"))
				b.gone.kept[d.Amount.Currency] += part
				return
			}
		}
	case 2:
		v := b.asks("")
		b.do(b.SetAside(b.t.Context(), v.ID, []string{journal.AsideCustomerLeft, journal.AsidePaidCash}[b.r.IntN(2)]))
		b.late = append(b.late, v)
	case 3:
		if len(b.late) == 0 {
			return
		}
		at := b.r.IntN(len(b.late))
		v := b.late[at]
		b.late = append(b.late[:at:at], b.late[at+1:]...)
		b.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
		b.due = append(b.due, v)
		b.WatchNow()
		b.pass(time.Minute)
	case 4:
		minor := int64(1+b.r.IntN(200)) * 250
		b.cashed = append(b.cashed, b.cash(minor, minor))
		b.drawer += minor
	case 7: // of this period or of an earlier one
		if n := len(b.cashed); n > 0 {
			v := b.cashed[b.r.IntN(n)]
			b.cashed = slices.DeleteFunc(b.cashed, func(other journal.View) bool { return other.ID == v.ID })
			b.do(b.Refunds.ReverseCash(b.t.Context(), v.ID, "Huda", 0, "typed wrong"))
			b.drawer -= v.Amount.Minor
			b.gone.returned[v.Amount.Currency] += v.Amount.Minor
		}
	case 5:
		store, gate, t := b.store, b.gate, b.t
		b.Close()
		b.open(t, store.Crash(), gate)
		b.pass(time.Minute)
	case 6:
		for _, d := range b.debts() {
			if open := d.Open(); open > 0 {
				b.number++
				b.do(b.Refunds.ReturnDebt(b.t.Context(), d.Number, "Huda", open, open, fmt.Sprint("FT-", b.number)))
				if b.apart[d.Number] {
					b.gone.apart[d.Amount.Currency] += open
				} else {
					b.gone.returned[d.Amount.Currency] += open
				}
				return
			}
		}
	}
}

// asks opens a payment of some amount and currency.
func (b *books) asks(replaces journal.SaleID) journal.View {
	b.t.Helper()
	a := money.Amount{Minor: int64(1+b.r.IntN(400)) * 125, Currency: []string{"LYD", "LYD", "TND"}[b.r.IntN(3)]}
	v, err := b.Charge(b.t.Context(), journal.Draft{Amount: a, Route: core.RouteQR, Replaces: replaces, Cashier: []string{"Amal", "Bilal"}[b.r.IntN(2)]})
	b.do(err)
	synctest.Wait()
	return b.sale(v.ID)
}

// agree holds report, export and Z of a closed period against each other.
func (b *books) agree(p closedPeriod) string {
	b.t.Helper()
	z := map[string]int64{}
	lines, err := p.z.ByRoute()
	b.do(err)
	for _, l := range lines {
		z[string(l.Route)+" "+l.Currency] += l.Minor
	}
	var keeper report.FigureStore = b.store
	switch b.fault {
	case figuresByOwnDay:
		keeper = ownDays{b.store}
	case otherRoute, otherCurrency:
		keeper = otherFigures{b.store, b.fault}
	case apartReturned, keptReturned:
		keeper = otherLedger{b.store, b.fault}
	}
	said, err := report.Build(b.t.Context(), report.Kept(keeper, time.UTC), report.Query{Filter: report.Filter{Period: p.Period}})
	b.do(err)
	reported, returned, kept := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for _, one := range said.Reports {
		for _, route := range one.Rows[report.ByRoute] {
			if route.Now.Number != 0 {
				reported[route.Name+" "+one.Currency] += route.Now.Minor
			}
		}
		if one.Cash.Taken.Now.Number != 0 {
			reported["cash "+one.Currency] += one.Cash.Taken.Now.Minor
		}
		if one.Returned.Number != 0 {
			returned[one.Currency] += one.Returned.Minor
		}
		if one.Ledger.Kept.Number != 0 {
			kept[one.Currency] += one.Ledger.Kept.Minor
		}
	}
	of := nothing()
	for _, o := range p.z.Owed {
		for sums, minor := range map[*map[string]int64]int64{&of.returned: p.z.Returned(o.Currency), &of.apart: o.ReturnedApart, &of.kept: o.Kept} {
			if minor != 0 {
				(*sums)[o.Currency] += minor
			}
		}
	}
	again, problem := b.export(p.Period)
	switch exported := sumsOf(b.t, again); {
	case problem != "":
		return problem
	case !maps.Equal(reported, z):
		return fmt.Sprintf("period %v: the report has %v, Z %d has %v", p.Period, reported, p.z.Seq, z)
	case !maps.Equal(exported, z):
		return fmt.Sprintf("period %v: the export has %v, Z %d has %v", p.Period, exported, p.z.Seq, z)
	case !maps.Equal(of.returned, p.gone.returned) || !maps.Equal(of.apart, p.gone.apart) || !maps.Equal(of.kept, p.gone.kept):
		return fmt.Sprintf("period %v: Z %d has %v, the shop did %v", p.Period, p.z.Seq, of, p.gone)
	case !maps.Equal(returned, of.returned):
		return fmt.Sprintf("period %v: the report has returned %v, Z %d has %v", p.Period, returned, p.z.Seq, of.returned)
	case !maps.Equal(kept, of.kept):
		return fmt.Sprintf("period %v: the report has kept %v, Z %d has %v", p.Period, kept, p.z.Seq, of.kept)
	case !bytes.Equal(again, p.exported):
		return fmt.Sprintf("period %v: exported anew, it is\n%s\nand was\n%s", p.Period, again, p.exported)
	}
	return ""
}

// export is the money of a period as a file for programs, asked for in one moment.
func (b *books) export(p report.Period) ([]byte, string) {
	b.t.Helper()
	var out bytes.Buffer
	q := journal.SaleQuery{From: p.From, To: p.To, Booked: b.fault != exportsByOwnDay, Limit: 1 << 20}
	page, err := b.store.Sales(b.t.Context(), q)
	b.do(err)
	if b.exports++; b.fault == otherOrder && b.exports%2 == 0 {
		slices.Reverse(page.Sales)
	}
	back := export.Returned{}
	q.Back = journal.BackDays{Zone: time.UTC, To: p.To}
	for r, err := range queries.Returned(b.t.Context(), b.store, q, nil) {
		b.do(err)
		back[r.Sale.ID] += r.Amount.Minor
	}
	rows := func(yield func(journal.Sale, error) bool) {
		for i := len(page.Sales) - 1; i >= 0; i-- {
			s := page.Sales[i]
			if taken := s.Status() == journal.StatusPaid || s.Status() == journal.StatusCash; taken && !yield(s, nil) {
				return
			}
		}
	}
	at := p.To.Time(time.UTC)
	_, err = export.Write(b.t.Context(), &out, export.Job{Format: export.Plain, Zone: time.UTC, About: export.About{Shop: "Shop", Till: "1", At: at, Period: p},
		Tables: []export.Table{export.PlainSales(rows, 0, back)}})
	if err != nil {
		return nil, fmt.Sprintf("period %v: %v", p, err)
	}
	return out.Bytes(), ""
}

// sumsOf adds up what an exported file says was paid, or taken in cash, by route and
// currency.
func sumsOf(t *testing.T, file []byte) map[string]int64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file), "\ufeff"))).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := map[string]int{}
	for i, head := range rows[0] {
		at[head] = i
	}
	sums := map[string]int64{}
	for _, row := range rows[1:] {
		sum := row[at["paid"]]
		if row[at["status"]] == string(journal.StatusCash) {
			sum = row[at["asked"]]
		}
		a, err := money.Parse(sum, row[at["currency"]])
		if err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		sums[row[at["route"]]+" "+row[at["currency"]]] += a.Minor
	}
	return sums
}
