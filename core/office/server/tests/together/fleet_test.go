//go:build linux

package together

import (
	"fmt"
	"math/rand/v2"
	"sanduq/core/tests/needs"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

// fleet is tills, their collectors and the cluster.
type fleet struct {
	*killable
	*world
	cluster *postgres.Patroni
	tills   []*aTill
	random  *rand.Rand
	pace    time.Duration

	over    atomic.Bool
	selling sync.WaitGroup
	acts    []atomic.Int64 // of each till

	done                             map[fault]int
	waits                            []time.Duration // of each till, after each fault of a primary
	lost, acked, promoted, meanwhile int
}

func newFleet(t *testing.T, n int) *fleet {
	t.Helper()
	ctx := t.Context()
	cluster, err := postgres.NewPatroni(ctx, 3)
	needs.Check(t, err)
	t.Cleanup(func() {
		if err := cluster.Remove(); err != nil {
			t.Error(err)
		}
	})
	if err := schema.Migrate(ctx, cluster.URL()); err != nil {
		t.Fatal(err)
	}
	f := &fleet{killable: &killable{T: t, database: cluster.URL(), address: [2]string{freeAddress(t), freeAddress(t)}}, world: worldOn(t, cluster.URL()),
		cluster: cluster, random: rand.New(rand.NewPCG(uint64(n), 23)), pace: 20 * time.Millisecond * time.Duration(max(1, n/4)),
		acts: make([]atomic.Int64, 4), done: map[fault]int{}}
	for i := range f.acts {
		x := f.till(fmt.Sprint(i), uint64(200+i))
		x.line.bad = 5
		x.line.to = toEither(t, x, f.address)
		f.tills = append(f.tills, x)
	}
	for i := range f.running {
		f.start(i)
		t.Cleanup(func() { f.kill(i) })
	}
	return f
}

// sell begins selling; rest ends it.
func (f *fleet) sell() {
	f.over.Store(false)
	for i, x := range f.tills {
		x.start()
		f.selling.Go(func() {
			for !f.over.Load() {
				x.agent.Wake(x.act())
				f.acts[i].Add(1)
				time.Sleep(f.pace)
			}
		})
	}
}

func (f *fleet) rest() {
	f.over.Store(true)
	f.selling.Wait()
	for _, x := range f.tills {
		x.stop()
	}
}

func (f *fleet) acted() (all []int64) {
	for i := range f.acts {
		all = append(all, f.acts[i].Load())
	}
	return all
}

func (f *fleet) pause(most time.Duration) { time.Sleep(time.Duration(f.random.Int64N(int64(most)))) }

// listen begins to measure how long tills wait for an acknowledgement of what they send
// from now on; heard waits for it.
func (f *fleet) listen() {
	now := time.Now()
	for _, x := range f.tills {
		x.line.mu.Lock()
		x.line.since, x.line.wait = now, 0
		x.line.mu.Unlock()
	}
}

func (f *fleet) awaitAll() (waits []time.Duration) {
	t := f.killable.T
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); len(waits) < len(f.tills); time.Sleep(10 * time.Millisecond) {
		x := f.tills[len(waits)]
		x.line.mu.Lock()
		wait := x.line.wait
		x.line.mu.Unlock()
		if wait > 0 {
			waits = append(waits, wait.Round(time.Millisecond))
		} else if time.Now().After(deadline) {
			t.Fatalf("till %d is not heard: %+v", len(waits), x.agent.Status())
		}
	}
	return waits
}

// waited is how long so many of a hundred waits were at most.
func (f *fleet) waited(percent int) time.Duration {
	if len(f.waits) == 0 {
		return 0
	}
	slices.Sort(f.waits)
	return f.waits[(len(f.waits)-1)*percent/100].Round(100 * time.Millisecond)
}

func (f *fleet) fell() (rows int) {
	for _, x := range f.tills {
		x.line.mu.Lock()
		rows += x.line.fell
		x.line.mu.Unlock()
	}
	return rows
}

// count holds the office against the tills.
func (f *fleet) count() proof.Report {
	t := f.killable.T
	t.Helper()
	if err := f.cluster.Whole(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.rest()
	for _, x := range f.tills {
		f.acked += x.line.mend()
		x.start()
		x.waitUntilSynced()
		x.stop()
		x.line.late.Wait()
	}
	if alarms := f.alarms(); alarms != 0 {
		t.Errorf("%d alarms, though nobody changed a row", alarms)
	}
	return f.sound()
}
