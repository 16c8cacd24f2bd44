//go:build linux

// Package reading proves and measures what an office answers when there is much of it:
// pages of sales by every filter, totals, the owner's page.
//
//sanduq:norace PostgreSQL does the work, in processes of its own
package reading

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"sanduq/core/tests/needs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/reader"
	office "sanduq/core/office/server/page"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

// world is an office with a history, and two who look: one at all shops, one at three.
type world struct {
	*testing.T
	chain
	db          *pgxpool.Pool
	traced      *tracer
	url         string
	owner, huda *reader.Reader
	all         []journal.Sale // nil where there are too many
	some        []journal.Sale // of them, paid
	rand        *rand.Rand
	server      *postgres.Server
}

// Goals, at ten million sales, and from how many on they are held.
const (
	pageGoal, totalsGoal = 10 * time.Millisecond, 50 * time.Millisecond
	fromSales            = 1_000_000
	recounted            = 100_000 // up to so many, each answer is worked out here too
)

const password = "correct horse battery"

func newWorld(t *testing.T, n int) *world {
	t.Helper()
	w := &world{T: t, chain: chainOf(n), traced: &tracer{}, rand: rand.New(rand.NewPCG(7, 19))}
	server, err := postgres.New(t.Context())
	needs.Check(t, err)
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	w.server = server
	server.Settings = []string{"shared_buffers=2GB", "max_wal_size=2GB", "checkpoint_timeout=15min", "work_mem=32MB", "effective_cache_size=8GB", "random_page_cost=1.1", "jit=off"}
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	database := server.URL("postgres")
	if err := schema.Migrate(t.Context(), database); err != nil {
		t.Fatal(err)
	}
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.Tracer = w.traced
	if w.db, err = pgxpool.NewWithConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.db.Close)
	began := time.Now()
	if err := w.fill(t.Context(), w.db); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("  %d sales of %d tills in %d shops on %d days, filled in %v\n", w.sales(), w.tills, w.shops, w.days, time.Since(began).Round(time.Second))
	w.serve()
	w.sample()
	return w
}

func (w *world) serve() {
	w.Helper()
	shown := office.New(office.Config{DB: w.db, Zone: time.UTC, Plain: true, Now: w.now})
	web := httptest.NewServer(shown.Handler())
	w.Cleanup(func() { shown.Close(); web.Close() })
	w.url = web.URL
	if err := shown.People.Set(w.Context(), "owner", core.NewSecret(password)); err != nil {
		w.Fatal(err)
	}
	if err := shown.People.Set(w.Context(), "huda", core.NewSecret(password), "Shop 1", "Shop 2", "Shop 3"); err != nil {
		w.Fatal(err)
	}
	for who, r := range map[string]**reader.Reader{"owner": &w.owner, "huda": &w.huda} {
		var err error
		if *r, err = reader.New(reader.Config{Address: w.url, Zone: time.UTC, Now: w.now, Currency: "LYD"}); err != nil {
			w.Fatal(err)
		}
		w.Cleanup((*r).Close)
		w.signIn(*r, who)
	}
}

// signIn signs somebody in. Where other programs use all of the machine, a browser that is
// not known is told to try again: passwords of strangers wait behind everything else.
func (w *world) signIn(r *reader.Reader, who string) {
	w.Helper()
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Second) {
		err := r.SignIn(w.Context(), who, core.NewSecret(password))
		if err == nil {
			return
		}
		if time.Now().After(end) {
			w.Fatal(err)
		}
	}
}

// sample reads sales here and there, and all of them where they are few.
func (w *world) sample() {
	w.Helper()
	for len(w.some) < 200 {
		got, err := w.owner.Sales(w.Context(), journal.SaleQuery{Before: w.anywhere(w.rand), Limit: 20})
		if err != nil {
			w.Fatal(err)
		}
		for _, s := range got.Sales {
			if s.Status() == journal.StatusPaid && s.Cashier != "" && len(w.some) < 200 {
				w.some = append(w.some, s)
			}
		}
	}
	if w.sales() > recounted {
		return
	}
	q := journal.SaleQuery{Limit: 1000}
	for more := true; more; {
		got, err := w.owner.Sales(w.Context(), q)
		if err != nil {
			w.Fatal(err)
		}
		w.all, more = append(w.all, got.Sales...), got.More
		q.Before = w.all[len(w.all)-1].ID
	}
	live := 0
	if err := w.db.QueryRow(w.Context(), "SELECT count(*) FROM sales WHERE NOT practice").Scan(&live); err != nil || live != len(w.all) {
		w.Fatalf("%d of %d sales listed: %v", len(w.all), live, err)
	}
}

// shown is a page of the list, held against what it must be where that is known.
func (w *world) shown(p page, by *reader.Reader) {
	q, means := p.make(w.chain, w.some[w.rand.IntN(len(w.some))])
	q.Limit = 50
	got, err := by.Sales(w.Context(), q)
	if err != nil {
		w.Fatalf("%s: %v", p.name, err)
	}
	if w.all == nil {
		return
	}
	var want []journal.SaleID
	for _, s := range w.all {
		if means(s) && (by == w.owner || w.shopOf(s) <= 3) {
			want = append(want, s.ID)
		}
	}
	more := len(want) > q.Limit
	want = want[:min(len(want), q.Limit)]
	if got.More != more || !slices.EqualFunc(got.Sales, want, func(s journal.Sale, id journal.SaleID) bool { return s.ID == id }) {
		w.Errorf("%s, %+v: %d sales, more %v; want %d, more %v", p.name, q, len(got.Sales), got.More, len(want), more)
	}
}

// totals are a period's, held against the sales.
func (w *world) totals(days int) func() {
	return func() {
		to := journal.DayOf(w.last.AddDate(0, 0, -w.rand.IntN(w.days-days+1)))
		q := journal.SaleQuery{From: journal.DayOf(to.Time(time.UTC).AddDate(0, 0, 1-days)), To: to}
		got, err := w.owner.Totals(w.Context(), q)
		if err != nil {
			w.Fatal(err)
		}
		if w.all == nil {
			return
		}
		want := map[journal.Group]journal.Total{}
		for _, s := range w.all {
			if g := s.Status().Group(); s.ID.Day() >= q.From && s.ID.Day() <= q.To {
				want[g] = journal.Total{Group: g, Currency: "LYD", Count: want[g].Count + 1, Minor: want[g].Minor + s.Amount.Minor}
			}
		}
		for _, one := range got {
			if want[one.Group] != one {
				w.Errorf("%d days to %s: totals say %+v, the sales come to %+v", days, to, one, want[one.Group])
			}
		}
		if len(got) != len(want) {
			w.Errorf("%d days to %s: %d totals, want %d", days, to, len(got), len(want))
		}
	}
}

// ownersPage is what a telephone is shown.
func (w *world) ownersPage() func() {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	busy := true
	for end := time.Now().Add(5 * time.Minute); busy && time.Now().Before(end); { // see signIn
		in, err := browser.PostForm(w.url+"/office/sign-in", url.Values{"name": {"owner"}, "password": {password}})
		if err != nil {
			w.Fatal(err)
		}
		_ = in.Body.Close()
		busy = in.StatusCode == http.StatusServiceUnavailable
	}
	return func() {
		got, err := browser.Get(w.url + "/office/")
		if err != nil {
			w.Fatal(err)
		}
		defer func() { _ = got.Body.Close() }()
		if text, err := io.ReadAll(got.Body); err != nil || !strings.Contains(string(text), "Shop 1") {
			w.Fatalf("the owner's page: %v", err)
		}
	}
}

// silent asks which tills are: one of twenty.
func (w *world) silent() {
	got, err := w.owner.Tills(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	silent := 0
	for _, t := range got.Tills {
		if t.Silent {
			silent++
		}
	}
	if want := (w.chain.tills + 16) / 20; silent != want || len(got.Tills) != w.chain.tills {
		w.Errorf("%d of %d tills are silent, want %d of %d", silent, len(got.Tills), want, w.chain.tills)
	}
}

// question is one that is measured.
type question struct {
	name string
	goal time.Duration // 0 for none
	ask  func()

	p50, p99 time.Duration
	work     time.Duration // processor time of one call, here and in PostgreSQL
	slowest  statement
}

func (w *world) questions() (all []*question) {
	for _, p := range pages {
		all = append(all, &question{name: p.name, goal: pageGoal, ask: func() { w.shown(p, w.owner) }})
	}
	for _, p := range pages {
		if slices.Contains([]string{"the newest", "not paid", "a cashier", "searched: a transaction", "searched: what is not there"}, p.name) {
			all = append(all, &question{name: p.name + ", of three shops", goal: pageGoal, ask: func() { w.shown(p, w.huda) }})
		}
	}
	return append(all, &question{name: "totals of a day", goal: totalsGoal, ask: w.totals(1)}, &question{name: "totals of a week", goal: totalsGoal, ask: w.totals(7)},
		&question{name: "totals of a month", goal: totalsGoal, ask: w.totals(30)}, &question{name: "totals of all days", ask: w.totals(w.days)},
		&question{name: "the owner's page", goal: totalsGoal, ask: w.ownersPage()}, &question{name: "tills, and which are silent", ask: w.silent})
}

func (w *world) measure(q *question, calls int) {
	for range 3 {
		q.ask()
	}
	w.traced.taken()
	var took []time.Duration
	before := w.worked()
	for range calls {
		began := time.Now()
		q.ask()
		took = append(took, time.Since(began))
	}
	q.work = (w.worked() - before) / time.Duration(calls)
	slices.Sort(took)
	q.p50, q.p99, q.slowest = took[len(took)/2], took[min(len(took)-1, len(took)*99/100)], w.traced.taken()
}

// TestPagesOfManySales asks an office with much history for everything that its
// screens ask for. SOAK_N sets how many sales there are; from a million on each
// question has to keep its goal.
func TestPagesOfManySales(t *testing.T) {
	n, calls := soak.N(t, 30_000), 2
	done := soak.Begin(t, "office-reading", n)
	if n >= fromSales {
		calls = 300
	}
	w := newWorld(t, n)
	all := w.questions()
	late := 0
	for _, q := range all {
		w.measure(q, calls)
		if q.goal > 0 && q.p99 > q.goal && n >= fromSales {
			t.Errorf("%s: p99 %v, want %v", q.name, q.p99, q.goal)
			late++
		}
	}
	slices.SortStableFunc(all, func(a, b *question) int { return cmp.Compare(b.p99, a.p99) })
	if n >= fromSales {
		w.report(all)
	}
	slowest := func(goal time.Duration) *question {
		return all[slices.IndexFunc(all, func(q *question) bool { return q.goal == goal })]
	}
	page, totals := slowest(pageGoal), slowest(totalsGoal)
	done("%d questions, %d calls each, %d sales; slowest page p99 %.1f ms (%s), slowest totals p99 %.1f ms (%s); over their goal: %d", len(all), calls, w.sales(),
		ms(page.p99), page.name, ms(totals.p99), totals.name, late)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// report prints each question, how PostgreSQL works on the five slowest, and what the
// tables weigh.
func (w *world) report(all []*question) {
	for _, q := range all {
		fmt.Printf("  %-44s p50 %7.2f ms, p99 %7.2f ms; processor time %6.2f ms\n", q.name, ms(q.p50), ms(q.p99), ms(q.work))
	}
	for _, q := range all[:5] {
		lines, err := explain(w.Context(), w.db, q.slowest)
		if err != nil {
			w.Error(err)
		}
		fmt.Printf("\n  %s, its slowest statement (%.1f ms):\n    %s\n", q.name, ms(q.slowest.took), strings.Join(strings.Fields(q.slowest.sql), " "))
		for _, l := range lines {
			fmt.Println("      " + l)
		}
	}
	if err := sizes(w.Context(), w.db); err != nil {
		w.Error(err)
	}
}

// sizes prints how many bytes a row has of its own, of each index, and aside.
func sizes(ctx context.Context, db *pgxpool.Pool) error {
	for _, table := range []string{"sales", "receipts", "audit"} {
		var rows, heap, aside int64
		if err := db.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			return err
		}
		if err := db.QueryRow(ctx, `SELECT sum(pg_relation_size(relid))::bigint, sum(pg_table_size(relid) - pg_relation_size(relid))::bigint FROM pg_partition_tree($1) WHERE isleaf`, table).Scan(&heap, &aside); err != nil {
			return err
		}
		each := func(bytes int64) float64 { return float64(bytes) / float64(max(1, rows)) }
		fmt.Printf("  %s: %d rows; %.1f bytes of a row, %.1f aside (TOAST and maps)\n", table, rows, each(heap), each(aside))
		found, err := db.Query(ctx, `SELECT p.relname, sum(pg_relation_size(c.relid))::bigint FROM pg_index i JOIN pg_class p ON p.oid = i.indexrelid
			CROSS JOIN LATERAL pg_partition_tree(p.oid) c WHERE i.indrelid = $1::text::regclass AND c.isleaf GROUP BY 1 ORDER BY 2 DESC`, table)
		if err != nil {
			return err
		}
		var name string
		var bytes int64
		for found.Next() {
			if err := found.Scan(&name, &bytes); err != nil {
				return err
			}
			fmt.Printf("    %-20s %6.1f\n", name, each(bytes))
		}
		if err := found.Err(); err != nil {
			return err
		}
	}
	return nil
}
