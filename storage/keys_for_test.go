package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

func TestKeyStaysWhereItIs(t *testing.T) {
	place := func(env core.Environment, dir string) keys.Place {
		held, _, err := keys.For(t.Context(), env, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		return held.Place()
	}
	dir := t.TempDir()
	keyring.MockInitWithError(errors.New("no keyring"))
	if got := place(core.Sandbox, dir); got != keys.PlaceFile {
		t.Errorf("practice without a keyring: %s", got)
	}
	if got := place(core.Live, dir); got != keys.PlaceKeyring {
		t.Errorf("live without a keyring: %s", got)
	}
	keyring.MockInit()
	if got := place(core.Sandbox, dir); got != keys.PlaceKeyring {
		t.Errorf("practice with a keyring: %s", got)
	}
	if err := keys.NewFile(dir).Create(t.Context(), make([]byte, keys.Size)); err != nil {
		t.Fatal(err)
	}
	if got := place(core.Sandbox, dir); got != keys.PlaceFile {
		t.Errorf("a key file is there: %s", got)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, files.Database), []byte("a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	keyring.MockInitWithError(errors.New("no keyring"))
	absent := fault.ErrNoKey
	if runtime.GOOS != "linux" {
		absent = fault.ErrKeyring // other systems have a keyring always
	}
	for _, c := range []struct{ said, want error }{{errors.New("broken"), fault.ErrKeyring}, {noService, absent},
		{errors.New("failed to unlock correct collection"), fault.ErrKeyring}} {
		keyring.MockInitWithError(c.said)
		held, marks, err := keys.For(t.Context(), core.Sandbox, other, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), Options{Dir: other, Keys: held, Checkpoints: marks}); !errors.Is(err, c.want) {
			t.Errorf("a database without its key, a keyring that says %v: %v", c.said, err)
		}
	}
	if _, err := os.Stat(filepath.Join(other, "till.key")); err == nil {
		t.Error("it got another key")
	}
}

// noService is what the keyring's library says where nobody keeps secrets.
var noService error = dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown"}

// asked answers for a person and counts.
type asked struct {
	phrase      string
	new, before int
}

func (a *asked) ask(_ context.Context, choose bool) (core.Secret, error) {
	if choose {
		a.new++
	} else {
		a.before++
	}
	if a.phrase == "" {
		return core.Secret{}, fault.ErrPassphrase
	}
	return core.NewSecret(a.phrase), nil
}

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

func TestLiveNeverPutsAPassphraseInTheKeyringsPlace(t *testing.T) {
	person := &asked{phrase: "some phrase"}
	dir := t.TempDir()
	for _, said := range []error{errors.New("failed to unlock correct collection"), errors.New("broken")} {
		keyring.MockInitWithError(said)
		held, _, err := keys.For(t.Context(), core.Live, dir, person.ask)
		if err != nil || held.Place() != keys.PlaceKeyring {
			t.Errorf("a keyring that says %v: %v", said, err)
		}
		if _, err := Open(t.Context(), Options{Dir: dir, Keys: held}); !errors.Is(err, fault.ErrKeyring) {
			t.Errorf("open: %v", err)
		}
	}
	keyring.MockInit()
	held, _, err := keys.For(t.Context(), core.Live, dir, person.ask)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Dir: dir, Keys: held})
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	keyring.MockInitWithError(noService)
	held, _, err = keys.For(t.Context(), core.Live, dir, person.ask)
	if err != nil || held.Place() != keys.PlaceKeyring {
		t.Errorf("a database whose keyring is gone: %v", err)
	}
	if person.new+person.before != 0 {
		t.Error("a passphrase was asked for")
	}
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
