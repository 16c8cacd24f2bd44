//go:build linux

package books

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/internal/limit"
	"sanduq/core/journal"
	"sanduq/core/office/agent"
	"sanduq/core/office/reader"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/page"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/enrolled"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/report"
	"sanduq/core/tests/soak"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// fault is one that is injected to see that it is found.
type fault string

const (
	sound       fault = ""
	untold      fault = "the till tells no day of booking"
	unkept      fault = "the office keeps no day of booking"
	byOwnDay    fault = "what is exported is by the day of the sale"
	ownDayTotal fault = "the office's totals are by the day of the sale"
)

// TestTheOfficeCountsLikeTheBooks draws lives of tills, and compares at the end of each
// period, and again at the end of the life.
func TestTheOfficeCountsLikeTheBooks(t *testing.T) {
	n := soak.N(t, 3)
	done := soak.Begin(t, "office-books", n)
	h := newHall(t)
	first := soak.First(t, 1)
	periods, late := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		p, l, problem := h.life(t, seed, sound)
		if problem != "" {
			t.Errorf("%s\n%s", problem, soak.Again("office-books", seed))
		}
		periods, late = periods+p, late+l
	}
	r, err := h.Verify(t.Context())
	r.Faults = slices.DeleteFunc(r.Faults, func(said string) bool { // its clock goes back, and it seals again once a day
		return strings.Contains(said, "not those that the till has signed")
	})
	if err != nil || len(r.Faults) > 0 {
		t.Errorf("verify: %v, %v", r.Faults, err)
	}
	done("%d lives of a till, %d periods, %d sales booked on another day than their own: report, totals, export and Zs agree", n, periods, late)
}

// TestInjectedFaultsOfTheOfficeAreFound within a few seeds each.
func TestInjectedFaultsOfTheOfficeAreFound(t *testing.T) {
	for _, f := range []fault{untold, unkept, byOwnDay, ownDayTotal} {
		t.Run(string(f), func(t *testing.T) {
			h := newHall(t)
			for seed := uint64(1); seed <= 8; seed++ {
				if _, _, problem := h.life(t, seed, f); problem != "" {
					t.Logf("seed %d: %s", seed, problem)
					return
				}
			}
			t.Error("not found")
		})
	}
}

// hall is an office with a database, and somebody who looks.
type hall struct {
	*collector.Collector
	db     *pgxpool.Pool
	url    string
	window *reader.Reader
	now    time.Time
}

const password = "correct horse battery"

func newHall(t *testing.T) *hall {
	t.Helper()
	database := postgres.Database(t)
	h := &hall{now: time.Date(2027, 2, 1, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return h.now }
	var err error
	if h.Collector, err = collector.Open(t.Context(), collector.Config{Database: database, Now: clock, Quota: &collector.Quota{}}); err != nil {
		t.Fatal(err)
	}
	if h.db, err = pgxpool.New(t.Context(), database); err != nil {
		t.Fatal(err)
	}
	p := page.New(page.Config{DB: h.db, Zone: time.UTC, Plain: true, Proxies: limit.Loopback, Now: clock})
	tills, web := httptest.NewServer(h.Handler()), httptest.NewServer(p.Handler())
	t.Cleanup(func() { p.Close(); web.Close(); tills.Close(); h.Close(); h.db.Close() })
	h.url = tills.URL
	if err := p.People.Set(t.Context(), "Owner", core.NewSecret(password)); err != nil {
		t.Fatal(err)
	}
	if h.window, err = reader.New(reader.Config{Address: web.URL, Zone: time.UTC, Now: clock, Currency: "LYD"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.window.Close)
	if err := h.window.SignIn(t.Context(), "Owner", core.NewSecret(password)); err != nil {
		t.Fatal(err)
	}
	return h
}

// forgetful is a till's disk as one tells of it that knows no day of booking.
type forgetful struct{ *life }

func (f forgetful) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s, err := f.life.Sale(ctx, id)
	s.Booked = ""
	return s, err
}

// enrolled is a till of a shop of its own, and how it is spoken to.
func (h *hall) enrolled(t *testing.T, shop string) (number int64, client *agent.Client) {
	t.Helper()
	number, client = enrolled.Till(t, h.Collector, h.url, shop, "1", core.Live)
	t.Cleanup(client.Close)
	return number, client
}

// closed is a period that is over, and what was exported of it then.
type closed struct {
	report.Period
	exported []byte
}

// life plays one, and returns how many periods it had, how many sales were booked on
// another day than their own, and what did not agree.
func (h *hall) life(t *testing.T, seed uint64, f fault) (periods, late int, problem string) {
	l := newLife(seed)
	number, client := h.enrolled(t, fmt.Sprint("Shop ", seed))
	if _, err := h.window.Tills(t.Context()); err != nil { // of a live one
		t.Fatal(err)
	}
	var from agent.Store = l
	if f == untold {
		from = forgetful{l}
	}
	a, err := agent.New(agent.Config{Store: from, Office: client, Till: number, Environment: core.Live, Now: func() time.Time { return h.now }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { _ = a.Run(ctx); close(ended) }()
	defer func() { stop(); <-ended }()
	var all []closed
	for range 3 + l.r.IntN(3) {
		c := closed{Period: l.period()}
		h.sent(t, l, a, number)
		h.spoil(t, f)
		if c.exported, err = h.export(t, number, c.Period, f); err != nil {
			t.Fatal(err)
		}
		if problem = h.agree(t, l, number, c, f); problem != "" {
			return periods, late, problem
		}
		all = append(all, c)
	}
	for _, c := range all {
		if problem = h.agree(t, l, number, c, f); problem != "" {
			return periods, late, problem
		}
	}
	err = h.db.QueryRow(t.Context(), "SELECT count(*) FROM sales WHERE till_id = $1 AND booked IS NOT NULL", number).Scan(&late)
	if err != nil {
		t.Fatal(err)
	}
	return len(all), late, ""
}

// sent waits until the office has all of it.
func (h *hall) sent(t *testing.T, l *life, a *agent.Agent, number int64) {
	t.Helper()
	all := must(l.Sales(t.Context(), journal.SaleQuery{Limit: 1 << 20})).Sales
	want := uint64(0)
	for _, s := range all {
		want += s.Version
	}
	end := time.Now().Add(2 * time.Minute)
	for {
		a.Wake("")
		var n int
		var versions uint64
		if err := h.db.QueryRow(t.Context(), "SELECT count(*), coalesce(sum(version), 0) FROM sales WHERE till_id = $1", number).Scan(&n, &versions); err != nil {
			t.Fatal(err)
		}
		rows, known, err := a.Waiting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if known && rows == 0 && n == len(all) && versions == want {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the office has %d sales of %d, %d rows wait: %+v", n, len(all), rows, a.Status())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// spoil lets the office have a fault.
func (h *hall) spoil(t *testing.T, f fault) {
	t.Helper()
	statements := map[fault][]string{
		unkept: {"ALTER TABLE sales DISABLE TRIGGER sale_goes_on", "UPDATE sales SET booked = NULL"},
		ownDayTotal: {"DELETE FROM totals", `INSERT INTO totals SELECT day, shop_id, practice, status, route, currency, count(*), sum(minor) FROM sales
			WHERE counts GROUP BY 1, 2, 3, 4, 5, 6`},
	}[f]
	for _, one := range statements {
		if _, err := h.db.Exec(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
}

// agree holds what the office says of a closed period, in each way, against the Zs that it
// holds and against the till's own report.
func (h *hall) agree(t *testing.T, l *life, number int64, c closed, f fault) string {
	t.Helper()
	zs, err := h.zs(t.Context(), number, c.Period)
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.export(t, number, c.Period, f)
	if err != nil {
		t.Fatal(err)
	}
	totals, err := h.totals(t.Context(), number, c.Period)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, c.exported) {
		return fmt.Sprintf("period %v: exported anew, it is\n%s\nand was\n%s", c.Period, again, c.exported)
	}
	for name, got := range map[string]map[string]int64{
		"the till's report":    h.reported(t, report.Kept(l, time.UTC), c.Period),
		"the office's report":  h.reported(t, h.window.FiguresOf(fmt.Sprint("till:", number)), c.Period),
		"the office's totals":  totals,
		"what it has exported": sumsOf(t, again),
	} {
		if !maps.Equal(got, zs) {
			return fmt.Sprintf("period %v: %s: %v, and Zs %v", c.Period, name, got, zs)
		}
	}
	return ""
}
