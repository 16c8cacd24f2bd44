//go:build linux

package together

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

func TestMain(m *testing.M) {
	if database := os.Getenv(collectorEnv); database != "" {
		beCollector(database, os.Args[len(os.Args)-1])
	}
	postgres.Main(m, schema.Migrate)
}

// world is an office with one collector, and tills.
type world struct {
	*testing.T
	*collector.Collector
	db  *pgxpool.Pool
	url string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return worldOn(t, postgres.Database(t))
}

func worldOn(t *testing.T, database string) *world {
	t.Helper()
	c, err := collector.Open(t.Context(), collector.Config{Database: database, EpochsADay: 1000})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(c.Handler())
	t.Cleanup(c.Close)
	t.Cleanup(server.Close)
	db, err := pgxpool.New(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return &world{t, c, db, server.URL}
}

// till is a shop's till with its agent.
type aTill struct {
	*world
	*shop
	number int64
	key    core.Secret
	client *agent.Client
	line   *line
	agent  *agent.Agent
	stop   func()
}

func (w *world) till(name string, seed uint64) *aTill {
	w.Helper()
	number, err := w.AddTill(w.Context(), "Harbour", name, core.Live)
	if err != nil {
		w.Fatal(err)
	}
	code, err := w.Code(w.Context(), number)
	if err != nil {
		w.Fatal(err)
	}
	stranger, err := agent.NewClient(w.url, core.Secret{}, nil)
	if err != nil {
		w.Fatal(err)
	}
	_, _, _, key, err := stranger.Enrol(w.Context(), code, core.Live)
	if err != nil {
		w.Fatal(err)
	}
	x := &aTill{world: w, shop: newShop(name, seed), number: number, key: key}
	if x.client, err = agent.NewClient(w.url, key, nil); err != nil {
		w.Fatal(err)
	}
	x.line = &line{to: func() agent.Office { return x.client }, random: rand.New(rand.NewPCG(seed, 9)), acked: map[office.Chain]uint64{}}
	w.Cleanup(func() { x.line.late.Wait(); x.client.Close(); stranger.Close() })
	return x
}

// start starts the till's agent; stop ends it as a process ends.
func (x *aTill) start() {
	x.Helper()
	a, err := agent.New(agent.Config{Store: x.shop, Office: x.line, Till: x.number, Environment: core.Live})
	if err != nil {
		x.Fatal(err)
	}
	ctx, cancel := context.WithCancel(x.Context())
	ended := make(chan struct{})
	go func() { _ = a.Run(ctx); close(ended) }()
	x.agent, x.stop = a, func() { cancel(); <-ended }
}

// waitUntilSynced waits until the office has what the till has.
func (x *aTill) waitUntilSynced() {
	x.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for {
		x.agent.Wake("")
		wrong, err := differences(x.Context(), x.db, x.number, x.shop)
		if err == nil && len(wrong) == 0 {
			return
		}
		if time.Now().After(deadline) {
			x.Fatalf("%s: %v %d differences, such as %s; status %+v", x.shop.name, err, len(wrong), strings.Join(wrong[:min(5, len(wrong))], "\n"), x.agent.Status())
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (w *world) sound() proof.Report {
	w.Helper()
	r, err := w.Verify(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	for _, f := range r.Faults {
		w.Errorf("verify: %s", f)
	}
	return r
}

// clean fails the test when anything secret has come to the office: shops keep
// canaries wherever a till keeps what must not leave it.
func (w *world) clean() {
	w.Helper()
	looked := 0
	for _, table := range []string{"sales", "receipts", "audit", "zs", "cash", "owed", "debts", "alarms", "epochs", "chains", "cursors", "totals", "tills", "shops", "keys", "codes"} {
		var rows, found int
		if err := w.db.QueryRow(w.Context(), "SELECT count(*), count(*) FILTER (WHERE x::text ILIKE '%canary%') FROM "+table+" x").Scan(&rows, &found); err != nil {
			w.Fatal(err)
		}
		if looked += rows; found > 0 {
			w.Errorf("%d rows of %s hold something secret", found, table)
		}
	}
	if looked < 100 {
		w.Errorf("only %d rows were looked at", looked)
	}
}

func (w *world) alarms() (n int) {
	w.Helper()
	if err := w.db.QueryRow(w.Context(), "SELECT count(*) FROM alarms WHERE kind NOT IN ('leftOut', 'clock')").Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// TestWeeksOffline: a till that worked for weeks before it had an office, and
// again without it.
func TestWeeksOffline(t *testing.T) {
	w := newWorld(t)
	x := w.till("1", 1)
	for range 1500 {
		x.act()
	}
	x.start()
	x.waitUntilSynced()
	if x.stop(); w.sound().Sales < 300 {
		t.Error("there was nothing to send")
	}
	for range 1500 {
		x.act()
	}
	x.start()
	x.waitUntilSynced()
	if x.stop(); w.alarms() != 0 {
		t.Errorf("%d alarms", w.alarms())
	}
	w.sound()
}

// TestNothingIsLostOnTheWay: a line that breaks, agents that are killed, disks
// that are put back.
func TestNothingIsLostOnTheWay(t *testing.T) {
	n := soak.N(t, 6)
	done := soak.Begin(t, "office-line", n)
	w := newWorld(t)
	kills, restores, acts := 0, 0, 0
	first := soak.First(t, 0)
	for seed := first; seed < first+uint64(n); seed++ {
		x := w.till(fmt.Sprint(seed), seed)
		x.line.bad = []int{0, 15, 40}[seed%3]
		quiet := 0
		x.start()
		for range 6 {
			for range 30 {
				if id := x.act(); x.IntN(3) > 0 {
					x.agent.Wake(id)
				}
				acts++
			}
			switch x.IntN(4) {
			case 0:
				x.stop()
				kills++
				x.start()
			case 1:
				x.stop()
				x.restore(1+x.IntN(60), x.IntN(2) == 0)
				restores++
				quiet++
				x.start()
			}
		}
		x.line.mu.Lock()
		x.line.bad = 0
		x.line.mu.Unlock()
		x.stop() // whatever nobody was told of is found when an agent begins
		x.start()
		x.waitUntilSynced()
		x.stop()
		x.line.late.Wait()
		if alarms := w.alarms(); quiet == 0 && alarms != 0 && restores == 0 {
			t.Errorf("seed %d: %d alarms without a cause; again: %s", seed, alarms, soak.Again("office-line", seed))
		}
	}
	w.clean()
	r := w.sound()
	done("%d acts at %d tills, %d agents killed, %d disks put back: %d receipts, %d lines, %d sales, 0 lost, 0 twice, totals recounted",
		acts, n, kills, restores, r.Receipts, r.Audit, r.Sales)
}
