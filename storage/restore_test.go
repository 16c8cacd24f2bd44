package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// settle commits a sale that is paid by the next receipt.
func settle(t testing.TB, s *Store, number int) uint64 {
	t.Helper()
	h, err := s.Head(t.Context(), "20261120")
	if err != nil {
		t.Fatal(err)
	}
	sale := aSale(number)
	sale.Session.State, sale.ReceiptSeq = core.StateSuccess, h.Receipt+1
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID}}); err != nil {
		t.Fatal(err)
	}
	return sale.ReceiptSeq
}

func TestARestoredStoreIsFrozenAndGoesOnAfterAGap(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := openTest(t, dir, ticking())
	settle(t, s, 1)
	path, err := s.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	settle(t, s, 2)
	closeStore(t, s)
	for round := 1; round <= 3; round++ {
		if _, err := Restore(ctx, s.opts, path); err != nil {
			t.Fatal(err)
		}
		s = openTest(t, dir, ticking())
		f, err := s.Freeze(ctx)
		if err != nil || f.Cause != journal.FreezeRestored || f.Confirmed != nil || !f.Since.After(clock) || !f.At.After(f.Since) || f.Receipt != uint64(40*(round-1)) {
			t.Fatalf("round %d: freeze %+v, error %v", round, f, err)
		}
		f.Day, f.Receipt, f.Number = "20261120", uint64(40*round), 300*round
		if err := s.Commit(ctx, journal.Change{Freeze: &f}); err != nil {
			t.Fatal(err)
		}
		if h, err := s.Head(ctx, "20261120"); err != nil || h.Number != 300*round || h.Receipt != uint64(40*round) {
			t.Fatalf("round %d: %+v, error %v", round, h, err)
		}
		settle(t, s, 300*round+1)
		settle(t, s, 300*round+2)
		report, err := s.Verify(ctx)
		if err != nil || report.Receipts != uint64(1+2*round) {
			t.Fatalf("round %d: %+v, error %v", round, report, err)
		}
		if path, err = s.Backup(ctx); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
	}
}

// TestAGapIsNotAHole drops a receipt that is no gap.
func TestAGapIsNotAHole(t *testing.T) {
	s := openTest(t, t.TempDir())
	settle(t, s, 1)
	if err := s.Commit(t.Context(), journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Receipt: 9}}); err != nil {
		t.Fatal(err)
	}
	settle(t, s, 2)
	if _, err := s.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := manifestOf(t, s)
	h.Gaps = nil
	putManifestOf(t, s, h)
	if _, err := s.Verify(t.Context()); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("a hole that nobody left: %v", err)
	}
}

func TestARollbackFreezesOnce(t *testing.T) {
	dir := t.TempDir()
	marked := func(o *Options) { o.Checkpoints = keys.NewFile(dir) }
	s := openTest(t, dir, marked)
	fill(t, s, 2)
	closeStore(t, s)
	early := mustFile(t, filepath.Join(dir, files.Database))
	s = openTest(t, dir, marked)
	settle(t, s, 7)
	closeStore(t, s)
	write(t, filepath.Join(dir, files.Database), early)

	s = openTest(t, dir, marked)
	wantWarnings(t, s, WarnRollback)
	first, err := s.Freeze(t.Context())
	if err != nil || first.Cause != journal.FreezeRolledBack || first.Since.IsZero() {
		t.Fatalf("freeze %+v, error %v", first, err)
	}
	closeStore(t, s)
	s = openTest(t, dir, marked)
	wantWarnings(t, s)
	if again, err := s.Freeze(t.Context()); err != nil || !again.At.Equal(first.At) {
		t.Errorf("at the next start: %+v, error %v", again, err)
	}
	closeStore(t, s)
	write(t, filepath.Join(dir, files.Database), early)
	s = openTest(t, dir, marked)
	wantWarnings(t, s, WarnRollback)
}

// TestAStoreMadeAnewWhereOneWasIsFrozen: someone deleted the file. Nobody knows
// since when sales are missing.
func TestAStoreMadeAnewWhereOneWasIsFrozen(t *testing.T) {
	dir := t.TempDir()
	marked := func(o *Options) { o.Checkpoints = keys.NewFile(dir) }
	s := openTest(t, dir, marked)
	if _, err := s.Freeze(t.Context()); !errors.Is(err, journal.ErrNotFound) {
		t.Fatalf("a first store: %v", err)
	}
	fill(t, s, 2)
	closeStore(t, s)
	remove(t, s.Path())
	s = openTest(t, dir, marked)
	if f, err := s.Freeze(t.Context()); err != nil || f.Cause != journal.FreezeRolledBack || !f.Since.IsZero() {
		t.Errorf("freeze %+v, error %v", f, err)
	}
}

func TestABackupOfAnotherMachineNeedsTheRecoveryCode(t *testing.T) {
	ctx := context.Background()
	there := openTest(t, t.TempDir())
	fill(t, there, 3)
	plain, err := there.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	code, err := there.NewRecoveryCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	there.opts.Clock = func() time.Time { return clock.Add(48 * time.Hour) }
	path, err := there.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	here := openTest(t, dir)
	fill(t, here, 1)
	closeStore(t, here)
	before := mustFile(t, here.Path())
	for _, c := range []struct {
		name, path string
		code       core.Secret
		want       error
	}{
		{"no code", path, core.Secret{}, fault.ErrWrongKey},
		{"wrong code", path, core.NewSecret("0000-0000-0000-0000-0000-0000-0000-0000"), fault.ErrPassphrase},
		{"half a code", path, core.NewSecret("ABCD"), fault.ErrPassphrase},
		{"made without a code", plain, code, fault.ErrNoKey},
		{"no such file", path + "x", code, fault.ErrBackup},
		{"not a store", filepath.Join(dir, "till.key"), code, fault.ErrBackup},
	} {
		if err := Backups.Check(ctx, here.opts, c.path, c.code); !errors.Is(err, c.want) {
			t.Errorf("%s: proved with %v", c.name, err)
		}
		if _, err := Backups.Restore(ctx, here.opts, c.path, c.code); !errors.Is(err, c.want) {
			t.Errorf("%s: restored with %v", c.name, err)
		}
		if string(mustFile(t, here.Path())) != string(before) {
			t.Fatalf("%s: the store was touched", c.name)
		}
	}
	if err := Backups.Check(ctx, here.opts, path, code); err != nil {
		t.Fatal(err)
	}
	kept, err := Backups.Restore(ctx, here.opts, path, code)
	if err != nil || string(mustFile(t, kept)) != string(before) {
		t.Fatalf("kept %q, error %v", kept, err)
	}
	back := openTest(t, dir)
	if page, err := back.Sales(ctx, journal.SaleQuery{}); err != nil || len(page.Sales) != 3 {
		t.Errorf("%d sales, error %v", len(page.Sales), err)
	}
	closeStore(t, back)
	if held, err := keys.LoadRing(ctx, keys.NewFile(dir)); err != nil || len(held.Former) != 1 || held.Coming != nil || string(held.Newest) == string(held.Former[0]) {
		t.Errorf("the old key was not kept: %v", err)
	} else if s, err := record.NewSealer(held.Former[0]); err != nil || string(s.Check) != string(here.seal().Check) {
		t.Errorf("it is not the old one: %v", err)
	}
	rest, err := filepath.Glob(filepath.Join(dir, ".*"))
	if more, _ := filepath.Glob(filepath.Join(dir, "*.restore*")); err != nil || len(rest)+len(more) != 0 {
		t.Errorf("left behind: %v %v", rest, more)
	}
}

func TestTheRecoveryCodeUnlocksAStoreThatLostItsKey(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := openTest(t, dir)
	fill(t, s, 2)
	code, err := s.NewRecoveryCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	remove(t, filepath.Join(dir, "till.key"))
	if _, err := open(dir); !errors.Is(err, fault.ErrNoKey) {
		t.Fatalf("without its key: %v", err)
	}
	if err := Unlock(ctx, s.opts, core.NewSecret("1111")); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("wrong code: %v", err)
	}
	if err := Unlock(ctx, s.opts, core.NewSecret(strings.ToLower(code.Reveal()))); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir)
	mustRead(t, s, journal.NewSaleID("20261120", 2))
	if _, err := s.Freeze(ctx); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("nothing is missing, yet: %v", err)
	}
}

// TestTwoRestoresInOneSecondKeepBothFiles: what is kept is never overwritten.
func TestTwoRestoresInOneSecondKeepBothFiles(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	path, err := s.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	o := s.opts
	o.Clock = func() time.Time { return clock }
	first, err := Restore(t.Context(), o, path)
	if err != nil {
		t.Fatal(err)
	}
	content := mustFile(t, first)
	second, err := Restore(t.Context(), o, path)
	if err != nil || second == first || string(mustFile(t, first)) != string(content) {
		t.Errorf("kept %q and %q, error %v", first, second, err)
	}
}

func manifestOf(t testing.TB, s *Store) (h record.Manifest) {
	t.Helper()
	if err := s.view(t.Context(), func(t record.Tx) (err error) { h, err = t.Manifest(); return err }); err != nil {
		t.Fatal(err)
	}
	return h
}

func putManifestOf(t testing.TB, s *Store, h record.Manifest) {
	t.Helper()
	begun, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = begun.Rollback() }()
	if err := (record.Tx{Tx: begun, Seal: s.seal()}).PutManifest(h); err != nil {
		t.Fatal(err)
	}
	if err := begun.Commit(); err != nil {
		t.Fatal(err)
	}
}

// TestADamagedKeyIsNotMadeAnew: backups may be sealed with it.
func TestADamagedKeyIsNotMadeAnew(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "till.key"), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(dir); !errors.Is(err, fault.ErrNoKey) {
		t.Errorf("a folder without data: %v", err)
	}
}
