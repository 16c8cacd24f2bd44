//go:build linux

package alerts_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/office/server/alerts"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	secret = core.NewSecret("a secret that signs webhooks")
)

// hook receives webhooks.
type hook struct {
	*httptest.Server
	mu    sync.Mutex
	fails int // how many are still refused
	got   []alerts.Alert
	posts int
	bad   int // of which the signature does not fit
}

func newHook(t *testing.T) *hook {
	h := &hook{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var a struct {
			alerts.Alert
			More []alerts.Alert
		}
		err := json.Unmarshal(body, &a)
		h.mu.Lock()
		defer h.mu.Unlock()
		if err = errors.Join(err, alerts.Verify(secret, r.Header.Get(alerts.Header), body, noon, 24*time.Hour)); err != nil || r.Header.Get("Sanduq-Alert-Id") == "" {
			h.bad++
		}
		if h.fails > 0 {
			h.fails--
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		h.posts++
		h.got = append(append(h.got, a.Alert), a.More...)
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *hook) taken() []alerts.Alert {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]alerts.Alert(nil), h.got...)
}

// world is a database with one till.
type world struct {
	*testing.T
	db       *pgxpool.Pool
	till     int64
	now      time.Time
	database string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	database := postgres.Database(t)
	c, err := collector.Open(t.Context(), collector.Config{Database: database})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	number, err := c.AddTill(t.Context(), "Harbour", "Till 2", core.Live)
	if err != nil {
		t.Fatal(err)
	}
	db, err := pgxpool.New(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if _, err := db.Exec(t.Context(), "INSERT INTO ways VALUES ('webhook', now()), ('mail', now())"); err != nil {
		t.Fatal(err)
	}
	return &world{t, db, number, noon, database}
}

func (w *world) cause(about string) {
	w.Helper()
	var all pgx.Batch
	alerts.Queue(&all, []alerts.Cause{{Till: w.till, Kind: alerts.Late, About: about, At: w.now, Number: 12, Minor: 12_500, Currency: "LYD"}})
	if err := w.db.SendBatch(w.Context(), &all).Close(); err != nil {
		w.Fatal(err)
	}
}

func (w *world) sender(quiet string, ways ...alerts.Way) *alerts.Sender {
	w.Helper()
	q, err := alerts.ParseQuiet(quiet)
	if err != nil {
		w.Fatal(err)
	}
	return alerts.NewSender(alerts.Config{DB: w.db, Ways: ways, Quiet: q, SilentAfter: 30 * time.Minute, Now: func() time.Time { return w.now }})
}

func (w *world) once(s *alerts.Sender) {
	w.Helper()
	if err := s.Once(w.Context()); err != nil {
		w.Error(err)
	}
}

func (w *world) webhook(h *hook) *alerts.Webhook {
	w.Helper()
	hook, err := alerts.NewWebhook(h.URL, secret, nil)
	if err != nil {
		w.Fatal(err)
	}
	return hook
}

func TestAnAlertIsToldOnceAndSigned(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("", w.webhook(h))
	w.cause("20261120-000012")
	w.cause("20261120-000012")
	w.once(s)
	w.once(s)
	got := h.taken()
	if len(got) != 1 || h.bad != 0 {
		t.Fatalf("%d taken, %d badly signed", len(got), h.bad)
	}
	if a := got[0]; a.ID != "late/1/20261120-000012" || a.Shop != "Harbour" || a.Till != "Till 2" || a.Minor != 12_500 || a.Currency != "LYD" || a.Number != 12 || !a.At.Equal(noon) || a.Practice {
		t.Errorf("%+v", a)
	}
}

// TestWhatIsNotTakenComesAgain later and later, and then is left.
func TestWhatIsNotTakenComesAgain(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("", w.webhook(h))
	h.fails = 2
	w.cause("1")
	w.once(s)
	w.once(s) // at once is too early
	if h.fails != 1 {
		t.Fatalf("%d tries are left", h.fails)
	}
	w.now = w.now.Add(11 * time.Second)
	w.once(s)
	w.now = w.now.Add(4 * time.Second) // not twice as late
	w.once(s)
	if n := len(h.taken()); n != 0 || h.fails != 0 {
		t.Fatalf("%d taken, %d tries are left", n, h.fails)
	}
	w.now = w.now.Add(20 * time.Second)
	w.once(s)
	if n := len(h.taken()); n != 1 {
		t.Errorf("%d taken", n)
	}
	w.cause("2")
	w.exec("UPDATE deliveries SET queued_at = now() - interval '8 days'")
	w.once(s)
	if n := len(h.taken()); n != 1 {
		t.Errorf("an alert of last week is still sent: %d", n)
	}
}

// dying is a way of which the process dies once it has sent.
type dying struct {
	way alerts.Way
	die func()
}

func (d dying) Way() string { return d.way.Way() }

func (d dying) Send(ctx context.Context, group []alerts.Alert, now time.Time) error {
	err := d.way.Send(ctx, group, now)
	d.die()
	return err
}

func TestAnAlertComesAgainWhereTheSenderDies(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	w.cause("1")
	ctx, cancel := context.WithCancel(t.Context())
	if err := w.sender("", dying{w.webhook(h), cancel}).Once(ctx); err == nil {
		t.Error("nothing was lost: nothing is tried")
	}
	for range 100 { // until the database has noticed that the first one is gone
		if w.once(w.sender("", w.webhook(h))); len(h.taken()) > 1 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if got := h.taken(); len(got) != 2 || got[0].ID != got[1].ID {
		t.Errorf("%+v", got)
	}
}

// TestAlertsGoOnWhereThePrimaryHangs, while one is being sent.
func TestAlertsGoOnWhereThePrimaryHangs(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	w.cause("1")
	relays, through := postgres.Relays(t, w.database, 2)
	relays[0].Listen(t)
	db, err := collector.Connect(t.Context(), through, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	t.Cleanup(relays[0].End)
	s := alerts.NewSender(alerts.Config{DB: db, Ways: []alerts.Way{dying{w.webhook(h), sync.OnceFunc(func() { relays[0].Freeze(); relays[1].Listen(t) })}}, Now: func() time.Time { return w.now }})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	t.Cleanup(running.Wait)
	t.Cleanup(cancel)
	for at := time.Now(); len(h.taken()) < 2; time.Sleep(50 * time.Millisecond) {
		if time.Since(at) > time.Minute {
			t.Fatalf("%d taken", len(h.taken()))
		}
	}
}

// TestManySendersTellOnce: any number of collectors.
func TestManySendersTellOnce(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	for _, about := range strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20") {
		w.cause(about)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { w.once(w.sender("", w.webhook(h))) })
	}
	all.Wait()
	seen := map[string]int{}
	for _, a := range h.taken() {
		seen[a.ID]++
	}
	if len(seen) != 20 || len(h.taken()) != 20 {
		t.Errorf("%d alerts, %d deliveries", len(seen), len(h.taken()))
	}
}

func TestQuietHours(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("22:00-07:30", w.webhook(h))
	w.cause("1")
	for at, want := range map[time.Duration]bool{10*time.Hour - time.Minute: true, 10 * time.Hour: false, 19 * time.Hour: false, 19*time.Hour + 30*time.Minute: true} {
		w.now = noon.Add(at)
		if _, err := w.db.Exec(t.Context(), "UPDATE deliveries SET done_at = NULL"); err != nil {
			t.Fatal(err)
		}
		was := len(h.taken())
		w.once(s)
		if sent := len(h.taken()) > was; sent != want {
			t.Errorf("%s after noon: sent %t", at, sent)
		}
	}
	for _, bad := range []string{"22-7", "24:00-07:00", "22:00-07:60", "1:00-02:00", "22:00-07:30 "} {
		if _, err := alerts.ParseQuiet(bad); err == nil {
			t.Errorf("%q was read as hours", bad)
		}
	}
}

// TestTimeAloneCausesAlerts: a till that is silent, a sale that nobody knows of.
func TestTimeAloneCausesAlerts(t *testing.T) {
	w, h := newWorld(t), newHook(t)
	s := w.sender("", w.webhook(h))
	for _, sql := range []string{"UPDATE cursors SET heard_at = '2026-11-20 11:40Z'", "INSERT INTO keys (hash, till_id) VALUES ('x', 1)",
		"INSERT INTO beats (collector, began_at, at, tills) VALUES ('c', '2026-11-20 12:00Z', '2026-11-20 12:10Z', '')",
		`INSERT INTO sales (day, till_id, number, epoch, version, shop_id, practice, counts, open, created_at, minor, receipt_seq, status, route, currency, cashier, order_id, payment_id,
			transaction_id, reference, payer, institution) SELECT '2026-11-20', 1, n, 1, 1, 1, false, n <> 3, true, '2026-11-20 11:15Z'::timestamptz - n * interval '5 min', 500, 0,
			CASE n WHEN 4 THEN 'paid' ELSE 'unknown' END, 'qr', 'LYD', 'canary', 'canary', '', '', 'canary', '', '' FROM generate_series(1, 4) n`} {
		if _, err := w.db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	ids := func() string {
		var all []string
		for _, a := range h.taken() {
			all = append(all, a.ID)
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	if w.once(s); ids() != "" {
		t.Errorf("told too early: %s", ids())
	}
	w.now = noon.Add(10 * time.Minute) // sale 1 is 60 minutes old, 2 is 65; 3 does not count
	w.once(s)
	w.once(s)
	if got := ids(); strings.Contains(got, "silent") {
		t.Errorf("the office listens for ten minutes, and told %s", got)
	}
	if _, err := w.db.Exec(t.Context(), "UPDATE beats SET began_at = '2026-11-20 11:00Z'"); err != nil {
		t.Fatal(err)
	}
	w.once(s)
	want := fmt.Sprintf("silent/1/%d unknown/1/20261120-1 unknown/1/20261120-2", noon.Add(-20*time.Minute).Unix())
	if got := ids(); got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	for _, a := range h.taken() {
		if text, _ := json.Marshal(a); strings.Contains(string(text), "canary") {
			t.Errorf("%s holds more than it should", text)
		}
	}
}

func TestASignatureFitsOnlyWhatItSigned(t *testing.T) {
	var header string
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		header = r.Header.Get(alerts.Header)
		body, _ = io.ReadAll(r.Body)
	}))
	defer server.Close()
	hook, err := alerts.NewWebhook(server.URL, secret, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := hook.Send(t.Context(), []alerts.Alert{{ID: "x", Kind: alerts.Short, Minor: 500}}, noon); err != nil {
		t.Fatal(err)
	}
	if err := alerts.Verify(secret, header, body, noon.Add(time.Minute), 5*time.Minute); err != nil {
		t.Error(err)
	}
	other := strings.Replace(header, "t=1", "t=2", 1)
	for name, err := range map[string]error{
		"body":   alerts.Verify(secret, header, append([]byte(" "), body...), noon, time.Hour),
		"secret": alerts.Verify(core.NewSecret("another secret, as long as it"), header, body, noon, time.Hour),
		"old":    alerts.Verify(secret, header, body, noon.Add(time.Hour), 5*time.Minute),
		"moment": alerts.Verify(secret, other, body, time.Unix(noon.Unix()+1e9, 0), time.Hour),
		"none":   alerts.Verify(secret, "", body, noon, time.Hour),
	} {
		if !errors.Is(err, alerts.ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, address := range []string{"http://example.com/x", "ftp://127.0.0.1/", "x", "http://127.0.0.1.example.com/"} {
		if _, err := alerts.NewWebhook(address, secret, nil); err == nil {
			t.Errorf("%s is taken for safe", address)
		}
	}
	if _, err := alerts.NewWebhook(server.URL, core.NewSecret("short"), nil); err == nil {
		t.Error("a short secret is taken")
	}
	gone, _ := alerts.NewWebhook("https://127.0.0.1:1/canary", secret, nil)
	if err := gone.Send(t.Context(), []alerts.Alert{{}}, noon); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("%v", err)
	}
}
