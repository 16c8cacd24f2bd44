//go:build linux

package collector

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestTwoCollectorsTakeABatchOnce: a till's answer is late, it sends the same again, and both
// batches are read before either is written. A sale that failed meanwhile is counted once.
func TestTwoCollectorsTakeABatchOnce(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{}
	d := p.desk("Harbour", "2")
	first := p.url
	p.open()
	second := p.url
	id := d.charge(today, 700)
	d.must(t)
	d.setStatus(id, journal.StatusFailed)
	tx, err := p.db.current().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT FROM cursors FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	answers := make(chan error, 2)
	for _, url := range []string{first, second} {
		c := d.copy()
		c.url = url
		go func() { answers <- c.send(c.batch()) }()
	}
	const wait = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for began := time.Now(); query[int](p, wait) < 2; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("the two do not wait for the cursor")
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-answers; err != nil {
			t.Errorf("one answer is %v", err)
		}
	}
	const want = "failed 1 700, waiting 0 0"
	if got := query[string](p, "SELECT string_agg(format('%s %s %s', status, sales, minor), ', ' ORDER BY status) FROM totals"); got != want {
		t.Errorf("totals %s, want %s", got, want)
	}
	p.sound()
}

// TestNobodyChangesWhatWasPaid: the owner of the layout neither, and not by way of another
// month, whose rows are new ones to PostgreSQL.
func TestNobodyChangesWhatWasPaid(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1000)
	d.must(t)
	was := p.everything()
	for _, sql := range []string{
		"UPDATE sales SET minor = 1", "UPDATE sales SET status = 'failed', version = version + 1", "UPDATE sales SET day = '2026-10-20', minor = 1",
		"UPDATE sales SET day = '2026-10-20'", "UPDATE sales_202611 SET minor = 1",
	} {
		_, err := p.db.current().Exec(t.Context(), sql)
		if said, ok := errors.AsType[*pgconn.PgError](err); !ok || said.Code != "42501" {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if got := p.everything(); got != was {
		t.Errorf("it was\n%s\nand is\n%s", was, got)
	}
}

// TestWhatATillIsToldIsOnTheReplica: a refusal that tells where the office stands is a
// transaction that writes, so that it ends when the synchronous replica has all before it.
func TestWhatATillIsToldIsOnTheReplica(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1000)
	late := d.copy()
	d.must(t)
	const locked = "SELECT xmax::text FROM cursors"
	was := query[string](p, locked)
	refused(t, late.send(late.batch()), office.CodeStale)
	if now := query[string](p, locked); now == was {
		t.Errorf("a till was told its cursor by a transaction that wrote nothing: the row's lock is still %s", was)
	}
}
