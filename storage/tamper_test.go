package storage

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// TestReadingNoticesWhatItCan: some losses are noticed at once, since a manifest or
// a neighbour knows of the record.
func TestReadingNoticesWhatItCan(t *testing.T) {
	ctx := context.Background()
	id, waiting := journal.NewSaleID("20261120", 2), aSale(1)
	for name, c := range map[string]struct {
		bucket string
		key    []byte
		read   func(*Store) error
	}{
		"receipt":     {record.ReceiptsBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Receipt(ctx, 2); return err }},
		"audit row":   {record.AuditBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Audit(ctx, 0, 9); return err }},
		"settings":    {record.SettingsBucket, record.SettingsKey, func(s *Store) error { _, err := s.Settings(ctx); return err }},
		"secrets":     {record.SecretsBucket, []byte(id), func(s *Store) error { _, err := s.SaleSecrets(ctx, id); return err }},
		"open entry":  {record.OpenBucket, []byte(id), func(s *Store) error { _, err := s.OpenSales(ctx); return err }},
		"open sale":   {record.SalesBucket, []byte(id), func(s *Store) error { _, err := s.OpenSales(ctx); return err }},
		"listed sale": {record.SalesBucket, []byte(id), func(s *Store) error { _, err := s.Sales(ctx, journal.SaleQuery{Route: core.RouteQR}); return err }},
		"total": {record.TotalsBucket, index.TotalKey(&waiting), func(s *Store) error {
			_, err := s.Totals(ctx, journal.SaleQuery{})
			return err
		}},
		"total of the day": {record.TotalsBucket, index.TotalKey(&waiting), func(s *Store) error {
			_, err := s.Totals(ctx, journal.SaleQuery{From: "20261120", Status: journal.StatusPaid})
			return err
		}},
		"sale of the day": {record.SalesBucket, []byte(id), func(s *Store) error {
			_, err := s.Totals(ctx, journal.SaleQuery{To: "20261120"})
			return err
		}},
		"sale on a page": {record.SalesBucket, []byte(id), func(s *Store) error {
			_, err := s.Sales(ctx, journal.SaleQuery{Limit: 3})
			return err
		}},
		"newest sale": {record.SalesBucket, []byte(aSale(4).ID), func(s *Store) error {
			_, err := s.Head(ctx, "20261120") // or its number would be given out again
			return err
		}},
		"index entry": {record.IndexBucket, chunkKey(index.IndexPrefix(index.ByStatus, string(journal.StatusPaid)), id), func(s *Store) error {
			_, err := s.Sales(ctx, journal.SaleQuery{Status: journal.StatusPaid})
			return err
		}},
		"sale asked for": {record.SalesBucket, []byte(id), func(s *Store) error { _, err := s.Sale(ctx, id); return err }},
		"bucket":         {"", []byte(record.SalesBucket), func(s *Store) error { _, err := s.Sale(ctx, id); return err }},
	} {
		s := openTest(t, t.TempDir())
		fill(t, s, 4)
		drain(t, s)
		if err := s.db.Update(func(b *bbolt.Tx) error {
			if c.bucket == "" {
				return b.DeleteBucket(c.key)
			}
			return b.Bucket([]byte(c.bucket)).Delete(c.key)
		}); err != nil {
			t.Fatal(err)
		}
		if err := c.read(s); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s dropped: %v", name, err)
		}
	}
}

// TestExchangedRecordsAreNotServed swaps two sound records of one bucket.
func TestExchangedRecordsAreNotServed(t *testing.T) {
	ctx := context.Background()
	one, two := aSale(1), aSale(2)
	two.Session.State, two.ReceiptSeq = core.StateSuccess, 1
	for name, c := range map[string]struct {
		a, b []byte
		read func(*Store) error
	}{
		record.SalesBucket:    {[]byte(one.ID), []byte(two.ID), func(s *Store) error { _, err := s.Sale(ctx, one.ID); return err }},
		record.SecretsBucket:  {[]byte(one.ID), []byte(two.ID), func(s *Store) error { _, err := s.SaleSecrets(ctx, one.ID); return err }},
		record.ReceiptsBucket: {record.SeqKey(1), record.SeqKey(2), func(s *Store) error { _, err := s.Receipt(ctx, 1); return err }},
		record.AuditBucket:    {record.SeqKey(1), record.SeqKey(2), func(s *Store) error { _, err := s.Audit(ctx, 2, 1); return err }},
		record.TotalsBucket: {index.TotalKey(&one), index.TotalKey(&two), func(s *Store) error {
			_, err := s.Totals(ctx, journal.SaleQuery{})
			return err
		}},
	} {
		s := openTest(t, t.TempDir())
		fill(t, s, 4)
		drain(t, s)
		if err := s.db.Update(func(b *bbolt.Tx) error {
			bucket := b.Bucket([]byte(name))
			first, second := bytes.Clone(bucket.Get(c.a)), bytes.Clone(bucket.Get(c.b))
			if first == nil || second == nil {
				return errors.New("nothing to exchange")
			}
			return errors.Join(bucket.Put(c.a, second), bucket.Put(c.b, first))
		}); err != nil {
			t.Fatal(name, err)
		}
		if err := c.read(s); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s exchanged: %v", name, err)
		}
	}
}

// chunkKey is the key of a term's chunk that begins with a sale.
func chunkKey(prefix []byte, id journal.SaleID) []byte {
	packed, ok := codec.Pack(id)
	if !ok {
		panic(id)
	}
	return index.AppendPacked(slices.Clone(prefix), packed)
}

func TestWrongIndexServesNothingWrong(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	drain(t, s)
	id := journal.NewSaleID("20261120", 1)
	if err := s.db.Update(func(b *bbolt.Tx) error {
		terms := b.Bucket([]byte(record.IndexBucket))
		return errors.Join(terms.Put(chunkKey(index.IndexPrefix(index.ByStatus, string(journal.StatusPaid)), id), nil),
			terms.Put(chunkKey(index.IndexPrefix(index.ByName, "t99999"), id), nil))
	}); err != nil {
		t.Fatal(err)
	}
	if page, err := s.Sales(context.Background(), journal.SaleQuery{Status: journal.StatusPaid}); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("page %v, error %v", page, err)
	}
	if page, err := s.Sales(context.Background(), journal.SaleQuery{Search: "T99999"}); err != nil || len(page.Sales) != 0 {
		t.Errorf("page %v, error %v", page, err)
	}
}

// TestNothingIsListedTwice changes a key on its page, where bbolt would never
// put it: one sale stands twice, another is hidden, and every count is right.
func TestNothingIsListedTwice(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		prefix []byte
		read   func(*Store) error
	}{
		"index": {index.IndexPrefix(index.ByStatus, string(journal.StatusPaid)), func(s *Store) error {
			_, err := s.Sales(ctx, journal.SaleQuery{Status: journal.StatusPaid})
			return err
		}},
		"open sales": {nil, func(s *Store) error { _, err := s.OpenSales(ctx); return err }},
	} {
		s := openTest(t, t.TempDir())
		fill(t, s, 4)
		closeStore(t, s)
		content := mustFile(t, s.Path())
		if c.prefix == nil {
			// On a leaf of the open bucket the keys follow each other.
			all := []byte(aSale(1).ID + aSale(2).ID + aSale(3).ID + aSale(4).ID)
			doubled := []byte(aSale(1).ID + aSale(2).ID + aSale(3).ID + aSale(2).ID)
			content = bytes.ReplaceAll(content, all, doubled)
		} else {
			// A chunk's value follows its key: the distance from sale 2 to sale 4.
			key := chunkKey(c.prefix, aSale(2).ID)
			content = bytes.ReplaceAll(content, slices.Concat(key, []byte{2}), slices.Concat(key, []byte{0}))
		}
		if bytes.Equal(content, mustFile(t, s.Path())) {
			t.Fatalf("%s: nothing to change", name)
		}
		write(t, s.Path(), content)
		if err := c.read(openTest(t, s.opts.Dir, func(o *Options) { o.verifyBelow = 1 })); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSecretsOfAnEarlierVersionAreNotOpened: the file's own, put back by somebody.
func TestSecretsOfAnEarlierVersionAreNotOpened(t *testing.T) {
	s, sale := openTest(t, t.TempDir()), aSale(1)
	keep := func(text string) {
		secret := journal.NewSecrets([]byte(text))
		if err := s.Commit(t.Context(), journal.Change{Sale: &sale, Secrets: &secret}); err != nil {
			t.Fatal(err)
		}
		drain(t, s)
		sale.Version++
	}
	keep("the first token")
	secrets := func(b *bbolt.Tx) *bbolt.Bucket { return b.Bucket([]byte(record.SecretsBucket)) }
	var old []byte
	if err := s.db.View(func(b *bbolt.Tx) error { old = bytes.Clone(secrets(b).Get([]byte(sale.ID))); return nil }); err != nil {
		t.Fatal(err)
	}
	keep("the second token")
	if err := s.db.Update(func(b *bbolt.Tx) error { return secrets(b).Put([]byte(sale.ID), old) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SaleSecrets(t.Context(), sale.ID); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("%v", err)
	}
}

// TestSettingsOnTopOfOlderOnesAreNotWritten: somebody puts the settings of yesterday back. They
// are the till's own, and are not the newest: the staff in them is not taken over.
func TestSettingsOnTopOfOlderOnesAreNotWritten(t *testing.T) {
	s := openTest(t, t.TempDir())
	save := func(name string) error {
		return s.Commit(t.Context(), journal.Change{Settings: &journal.Settings{Shop: name}})
	}
	if err := save("one"); err != nil {
		t.Fatal(err)
	}
	drain(t, s)
	var old []byte
	settings := func(b *bbolt.Tx) *bbolt.Bucket { return b.Bucket([]byte(record.SettingsBucket)) }
	if err := s.db.View(func(b *bbolt.Tx) error {
		old = bytes.Clone(settings(b).Get(record.SettingsKey))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := save("two"); err != nil {
		t.Fatal(err)
	}
	drain(t, s)
	if err := s.db.Update(func(b *bbolt.Tx) error { return settings(b).Put(record.SettingsKey, old) }); err != nil {
		t.Fatal(err)
	}
	if set, err := s.Settings(t.Context()); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("read: %+v, %v", set, err)
	}
	if err := save("three"); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("written: %v", err)
	}
}
