package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
)

// places are the KeySources that a till may have, in a folder.
func places(dir string) map[string]interface {
	keys.Source
	keys.Checkpoints
} {
	return map[string]interface {
		keys.Source
		keys.Checkpoints
	}{
		"file": keys.NewFile(dir), "passphrase": keys.NewPassphrase(dir, core.NewSecret("a phrase of four words")), "keyring": keys.NewKeyring(core.Live, dir),
	}
}

// rich fills a store with some of everything that a key seals or links.
func rich(t *testing.T, s *Store) {
	t.Helper()
	fill(t, s, 5)
	staff := journal.NewSecrets([]byte("who may sit at the till"))
	if err := s.Commit(t.Context(), journal.Change{Settings: &journal.Settings{Shop: "Al Noor"}, Staff: &staff}); err != nil {
		t.Fatal(err)
	}
	f := journal.Freeze{Cause: journal.FreezeRestored, Receipt: 40, Day: "20261120", Number: 90, Confirmed: &journal.Decision{By: "Huda"}}
	if err := s.Commit(t.Context(), journal.Change{Freeze: &f}); err != nil {
		t.Fatal(err)
	}
	settle(t, s, 91)
	none := journal.Secrets{}
	sale := mustRead(t, s, journal.NewSaleID("20261120", 3))
	sale.Version++
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale, Secrets: &none}); err != nil {
		t.Fatal(err)
	}
}

// describe is all that a rich store holds, in words.
func describe(t *testing.T, s *Store) string {
	t.Helper()
	if _, err := s.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := readEverything(s, "small")
	staff, err := s.Staff(t.Context())
	if strings.Contains(text, corruptLine) || strings.Contains(text, "odd: storage") || err != nil || staff.Empty() {
		t.Fatalf("%s, %v", text, err)
	}
	return text + string(staff.Reveal())
}

// opens reports whether a key opens a backup.
func opens(t *testing.T, path string, key []byte) bool {
	t.Helper()
	seal, err := record.NewSealer(key)
	if err != nil {
		t.Fatal(err)
	}
	return readCopy(seal, path, 0, func(x record.Tx) error { return migrate.Identify(x) }) == nil
}

// TestACodeMadeAtAnyMomentOfACrash stops a change of the key at each of its
// steps: what is on the disk opens, and holds all; the next code works.
func TestACodeMadeAtAnyMomentOfACrash(t *testing.T) {
	steps := []string{"kept", "written", "exchanged", "sealed", "promoted"}
	dir := t.TempDir()
	s := openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = keys.NewFile(dir), keys.NewFile(dir) })
	rich(t, s)
	if _, err := s.NewRecoveryCode(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := describe(t, s)
	crashed := map[string]string{}
	s.faults.step = func(step string) { crashed[step] = copyFolder(t, dir) }
	if _, err := s.NewRecoveryCode(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.faults.step = nil
	for _, step := range steps {
		at, there := crashed[step]
		if !there {
			t.Errorf("the step %q did not come", step)
			continue
		}
		use := func(o *Options) { o.Keys, o.Checkpoints = keys.NewFile(at), keys.NewFile(at) }
		for n := range 3 {
			s := openTest(t, at, use)
			wantWarnings(t, s)
			if n == 0 && describe(t, s) != before {
				t.Errorf("crashed at %q: something is lost", step)
			}
			sold(t, s, 1)
			if n == 1 {
				code, err := s.NewRecoveryCode(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				path, err := s.Backup(t.Context())
				if err == nil {
					_, err = RecoverKey(path, code)
				}
				if err != nil {
					t.Errorf("crashed at %q: the next code: %v", step, err)
				}
			}
			closeStore(t, s)
		}
		if left, err := files.Matching(at, "*.rekeyed*"); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// TestSalesGoOnWhileTheKeyIsChanged: what is committed meanwhile is there, under
// the new key.
func TestSalesGoOnWhileTheKeyIsChanged(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	rich(t, s)
	if _, err := s.NewRecoveryCode(t.Context()); err != nil {
		t.Fatal(err)
	}
	overtaken := 0
	s.faults.step = func(step string) {
		if step == "written" && overtaken < 3 {
			overtaken++
			settle(t, s, 100+overtaken)
		}
	}
	code, err := s.NewRecoveryCode(t.Context())
	if err != nil || overtaken != 3 {
		t.Fatalf("overtaken %d times: %v", overtaken, err)
	}
	s.faults.step = func(step string) {
		if step == "written" {
			overtaken++
			settle(t, s, 100+overtaken)
		}
	}
	if _, err := s.NewRecoveryCode(t.Context()); !errors.Is(err, ErrBusy) {
		t.Fatalf("overtaken each time: %v", err)
	}
	s.faults.step = nil
	path, err := s.Backup(t.Context())
	if err == nil {
		_, err = RecoverKey(path, code)
	}
	if err != nil {
		t.Errorf("the code before: %v", err)
	}
	for number := 101; number <= 100+overtaken; number++ {
		mustRead(t, s, journal.NewSaleID("20261120", number))
	}
	describe(t, s)
}

// TestAnOldLayoutIsSealedAnew: a backup of an earlier version, under a key from
// before, is restored on a till whose key is a newer one.
func TestAnOldLayoutIsSealedAnew(t *testing.T) {
	dir, truth, _ := olderFolder(t)
	older := migrate.Current.Schema()
	withNextLayout(t)
	s := openTest(t, dir, marked)
	if _, err := s.NewRecoveryCode(t.Context()); err != nil { // that version's file has a code already
		t.Fatal(err)
	}
	if describe(t, s) != truth {
		t.Error("something is lost")
	}
	closeStore(t, s)
	if _, err := Restore(t.Context(), s.opts, filepath.Join(dir, fmt.Sprintf("till.schema-%d.db", older))); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir, marked)
	if describe(t, s) != truth {
		t.Error("something is lost by restoring")
	}
}

// TestTheFormerKeyComesAlongWithTheFolder: what was set aside by a restore
// opens as long as its key is kept.
func TestTheFormerKeyComesAlongWithTheFolder(t *testing.T) {
	there := openTest(t, t.TempDir())
	fill(t, there, 2)
	code, err := there.NewRecoveryCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path, err := there.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	closeStore(t, s)
	kept, err := Backups.Restore(t.Context(), s.opts, path, code)
	if err != nil {
		t.Fatal(err)
	}
	back, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "kept.db")
	write(t, again, back)
	if _, err := Restore(t.Context(), s.opts, again); err != nil {
		t.Fatal(err)
	}
	mustRead(t, openTest(t, s.opts.Dir), journal.NewSaleID("20261120", 4))
}

// A file under another key took the place of the open one, and the first reading of
// it failed. It is the store's all the same: a process that reopens it finds it.
func TestAChangedKeyIsFoundAfterAReadingThatFailed(t *testing.T) {
	ctx := context.Background()
	s, err := open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rich(t, s)
	seal, err := record.NewSealer(bytes.Repeat([]byte{7}, keys.Size))
	if err != nil {
		t.Fatal(err)
	}
	aside, next := s.Path()+".rekeyed", successor{}
	if err := s.view(ctx, func(open record.Tx) error {
		return migrate.Rewrite(ctx, seal, aside, func(to *migrate.Rewriting) error { return migrate.Reseal(ctx, open, to, nil) })
	}); err != nil {
		t.Fatal(err)
	}
	if err := readCopy(seal, aside, s.opts.Timeout, func(copied record.Tx) (err error) {
		next.last, err = copied.Manifest()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if next.info, err = files.Stat(aside); err != nil {
		t.Fatal(err)
	}
	s.keys.known, s.place.coming = append(s.keys.known, seal), &next
	if err := errors.Join(s.shut(), os.Rename(aside, s.Path())); err != nil {
		t.Fatal(err)
	}
	// What opening a file does until its first transaction, which fails here.
	if err := s.place.examine(ctx); err != nil {
		t.Fatal(err)
	}
	file, err := s.place.open(s.Path(), os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	s.adopt(file)
	_ = file.handle.Close()
	s.poison(errors.New("the first reading failed"))
	if err := s.Reopen(ctx); err != nil {
		t.Error(err)
	}
}
