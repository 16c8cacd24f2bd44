package coretest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"sanduq/core/checkout"
)

// CheckoutStore runs what every checkout.Store has to hold, on an empty store for
// each part that open returns.
func CheckoutStore(t *testing.T, open func(t *testing.T) checkout.Store) {
	for name, part := range map[string]func(*testing.T, checkout.Store){
		"values": storeValues, "versions": storeVersions, "list": storeLists, "races": storeRaces, "context": storeContext,
	} {
		t.Run(name, func(t *testing.T) { part(t, open(t)) })
	}
}

// storeRef is a reference as a Checkout makes them.
func storeRef(n int) string { return fmt.Sprintf("%032x", n) }

// What was saved comes back, byte by byte, and nothing else.
func storeValues(t *testing.T, s checkout.Store) {
	ctx := t.Context()
	if _, err := s.Load(ctx, storeRef(1)); !errors.Is(err, checkout.ErrNotStored) {
		t.Errorf("never saved: %v", err)
	}
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	due := time.Now().Add(time.Hour).Truncate(time.Millisecond)
	for i, r := range []checkout.Record{
		{Ref: storeRef(2), Sealed: every, Due: due},
		{Ref: storeRef(3), Sealed: []byte{}},
		{Ref: storeRef(4), Sealed: bytes.Repeat([]byte("\n0 "), 100_000), Due: time.UnixMilli(1)},
	} {
		version, err := s.Save(ctx, r)
		if err != nil || version == 0 {
			t.Fatalf("%d: version %d, %v", i, version, err)
		}
		r.Sealed = bytes.Clone(r.Sealed)
		got, err := s.Load(ctx, r.Ref)
		if err != nil || got.Ref != r.Ref || got.Version != version || !got.Due.Equal(r.Due) || got.Due.IsZero() != r.Due.IsZero() || !bytes.Equal(got.Sealed, r.Sealed) {
			t.Errorf("%d: %d bytes, version %d, due %v, %v", i, len(got.Sealed), got.Version, got.Due, err)
		}
		if len(got.Sealed) > 0 {
			got.Sealed[0]++ // the caller's own
			if again, err := s.Load(ctx, r.Ref); err != nil || !bytes.Equal(again.Sealed, r.Sealed) {
				t.Errorf("%d: a reader changed what is stored: %v", i, err)
			}
		}
	}
}

// Only a writer that has read the newest version of a record may replace it.
func storeVersions(t *testing.T, s checkout.Store) {
	ctx := t.Context()
	r := checkout.Record{Ref: storeRef(1), Sealed: []byte("one")}
	refused := func(what string, version uint64) {
		t.Helper()
		if _, err := s.Save(ctx, checkout.Record{Ref: r.Ref, Version: version, Sealed: []byte("wrong")}); !errors.Is(err, checkout.ErrReplaced) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("a version of nothing", 7)
	first, err := s.Save(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	refused("a second beginning", 0)
	r.Version, r.Sealed = first, []byte("two")
	second, err := s.Save(ctx, r)
	if err != nil || second <= first {
		t.Fatalf("version %d after %d, %v", second, first, err)
	}
	refused("the version before", first)
	refused("a version to come", second+1)
	if got, err := s.Load(ctx, r.Ref); err != nil || got.Version != second || string(got.Sealed) != "two" {
		t.Errorf("%q, version %d, %v", got.Sealed, got.Version, err)
	}
}

// The longest due come first, and what is not due does not come.
func storeLists(t *testing.T, s checkout.Store) {
	ctx, now := t.Context(), time.Now().Truncate(time.Millisecond)
	versions := make(map[string]uint64)
	for i, due := range []time.Time{now.Add(-time.Second), {}, now.Add(time.Minute), now, now.Add(-time.Hour)} {
		r := checkout.Record{Ref: storeRef(i), Sealed: fmt.Append(nil, i), Due: due}
		version, err := s.Save(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		versions[r.Ref] = version
	}
	list := func(at time.Time, limit int, want ...int) {
		t.Helper()
		got, err := s.List(ctx, at, limit)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d records, %v; want %d", len(got), err, len(want))
		}
		for i, r := range got {
			if r.Ref != storeRef(want[i]) || r.Version != versions[r.Ref] || string(r.Sealed) != fmt.Sprint(want[i]) || r.Due.After(at) || r.Due.IsZero() {
				t.Errorf("%d: %s, version %d, due %v, %q; want %s", i, r.Ref, r.Version, r.Due, r.Sealed, storeRef(want[i]))
			}
		}
	}
	list(now, 10, 4, 0, 3)
	list(now, 2, 4, 0)
	list(now.Add(-2*time.Hour), 10)
	for ref, due := range map[string]time.Time{storeRef(4): {}, storeRef(1): now} {
		version, err := s.Save(ctx, checkout.Record{Ref: ref, Version: versions[ref], Sealed: []byte(fmt.Sprint(map[string]int{storeRef(4): 4, storeRef(1): 1}[ref])), Due: due})
		if err != nil {
			t.Fatal(err)
		}
		versions[ref] = version
	}
	list(now, 10, 0, 1, 3)
	ahead, ok := s.(checkout.Ahead)
	if !ok {
		return
	}
	for after, want := range map[time.Time]int{now.Add(time.Hour): 0, now.Add(time.Minute): 0, now.Add(time.Minute - time.Millisecond): 1, now.Add(-time.Hour): 4} {
		if got, err := ahead.ListAhead(ctx, after, 10); err != nil || len(got) != want {
			t.Errorf("%d records are due after %v, %v; want %d", len(got), after.Sub(now), err, want)
		} else if want == 1 && (got[0].Ref != storeRef(2) || got[0].Version != versions[storeRef(2)] || string(got[0].Sealed) != "2") {
			t.Errorf("ahead is %s, version %d, %q", got[0].Ref, got[0].Version, got[0].Sealed)
		}
	}
	if got, err := ahead.ListAhead(ctx, now.Add(-time.Hour), 2); err != nil || len(got) != 2 {
		t.Errorf("%d records, %v; want two at most", len(got), err)
	}
}

// Of any number of writers of one version one succeeds, each time.
func storeRaces(t *testing.T, s checkout.Store) {
	const writers, rounds = 8, 25
	var mu sync.Mutex
	won := make(map[uint64]int)
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for range rounds {
				r, err := s.Load(context.Background(), storeRef(1))
				if err != nil && !errors.Is(err, checkout.ErrNotStored) {
					t.Error(err)
					return
				}
				version, err := s.Save(context.Background(), checkout.Record{Ref: storeRef(1), Version: r.Version, Sealed: fmt.Append(nil, w)})
				if errors.Is(err, checkout.ErrReplaced) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				won[version]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	r, err := s.Load(t.Context(), storeRef(1))
	if err != nil || uint64(len(won)) != r.Version {
		t.Errorf("%d versions were written, and the newest is %d, %v", len(won), r.Version, err)
	}
	for version, n := range won {
		if n != 1 {
			t.Errorf("version %d was written by %d", version, n)
		}
	}
}

// Under a context that has ended nothing is claimed to be done that was not.
func storeContext(t *testing.T, s checkout.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, saved := s.Save(ctx, checkout.Record{Ref: storeRef(1), Sealed: []byte("x")})
	_, err := s.Load(t.Context(), storeRef(1))
	if saved == nil && err != nil {
		t.Errorf("it was saved, and there is %v", err)
	}
}
