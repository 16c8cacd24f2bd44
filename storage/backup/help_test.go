package backup

import (
	"os"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage"
	"sanduq/storage/keys"
)

var clock = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// openTest opens a store until the test ends.
func openTest(t *testing.T, dir string, change ...func(*storage.Options)) *storage.Store {
	t.Helper()
	o := storage.Options{Dir: dir, Keys: keys.NewFile(dir), Patience: -1}
	for _, c := range change {
		c(&o)
	}
	s, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// fill commits n sales.
func fill(t *testing.T, s *storage.Store, n int) {
	t.Helper()
	for number := 1; number <= n; number++ {
		id := journal.NewSaleID("20261120", number)
		sale := journal.Sale{ID: id, Version: 1, OrderID: id.Paper(), Amount: money.Amount{Minor: 12_500, Currency: "LYD"},
			Environment: core.Sandbox, CreatedAt: clock, UpdatedAt: clock, Step: journal.StepCreated}
		if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
			t.Fatal(err)
		}
	}
}

func mustFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func closeStore(t *testing.T, s *storage.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// ticking returns a change of the options with a clock that moves on a minute
// each time it is read.
func ticking() func(*storage.Options) {
	now := clock
	return func(o *storage.Options) {
		o.Clock = func() time.Time {
			now = now.Add(time.Minute)
			return now
		}
	}
}
