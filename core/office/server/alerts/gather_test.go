//go:build linux

package alerts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/alerts"
)

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	if _, err := w.db.Exec(w.Context(), sql, args...); err != nil {
		w.Fatalf("%s: %v", sql, err)
	}
}

// waiting says how many deliveries wait, and what was said of those that are done.
func (w *world) waiting() (said string) {
	w.Helper()
	if err := w.db.QueryRow(w.Context(), `SELECT count(*) FILTER (WHERE done_at IS NULL) || ' wait; ' || coalesce(string_agg(alert_id || ': ' || said, ', ' ORDER BY alert_id)
		FILTER (WHERE said <> ''), '') FROM deliveries`).Scan(&said); err != nil {
		w.Fatal(err)
	}
	return said
}

// TestAlertsOfAKindGoTogether: eight tills of a shop without power are one message, and
// what comes soon after it is the next.
func TestAlertsOfAKindGoTogether(t *testing.T) {
	w, h, p := newWorld(t), newHook(t), newPost(t, true)
	s := alerts.NewSender(alerts.Config{DB: w.db, Ways: []alerts.Way{w.webhook(h), p.way(t, "en")}, Gather: 30 * time.Second, Now: func() time.Time { return w.now }})
	at := func(after time.Duration, posts, told int) {
		t.Helper()
		w.now = noon.Add(after)
		w.once(s)
		if len(h.taken()) != told || h.posts != posts || len(p.mails) != posts {
			t.Fatalf("after %s: %d posts and %d mails tell of %d, want %d of %d", after, h.posts, len(p.mails), len(h.taken()), posts, told)
		}
	}
	w.cause("1")
	at(0, 0, 0)
	for n := 2; n <= 8; n++ {
		w.cause(fmt.Sprint(n))
	}
	at(29*time.Second, 0, 0)
	at(30*time.Second, 1, 8)
	w.cause("9")
	at(60*time.Second, 1, 8)
	w.cause("10")
	at(329*time.Second, 1, 8)
	at(330*time.Second, 2, 10)
	for n := 1; n <= 8; n++ {
		if !strings.Contains(p.mails[0], fmt.Sprintf("late/1/%d\r\n", n)) || !strings.Contains(p.mails[0], "(8)") {
			t.Errorf("the mail does not tell of %d:\n%s", n, p.mails[0])
		}
	}
}

// TestNobodyIsToldWhereNobodyIsToBe: without a way nothing is queued, and a way that is new
// brings nothing old.
func TestNobodyIsToldWhereNobodyIsToBe(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	w.exec("DELETE FROM ways")
	w.cause("1")
	if got := w.waiting(); got != "0 wait; " {
		t.Errorf("without a way %s", got)
	}
	s := w.sender("", w.webhook(h))
	w.once(s)
	w.cause("2")
	w.once(s)
	if got := h.taken(); len(got) != 1 || got[0].ID != "late/1/2" || w.waiting() != "0 wait; " {
		t.Errorf("told %+v, %s", got, w.waiting())
	}
}

// TestWhatIsOverIsNotTold: a till that is heard again, a sale that has an end, and what
// nobody took for a week, before anybody could be told.
func TestWhatIsOverIsNotTold(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("22:00-07:30", w.webhook(h))
	w.exec("INSERT INTO keys (hash, till_id) VALUES ('x', 1)")
	w.exec("UPDATE cursors SET heard_at = '2026-11-20 11:00Z'")
	w.exec("INSERT INTO beats (collector, began_at, at, tills) VALUES ('c', '2026-11-20 06:00Z', '2026-11-20 12:00Z', '')")
	w.exec(`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, minor, receipt_seq, status, route, currency, cashier, order_id, payment_id,
			transaction_id, reference, payer, institution) SELECT '2026-11-20', 1, n, 1, 1, 1, false, true, true, '2026-11-20 10:00Z', 500, 0, 'unknown', 'qr', 'LYD', '', '', '', '', '', '', ''
		FROM generate_series(1, 2) n`)
	if err := alerts.Watch(t.Context(), w.db, noon, 30*time.Minute); err != nil {
		t.Fatal(err)
	}
	w.cause("1")
	w.now = noon.Add(12 * time.Hour)
	w.exec("UPDATE cursors SET heard_at = '2026-11-20 13:00Z'")
	w.exec("UPDATE sales SET status = 'failed', version = 2 WHERE number = 2")
	w.once(s)
	if got, want := w.waiting(), "4 wait; silent/1/1795172400: over, silent/1/1795172400: over, unknown/1/20261120-2: over, unknown/1/20261120-2: over"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	w.now = noon.Add(20 * time.Hour)
	w.once(alerts.NewSender(alerts.Config{DB: w.db, Ways: []alerts.Way{w.webhook(h)}, Now: func() time.Time { return w.now }}))
	if got := h.taken(); len(got) != 2 {
		t.Errorf("told %+v", got)
	}
	w.now = noon.Add(8 * 24 * time.Hour)
	w.exec("UPDATE deliveries SET queued_at = now() - interval '8 days'")
	w.once(s)
	if got := w.waiting(); !strings.HasPrefix(got, "0 wait; late/1/1: expired") {
		t.Error(got)
	}
}

// TestASaleThatIsUnknownAgainIsTold, once: while its alert waited, since it was not taken or others of its kind
// may come, the till asked again, and the sale was waiting for an answer.
func TestASaleThatIsUnknownAgainIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		fails  int
		gather time.Duration
	}{"not taken": {1, 0}, "others may come": {0, 30 * time.Second}} {
		t.Run(name, func(t *testing.T) {
			w, h := newWorld(t), newHook(t)
			s := alerts.NewSender(alerts.Config{DB: w.db, Ways: []alerts.Way{w.webhook(h)}, Gather: c.gather, Now: func() time.Time { return w.now }})
			h.fails = c.fails
			w.exec(`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, minor, receipt_seq, status, route, currency, cashier, order_id,
				payment_id, transaction_id, reference, payer, institution) VALUES ('2026-11-20', 1, 1, 1, 1, 1, false, true, true, '2026-11-20 10:59Z', 500, 0, 'unknown', 'qr', 'LYD', '', '', '',
				'', '', '', '')`)
			for n, status := range []string{"unknown", "waiting", "unknown"} {
				w.exec("UPDATE sales SET status = $1, version = $2", status, n+2)
				w.now = noon.Add(time.Duration(n) * 2 * time.Second)
				w.once(s)
				if got := h.taken(); len(got) != 0 {
					t.Errorf("told of %+v while it is %s", got, status)
				}
			}
			for range 3 {
				w.now = w.now.Add(time.Hour)
				w.once(s)
			}
			if got := h.taken(); len(got) != 1 || got[0].ID != "unknown/1/20261120-1" {
				t.Errorf("told %+v, %s", got, w.waiting())
			}
			w.exec("UPDATE sales SET status = 'waiting', version = 8")
			w.once(s)
			w.exec("UPDATE sales SET status = 'unknown', version = 9")
			w.once(s)
			if got := h.taken(); len(got) != 1 {
				t.Errorf("told %d times of one sale", len(got))
			}
		})
	}
}

// TestWhatMayBeOwed is told as money that is owed back is, and as uncertain, by words of its own.
func TestWhatMayBeOwed(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("", w.webhook(h))
	w.once(s)
	var all pgx.Batch
	alerts.Queue(&all, []alerts.Cause{{Till: w.till, Kind: alerts.MaybeTwice, About: "1", At: w.now, Number: 1, Minor: 500, Currency: "LYD"},
		{Till: w.till, Kind: alerts.PaidTwice, About: "2", At: w.now, Number: 2, Minor: 700, Currency: "LYD"}})
	if err := w.db.SendBatch(t.Context(), &all).Close(); err != nil {
		t.Fatal(err)
	}
	w.once(s)
	w.once(s)
	said := map[string]bool{}
	for _, a := range h.taken() {
		said[fmt.Sprint(a.ID, " ", a.Kind, " ", a.Uncertain)] = true
	}
	if len(said) != 2 || !said["paidTwice/1/1 paidTwice true"] || !said["paidTwice/1/2 paidTwice false"] {
		t.Errorf("told %v", said)
	}
}
