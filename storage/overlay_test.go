package storage

import (
	"maps"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"sanduq/storage/internal/record"
)

// TestAnOverlayReadsAsOneBucket puts and removes keys in a tree and over it, and
// holds every way of reading against a plain map.
func TestAnOverlayReadsAsOneBucket(t *testing.T) {
	s := openTest(t, t.TempDir())
	rapid.Check(t, func(t *rapid.T) {
		begun, err := s.db.Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = begun.Rollback() }()
		key := rapid.Custom(func(t *rapid.T) string {
			return string(rapid.SliceOfN(rapid.SampledFrom([]byte("abc")), 1, 3).Draw(t, "key"))
		})
		model := map[string]string{}
		stroke := func(t *rapid.T, b record.Bucket, most int) {
			for range rapid.IntRange(0, most).Draw(t, "strokes") {
				k, v := key.Draw(t, "key"), rapid.SampledFrom([]string{"", "x", "yy"}).Draw(t, "value")
				if rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
					delete(model, k)
					err = b.Delete([]byte(k))
				} else {
					model[k] = v
					err = b.Put([]byte(k), []byte(v))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		raw := record.Tx{Tx: begun, Seal: s.seal()}
		stroke(t, mustIn(t, raw), 30)
		over := raw.Journalise()
		stroke(t, mustIn(t, over), 12)
		over = over.Journalise() // a second change on top of the first
		stroke(t, mustIn(t, over), 12)

		// What is written down and read again lies over the same tree.
		again := raw
		again.Over = record.NewOverlay()
		if err := again.Over.Replay(over.Over.Fresh.Record()); err != nil {
			t.Fatal(err)
		}
		for _, here := range []record.Tx{over, again} {
			readsAs(t, mustIn(t, here), model, key)
		}
	})
}

func mustIn(t *rapid.T, here record.Tx) record.Bucket {
	b, err := here.In(record.IndexBucket)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readsAs walks a bucket at random beside the sorted keys of a map.
func readsAs(t *rapid.T, b record.Bucket, model map[string]string, key *rapid.Generator[string]) {
	sorted := slices.Sorted(maps.Keys(model))
	is := func(how string, k, v []byte, at int) {
		t.Helper()
		if at < 0 || at >= len(sorted) {
			if k != nil {
				t.Fatalf("%s: %q beyond the end of %q", how, k, sorted)
			}
			return
		}
		if k == nil || string(k) != sorted[at] || v == nil || string(v) != model[sorted[at]] {
			t.Fatalf("%s: %q=%q where %q=%q is, of %q", how, k, v, sorted[at], model[sorted[at]], sorted)
		}
	}
	for range 6 {
		c, at := b.Cursor(), 0
		switch rapid.IntRange(0, 2).Draw(t, "begin") {
		case 0:
			k, v := c.First()
			is("first", k, v, at)
		case 1:
			at = len(sorted) - 1
			k, v := c.Last()
			is("last", k, v, at)
		case 2:
			to := key.Draw(t, "to")
			at, _ = slices.BinarySearch(sorted, to)
			k, v := c.Seek([]byte(to))
			is("seek "+to, k, v, at)
		}
		for range 20 {
			if at < 0 || at >= len(sorted) {
				break // where a walk ends, nobody goes on
			}
			if rapid.IntRange(0, 3).Draw(t, "back") == 0 {
				at--
				k, v := c.Prev()
				is("prev", k, v, at)
			} else {
				at++
				k, v := c.Next()
				is("next", k, v, at)
			}
		}
		k := key.Draw(t, "get")
		if want, there := model[k]; there != (b.Get([]byte(k)) != nil) || string(b.Get([]byte(k))) != want {
			t.Fatalf("get %q: %q, want %q", k, b.Get([]byte(k)), want)
		}
	}
	n := 0
	if err := b.ForEach(func(k, v []byte) error { is("each", k, v, n); n++; return nil }); err != nil || n != len(sorted) {
		t.Fatalf("%d of %d visited, error %v", n, len(sorted), err)
	}
}

// TestAReadersOverlayIsNotWritten: what readers share never changes.
func TestAReadersOverlayIsNotWritten(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	if err := s.db.Update(func(b *bbolt.Tx) error {
		sales, err := record.NewTx(b, s.seal()).In(record.SalesBucket)
		if err != nil {
			return err
		}
		if sales.Put([]byte("x"), nil) == nil || sales.Delete([]byte("x")) == nil {
			t.Error("written")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
