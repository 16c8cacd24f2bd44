package storage

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// liveAt is a live till whose key and first checkpoint lie in its own folder, as under
// a passphrase.
func liveAt(dir, elsewhere string) func(*Options) {
	return func(o *Options) {
		o.Environment, o.Keys, o.Checkpoints, o.Elsewhere = core.Live, keys.NewFile(dir), keys.NewFile(dir), elsewhere
	}
}

// receiptsTo commits sales with receipts up to a number.
func receiptsTo(t *testing.T, s *Store, from, to int) {
	t.Helper()
	for number := from; number <= to; number++ {
		sale := aSale(number)
		sale.Session.State, sale.ReceiptSeq = core.StateSuccess, uint64(number)
		c := journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, Amount: sale.Amount}}
		if err := s.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

func replaceFolder(t *testing.T, dir, by string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(by)); err != nil {
		t.Fatal(err)
	}
}

// TestAFolderThatIsPutBackAsAWholeIsNoticed although its own checkpoint is as old as
// its file: no receipt number is given out twice.
func TestAFolderThatIsPutBackAsAWholeIsNoticed(t *testing.T) {
	elsewhere, dir := t.TempDir(), filepath.Join(t.TempDir(), "live")
	at := liveAt(dir, elsewhere)
	s := openTest(t, dir, at)
	receiptsTo(t, s, 1, 1)
	closeStore(t, s)
	old := copyFolder(t, dir)
	s = openTest(t, dir, at)
	receiptsTo(t, s, 2, 3)
	closeStore(t, s)

	replaceFolder(t, dir, old)
	s = openTest(t, dir, at)
	wantWarnings(t, s, WarnRollback)
	f, err := s.Freeze(context.Background())
	if err != nil || f.Cause != journal.FreezeRolledBack || f.Confirmed != nil || f.Receipt < 3 {
		t.Fatalf("freeze %+v, %v", f, err)
	}
	sale := aSale(2)
	sale.Session.State, sale.ReceiptSeq = core.StateSuccess, 2
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: 2, SaleID: sale.ID, Amount: sale.Amount}}); err == nil {
		t.Error("receipt 2 is issued again")
	}
	closeStore(t, s)
	wantWarnings(t, openTest(t, dir, at)) // it is noticed once
}

// TestASecondCheckpointThatStaysFreezesOnce: where it cannot be replaced, it is there at
// each start. What a manager has confirmed is no news then; another one is.
func TestASecondCheckpointThatStaysFreezesOnce(t *testing.T) {
	elsewhere, dir := t.TempDir(), filepath.Join(t.TempDir(), "live")
	at := liveAt(dir, elsewhere)
	s := openTest(t, dir, at)
	receiptsTo(t, s, 1, 1)
	path := secondOf(s.opts).path(s.seal())
	closeStore(t, s)
	old := copyFolder(t, dir)
	s = openTest(t, dir, at)
	receiptsTo(t, s, 2, 2)
	closeStore(t, s)
	stays := mustFile(t, path)
	s = openTest(t, dir, at)
	receiptsTo(t, s, 3, 3)
	closeStore(t, s)
	newer := mustFile(t, path)

	replaceFolder(t, dir, old)
	write(t, path, stays)
	s = openTest(t, dir, at)
	wantWarnings(t, s, WarnRollback)
	f, err := s.Freeze(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.Confirmed = &journal.Decision{By: "Huda"}
	if err := s.Commit(t.Context(), journal.Change{Freeze: &f}); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	for range 2 {
		write(t, path, stays)
		s = openTest(t, dir, at)
		wantWarnings(t, s, WarnAlone)
		if f, err := s.Freeze(t.Context()); err != nil || f.Confirmed == nil {
			t.Errorf("frozen again: %+v, %v", f, err)
		}
		closeStore(t, s)
	}
	write(t, path, newer)
	wantWarnings(t, openTest(t, dir, at), WarnRollback)
}

// TestASecondCheckpointIsNoSecret and stops no sale when it is lost or damaged.
func TestASecondCheckpointIsNoSecret(t *testing.T) {
	elsewhere, dir := filepath.Join(t.TempDir(), "not there yet"), t.TempDir()
	at := liveAt(dir, elsewhere)
	s := openTest(t, dir, at)
	receiptsTo(t, s, 1, 2)
	path := secondOf(s.opts).path(s.seal())
	closeStore(t, s)
	text := string(mustFile(t, path))
	for _, secret := range []string{"LYD", aSale(1).OrderID, "amount", string(aSale(1).ID)} {
		if strings.Contains(text, secret) {
			t.Errorf("it holds %q: %s", secret, text)
		}
	}
	for name, damage := range map[string]func(){
		"lost":      func() { remove(t, path) },
		"damaged":   func() { write(t, path, []byte("{")) },
		"forged":    func() { write(t, path, []byte(strings.Replace(text, `"commits":2`, `"commits":9`, 1))) },
		"no folder": func() { replaceFolder(t, elsewhere, t.TempDir()); write(t, path, nil) },
	} {
		damage()
		s := openTest(t, dir, at)
		wantWarnings(t, s, WarnAlone)
		if _, err := s.Freeze(t.Context()); err == nil {
			t.Errorf("%s: frozen", name)
		}
		closeStore(t, s)
		s = openTest(t, dir, at)
		wantWarnings(t, s) // it was written again
		closeStore(t, s)
	}
}

// TestPracticeAndOtherFoldersHaveCheckpointsOfTheirOwn.
func TestPracticeAndOtherFoldersHaveCheckpointsOfTheirOwn(t *testing.T) {
	elsewhere := t.TempDir()
	one, two, practice := t.TempDir(), t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		s := openTest(t, dir, liveAt(dir, elsewhere))
		receiptsTo(t, s, 1, 3)
		closeStore(t, s)
	}
	s := openTest(t, practice, liveAt(practice, elsewhere), of(core.Sandbox))
	receiptsTo(t, s, 1, 1)
	closeStore(t, s)
	found, err := os.ReadDir(elsewhere)
	if err != nil || len(found) != 2 {
		t.Errorf("%d checkpoints of two live tills and one of practice, %v", len(found), err)
	}
	wantWarnings(t, openTest(t, one, liveAt(one, elsewhere)))

	// On another computer there is none, and the folder opens.
	other := copyFolder(t, two)
	s = openTest(t, other, liveAt(other, t.TempDir()))
	wantWarnings(t, s, WarnAlone)
	if _, err := s.Freeze(t.Context()); err == nil {
		t.Error("a folder that was moved is frozen")
	}
}

// TestACopyOfTheFolderHasACheckpointOfItsOwn: anyone who opens a copy, to look into it or
// by mistake, does not make the till's own folder look put back.
func TestACopyOfTheFolderHasACheckpointOfItsOwn(t *testing.T) {
	elsewhere, dir := t.TempDir(), filepath.Join(t.TempDir(), "live")
	s := openTest(t, dir, liveAt(dir, elsewhere))
	receiptsTo(t, s, 1, 2)
	closeStore(t, s)
	copied := copyFolder(t, dir)
	s = openTest(t, copied, liveAt(copied, elsewhere))
	receiptsTo(t, s, 3, 5)
	closeStore(t, s)

	s = openTest(t, dir, liveAt(dir, elsewhere))
	wantWarnings(t, s)
	if _, err := s.Freeze(t.Context()); err == nil {
		t.Error("the till is frozen by a copy of its folder")
	}
	receiptsTo(t, s, 3, 3)
	closeStore(t, s)
	wantWarnings(t, openTest(t, copied, liveAt(copied, elsewhere)))
}

// TestAFolderThatIsMovedTakesItsCheckpointAlong, and that of an earlier version, which
// knew no folders: putting an old state back elsewhere hides nothing.
func TestAFolderThatIsMovedTakesItsCheckpointAlong(t *testing.T) {
	for name, before := range map[string]bool{"moved": false, "from an earlier version": true} {
		t.Run(name, func(t *testing.T) {
			elsewhere, dir := t.TempDir(), filepath.Join(t.TempDir(), "live")
			s := openTest(t, dir, liveAt(dir, elsewhere))
			receiptsTo(t, s, 1, 1)
			closeStore(t, s)
			old := copyFolder(t, dir)
			s = openTest(t, dir, liveAt(dir, elsewhere))
			receiptsTo(t, s, 2, 3)
			seal := s.seal()
			path := secondOf(s.opts).path(seal)
			closeStore(t, s)
			if before { // it named no folder
				kept := signed{Checkpoint: mustSigned(t, path).Checkpoint}
				kept.MAC = seal.Mac(secondName, nil, record.Format, kept.Checkpoint)
				remove(t, path)
				write(t, filepath.Join(elsewhere, seal.Name()+".json"), mustJSON(t, kept))
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			s = openTest(t, old, liveAt(old, elsewhere))
			wantWarnings(t, s, WarnRollback)
			closeStore(t, s)
			wantWarnings(t, openTest(t, old, liveAt(old, elsewhere))) // it is noticed once
			if left, err := os.ReadDir(elsewhere); err != nil || len(left) != 1 {
				t.Errorf("%d checkpoints are left, %v", len(left), err)
			}
		})
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustSigned(t *testing.T, path string) (kept signed) {
	t.Helper()
	if err := json.Unmarshal(mustFile(t, path), &kept); err != nil {
		t.Fatal(err)
	}
	return kept
}

// TestAFolderThatHangsStopsNothing: the user's own folder is on a server that does not
// answer. Neither the start nor a sale waits for it, and no call is piled on another.
func TestAFolderThatHangsStopsNothing(t *testing.T) {
	s := openTest(t, t.TempDir(), liveAt(t.TempDir(), t.TempDir()))
	p, release := secondOf(s.opts), make(chan struct{})
	var hung atomic.Int64
	p.limit, p.stall = 20*time.Millisecond, func() { hung.Add(1); <-release }
	began := time.Now()
	for range 3 {
		if err := p.save(checkpointOf(s.last, s.seal()), s.seal()); !errors.Is(err, fault.ErrUnwritable) {
			t.Errorf("saved: %v", err)
		}
		if _, err := p.load(s.seal()); err == nil {
			t.Error("loaded")
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	close(release)
	for end := time.Now().Add(10 * time.Second); p.hangs.Load(); time.Sleep(time.Millisecond) { // its folder goes with the test
		if time.Now().After(end) {
			t.Fatal("the call hangs on")
		}
	}
	if n := hung.Load(); n != 1 {
		t.Errorf("%d calls hang", n)
	}
}
