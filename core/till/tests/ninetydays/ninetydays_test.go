package ninetydays

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// TestNinetyDays lets a shop of some sixty sales a day live for SOAK_N days. By
// default it is a kiosk, for as long as it takes a watch to end.
func TestNinetyDays(t *testing.T) {
	n, sales := soak.N(t, 5), smallDay
	if soak.Long() {
		sales = day
	}
	done := soak.Begin(t, "ninety-days", n)
	figures, problems := run(t, Options{Days: n, Sales: sales})
	for _, p := range problems {
		t.Error(p)
	}
	t.Logf("\n%s", Table(figures, 1, 10, 30, 60, 90))
	from, to := figures[min(n, steady(n))-1], figures[n-1]
	done("%d problems; %d sales; day %d to %d: in hand %d to %d, questions %d to %d, goroutines %d to %d, heap %.1f to %.1f MB, start %v to %v; at most %d a minute, %d about one",
		len(problems), to.Sales, from.Day, to.Day, from.InHand, to.InHand, from.Questions, to.Questions, from.Goroutines, to.Goroutines,
		float64(from.Heap)/1e6, float64(to.Heap)/1e6, from.Start.Round(time.Millisecond), to.Start.Round(time.Millisecond), busiest(figures), to.Most)
}

func busiest(days []Figures) (most int) {
	for _, f := range days {
		most = max(most, f.Minute)
	}
	return most
}

// run runs in virtual time, on a file in memory where there is such a folder.
func run(t *testing.T, o Options) (figures []Figures, problems []string) {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "days-")
	if err != nil {
		dir = t.TempDir()
	}
	defer func() { _ = os.RemoveAll(dir) }()
	folder := filepath.Join(dir, "till")
	o.Open = func() (journal.Store, error) {
		return storage.Open(context.Background(), storage.Options{Dir: folder, Keys: keys.NewFile(folder)})
	}
	var stop func()
	o.Real, stop = realClock()
	defer stop()
	synctest.Test(t, func(*testing.T) { figures, problems = Run(o) })
	return figures, problems
}

// realClock is read by asking a goroutine that lives outside virtual time.
func realClock() (now func() time.Time, stop func()) {
	ask, told := make(chan struct{}), make(chan time.Time)
	go func() {
		for range ask {
			told <- time.Now()
		}
	}()
	return func() time.Time { ask <- struct{}{}; return <-told }, func() { close(ask) }
}
