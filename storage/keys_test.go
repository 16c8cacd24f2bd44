package storage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// The keyring's stand-in is one for the whole process: none of these tests runs
// beside another.

func TestKeyringKeepsKeyMarkAndCredentialsApart(t *testing.T) {
	keyring.MockInit()
	ctx, dir := context.Background(), t.TempDir()
	ring := keys.NewKeyring(core.Sandbox, dir)
	s := openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = ring, ring })
	fill(t, s, 2)
	if s.KeyPlace() != keys.PlaceKeyring {
		t.Errorf("place %s", s.KeyPlace())
	}
	keeper := keys.NewCredentialStore(core.Sandbox, dir)
	if _, found, err := keeper.Load(ctx); found || err != nil {
		t.Errorf("credentials before any: %v, %v", found, err)
	}
	given := keys.Credentials{APIKey: core.NewSecret("a"), SecretKey: core.NewSecret("s"), ClientID: core.NewSecret("c")}
	if err := keeper.Save(ctx, given); err != nil {
		t.Fatal(err)
	}
	if got, found, err := keeper.Load(ctx); !found || err != nil || got.APIKey.Reveal() != "a" || got.SecretKey.Reveal() != "s" || got.ClientID.Reveal() != "c" || !got.HMACSecret.Empty() {
		t.Errorf("credentials: %v, %v", found, err)
	}
	for _, other := range []keys.CredentialStore{keys.NewCredentialStore(core.Live, dir), keys.NewCredentialStore(core.Sandbox, dir+"x")} {
		if _, found, err := other.Load(ctx); found || err != nil {
			t.Errorf("credentials of another store: %v, %v", found, err)
		}
	}
	for range 2 {
		if err := keeper.Delete(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if _, found, err := keeper.Load(ctx); found || err != nil {
		t.Errorf("credentials after Delete: %v, %v", found, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if mark, err := ring.LoadCheckpoint(ctx); err != nil || !strings.Contains(mark, `"commits":2`) {
		t.Errorf("mark %q, error %v", mark, err)
	}
	again := openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = ring, ring })
	if len(again.Warnings()) != 0 {
		t.Errorf("warnings %v", again.Warnings())
	}
}

func TestKeyringThatRefuses(t *testing.T) {
	keyring.MockInitWithError(errors.New("locked"))
	ctx, dir := context.Background(), t.TempDir()
	ring := keys.NewKeyring(core.Live, dir)
	if err := ring.Probe(ctx); !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("probe: %v", err)
	}
	_, err := open(dir, func(o *Options) { o.Keys = ring })
	if !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("open: %v", err)
	}
	if there, err := files.Exists(filepath.Join(dir, files.Database)); there || err != nil {
		t.Error("a file was made without a key")
	}
	keyring.MockInit()
	if err := ring.Probe(ctx); err != nil {
		t.Errorf("probe of an empty keyring: %v", err)
	}
}

func TestKeyringLostIsNotRekeyed(t *testing.T) {
	keyring.MockInit()
	dir := t.TempDir()
	ring := keys.NewKeyring(core.Live, dir)
	use := func(o *Options) { o.Keys = ring }
	if err := openTest(t, dir, use).Close(); err != nil {
		t.Fatal(err)
	}
	keyring.MockInit()
	if _, err := open(dir, use); !errors.Is(err, fault.ErrNoKey) {
		t.Errorf("open: %v", err)
	}
	if _, err := ring.Load(context.Background()); !errors.Is(err, fault.ErrNoKey) {
		t.Errorf("a key was made: %v", err)
	}
}

// forgetful says that it kept a key and keeps another.
type forgetful struct{ keys.File }

func (f forgetful) Create(ctx context.Context, _ []byte) error {
	return f.File.Create(ctx, make([]byte, keys.Size))
}

func TestKeyIsReadBackBeforeUse(t *testing.T) {
	dir := t.TempDir()
	_, err := open(dir, func(o *Options) { o.Keys = forgetful{keys.NewFile(dir)} })
	if !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("open: %v", err)
	}
}

func TestCheckpointTellsARollback(t *testing.T) {
	dir := t.TempDir()
	marked := func(o *Options) { o.Checkpoints = keys.NewFile(dir) }
	path := filepath.Join(dir, files.Database)
	s := openTest(t, dir, marked)
	fill(t, s, 4)
	closeStore(t, s)
	early := mustFile(t, path)
	s = openTest(t, dir, marked)
	wantWarnings(t, s)
	for number := 5; number <= 8; number++ {
		sale := aSale(number)
		if err := s.Commit(context.Background(), journal.Change{Sale: &sale}); err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
	late := mustFile(t, path)

	write(t, path, early)
	s = openTest(t, dir, marked)
	wantWarnings(t, s, WarnRollback)
	// The old file goes another way, past the checkpoint's count.
	h, err := s.Head(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	for range 9 {
		h.Audit++
		row := journal.AuditRow{Seq: h.Audit, At: clock, Action: journal.AuditCopy}
		if err := s.Commit(context.Background(), journal.Change{Audit: []journal.AuditRow{row}}); err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
	write(t, path, late)
	s = openTest(t, dir, marked)
	wantWarnings(t, s, WarnRollback)
	closeStore(t, s)

	remove(t, path)
	s = openTest(t, dir, marked)
	wantWarnings(t, s, WarnRollback)
	closeStore(t, s)

	write(t, filepath.Join(dir, "till.mark"), []byte("{"))
	wantWarnings(t, openTest(t, dir, marked), WarnUnmarked)
}

func TestCheckpointOfAnotherChain(t *testing.T) {
	dir := t.TempDir()
	marked := func(o *Options) { o.Checkpoints = keys.NewFile(dir) }
	s := openTest(t, dir, marked)
	fork := copyFolder(t, dir)
	fill(t, s, 4)
	closeStore(t, s)
	other := openTest(t, fork, func(o *Options) { o.Keys = keys.NewFile(dir) })
	fill(t, other, 6)
	closeStore(t, other)
	if err := os.Rename(other.Path(), s.Path()); err != nil {
		t.Fatal(err)
	}
	// Both wrote the same rows 1 and 2, so only the third differs.
	s = openTest(t, dir, marked)
	wantWarnings(t, s)
	row := journal.AuditRow{Seq: 4, At: clock, Action: journal.AuditCopy}
	before := copyFolder(t, dir)
	for i, detail := range []string{"one way", "another way"} {
		row.Detail = detail
		if i == 1 {
			closeStore(t, s)
			if err := os.Rename(filepath.Join(before, files.Database), s.Path()); err != nil {
				t.Fatal(err)
			}
			s = openTest(t, dir)
		}
		if err := s.Commit(context.Background(), journal.Change{Audit: []journal.AuditRow{row}}); err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
	wantWarnings(t, openTest(t, dir, marked), WarnRollback)
}

func TestMarksAreKeptLazily(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		marks := keys.NewFile(t.TempDir())
		m := newCheckpoints(Options{Checkpoints: marks, Logger: slog.New(slog.DiscardHandler)}, nil, func() error { return nil })
		read := func() string {
			text, err := marks.LoadCheckpoint(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		m.offer(checkpoint{Commits: 1})
		m.offer(checkpoint{Commits: 2})
		if read() != "" {
			t.Error("kept at once")
		}
		time.Sleep(checkpointDelay)
		synctest.Wait()
		if !strings.Contains(read(), `"commits":2`) {
			t.Errorf("kept %q", read())
		}
		m.offer(checkpoint{Commits: 3})
		m.stop()
		if !strings.Contains(read(), `"commits":3`) {
			t.Errorf("kept %q at the end", read())
		}
	})
}

func closeStore(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantWarnings(t *testing.T, s *Store, want ...WarningCode) {
	t.Helper()
	var got []WarningCode
	for _, w := range s.Warnings() {
		got = append(got, w.Code)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("warnings %v, want %v", s.Warnings(), want)
	}
}

// TestAClockThatWasSetBackIsTold, but not one that was set right.
func TestAClockThatWasSetBackIsTold(t *testing.T) {
	dir, now := t.TempDir(), clock
	at := func(o *Options) { o.Clock = func() time.Time { return now } }
	for _, c := range []struct {
		back time.Duration
		want []WarningCode
	}{{0, nil}, {-time.Hour, nil}, {5 * time.Minute, nil}, {24 * time.Hour, []WarningCode{WarnClock}}} {
		now = clock
		s := openTest(t, dir, at)
		sold(t, s, 1)
		closeStore(t, s)
		now = clock.Add(-c.back)
		s = openTest(t, dir, at)
		wantWarnings(t, s, c.want...)
		closeStore(t, s)
	}
}
