//go:build !race

package storage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

func TestLiveWithoutAKeyringAsksForAPassphrase(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have a keyring always")
	}
	keyring.MockInitWithError(noService)
	dir := t.TempDir()
	if _, _, err := keys.For(t.Context(), core.Live, dir, nil); !errors.Is(err, fault.ErrKeyringAbsent) || !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("nobody to ask: %v", err)
	}
	person := &asked{}
	if _, _, err := keys.For(t.Context(), core.Live, dir, person.ask); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("nothing given: %v", err)
	}
	open := func(phrase string) (*Store, error) {
		person.phrase = phrase
		held, marks, err := keys.For(t.Context(), core.Live, dir, person.ask)
		if err != nil {
			t.Fatal(err)
		}
		return Open(t.Context(), Options{Dir: dir, Keys: held, Checkpoints: marks})
	}
	for _, c := range []struct {
		phrase      string
		want        error
		new, before int
	}{{"first phrase", nil, 2, 0}, {"another phrase", fault.ErrPassphrase, 2, 1}, {"first phrase", nil, 2, 2}} {
		s, err := open(c.phrase)
		if !errors.Is(err, c.want) || person.new != c.new || person.before != c.before {
			t.Errorf("%s: %v, asked %d times for a new one and %d times again", c.phrase, err, person.new, person.before)
		}
		if err == nil {
			closeStore(t, s)
		}
	}
	keyring.MockInit() // one that came later changes nothing
	s, err := open("first phrase")
	if err != nil || s.KeyPlace() != keys.PlacePassphrase {
		t.Fatalf("with a keyring: %v", err)
	}
	closeStore(t, s)
}

// TestARecoveredKeyFindsAPlaceWithoutAKeyring: where the wrapped key is gone or damaged the
// code gives the key back, under the passphrase that closed the merchant's keys, or a new one.
func TestARecoveredKeyFindsAPlaceWithoutAKeyring(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have a keyring always")
	}
	keyring.MockInitWithError(noService)
	ctx := t.Context()
	for name, c := range map[string]struct {
		harm   func(path string) error
		start  error
		others bool // the passphrase closed the merchant's keys too
	}{
		"gone, alone":        {os.Remove, fault.ErrKeyringAbsent, false},
		"gone, of more":      {os.Remove, fault.ErrKeyringAbsent, true},
		"cut short, of more": {func(path string) error { return os.Truncate(path, 20) }, fault.ErrNoKey, true},
	} {
		dir := t.TempDir()
		person := &asked{phrase: "first phrase"}
		held, marks, err := keys.For(ctx, core.Live, dir, person.ask)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Dir: dir, Environment: core.Live, Keys: held, Checkpoints: marks}
		s, err := Open(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		code, err := s.NewRecoveryCode(ctx)
		if err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
		if c.others {
			given := keys.Credentials{APIKey: core.NewSecret("a"), SecretKey: core.NewSecret("s")}
			if err := keys.NewCredentialStore(core.Live, dir).With(held).Save(ctx, given); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.harm(filepath.Join(dir, "till.wrapped-key")); err != nil {
			t.Fatal(err)
		}
		*person = asked{phrase: "first phrase"}
		if o.Keys, o.Checkpoints, err = keys.For(ctx, core.Live, dir, person.ask); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(ctx, o); !errors.Is(err, c.start) || person.new+person.before != 0 {
			t.Errorf("%s: the start says %v, asked for a passphrase %d times", name, err, person.new+person.before)
		}
		if o.Keys, o.Checkpoints, err = keys.ForRecovery(ctx, core.Live, dir, person.ask); err != nil {
			t.Fatal(err)
		}
		if person.before == 1 != c.others || person.new == 1 == c.others {
			t.Errorf("%s: asked %d times for a new passphrase and %d times for the old one", name, person.new, person.before)
		}
		for phrase, fits := range map[string]bool{"first phrase": true, "another": !c.others} {
			if keys.NewPassphrase(dir, core.NewSecret(phrase)).Fits() != fits {
				t.Errorf("%s: %q fits: %v", name, phrase, !fits)
			}
		}
		if err := Unlock(ctx, o, code); err != nil {
			t.Errorf("%s: the right code: %v", name, err)
			continue
		}
		if o.Keys, o.Checkpoints, err = keys.For(ctx, core.Live, dir, person.ask); err != nil {
			t.Fatal(err)
		}
		if s, err = Open(ctx, o); err != nil {
			t.Errorf("%s: afterwards: %v", name, err)
			continue
		}
		closeStore(t, s)
	}
}

func TestPassphrase(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	if keys.HasWrappedKey(dir) {
		t.Error("a wrapped key in an empty folder")
	}
	right := func(o *Options) { o.Keys = keys.NewPassphrase(dir, core.NewSecret("قهوة بالحليب 7")) }
	if _, err := open(dir, func(o *Options) { o.Keys = keys.NewPassphrase(dir, core.Secret{}) }); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("blank phrase: %v", err)
	}
	s := openTest(t, dir, right)
	fill(t, s, 2)
	if s.KeyPlace() != keys.PlacePassphrase || !keys.HasWrappedKey(dir) {
		t.Error("the key is not where it should be")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(dir, func(o *Options) { o.Keys = keys.NewPassphrase(dir, core.NewSecret("wrong")) }); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("wrong phrase: %v", err)
	}
	mustRead(t, openTest(t, dir, right), journal.NewSaleID("20261120", 2))
	path := filepath.Join(dir, "till.wrapped-key")
	write(t, path, bytes.Replace(mustFile(t, path), []byte(`"memoryKiB":65536`), []byte(`"memoryKiB":4294967295`), 1))
	if _, err := keys.NewPassphrase(dir, core.NewSecret("x")).Load(ctx); !errors.Is(err, fault.ErrNoKey) {
		t.Errorf("a file that asks for all memory: %v", err)
	}
}

// TestANewRecoveryCodeEndsTheOneBefore: the old code and a backup from its time
// open nothing that is made afterwards, and the till itself notices nothing.
func TestANewRecoveryCodeEndsTheOneBefore(t *testing.T) {
	keyring.MockInit()
	for name := range places("") {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			held, tick := places(dir)[name], ticking()
			use := func(o *Options) {
				o.Keys, o.Checkpoints = held, held
				tick(o)
			}
			s := openTest(t, dir, use)
			rich(t, s)
			made := func() (core.Secret, string) {
				t.Helper()
				code, err := s.NewRecoveryCode(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				path, err := s.Backup(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return code, path
			}
			before := describe(t, s)
			oldCode, oldBackup := made()
			stolen, err := RecoverKey(oldBackup, oldCode)
			if err != nil {
				t.Fatal(err)
			}
			code, backup := made()
			if describe(t, s) != before {
				t.Error("the till lost something")
			}
			if opens(t, backup, stolen) {
				t.Error("the key of the old code opens a new backup")
			}
			if !opens(t, oldBackup, stolen) {
				t.Error("the old code's own backup is lost")
			}
			if _, err := RecoverKey(backup, oldCode); !errors.Is(err, fault.ErrPassphrase) {
				t.Errorf("the old code, a new backup: %v", err)
			}
			if _, err := RecoverKey(oldBackup, code); !errors.Is(err, fault.ErrPassphrase) {
				t.Errorf("the new code, an old backup: %v", err)
			}
			sold(t, s, 1)
			closeStore(t, s)
			s = openTest(t, dir, use)
			wantWarnings(t, s)
			sold(t, s, 1)
			closeStore(t, s)
			elsewhere := t.TempDir()
			if _, err := Backups.Restore(t.Context(), Options{Dir: elsewhere, Keys: keys.NewFile(elsewhere)}, backup, code); err != nil {
				t.Fatal(err)
			}
			there := openTest(t, elsewhere)
			if describe(t, there) != before {
				t.Error("the backup lost something")
			}
			closeStore(t, there)

			// An old backup is restored here without any code, and is of the new key then.
			if _, err := Restore(t.Context(), s.opts, oldBackup); err != nil {
				t.Fatal(err)
			}
			s = openTest(t, dir, use)
			if describe(t, s) != before {
				t.Error("restoring the old backup lost something")
			}
			path, err := s.Backup(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if opens(t, path, stolen) {
				t.Error("the key of the old code opens a backup that was made after an old one was restored")
			}
			if _, err := RecoverKey(path, code); err != nil {
				t.Errorf("the new code does not open it: %v", err)
			}
			closeStore(t, s)
			// Nor is a file that anyone who has the old key could have written taken for the till's.
			if err := files.Copy(oldBackup, s.Path()); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(t.Context(), s.opts); !errors.Is(err, fault.ErrWrongKey) {
				t.Errorf("a file under the old key: %v", err)
			}
		})
	}
}

// TestTheRecoveryCodeReplacesADamagedKey: a file of keys that cannot be read is as good as
// lost. It is kept beside the new one.
func TestTheRecoveryCodeReplacesADamagedKey(t *testing.T) {
	keyring.MockInit()
	ctx := t.Context()
	for _, c := range []struct {
		name string
		left int64 // bytes
		in   func(dir string) keys.Source
	}{
		{"till.wrapped-key", 20, func(dir string) keys.Source { return keys.NewPassphrase(dir, core.NewSecret("one two three")) }},
		{"till.key", 0, func(dir string) keys.Source { return keys.NewFile(dir) }},
	} {
		dir := t.TempDir()
		kept := func(o *Options) { o.Keys = c.in(dir) }
		s := openTest(t, dir, kept)
		fill(t, s, 2)
		code, err := s.NewRecoveryCode(ctx)
		if err != nil {
			t.Fatal(err)
		}
		backup, err := s.Backup(ctx)
		if err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
		for what, rescue := range map[string]func() error{
			"unlocked": func() error { return Unlock(ctx, s.opts, code) },
			"restored": func() error { _, err := Backups.Restore(ctx, s.opts, backup, code); return err },
		} {
			file := filepath.Join(dir, c.name)
			if err := os.Truncate(file, c.left); err != nil {
				t.Fatal(err)
			}
			harmed := string(mustFile(t, file))
			if _, err := open(dir, kept); !errors.Is(err, fault.ErrNoKey) {
				t.Errorf("%s: opened with %v", c.name, err)
			}
			if err := rescue(); err != nil {
				t.Errorf("%s: not %s: %v", c.name, what, err)
				continue
			}
			again := openTest(t, dir, kept)
			mustRead(t, again, journal.NewSaleID("20261120", 2))
			closeStore(t, again)
			if string(mustFile(t, file+".damaged")) != harmed {
				t.Errorf("%s was not kept when it was %s", c.name, what)
			}
		}
	}
}
