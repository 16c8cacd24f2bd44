package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
)

func mustFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// ticking returns an Options change with a clock that moves on a minute each
// time it is read.
func ticking() func(*Options) {
	now := clock
	return func(o *Options) {
		o.Clock = func() time.Time {
			now = now.Add(time.Minute)
			return now
		}
	}
}

func TestBackupIsAStoreOfThatMoment(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir(), ticking())
	fill(t, s, 4)
	path, err := s.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	later := aSale(5)
	if err := s.Commit(ctx, journal.Change{Sale: &later}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := Restore(ctx, s.opts, path)
	if err != nil || kept == "" {
		t.Fatalf("kept %q, error %v", kept, err)
	}
	back := openTest(t, s.opts.Dir)
	page, err := back.Sales(ctx, journal.SaleQuery{})
	if err != nil || len(page.Sales) != 4 {
		t.Errorf("%d sales after restoring, error %v", len(page.Sales), err)
	}
	if err := back.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(kept, back.Path()); err != nil {
		t.Fatal(err)
	}
	mustRead(t, openTest(t, s.opts.Dir), later.ID)
}

func TestFourteenBackupsStay(t *testing.T) {
	s := openTest(t, t.TempDir(), ticking())
	var made []string
	for range 14 + 3 {
		path, err := s.Backup(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, path)
	}
	found, err := Backups.List(s.opts.Dir)
	if err != nil || len(found) != 14 || found[0] != made[len(made)-1] || found[14-1] != made[3] {
		t.Errorf("kept %v, error %v", found, err)
	}
}

func TestBadBackupIsNeitherKeptNorRestored(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	good, err := s.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, s, func(sales *bbolt.Bucket) error { return sales.Delete([]byte(journal.NewSaleID("20261120", 1))) })
	if _, err := s.Backup(ctx); !errors.Is(err, fault.ErrBackup) || !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("backup of a damaged store: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(s.opts.Dir, "backups", "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("folder holds %v, error %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.db")
	write(t, cut, mustFile(t, good)[:9000])
	before := string(mustFile(t, s.Path()))
	if _, err := Restore(ctx, s.opts, cut); !errors.Is(err, fault.ErrBackup) {
		t.Errorf("restoring a cut copy: %v", err)
	}
	if string(mustFile(t, s.Path())) != before {
		t.Error("a restore that failed touched the store")
	}
}

func TestRestoreWaitsForTheStoreToBeClosed(t *testing.T) {
	s := openTest(t, t.TempDir(), func(o *Options) { o.Timeout = 30 * time.Millisecond })
	path, err := s.Backup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(context.Background(), s.opts, path); !errors.Is(err, fault.ErrLocked) {
		t.Errorf("restore under an open store: %v", err)
	}
}
