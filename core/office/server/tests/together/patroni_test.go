//go:build linux

package together

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

// TestPatroni lets things happen to a cluster that Patroni keeps, while tills sell
// through two collectors that nobody touches: the primary loses its power, or is frozen
// until another leads and wakes up beside it; etcd dies, or a replica. Patroni alone
// decides who leads. What a till was told that the office has, every later answer has
// too, and each new primary at once.
//
// At the end a fault is injected, for both ways of counting to find.
func TestPatroni(t *testing.T) {
	if !soak.Long() {
		t.Skip("takes minutes: make soak ROW=office-patroni")
	}
	n := soak.N(t, 1)
	done := soak.Begin(t, "office-patroni", n)
	f := newFleet(t, n)
	f.sell()
	for _, what := range draw(n, f.random) {
		f.round(what)
	}
	report := f.count()
	if f.lost+f.fell() != 0 {
		t.Errorf("%d rows were acknowledged and are not with a new primary, %d in a later answer", f.lost, f.fell())
	}
	said := fmt.Sprintf("%d primaries without power, %d frozen and awake again, %d etcd, %d replicas killed; after %d of them another led; tills waited for a primary %s p50, %s at most, and did %d things meanwhile; "+
		"%d rows acknowledged: %d lost; %d receipts, %d lines, %d of what is owed, %d sales: 0 twice, %d wrong totals or chains",
		f.done[power], f.done[frozen], f.done[etcd], f.done[replica], f.promoted, f.waited(50), f.waited(100), f.meanwhile,
		f.acked, f.lost+f.fell(), report.Receipts, report.Audit, report.Owed, report.Sales, len(report.Faults))
	lost, fell := f.careless()
	if lost == 0 || fell == 0 {
		t.Errorf("an injected loss is %d rows at the new primary, %d in answers", lost, fell)
	}
	done("%s; of an injected fault %d and %d rows noticed", said, lost, fell)
}

// fault is what happens to the cluster.
type fault int

const (
	power  fault = iota // of the primary
	frozen              // the primary
	etcd
	replica
)

func (f fault) String() string { return [...]string{"power", "frozen", "etcd", "replica"}[f] }

// draw returns n of them in any order, of which each five are all kinds.
func draw(n int, random *rand.Rand) (all []fault) {
	for len(all) < n {
		deck := []fault{power, power, frozen, etcd, replica}
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		all = append(all, deck...)
	}
	return all[:n]
}

func (f *fleet) must(err error) {
	f.killable.T.Helper()
	if err != nil {
		f.killable.T.Fatal(err)
	}
}

// round lets one thing happen, and waits until tills are heard again.
func (f *fleet) round(what fault) {
	t, ctx := f.killable.T, f.killable.Context()
	t.Helper()
	f.must(f.cluster.Whole(ctx))
	f.listen()
	f.awaitAll()
	f.pause(2 * time.Second)
	leader, synchronous, err := f.cluster.Primary(ctx)
	f.must(err)
	f.done[what]++
	acts := f.acted()
	var back func()
	switch what {
	case power:
		f.must(leader.Cut())
		f.listen()
		back = func() { f.must(leader.Start()) }
		if f.random.IntN(4) == 0 { // it is back before anybody has noticed
			f.pause(10 * time.Second)
			back()
			back = nil
		}
	case frozen:
		f.must(leader.Freeze())
		f.listen()
		back = func() { // for a while Patroni does not hold it back
			f.must(leader.ResumePostgreSQL())
			f.pause(5 * time.Second)
			f.must(leader.Resume())
		}
	case etcd:
		f.must(f.cluster.KillEtcd())
		f.pause(3 * postgres.RetryTimeout)
		f.must(f.cluster.StartEtcd())
		f.listen()
	case replica:
		dies := synchronous
		for _, m := range f.cluster.Members {
			if m != leader && m != synchronous && f.random.IntN(3) == 0 {
				dies = m
			}
		}
		f.must(dies.Cut())
		f.listen()
		f.pause(10 * time.Second)
		f.must(dies.Start())
	}
	if lost := f.awaitPrimary(leader, back != nil); lost > 0 {
		f.lost += lost
		t.Errorf("%d rows are not with the primary after %s", lost, what)
	}
	led := time.Since(f.tills[0].line.since)
	if back != nil && f.random.IntN(2) == 0 { // while tills still look for the new one
		f.pause(5 * time.Second)
		back()
		back = nil
	}
	waits := f.awaitAll()
	if back != nil {
		back()
	}
	if now, err := f.cluster.Leads(ctx); err == nil && now != leader {
		f.promoted++
	}
	t.Logf("%s: a primary after %s, tills heard after %s", what, led.Round(time.Millisecond), waits)
	if what == power || what == frozen {
		f.waits = append(f.waits, waits...)
	}
	for i, was := range acts {
		did := int(f.acts[i].Load() - was)
		if f.meanwhile += did; did == 0 {
			t.Errorf("till %d stood still", i)
		}
	}
}

// awaitPrimary waits for a primary, another than before where it must be, and returns how many
// acknowledged rows it lacks.
func (f *fleet) awaitPrimary(before *postgres.Member, other bool) int {
	t, ctx := f.killable.T, f.killable.Context()
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		leader, err := f.cluster.Leads(ctx)
		if err == nil && other && leader == before {
			err = errors.New("it leads itself")
		}
		if err == nil {
			err = fmt.Errorf("%s leads and cannot be written to", leader.Name)
			if db := f.primary(ctx, leader); db != nil {
				defer db.Close()
				return missing(ctx, t, f.tills, db)
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("no primary after %s: %v: %s", before.Name, err, f.cluster.Said())
		}
	}
}

// primary is a member's database; nil where it cannot be written to: it is no primary,
// or has not yet made its own all that it has.
func (f *fleet) primary(ctx context.Context, m *postgres.Member) *pgxpool.Pool {
	asked, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	db, err := pgxpool.New(ctx, m.URL()+" target_session_attrs=read-write")
	if err != nil {
		f.killable.Fatal(err)
	}
	if db.Ping(asked) != nil {
		db.Close()
		return nil
	}
	return db
}

// careless injects the fault: a primary that nobody follows goes on alone, and dies;
// others lead that have been away.
func (f *fleet) careless() (lost, fell int) {
	t, ctx := f.killable.T, f.killable.Context()
	t.Helper()
	f.must(f.cluster.Asynchronous(ctx))
	leader, err := f.cluster.Leads(ctx)
	f.must(err)
	for _, m := range f.cluster.Members {
		if m != leader {
			f.must(m.Cut())
		}
	}
	before := f.fell()
	f.sell()
	defer f.rest()
	for range 5 {
		f.listen()
		f.awaitAll()
	}
	f.must(leader.Cut())
	f.listen()
	for _, m := range f.cluster.Members {
		if m != leader {
			f.must(m.Start())
		}
	}
	lost = f.awaitPrimary(leader, true)
	f.awaitAll()
	return lost, f.fell() - before
}
