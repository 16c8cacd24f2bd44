//go:build linux

package histories

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/tests/soak"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// row is the name of the stress test.
const row = "linearizability"

// TestHistoriesAreLinearizable draws histories, and puts each order's part of each into
// one order that the law allows. A seed that is played alone writes its history out
// (with -v).
func TestHistoriesAreLinearizable(t *testing.T) {
	n := soak.N(t, 20)
	done := soak.Begin(t, row, n)
	h, room := newHall(t), bankRoom(t)
	sum, ops, orders, slowest := map[string]int{}, 0, 0, time.Duration(0)
	first := soak.First(t, 1)
	_, alone := soak.Alone(t)
	began := time.Now()
	for seed := first; seed < first+uint64(n) && !t.Failed(); seed++ {
		w := play(t, h, seed, room, bent{})
		checking := time.Now()
		if problem := w.check(); problem != "" {
			t.Errorf("seed %d: %s\n%s", seed, problem, soak.Again(row, seed))
		}
		slowest = max(slowest, time.Since(checking))
		for what, k := range w.counts {
			sum[what] += k
		}
		for _, order := range w.history.orders() {
			orders, ops = orders+1, ops+len(w.history.history[order])
			if alone {
				t.Logf("order %d\n%s", order, written(w.history.history[order]))
			}
		}
	}
	for _, what := range []string{"kills", "acknowledgements lost", "orders paid twice", "payments that ended paid", "payments that ended failed", "payments that ended expired"} {
		if sum[what] == 0 && n >= 100 {
			t.Errorf("never happened: %s", what)
		}
	}
	t.Log(sum)
	done("%d orders, %d operations, %d kills, %d acknowledgements lost, %d payments paid, %d orders paid twice and told so; all in one order that the law allows; %.1f histories a second, slowest check %v",
		orders, ops, sum["kills"], sum["acknowledgements lost"], sum["payments that ended paid"], sum["orders paid twice"], float64(n)/time.Since(began).Seconds(), slowest.Round(time.Millisecond))
}

// checkTime is how long porcupine may look for an order.
const checkTime = 20 * time.Second

// check returns what is wrong with a history; blank for nothing.
func (w *world) check() string {
	if len(w.wrong) > 0 {
		return strings.Join(w.wrong, "; ")
	}
	return w.unordered()
}

// unordered returns what porcupine cannot put into an order; blank for nothing.
func (w *world) unordered() string {
	model := law()
	for _, order := range w.history.orders() {
		all := w.history.history[order]
		result, info := porcupine.CheckOperationsVerbose(model, all, checkTime)
		switch result {
		case porcupine.Unknown:
			return fmt.Sprintf("order %d: porcupine did not end in %v with\n%s", order, checkTime, written(all))
		case porcupine.Illegal:
			most := 0
			for _, part := range info.PartialLinearizations()[0] {
				most = max(most, len(part))
			}
			return fmt.Sprintf("order %d is not linearizable: of %d operations porcupine orders %d at most.\nThe history:\n%s\nThe shortest part that is not:\n%s",
				order, len(all), most, written(all), written(shortest(model, all)))
		}
	}
	return ""
}

// written is a history for people.
func written(all []porcupine.Operation) string {
	var b strings.Builder
	for _, o := range all {
		end := fmt.Sprint(o.Return)
		if o.Return == math.MaxInt64 {
			end = "…"
		}
		fmt.Fprintf(&b, "  %4d %4s  client %d  %s\n", o.Call, end, o.ClientId, describe(o.Input, o.Output))
	}
	return b.String()
}

// bankRoom is a folder for the bank's ledger, in memory where there is one.
func bankRoom(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "histories-")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "bank")
}
