package storage

import (
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

// of names the environment of a store.
func of(environment core.Environment) func(*Options) {
	return func(o *Options) { o.Environment = environment }
}

// TestAStoreBelongsToItsEnvironment: what was sold for practice never becomes
// part of a live till, nor the other way round, by a backup or by moving the
// file, and what is there stays as it is.
func TestAStoreBelongsToItsEnvironment(t *testing.T) {
	for _, sold := range []int{0, 3} {
		practice := openTest(t, t.TempDir(), of(core.Sandbox))
		if sold > 0 {
			fill(t, practice, sold)
		}
		copied, err := practice.Backup(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		code, err := practice.NewRecoveryCode(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		coded := filepath.Join(t.TempDir(), "coded.db")
		if err := practice.Copy(t.Context(), coded); err != nil {
			t.Fatal(err)
		}
		closeStore(t, practice)

		live := openTest(t, t.TempDir(), of(core.Live))
		closeStore(t, live)
		before := string(mustFile(t, live.Path()))
		if _, err := Backups.Restore(t.Context(), live.opts, coded, code); !errors.Is(err, fault.ErrEnvironment) {
			t.Errorf("%d sales: restored by code: %v", sold, err)
		}
		if err := Backups.Check(t.Context(), live.opts, coded, code); !errors.Is(err, fault.ErrEnvironment) {
			t.Errorf("%d sales: proved: %v", sold, err)
		}
		same := live.opts
		same.Keys = practice.opts.Keys
		if _, err := Restore(t.Context(), same, copied); !errors.Is(err, fault.ErrEnvironment) {
			t.Errorf("%d sales: restored: %v", sold, err)
		}
		if string(mustFile(t, live.Path())) != before {
			t.Error("the live store was touched")
		}
		write(t, live.Path(), mustFile(t, practice.Path()))
		same.Dir = live.opts.Dir
		if s, err := Open(t.Context(), same); !errors.Is(err, fault.ErrEnvironment) {
			t.Errorf("%d sales: opened: %v", sold, err)
			closeStore(t, s)
		}
		if _, err := Backups.Restore(t.Context(), practice.opts, coded, code); err != nil {
			t.Errorf("%d sales: restored where it belongs: %v", sold, err)
		}
		back := openTest(t, practice.opts.Dir, of(core.Sandbox))
		closeStore(t, back)
	}
}

// TestAStoreOfAnEarlierVersionLearnsItsEnvironment from its sales, or else
// from the first start.
func TestAStoreOfAnEarlierVersionLearnsItsEnvironment(t *testing.T) {
	for _, sold := range []int{0, 3} {
		dir := t.TempDir()
		s := openTest(t, dir)
		if sold > 0 {
			fill(t, s, sold)
		}
		closeStore(t, s)
		if sold > 0 {
			if _, err := open(dir, of(core.Live)); !errors.Is(err, fault.ErrEnvironment) {
				t.Errorf("opened: %v", err)
			}
		}
		for range 2 {
			s = openTest(t, dir, of(core.Sandbox))
			if err := s.db.View(func(b *bbolt.Tx) error {
				h, err := record.NewTx(b, s.seal()).Manifest()
				if err == nil && h.Environment != core.Sandbox {
					err = errors.New("nothing was learnt")
				}
				return err
			}); err != nil {
				t.Error(err)
			}
			closeStore(t, s)
		}
		if _, err := open(dir, of(core.Live)); !errors.Is(err, fault.ErrEnvironment) {
			t.Errorf("opened: %v", err)
		}
	}
}
