//go:build linux

package collector

import (
	"testing"
	"time"

	"sanduq/core/office"
)

const (
	heardAt = "SELECT coalesce(to_char(heard_at AT TIME ZONE 'UTC', 'HH24:MI:SS'), 'never') FROM heard WHERE till_id = $1"
	rowAt   = "SELECT coalesce(to_char(heard_at AT TIME ZONE 'UTC', 'HH24:MI:SS'), 'never') FROM cursors WHERE till_id = $1"
)

// TestHeartbeatsStayInMemory: what a till says that has nothing new is answered without a
// transaction. That it is there is written for all tills together, and on its own row only
// when it falls silent, has something, or an hour has passed.
func TestHeartbeatsStayInMemory(t *testing.T) {
	p := newPlace(t)
	d, other := p.desk("Harbour", "2"), p.desk("Harbour", "3")
	d.pay(today, 1)
	d.must(t)
	other.must(t)
	beats := func(desks ...*desk) {
		t.Helper()
		for _, d := range desks {
			d.now = p.clock()
			d.must(t)
		}
	}
	transactions := func() int { return query[int](p, "SELECT pg_current_xact_id()::text::bigint::int") }
	was := transactions()
	for range 20 {
		p.later(30 * time.Second)
		beats(d, other)
	}
	if n := transactions() - was - 1; n != 0 {
		t.Errorf("40 heartbeats are %d transactions", n)
	}
	told := func(what string, want ...string) {
		t.Helper()
		for i, d := range []*desk{d, other} {
			if got := query[string](p, heardAt, d.number) + ", " + query[string](p, rowAt, d.number); got != want[i] {
				t.Errorf("%s: till %d was heard at %s, want %s", what, i+2, got, want[i])
			}
		}
	}
	told("before the row for all", "12:00:00, 12:00:00", "12:00:00, 12:00:00")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.beat(t.Context()))
	told("after it", "12:10:00, 12:00:00", "12:10:00, 12:00:00")

	p.later(30 * time.Second)
	beats(other) // and d is silent from now on
	p.later(30 * time.Second)
	must(p.beat(t.Context()))
	told("when one falls silent", "12:10:00, 12:10:00", "12:11:00, 12:00:00")
	p.Close()
	p.later(10 * time.Minute)
	p.open()
	d.url, other.url = p.url, p.url
	told("after a restart", "12:10:00, 12:10:00", "12:10:30, 12:10:30")
	beats(other)
	p.later(time.Hour)
	beats(other)
	if got := query[string](p, rowAt, other.number); got != "13:21:00" {
		t.Errorf("an hour later its own row says %s", got)
	}
	p.later(25 * time.Hour)
	p.open()
	if n := query[int](p, "SELECT count(*) FROM beats"); n != 1 {
		t.Errorf("%d rows of processes, of which one lives", n)
	}
}

// TestWhatIsNoHeartbeat goes to the database: whatever is not word for word what the till
// was expected to say.
func TestWhatIsNoHeartbeat(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	d.must(t)
	for name, bend := range map[string]func(*office.Batch){
		"another epoch": func(b *office.Batch) { b.Epoch++ },
		"another till":  func(b *office.Batch) { b.Till++ },
		"live no more":  func(b *office.Batch) { b.Environment = "sandbox" },
		"another link": func(b *office.Batch) {
			at := b.Chains[office.ChainAudit]
			at.Link[0]++
			b.Chains[office.ChainAudit] = at
		},
		"another place": func(b *office.Batch) { at := b.Chains[office.ChainAudit]; at.Seq--; b.Chains[office.ChainAudit] = at },
	} {
		c := d.copy()
		c.ask(t)
		b := c.batch()
		bend(b)
		if err := c.send(b); err == nil {
			t.Errorf("%s: answered like a heartbeat", name)
		}
	}
}
