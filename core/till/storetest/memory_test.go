package storetest_test

import (
	"context"
	"errors"
	"testing"

	"sanduq/core/till"
	"sanduq/core/till/storetest"
)

func TestMemoryKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Harness {
		m := storetest.NewMemory()
		return storetest.Harness{
			Store: m,
			Fail:  func(o storetest.Outcome) { m.FailNext(o) },
			Full: func() {
				m.FailWith(till.ErrFull)
				m.FailNext(storetest.Lost)
			},
			Crash: func(*testing.T) till.Store { return m.Crash() },
		}
	})
}

func TestMemoryGoesBackToAnyCommit(t *testing.T) {
	m := storetest.NewMemory()
	for _, shop := range []string{"A", "B", "C"} {
		if err := m.Commit(context.Background(), till.Change{Settings: &till.Settings{Shop: shop}}); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range []string{"", "A", "B", "C"} {
		got, err := m.At(n).Settings(context.Background())
		if want == "" && !errors.Is(err, till.ErrNotFound) || got.Shop != want {
			t.Errorf("after %d commits: %q, error %v", n, got.Shop, err)
		}
	}
}

func TestMemoryHookDecides(t *testing.T) {
	m := storetest.NewMemory()
	var seen []int
	m.OnCommit(func(n int, _ till.Change) storetest.Outcome {
		seen = append(seen, n)
		if n == 1 {
			return storetest.Kept
		}
		return storetest.Stored
	})
	ctx, change := context.Background(), till.Change{Settings: &till.Settings{Shop: "A"}}
	first, second, third := m.Commit(ctx, change), m.Commit(ctx, change), m.Commit(ctx, change)
	if first != nil || !errors.Is(second, storetest.ErrInjected) || !errors.Is(third, till.ErrPoisoned) {
		t.Errorf("commits returned %v, %v, %v", first, second, third)
	}
	if m.Commits() != 2 || len(seen) != 2 {
		t.Errorf("%d commits on the disk, hook asked %v", m.Commits(), seen)
	}
	gone := errors.New("gone")
	m.FailReads(gone)
	if err := m.Reopen(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Settings(ctx); !errors.Is(err, gone) {
		t.Errorf("read returned %v", err)
	}
}
