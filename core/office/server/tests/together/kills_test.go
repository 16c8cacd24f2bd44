//go:build linux

package together

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"sanduq/core/tests/needs"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

const collectorEnv = "SANDUQ_TEST_COLLECTOR"

// beCollector is a process of its own: a collector on a database, which may be
// away at first. It ends by being killed, or with the test.
func beCollector(database, address string) {
	ctx := context.Background()
	go func() { // nobody says anything: the process that could has ended
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(1)
	}()
	for {
		c, err := collector.Open(ctx, collector.Config{Database: database, EpochsADay: 1000})
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		listener, err := net.Listen("tcp", address)
		if err != nil {
			fmt.Fprintln(os.Stderr, "collector:", err)
			os.Exit(1)
		}
		fmt.Fprintln(os.Stderr, "collector:", collector.Server(c.Handler()).Serve(listener))
		os.Exit(1)
	}
}

// office is what is killed: two collectors and PostgreSQL.
type killable struct {
	*testing.T
	database string
	server   *postgres.Server
	address  [2]string
	running  [2]*exec.Cmd
}

func (k *killable) start(i int) {
	k.Helper()
	self, err := os.Executable()
	if err != nil {
		k.Fatal(err)
	}
	cmd := exec.Command(self, k.address[i])
	cmd.Env = append(os.Environ(), collectorEnv+"="+k.database)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil { // it ends with us
		k.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	k.running[i] = cmd
}

func (k *killable) kill(i int) {
	if k.running[i] == nil {
		return
	}
	_ = k.running[i].Process.Kill()
	_ = k.running[i].Wait()
}

// freeAddress is one that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// killed counts what was done, and what came of it.
type killed struct{ collectors, databases, agents, acked, lost int }

// TestKilledOffices kills collectors, PostgreSQL and agents at random moments while
// tills sell. What was acknowledged to a till is there when the database is, before
// anybody can send it again.
func TestKilledOffices(t *testing.T) {
	n := soak.N(t, 5)
	done := soak.Begin(t, "office", n)
	k, report := killOffices(t, n, nil)
	if k.lost != 0 {
		t.Errorf("%d rows were acknowledged and lost", k.lost)
	}
	done("%d collectors, %d PostgreSQL, %d agents killed, %d rows acknowledged: %d lost; %d receipts, %d lines, %d of what is owed, %d sales: 0 twice, %d wrong totals or chains",
		k.collectors, k.databases, k.agents, k.acked, k.lost, report.Receipts, report.Audit, report.Owed, report.Sales, len(report.Faults))
}

// TestALossIsSeen injects one: a database that answers before it has written.
func TestALossIsSeen(t *testing.T) {
	for range 5 { // it may have written by chance
		if k, _ := killOffices(t, 4, forgetful); k.lost > 0 {
			return
		}
	}
	t.Error("a database that forgets what it acknowledged is not noticed")
}

// forgetful are settings of a database that is not to be trusted.
var forgetful = []string{"ALTER SYSTEM SET synchronous_commit = off", "ALTER SYSTEM SET wal_writer_delay = '10s'", "ALTER SYSTEM SET wal_writer_flush_after = 0",
	"CHECKPOINT", "SELECT pg_reload_conf()"}

// killOffices kills something n times. With a fault injected it ends at the first
// loss.
func killOffices(t *testing.T, n int, fault []string) (k killed, report proof.Report) {
	t.Helper()
	ctx := t.Context()
	server, err := postgres.New(ctx)
	needs.Check(t, err)
	defer func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	}()
	if err := server.Start(ctx); err != nil {
		t.Fatal(err)
	}
	database := server.URL("postgres")
	if err := schema.Migrate(ctx, database); err != nil {
		t.Fatal(err)
	}
	w := worldOn(t, database)
	o := &killable{T: t, database: database, server: server, address: [2]string{freeAddress(t), freeAddress(t)}}
	for i := range o.running {
		o.start(i)
		defer o.kill(i)
	}
	random := rand.New(rand.NewPCG(uint64(n), 11))
	tills := make([]*aTill, 5)
	for i := range tills {
		tills[i] = w.till(fmt.Sprint(i), uint64(i))
		tills[i].line.bad = 5
		tills[i].line.to = toEither(t, tills[i], o.address)
		tills[i].start()
	}
	for _, statement := range fault {
		if _, err := w.db.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	// The stores of these tills are made for tests, not for months: they sell the
	// less often the longer it takes.
	pace := 3 * time.Millisecond * time.Duration(max(1, n/6))
	var over atomic.Bool
	var selling sync.WaitGroup
	for _, x := range tills {
		selling.Go(func() {
			for !over.Load() {
				x.agent.Wake(x.act())
				time.Sleep(pace)
			}
		})
	}
	for i := range n {
		awaitAcknowledged(tills) // a kill finds all of them at work
		time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		switch what := random.IntN(4); {
		case i%4 == 0 || what == 0 || fault != nil:
			k.databases++
			if k.lost += o.cut(ctx, tills, w.db); fault != nil && k.lost > 0 {
				over.Store(true)
				selling.Wait()
				for _, x := range tills {
					x.stop()
					x.line.late.Wait()
				}
				return k, report
			}
		case what == 1:
			k.agents++
			over.Store(true) // a till's agent ends with its till
			selling.Wait()
			x := tills[random.IntN(len(tills))]
			x.stop()
			x.start()
			over.Store(false)
			for _, x := range tills {
				selling.Go(func() {
					for !over.Load() {
						x.agent.Wake(x.act())
						time.Sleep(pace)
					}
				})
			}
		default:
			k.collectors++
			o.kill(what - 2)
			o.start(what - 2)
		}
	}
	over.Store(true)
	selling.Wait()
	for _, x := range tills {
		k.acked += x.line.mend()
		x.stop()
		x.start()
		x.waitUntilSynced()
		x.stop()
		x.line.late.Wait()
	}
	if alarms := w.alarms(); alarms != 0 && fault == nil {
		t.Errorf("%d alarms, though nobody changed a row", alarms)
	}
	return k, w.sound()
}

// awaitAcknowledged waits until the office has acknowledged something to each till, or for as
// long as tills rest after errors at first.
func awaitAcknowledged(tills []*aTill) {
	times := func(x *aTill) int {
		x.line.mu.Lock()
		defer x.line.mu.Unlock()
		return x.line.times
	}
	was := make([]int, len(tills))
	for i, x := range tills {
		was[i] = times(x)
	}
	for i, deadline := 0, time.Now().Add(15*time.Second); i < len(tills) && time.Now().Before(deadline); {
		if times(tills[i]) > was[i] {
			i++
			continue
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// toEither is the office behind a balancer that knows nothing of who is there.
func toEither(t *testing.T, x *aTill, addresses [2]string) func() agent.Office {
	t.Helper()
	var both [2]*agent.Client
	for i, address := range addresses {
		c, err := agent.NewClient("http://"+address, x.key, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		both[i] = c
	}
	return func() agent.Office { return both[rand.IntN(2)] }
}

// cut kills PostgreSQL, and then the collectors, so that nobody can send again what
// it may have lost, and returns how many acknowledged rows are missing.
func (o *killable) cut(ctx context.Context, tills []*aTill, db *pgxpool.Pool) (lost int) {
	o.Helper()
	if err := o.server.Kill(); err != nil {
		o.Error(err)
	}
	for i := range o.running {
		o.kill(i)
	}
	if err := o.server.Start(ctx); err != nil {
		o.Fatal(err)
	}
	db.Reset()
	lost = missing(ctx, o.T, tills, db)
	for i := range o.running {
		o.start(i)
	}
	return lost
}
