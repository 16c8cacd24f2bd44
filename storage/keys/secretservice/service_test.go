//go:build !windows

package secretservice_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/storage/keys/secretservice"
)

const password = "password of a person who logs in"

func unlocked(t *testing.T) *secretservice.Service {
	t.Helper()
	s := secretservice.Begin(t)
	if err := s.Unlocked(password); err != nil {
		t.Fatal(err)
	}
	return s
}

// again starts the keyring again, as the next login does.
func again(t *testing.T, s *secretservice.Service) {
	t.Helper()
	s.StopDaemon()
	if err := s.Unlocked(password); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, env core.Environment, dir string) (*storage.Store, error) {
	t.Helper()
	source, checkpoints, err := keys.For(t.Context(), env, dir, nil)
	if err != nil {
		return nil, err
	}
	return storage.Open(t.Context(), storage.Options{Dir: dir, Keys: source, Checkpoints: checkpoints})
}

func mustOpen(t *testing.T, env core.Environment, dir string) *storage.Store {
	t.Helper()
	s, err := open(t, env, dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustClose(t *testing.T, s *storage.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// write puts rows into the book, which moves the checkpoint.
func write(t *testing.T, s *storage.Store, rows int) {
	t.Helper()
	for range rows {
		h, err := s.Head(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		row := journal.AuditRow{Seq: h.Audit + 1, At: time.Now(), Action: journal.AuditSettings}
		if err := s.Commit(t.Context(), journal.Change{Audit: []journal.AuditRow{row}}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheKeyAndTheCheckpointOutliveTheKeyringsRestart(t *testing.T) {
	service, dir := unlocked(t), t.TempDir()
	s := mustOpen(t, core.Live, dir)
	if s.KeyPlace() != keys.PlaceKeyring {
		t.Errorf("the key is in %s", s.KeyPlace())
	}
	write(t, s, 3)
	mustClose(t, s)
	early, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	again(t, service)
	s = mustOpen(t, core.Live, dir)
	if rows, err := s.Audit(t.Context(), 0, 10); err != nil || len(rows) != 3 || len(s.Warnings()) != 0 {
		t.Errorf("%d rows, warnings %v, %v", len(rows), s.Warnings(), err)
	}
	write(t, s, 12)
	mustClose(t, s)
	again(t, service)
	if err := os.WriteFile(s.Path(), early, 0o600); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, core.Live, dir)
	if w := s.Warnings(); len(w) != 1 || w[0].Code != storage.WarnRollback {
		t.Errorf("an older file in the place of the newer: warnings %v", w)
	}
	mustClose(t, s)
}

func TestCredentialsInTheKeyring(t *testing.T) {
	service, dir := unlocked(t), t.TempDir()
	keeper := keys.NewCredentialStore(core.Live, dir)
	if _, found, err := keeper.Load(t.Context()); found || err != nil {
		t.Errorf("before any: %v, %v", found, err)
	}
	given := keys.Credentials{APIKey: core.NewSecret("CANARY-api"), SecretKey: core.NewSecret("CANARY-secret, ليبيا"),
		ClientID: core.NewSecret("CANARY-client"), HMACSecret: core.NewSecret("CANARY-hmac")}
	if err := keeper.Save(t.Context(), given); err != nil {
		t.Fatal(err)
	}
	again(t, service)
	got, found, err := keeper.Load(t.Context())
	if !found || err != nil || got.SecretKey.Reveal() != given.SecretKey.Reveal() || got.HMACSecret.Reveal() != given.HMACSecret.Reveal() {
		t.Errorf("after a restart: %v, %v", found, err)
	}
	searched := 0
	for _, root := range []string{dir, service.Files()} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			searched += len(content)
			if bytes.Contains(content, []byte("CANARY")) {
				t.Errorf("a key lies bare in %s", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if searched == 0 {
		t.Error("nothing was searched")
	}
	for range 2 { // nothing there is no error
		if err := keeper.Delete(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, found, err := keeper.Load(t.Context()); found || err != nil {
		t.Errorf("after they were deleted: %v, %v", found, err)
	}
}

func TestALockedKeyringIsRefused(t *testing.T) {
	service, dir, fresh := unlocked(t), t.TempDir(), t.TempDir()
	mustClose(t, mustOpen(t, core.Live, dir))
	if err := service.Lock(); err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		for _, in := range []string{dir, fresh} {
			if _, err := open(t, core.Live, in); !errors.Is(err, fault.ErrKeyringLocked) || !errors.Is(err, fault.ErrKeyring) {
				t.Errorf("%s: open: %v", when, err)
			}
		}
		err := keys.NewCredentialStore(core.Live, dir).Save(t.Context(), keys.Credentials{APIKey: core.NewSecret("x")})
		if !errors.Is(err, fault.ErrKeyringLocked) {
			t.Errorf("%s: save: %v", when, err)
		}
	}
	check("locked while we looked on")
	service.StopDaemon()
	if err := service.Locked(); err != nil {
		t.Fatal(err)
	}
	check("never opened since the login")
	if files, err := filepath.Glob(filepath.Join(fresh, "*.db")); err != nil || len(files) != 0 {
		t.Errorf("a database was made without a key: %v, %v", files, err)
	}
	again(t, service)
	mustClose(t, mustOpen(t, core.Live, dir))
}

func TestNoSecretServiceAtAll(t *testing.T) {
	service := secretservice.Begin(t)
	dir := t.TempDir()
	if err := keys.NewKeyring(core.Live, dir).Probe(t.Context()); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("probe: %v", err)
	}
	if _, err := open(t, core.Live, dir); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("live, nobody to ask: %v", err)
	}
	s := mustOpen(t, core.Sandbox, dir)
	if s.KeyPlace() != keys.PlaceFile {
		t.Errorf("practice keeps its key in %s", s.KeyPlace())
	}
	mustClose(t, s)
	if err := service.Unlocked(password); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, core.Sandbox, dir) // a keyring that came later changes nothing
	if s.KeyPlace() != keys.PlaceFile {
		t.Errorf("the key moved to %s", s.KeyPlace())
	}
	mustClose(t, s)
	live := t.TempDir()
	mustClose(t, mustOpen(t, core.Live, live))
	service.StopDaemon()
	if _, err := open(t, core.Live, live); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("a live database whose keyring went away: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(dir, "nobody"))
	service.Stop()
	if err := keys.NewKeyring(core.Live, dir).Probe(t.Context()); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("no bus: %v", err)
	}
}

func TestAnEmptiedKeyringIsNeverFilledWithANewKey(t *testing.T) {
	service := unlocked(t)
	for _, env := range []core.Environment{core.Live, core.Sandbox} {
		dir := t.TempDir()
		s := mustOpen(t, env, dir)
		write(t, s, 1)
		mustClose(t, s)
		before, err := os.ReadFile(s.Path())
		if err != nil {
			t.Fatal(err)
		}
		service.StopDaemon()
		if err := service.Forget(); err != nil {
			t.Fatal(err)
		}
		again(t, service)
		for range 2 {
			if _, err := open(t, env, dir); !errors.Is(err, fault.ErrNoKey) {
				t.Errorf("%s: %v", env, err)
			}
		}
		if _, err := keys.NewKeyring(env, dir).Load(t.Context()); !errors.Is(err, fault.ErrNoKey) {
			t.Errorf("%s: a key was made: %v", env, err)
		}
		if after, err := os.ReadFile(s.Path()); err != nil || !bytes.Equal(after, before) {
			t.Errorf("%s: the file was changed, %v", env, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "till.key")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a key file: %v", env, err)
		}
	}
}

func TestASilentKeyringIsNotWaitedForLong(t *testing.T) {
	service, dir := unlocked(t), t.TempDir()
	mustClose(t, mustOpen(t, core.Live, dir))
	if err := service.Stall(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err := open(t, core.Live, dir)
	if took := time.Since(began); took < 4*time.Second || took > 8*time.Second {
		t.Errorf("it took %v", took)
	}
	if !errors.Is(err, fault.ErrKeyring) || errors.Is(err, fault.ErrKeyringLocked) || errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("open: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := keys.NewKeyring(core.Live, dir).Probe(ctx); !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("a shorter wait: %v", err)
	}
	if err := service.Continue(); err != nil {
		t.Fatal(err)
	}
	mustClose(t, mustOpen(t, core.Live, dir))
}
