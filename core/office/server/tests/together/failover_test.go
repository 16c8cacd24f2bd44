//go:build linux

package together

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sanduq/core/tests/needs"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

// TestFailover kills PostgreSQL's primary at random moments while tills sell. Its
// replica, which is synchronous, is promoted by the test; what was acknowledged is
// there before anybody can send it again.
func TestFailover(t *testing.T) {
	n := soak.N(t, 1)
	done := soak.Begin(t, "office-failover", n)
	f, report := failOver(t, n, true)
	if f.lost != 0 {
		t.Errorf("%d rows were acknowledged and lost", f.lost)
	}
	done("%d primaries killed, %d of them cut off from their replica before, %d rows acknowledged: %d lost; %d receipts, %d lines, %d of what is owed, %d sales: 0 twice, %d wrong totals or chains",
		f.killed, f.detached, f.acked, f.lost, report.Receipts, report.Audit, report.Owed, report.Sales, len(report.Faults))
}

// TestALateReplicaIsSeen injects one: a primary that does not wait for its replica.
func TestALateReplicaIsSeen(t *testing.T) {
	for range 3 {
		if f, _ := failOver(t, 2, false); f.lost > 0 {
			return
		}
	}
	t.Error("a replica that lacks what was acknowledged is not noticed")
}

type failedOver struct{ killed, detached, acked, lost int }

// cluster is a primary, its replica, and the collector before them.
type cluster struct {
	*killable
	replica *postgres.Server
	sync    bool
}

// follow gives the primary a replica, and begins the collectors.
func (c *cluster) follow(ctx context.Context, w *world) {
	c.Helper()
	var err error
	if c.replica, err = c.server.Replica(ctx); err != nil {
		c.Fatal(err)
	}
	if err = c.replica.Start(ctx); err == nil {
		if err = c.server.Followed(ctx); err == nil && c.sync {
			err = c.server.Synchronous(ctx)
		}
	}
	if err != nil {
		c.Fatal(err)
	}
	c.database = c.server.Either(c.replica, "postgres")
	if w.db, err = pgxpool.New(ctx, c.database); err != nil {
		c.Fatal(err)
	}
	for i := range c.running {
		c.start(i)
	}
}

// over kills the primary, and the collectors, and promotes the replica. It returns how
// many acknowledged rows it lacks.
func (c *cluster) over(ctx context.Context, w *world, tills []*aTill, detach bool) (lost int) {
	c.Helper()
	if detach {
		if err := c.replica.Detach(ctx); err != nil {
			c.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond) // commits wait for ever now, or are answered though nobody has them
	}
	if err := c.server.Kill(); err != nil {
		c.Error(err)
	}
	for i := range c.running {
		c.kill(i)
	}
	if err := c.replica.Promote(ctx); err != nil {
		c.Fatal(err)
	}
	w.db.Close()
	if err := c.server.Remove(); err != nil {
		c.Error(err)
	}
	c.server = c.replica
	db, err := pgxpool.New(ctx, c.server.URL("postgres"))
	if err != nil {
		c.Fatal(err)
	}
	defer db.Close()
	return missing(ctx, c.T, tills, db)
}

func failOver(t *testing.T, n int, synchronous bool) (f failedOver, report proof.Report) {
	t.Helper()
	ctx := t.Context()
	server, err := postgres.New(ctx)
	needs.Check(t, err)
	c := &cluster{killable: &killable{T: t, server: server, address: [2]string{freeAddress(t), freeAddress(t)}}, sync: synchronous}
	defer func() {
		for i := range c.running {
			c.kill(i)
		}
		for _, s := range []*postgres.Server{c.server, c.replica} {
			if s == nil {
				continue
			}
			if err := s.Remove(); err != nil {
				t.Error(err)
			}
		}
	}()
	if err := server.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if err := schema.Migrate(ctx, server.URL("postgres")); err != nil {
		t.Fatal(err)
	}
	w := worldOn(t, server.URL("postgres"))
	tills := make([]*aTill, 4)
	for i := range tills {
		tills[i] = w.till(fmt.Sprint(i), uint64(100+i))
		tills[i].line.bad = 5
		tills[i].line.to = toEither(t, tills[i], c.address)
		tills[i].start()
	}
	c.follow(ctx, w)
	random := rand.New(rand.NewPCG(uint64(n), 17))
	var over atomic.Bool
	var selling sync.WaitGroup
	for _, x := range tills {
		selling.Go(func() {
			for !over.Load() {
				x.agent.Wake(x.act())
				time.Sleep(5 * time.Millisecond * time.Duration(max(1, n/6)))
			}
		})
	}
	for range n {
		awaitAcknowledged(tills)
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		detach := random.IntN(3) == 0 || !synchronous
		if f.killed++; detach {
			f.detached++
		}
		f.lost += c.over(ctx, w, tills, detach)
		c.follow(ctx, w)
		if f.lost > 0 {
			break
		}
	}
	over.Store(true)
	selling.Wait()
	if w.Collector, err = collector.Open(ctx, collector.Config{Database: c.database}); err != nil {
		t.Fatal(err)
	}
	defer w.Collector.Close()
	for _, x := range tills {
		f.acked += x.line.mend()
		x.stop()
		if f.lost == 0 {
			x.start()
			x.waitUntilSynced()
			x.stop()
		}
		x.line.late.Wait()
	}
	if synchronous {
		report = w.sound()
	}
	w.db.Close()
	return f, report
}

// missing is how many acknowledged rows a database lacks.
func missing(ctx context.Context, t *testing.T, tills []*aTill, db *pgxpool.Pool) (lost int) {
	t.Helper()
	for _, x := range tills {
		for place, chain := range office.Chains() {
			x.line.mu.Lock()
			acked := x.line.acked[chain]
			x.line.mu.Unlock()
			var has uint64
			if err := db.QueryRow(ctx, "SELECT coalesce(max(seq), 0) FROM chains WHERE till_id = $1 AND chain = $2", x.number, place+1).Scan(&has); err != nil {
				t.Error(err)
			}
			if has < acked {
				lost += int(acked - has)
			}
		}
	}
	return lost
}
