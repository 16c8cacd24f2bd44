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
