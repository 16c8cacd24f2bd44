//go:build linux

package months

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// place is a database and who keeps its months. The database's own clock is the
// machine's, and so is this one.
type place struct {
	*testing.T
	db  *pgxpool.Pool
	now time.Time
}

func newPlace(t *testing.T) *place {
	t.Helper()
	db, err := pgxpool.New(t.Context(), postgres.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	p := &place{t, db, time.Now()}
	for _, table := range schema.ByMonths { // as one that nobody has kept
		for later := -1; later <= schema.Ahead; later++ {
			p.exec("DROP TABLE " + table + "_" + of(p.now, later).Format("200601"))
		}
	}
	p.exec("INSERT INTO shops (name) VALUES ('Harbour')")
	p.exec("INSERT INTO tills (shop_id, name, practice) SELECT id, n, false FROM shops, unnest('{honest,wrong}'::text[]) n")
	return p
}

func (p *place) exec(sql string, args ...any) {
	p.Helper()
	if _, err := p.db.Exec(p.Context(), sql, args...); err != nil {
		p.Fatalf("%s: %v", sql, err)
	}
}

func (p *place) one(sql string, args ...any) (out string) {
	p.Helper()
	if err := p.db.QueryRow(p.Context(), sql, args...).Scan(&out); err != nil {
		p.Fatalf("%s: %v", sql, err)
	}
	return out
}

// sells writes lines of the audit of one day.
func (p *place) sells(till string, day time.Time, from, to int) {
	p.Helper()
	p.exec(`INSERT INTO audit (day, till_id, epoch, seq, by_whom, action, sale, detail)
		SELECT $1::date, (SELECT id FROM tills WHERE name = $2), 1, n, '', 'x', '', '' FROM generate_series($3::bigint, $4::bigint) n`, day, till, from, to)
}

func (p *place) partitions() []string {
	p.Helper()
	rows, err := p.db.Query(p.Context(), "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit'::regclass ORDER BY 1")
	if err != nil {
		p.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		p.Fatal(err)
	}
	return all
}

func (p *place) maintainer(keep int, proved bool) *Maintainer {
	return New(Config{DB: p.db, Now: func() time.Time { return p.now }, Keep: keep,
		Proved: func(context.Context, pgx.Tx, string, string) (bool, error) { return proved, nil }})
}

// name is a partition of the audit, so many months from now.
func (p *place) name(later int) string { return "audit_" + of(p.now, later).Format("200601") }

func TestMonthsAreThereAheadOfTheirTime(t *testing.T) {
	p := newPlace(t)
	want := fmt.Sprint([]string{p.name(-1), p.name(0), p.name(1), p.name(2), p.name(3), "audit_other"})
	for range 2 {
		if err := p.maintainer(0, false).Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.partitions()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	// Each has the indexes of its parent, and what is written is found in it.
	if got := p.one("SELECT format('%s of %s', " +
		"(SELECT count(*) FROM pg_index WHERE indrelid = '" + "sales_" + of(p.now, 2).Format("200601") + "'::regclass), (SELECT count(*) FROM pg_index WHERE indrelid = 'sales'::regclass))"); !strings.HasPrefix(got, strings.Fields(got)[2]+" ") {
		t.Errorf("indexes: %s", got)
	}
	p.sells("honest", of(p.now, 2), 1, 3)
	if got := p.one("SELECT count(*)::text FROM " + p.name(2)); got != "3" {
		t.Errorf("%s rows are in their month", got)
	}
}

// TestALockIsNotWaitedFor: somebody reads all tables for a long time, as pg_dump does.
// Rows of the present are taken meanwhile, and the months come afterwards.
func TestALockIsNotWaitedFor(t *testing.T) {
	p := newPlace(t)
	p.exec("SELECT keep_month('audit', $1)", of(p.now, 0))
	reading, err := p.db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.Exec(t.Context(), "LOCK TABLE sales, audit, receipts, cash IN ACCESS SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go func() { failed <- p.maintainer(0, false).Once(context.Background()) }()
	var longest time.Duration
	taken := 0
	for waiting := true; waiting; taken++ {
		began := time.Now()
		p.sells("honest", of(p.now, 0), taken+1, taken+1)
		longest = max(longest, time.Since(began))
		select {
		case err := <-failed:
			waiting = false
			if err == nil || !strings.Contains(err.Error(), "lock timeout") {
				t.Errorf("with everything locked: %v", err)
			}
		default:
		}
	}
	if longest > 1500*time.Millisecond || taken < 10 {
		t.Errorf("%d rows were taken, one waited %s", taken, longest)
	}
	if err := reading.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.maintainer(0, false).Once(t.Context()); err != nil || len(p.partitions()) != 6 {
		t.Errorf("%v, %v", p.partitions(), err)
	}
}

// TestWhatGathersGetsAMonth and what is dated anyhow names its till.
func TestWhatGathersGetsAMonth(t *testing.T) {
	p := newPlace(t)
	old := of(p.now, -20)
	p.sells("honest", old, 1, gathered)
	p.sells("honest", of(p.now, -21), gathered+1, 2*gathered-1) // one too few
	p.sells("wrong", time.Date(2039, 12, 31, 0, 0, 0, 0, time.UTC), 1, 2*gathered)
	p.sells("wrong", time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC), 2*gathered+1, 4*gathered)
	for range 2 {
		if err := p.maintainer(0, false).Once(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.partitions(); len(got) != 7 || got[0] != p.name(-20) {
		t.Errorf("%v", got)
	}
	if got, want := p.one("SELECT format('%s %s %s', (SELECT count(*) FROM "+p.name(-20)+"), (SELECT count(*) FROM audit_other), (SELECT count(*) FROM audit))"),
		fmt.Sprint(gathered, 5*gathered-1, 6*gathered-1); got != want {
		t.Errorf("%s rows, want %s", got, want)
	}
	if got := p.one("SELECT string_agg(format('%s %s: %s', t.name, a.kind, a.detail), '; ') FROM alarms a JOIN tills t ON t.id = a.till_id"); got !=
		fmt.Sprintf("wrong dates: %d rows are dated from 1999-01-01 to 2039-12-31", 4*gathered) {
		t.Errorf("alarms: %s", got)
	}
}

func TestMonthsGo(t *testing.T) {
	p := newPlace(t)
	for _, later := range []int{-30, -25, -24} {
		p.exec("SELECT keep_month('audit', $1)", of(p.now, later))
	}
	for _, k := range []*Maintainer{p.maintainer(0, true), p.maintainer(24, false)} {
		if err := k.Once(t.Context()); err != nil || len(p.partitions()) != 9 {
			t.Errorf("%v, %v", p.partitions(), err)
		}
	}
	if err := p.maintainer(24, true).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.partitions(); len(got) != 7 || got[0] != p.name(-24) {
		t.Errorf("%v", got)
	}
}

// TestSalesThatAreNeededStay: of a month that goes, those whose end is not known, of which
// money is owed back, or that a month that is kept has booked.
func TestSalesThatAreNeededStay(t *testing.T) {
	p := newPlace(t)
	month := of(p.now, -25)
	p.exec("SELECT keep_month('sales', $1)", month)
	p.exec(`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, owed_since, booked, minor, receipt_seq, status, route, currency, cashier, order_id,
			payment_id, transaction_id, reference, payer, institution)
		SELECT $1::date, 1, n, 1, 1, 1, false, true, n = 2, CASE WHEN n = 3 THEN now() END, CASE n WHEN 4 THEN $2::date WHEN 5 THEN $1::date + 3 END, 1, 0, 'paid', 'qr', 'LYD', '', '', '', '', '', '', ''
		FROM generate_series(1, 6) n`, month, of(p.now, -24))
	if err := p.maintainer(24, true).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.one("SELECT format('%s of %s', string_agg(number::text, ' ' ORDER BY number), (SELECT count(*) FROM sales_other)) FROM sales"); got != "2 3 4 of 3" {
		t.Errorf("sales %s stay", got)
	}
}
