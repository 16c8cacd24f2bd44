package idempotency

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"sanduq/core"
)

func TestOfManyClaimsOneSucceeds(t *testing.T) {
	dir := t.TempDir()
	memory := new(core.MemoryIdempotencyStore)
	for name, open := range map[string]func() core.IdempotencyStore{
		"memory": func() core.IdempotencyStore { return memory },
		"file": func() core.IdempotencyStore { // opened again, as after a restart
			f, err := NewFileStore(dir)
			if err != nil {
				t.Error(err)
			}
			return f
		},
	} {
		for _, sameKey := range []bool{true, false} {
			var won atomic.Int32
			var group sync.WaitGroup
			for i := range 16 {
				group.Go(func() {
					r := core.IdempotencyRecord{Key: "k" + name, OrderID: "o" + name, Fingerprint: "f", Outcome: core.IdempotencyUnknown}
					if !sameKey {
						r.Key, r.OrderID = "k"+name+string(rune('a'+i)), "other"+name
					}
					if _, claimed, err := open().Claim(context.Background(), r); err != nil {
						t.Error(err)
					} else if claimed {
						won.Add(1)
					}
				})
			}
			group.Wait()
			if won.Load() != 1 {
				t.Errorf("%s: %d claims succeeded", name, won.Load())
			}
		}
	}
}

// A file whose writer stopped halfway stands for an unknown outcome.
func TestAHalfWrittenClaim(t *testing.T) {
	store, err := NewFileStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := core.IdempotencyRecord{Key: "k", OrderID: "o", Fingerprint: "f", Outcome: core.IdempotencyUnknown}
	for _, content := range []string{"", `{"key":"k","outco`} {
		if err := os.WriteFile(store.path("key", "k"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		standing, claimed, err := store.Claim(t.Context(), r)
		if err != nil || claimed || standing.Outcome != core.IdempotencyUnknown {
			t.Errorf("%+v, %v, %v", standing, claimed, err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(store.dir, "*"))
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
}

// What was refused frees its order but not its key; what never left frees both; what
// was opened frees neither, for a store that is opened again.
func TestWhatAClaimsEndFrees(t *testing.T) {
	for _, c := range []struct {
		outcome    core.IdempotencyOutcome // blank: released
		key, order bool                    // whether the same may be claimed once more
	}{
		{"", true, true}, {core.IdempotencyRefused, false, true}, {core.IdempotencyCreated, false, false}, {core.IdempotencyUnknown, false, false},
	} {
		dir := t.TempDir()
		claim := func(key string) (core.IdempotencyRecord, bool) {
			store, err := NewFileStore(dir)
			if err != nil {
				t.Fatal(err)
			}
			standing, claimed, err := store.Claim(t.Context(), core.IdempotencyRecord{Key: key, OrderID: "o", Fingerprint: "f", Outcome: core.IdempotencyUnknown})
			if err != nil {
				t.Fatal(err)
			}
			return standing, claimed
		}
		first, claimed := claim("k")
		store, err := NewFileStore(dir)
		if err != nil || !claimed {
			t.Fatal(err, claimed)
		}
		if first.Outcome = c.outcome; c.outcome == "" {
			err = store.Release(t.Context(), first)
		} else {
			err = store.Settle(t.Context(), first)
		}
		if err != nil {
			t.Fatal(err)
		}
		standing, key := claim("k")
		if key != c.key || !key && standing.Outcome != c.outcome {
			t.Errorf("after %q the key is free: %t, and stands as %+v", c.outcome, key, standing)
		}
		if _, order := claim("k2"); !c.key && order != c.order {
			t.Errorf("after %q the order is free: %t", c.outcome, order)
		}
	}
}

// TestARefusalFreesItsOrder: a store that stops while it writes a refusal down leaves the order free. The gateway
// has refused it, so that another key may try.
func TestARefusalFreesItsOrder(t *testing.T) {
	dir := t.TempDir()
	store, err := NewFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	first := core.IdempotencyRecord{Key: "k-1", OrderID: "O-1", Fingerprint: "f", Outcome: core.IdempotencyUnknown}
	if _, claimed, err := store.Claim(t.Context(), first); !claimed || err != nil {
		t.Fatal(claimed, err)
	}
	// The key's file cannot be replaced: that is where the write ends.
	path := store.path("key", first.Key)
	if err := errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "full"), 0o700)); err != nil {
		t.Fatal(err)
	}
	first.Outcome = core.IdempotencyRefused
	if err := store.Settle(t.Context(), first); err == nil {
		t.Fatal("the refusal was written")
	}
	second := first
	second.Key, second.Outcome = "k-2", core.IdempotencyUnknown
	if standing, claimed, err := store.Claim(t.Context(), second); !claimed || err != nil {
		t.Errorf("the order stays with %+v, %v", standing, err)
	}
}

// TestAnOrderThatAnotherTakesIsNotFreed: the claim of another process, of which nothing is in its file yet.
func TestAnOrderThatAnotherTakesIsNotFreed(t *testing.T) {
	store, err := NewFileStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	taken := store.path("order", "O-1")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Release(t.Context(), core.IdempotencyRecord{Key: "k-1", OrderID: "O-1"}); err == nil {
		t.Error("an order was freed whose file says nothing")
	}
	if _, err := os.Stat(taken); err != nil {
		t.Error(err)
	}
}
