package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// keepsTheContract holds the store against the contract, but for the parts named.
func keepsTheContract(t *testing.T, without ...string) {
	storetest.Run(t, func(t testing.TB) storetest.Harness {
		s := openTest(t, t.TempDir())
		return storetest.Harness{
			Store:  s,
			Fail:   func(o storetest.Outcome) { failNext(s, o, errors.New("injected")) },
			Full:   func() { failNext(s, storetest.Lost, noRoom) },
			Crash:  func(t *testing.T) journal.Store { return openTest(t, copyFolder(t, s.opts.Dir)) },
			Damage: func(t *testing.T, id journal.SaleID) { damageSale(t, s, id) },
			Exchange: func(t *testing.T, a, b journal.SaleID) {
				edit(t, s, func(sales *bbolt.Bucket) error {
					one := append([]byte(nil), sales.Get([]byte(a))...)
					two := append([]byte(nil), sales.Get([]byte(b))...)
					return errors.Join(sales.Put([]byte(a), two), sales.Put([]byte(b), one))
				})
			},
		}
	}, without...)
}

// damageSale changes one bit of a sale's record.
func damageSale(t testing.TB, s *Store, id journal.SaleID) {
	edit(t, s, func(sales *bbolt.Bucket) error {
		value := append([]byte(nil), sales.Get([]byte(id))...)
		value[len(value)-9] ^= 4
		return sales.Put([]byte(id), value)
	})
}

func openTest(t testing.TB, dir string, change ...func(*Options)) *Store {
	t.Helper()
	s, err := open(dir, change...)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func open(dir string, change ...func(*Options)) (*Store, error) {
	o := Options{Dir: dir, Keys: keys.NewFile(dir)}
	for _, f := range change {
		f(&o)
	}
	return Open(context.Background(), o)
}

// failNext makes the next commit fail before or after it reached the disk.
func failNext(s *Store, o storetest.Outcome, cause error) {
	fail := func() error {
		s.faults = faults{}
		return cause
	}
	switch o {
	case storetest.Lost:
		s.faults = faults{before: fail}
	case storetest.Kept:
		s.faults = faults{after: fail}
	}
}

// edit changes the sales bucket behind the store's back.
func edit(t testing.TB, s *Store, f func(sales *bbolt.Bucket) error) {
	t.Helper()
	drain(t, s)
	if err := s.db.Update(func(t *bbolt.Tx) error { return f(t.Bucket([]byte(record.SalesBucket))) }); err != nil {
		t.Fatal(err)
	}
}

// drain brings what lies in the journal to where a test looks for it.
func drain(t testing.TB, s *Store) {
	t.Helper()
	if err := s.drain(); err != nil {
		t.Fatal(err)
	}
}

// copyFolder copies a store's folder as it lies on the disk.
func copyFolder(t testing.TB, dir string) string {
	t.Helper()
	into := t.TempDir()
	files, err := filepath.Glob(filepath.Join(dir, "till.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(into, filepath.Base(path)), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return into
}
