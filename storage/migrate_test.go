package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// These tests add a layout behind the present one, which keeps every sale again,
// so that the way from one to the next is known to work before it is needed.

// withNextLayout lets the program write a layout more until the test ends.
func withNextLayout(t *testing.T) {
	t.Helper()
	before := migrate.Current
	t.Cleanup(func() { migrate.Current = before })
	addLayout()
}

// nextLayout is the present layout and one more.
func nextLayout(step migrate.Migration) migrate.Layout {
	return migrate.Layout{Oldest: migrate.Current.Oldest, Steps: append(slices.Clip(migrate.Current.Steps), step)}
}

func addLayout() {
	migrate.Current = nextLayout(toNextLayout)
}

func toNextLayout(ctx context.Context, from record.Tx, to *migrate.Rewriting) error {
	old, err := from.Manifest()
	if err != nil {
		return err
	}
	for _, name := range record.AllBuckets {
		if name == record.SalesBucket {
			err = to.Update(func(t record.Tx) error { _, err := t.CreateBucket([]byte(name)); return err })
		} else {
			err = to.CopyBucket(ctx, from, name)
		}
		if err != nil {
			return err
		}
	}
	fresh := old
	fresh.Schema, fresh.Sales, fresh.Journal = migrate.Current.Schema(), record.Counted{}, record.Counted{}
	fresh.Commits++
	if err := to.EachRecord(ctx, from, record.SalesBucket, old.Sales, &fresh, func(w *writing.Writer, key, payload []byte) error {
		return migrate.RewriteRecord(w, record.SalesBucket, key, payload, &w.Head.Sales)
	}); err != nil {
		return err
	}
	return to.Update(func(t record.Tx) error { return errors.Join(migrate.PutSchema(t, fresh.Schema), t.PutManifest(fresh)) })
}

func marked(o *Options) { o.Checkpoints = keys.NewFile(o.Dir) }

// olderFolder lays out a folder of the layout before, with a recovery code, and
// returns what it holds.
func olderFolder(t *testing.T, change ...func(*Options)) (dir, holds string, code core.Secret) {
	t.Helper()
	dir = t.TempDir()
	s := openTest(t, dir, append(change, marked)...)
	rich(t, s)
	code, err := s.NewRecoveryCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	holds = describe(t, s)
	closeStore(t, s)
	return dir, holds, code
}

// TestAnOlderLayoutIsBroughtForward, and its life goes on: chains of old rows
// and new ones.
func TestAnOlderLayoutIsBroughtForward(t *testing.T) {
	ctx := t.Context()
	dir, holds, code := olderFolder(t)
	before := mustFile(t, filepath.Join(dir, files.Database))
	older := migrate.Current.Schema()
	withNextLayout(t)
	s := openTest(t, dir, marked)
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	if h := manifestOf(t, s); h.Schema != older+1 {
		t.Errorf("schema %d", h.Schema)
	}
	if describe(t, s) != holds {
		t.Error("something is lost")
	}
	settle(t, s, 92)
	if _, err := s.Verify(ctx); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
	again := openTest(t, dir, marked)
	if w := again.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	closeStore(t, again)
	if key, err := RecoverKey(filepath.Join(dir, files.Database), code); err != nil || len(key) != keys.Size {
		t.Errorf("the recovery code: %v", err)
	}
	// The file as it was stayed, and can be put back.
	kept := filepath.Join(dir, fmt.Sprintf("till.schema-%d.db", older))
	if len(mustFile(t, kept)) > 2*len(before) {
		t.Error("the copy has grown")
	}
	if _, err := Restore(ctx, s.opts, kept); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir)
	if page, err := s.Sales(ctx, journal.SaleQuery{}); err != nil || len(page.Sales) != 6 {
		t.Errorf("%d sales, error %v", len(page.Sales), err)
	}
}

// TestTheFirstLayoutIsBroughtForward: a file that knows no journal, as practice
// tills have it. It opens, holds what it held, and takes sales; the version that
// wrote it refuses it from then on, and finds its own beside it.
func TestTheFirstLayoutIsBroughtForward(t *testing.T) {
	dir, holds, _ := olderFolder(t)
	asFirstLayout(t, dir)
	s := openTest(t, dir, marked)
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	if h := manifestOf(t, s); h.Schema != migrate.Current.Schema() {
		t.Errorf("schema %d", h.Schema)
	}
	if describe(t, s) != holds {
		t.Error("something is lost")
	}
	settle(t, s, 92)
	crashed := openTest(t, copyFolder(t, dir), marked)
	if manifestOf(t, crashed).Journal.Count != 1 || mustRead(t, crashed, journal.NewSaleID("20261120", 92)).ReceiptSeq == 0 {
		t.Error("its journal is not used")
	}
	closeStore(t, s)
	if _, err := Restore(t.Context(), s.opts, filepath.Join(dir, "till.schema-2.db")); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir)
	if page, err := s.Sales(t.Context(), journal.SaleQuery{}); err != nil || len(page.Sales) != 6 {
		t.Errorf("%d sales, error %v", len(page.Sales), err)
	}
}

// withoutDay makes a file that was closed what the layout before shifts was.
func withoutDay(t *testing.T, dir string) {
	t.Helper()
	withoutNames(t, dir)
	asSchema(t, dir, record.FiguresSchema, record.FiguresSchema)
	changed(t, dir, func(here record.Tx, h *record.Manifest) error {
		if h.Sums().Zs != (record.Chained{}) || h.Owed != (record.Chained{}) || h.Shifts != (record.Counted{}) {
			t.Fatal("it has what that layout cannot hold")
		}
		for _, name := range record.DayBuckets {
			if err := here.DeleteBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
}

// asFirstLayout makes a file that was closed what an earlier version wrote.
func asFirstLayout(t *testing.T, dir string) {
	t.Helper()
	withoutFigures(t, dir)
	asSchema(t, dir, migrate.Current.Oldest, migrate.Current.Oldest)
	raw(t, dir, func(b *bbolt.Tx) error { return b.DeleteBucket([]byte(record.JournalBucket)) })
}

// withoutFigures makes a file that was closed what the layout before figures
// was.
func withoutFigures(t *testing.T, dir string) {
	t.Helper()
	withoutDay(t, dir)
	asSchema(t, dir, record.JournalSchema, record.JournalSchema)
	changed(t, dir, func(here record.Tx, h *record.Manifest) error {
		if err := withoutTerms(here, h, []byte{index.ByCashier, index.ByCurrency, index.ByQuarter}); err != nil {
			return err
		}
		h.Hours = record.Counted{}
		return here.DeleteBucket([]byte(record.HoursBucket))
	})
}

// TestADamagedOlderLayoutIsNotBroughtForward changes one byte of a record of
// each kind in turn, well beyond what bbolt itself checks.
func TestADamagedOlderLayoutIsNotBroughtForward(t *testing.T) {
	for _, bucket := range []string{record.SalesBucket, record.SecretsBucket, record.SettingsBucket, record.ReceiptsBucket, record.AuditBucket} {
		t.Run(bucket, func(t *testing.T) {
			dir, _, _ := olderFolder(t)
			raw(t, dir, func(b *bbolt.Tx) error {
				key, value := b.Bucket([]byte(bucket)).Cursor().Last()
				changed := append([]byte(nil), value...)
				changed[len(changed)-3] ^= 1
				return b.Bucket([]byte(bucket)).Put(key, changed)
			})
			withNextLayout(t)
			s, err := open(dir)
			if err == nil {
				closeStore(t, s)
				t.Error("opened")
			} else if !errors.Is(err, fault.ErrDamaged) {
				t.Error(err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, files.Database+".*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// TestAnOlderLayoutOfAnotherEnvironmentIsRefused before it is touched.
func TestAnOlderLayoutOfAnotherEnvironmentIsRefused(t *testing.T) {
	dir, _, code := olderFolder(t, of(core.Sandbox))
	path := filepath.Join(dir, files.Database)
	before := string(mustFile(t, path))
	withNextLayout(t)
	if _, err := open(dir, of(core.Live)); !errors.Is(err, fault.ErrEnvironment) {
		t.Errorf("opened: %v", err)
	}
	live := Options{Dir: t.TempDir(), Keys: keys.NewFile(dir), Environment: core.Live}
	if _, err := Backups.Restore(t.Context(), live, path, code); !errors.Is(err, fault.ErrEnvironment) {
		t.Errorf("restored: %v", err)
	}
	if string(mustFile(t, path)) != before {
		t.Error("it was touched")
	}
	openTest(t, dir, of(core.Sandbox))
}

func TestABrokenMigrationChangesNothing(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	before := snapshot(t, s)
	failure := errors.New("no")
	broken := nextLayout(func(context.Context, record.Tx, *migrate.Rewriting) error { return failure })
	if err := s.migrate(ctx, broken); !errors.Is(err, failure) {
		t.Fatalf("broken migration: %v", err)
	}
	if d := cmp.Diff(before, snapshot(t, s)); d != "" {
		t.Error(d)
	}
	if err := s.Reopen(ctx); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(s.Path() + ".*"); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

// openMigrating is the process that is killed.
func openMigrating(dir string) int {
	runtime.LockOSThread() // strace counts the calls of each thread by itself
	addLayout()
	s, err := open(dir, func(o *Options) { o.Patience = -1 })
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}
