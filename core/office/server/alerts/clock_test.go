//go:build linux

package alerts_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/alerts"
)

// TestAClockThatIsAheadExpiresNothing: of two collectors one has a clock that is eight days ahead. The alert of
// money that came late goes all the same, once.
func TestAClockThatIsAheadExpiresNothing(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	sender := func(ahead time.Duration) *alerts.Sender {
		return alerts.NewSender(alerts.Config{DB: w.db, Ways: []alerts.Way{w.webhook(h)}, Gather: 30 * time.Second, Now: func() time.Time { return w.now.Add(ahead) }})
	}
	right, wrong := sender(0), sender(8*24*time.Hour)
	w.cause("20261120-000012")
	for range 8 {
		w.once(wrong)
		w.once(right)
		w.now = w.now.Add(5 * time.Second)
	}
	if got := h.taken(); len(got) != 1 {
		t.Errorf("told %d times of money that came late; %s", len(got), w.waiting())
	}
}

// TestSendersGoByTheDatabasesClock, which all of them share: here it is eight days behind that of the machine.
// What was not taken is tried again soon by that clock.
func TestSendersGoByTheDatabasesClock(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	w.exec("CREATE SCHEMA behind")
	w.exec("CREATE FUNCTION behind.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT pg_catalog.now() - interval '8 days' $$")
	behind, err := pgxpool.ParseConfig(w.database)
	if err != nil {
		t.Fatal(err)
	}
	behind.ConnConfig.RuntimeParams["search_path"] = "behind, public, pg_catalog"
	db, err := pgxpool.NewWithConfig(t.Context(), behind)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	h.fails = 1
	w.cause("1")
	w.once(alerts.NewSender(alerts.Config{DB: db, Ways: []alerts.Way{w.webhook(h)}}))
	var off float64
	if err := w.db.QueryRow(t.Context(), "SELECT extract(epoch FROM next_at - (now() - interval '8 days'))::float8 FROM deliveries WHERE way = 'webhook'").Scan(&off); err != nil {
		t.Fatal(err)
	}
	if h.fails != 0 || off < -60 || off > 60 {
		t.Errorf("%d tries are left, the next is %.0f s from the database's clock", h.fails, off)
	}
}
