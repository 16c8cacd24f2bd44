package storage

import (
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// TestPostingsKeepWhatWasEntered enters and removes sales under neighbouring
// terms, in order and out of it, and holds walk, count and look-up against a
// plain set.
func TestPostingsKeepWhatWasEntered(t *testing.T) {
	s := openTest(t, t.TempDir())
	prefixes := [][]byte{index.IndexPrefix(index.ByName, "a"), index.IndexPrefix(index.ByName, "a\x00"), index.IndexPrefix(index.ByName, "ab"), index.IndexPrefix(index.ByTime, "")}
	day := func(n int) journal.Day { return journal.DayOf(time.Date(2026, 11, 28+n, 0, 0, 0, 0, time.UTC)) }
	rapid.Check(t, func(t *rapid.T) {
		begun, err := s.db.Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = begun.Rollback() }()
		terms, err := record.Tx{Tx: begun, Seal: s.seal()}.In(record.IndexBucket)
		if err != nil {
			t.Fatal(err)
		}
		p, model := index.Postings{Bucket: terms}, map[string]map[journal.SaleID]bool{}
		for _, prefix := range prefixes {
			model[string(prefix)] = map[journal.SaleID]bool{}
		}
		for range rapid.IntRange(1, 12).Draw(t, "strokes") {
			prefix := rapid.SampledFrom(prefixes).Draw(t, "prefix")
			start, stride := rapid.IntRange(1, 400).Draw(t, "start"), rapid.SampledFrom([]int{1, 1, 7, -1, -3}).Draw(t, "stride")
			remove, on := rapid.IntRange(0, 3).Draw(t, "remove") == 0, day(rapid.IntRange(0, 5).Draw(t, "day"))
			for i := range rapid.IntRange(1, 300).Draw(t, "length") {
				number := start + i*stride
				if number < 1 {
					break
				}
				id := journal.NewSaleID(on, number)
				packed, _ := codec.Pack(id)
				if remove {
					delete(model[string(prefix)], id)
					err = p.Remove(prefix, packed)
				} else {
					model[string(prefix)][id] = true
					err = p.Add(prefix, packed)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		from := journal.NewSaleID(day(rapid.IntRange(-1, 6).Draw(t, "from day")), rapid.IntRange(1, 500).Draw(t, "from"))
		to := journal.NewSaleID(day(rapid.IntRange(-1, 6).Draw(t, "to day")), rapid.IntRange(1, 500).Draw(t, "to"))
		for prefix, ids := range model {
			var want []journal.SaleID
			counts := map[journal.Day]int64{}
			for id := range ids {
				counts[id.Day()]++
				if id >= from && id < to {
					want = append(want, id)
				}
				packed, _ := codec.Pack(id)
				if there, err := index.Listed(terms, []byte(prefix), packed); err != nil || !there {
					t.Fatalf("%s is not found, error %v", id, err)
				}
				if next, _ := codec.Pack(journal.NewSaleID(id.Day(), id.Number()+1)); !ids[codec.Unpack(next)] {
					if there, err := index.Listed(terms, []byte(prefix), next); err != nil || there {
						t.Fatalf("one after %s is found, error %v", id, err)
					}
				}
			}
			slices.Sort(want)
			slices.Reverse(want)
			var got []journal.SaleID
			var failed error
			next := index.TermSource(terms, []byte(prefix), index.Span{Low: string(from), High: string(to)}, &failed)
			for id := next(); id != ""; id = next() {
				got = append(got, id)
			}
			if failed != nil || !slices.Equal(got, want) {
				t.Fatalf("%q from %s to %s: %v, want %v, error %v", prefix, from, to, got, want, failed)
			}
			for n := -1; n < 8; n++ {
				if count, err := index.CountTerm(terms, []byte(prefix), day(n)); err != nil || count != counts[day(n)] {
					t.Fatalf("%q on %s: %d, want %d, error %v", prefix, day(n), count, counts[day(n)], err)
				}
			}
		}
	})
}

// TestChunksStayFull: sales entered in their order fill chunks to the brim.
func TestChunksStayFull(t *testing.T) {
	s := openTest(t, t.TempDir())
	if err := s.db.Update(func(b *bbolt.Tx) error {
		terms, err := record.Tx{Tx: b, Seal: s.seal()}.In(record.IndexBucket)
		if err != nil {
			return err
		}
		p := index.Postings{Bucket: terms}
		for n := 1; n <= 10*index.MaxChunk; n++ {
			packed, _ := codec.Pack(journal.NewSaleID("20261120", n))
			if err := p.Add(index.IndexPrefix(index.ByTime, ""), packed); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.db.View(func(b *bbolt.Tx) error {
		if n := b.Bucket([]byte(record.IndexBucket)).Stats().KeyN; n != 10 {
			t.Errorf("%d chunks", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
