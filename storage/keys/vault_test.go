package keys

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
)

func TestAVaultTakesKeysAndTellsOnlySinceWhen(t *testing.T) {
	keyring.MockInit()
	root := t.TempDir()
	v, now := NewVault(root), time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	v.now = func() time.Time { return now }
	kept := func(env core.Environment) string {
		t.Helper()
		k, err := v.Kept(t.Context(), env)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(k)
	}
	change := func(keys map[string]string) error {
		secret := map[string]core.Secret{}
		for name, value := range keys {
			secret[name] = core.NewSecret(value)
		}
		return v.Change(t.Context(), core.Live, secret)
	}
	if got := kept(core.Live); got != "map[]" {
		t.Errorf("before any: %s", got)
	}
	if err := change(map[string]string{NameAPIKey: "a1", NameSecretKey: "s1"}); err != nil {
		t.Fatal(err)
	}
	first := now
	now = now.Add(24 * time.Hour)
	if err := change(map[string]string{NameSecretKey: "s2"}); err != nil {
		t.Fatal(err)
	}
	if got, want := kept(core.Live), fmt.Sprint(map[string]time.Time{NameAPIKey: first, NameSecretKey: now}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := kept(core.Sandbox); got != "map[]" {
		t.Errorf("practice: %s", got)
	}
	for _, half := range []map[string]string{{NameClientID: "c"}, {NameHMACSecret: "h"}} {
		if err := change(half); !errors.Is(err, ErrIncomplete) {
			t.Errorf("half a signer: %v", err)
		}
	}
	if err := change(map[string]string{"other": "x"}); err == nil {
		t.Error("a key of another name was taken")
	}
	if err := change(map[string]string{NameClientID: "c", NameHMACSecret: "h"}); err != nil {
		t.Fatal(err)
	}
	keeper := NewCredentialStore(core.Live, filepath.Join(root, "live"))
	if c, _, err := keeper.Load(t.Context()); err != nil || reveal(c) != [4]string{"a1", "s2", "c", "h"} {
		t.Errorf("kept %d, %v", len(reveal(c)), err)
	}
	if err := change(map[string]string{NameAPIKey: "", NameSecretKey: "", NameClientID: "", NameHMACSecret: ""}); err != nil {
		t.Fatal(err)
	}
	if _, found, err := keeper.Load(t.Context()); found || err != nil {
		t.Errorf("after removing all: %v, %v", found, err)
	}
}

func TestAVaultWithoutAKeyring(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	v := NewVault(t.TempDir())
	if _, err := v.Kept(t.Context(), core.Live); !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("kept: %v", err)
	}
	err := v.Change(t.Context(), core.Live, map[string]core.Secret{NameAPIKey: core.NewSecret("CANARY")})
	if !errors.Is(err, fault.ErrKeyring) || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("change: %v", err)
	}
}

func TestKeysAreFoundInTheEnvironmentThenInTheKeyring(t *testing.T) {
	whole := map[string]string{"SERVICE_API_KEY": "ea", "SERVICE_SECRET_KEY": "es"}
	signing := map[string]string{"SERVICE_CLIENT_ID": "ec", "SERVICE_HMAC_SECRET": "eh"}
	both := maps.Clone(whole)
	maps.Copy(both, signing)
	for _, x := range []struct {
		name  string
		env   map[string]string
		kept  Credentials
		found string
		err   error
	}{
		{"nothing", nil, Credentials{}, "", ErrIncomplete},
		{"all given", both, Credentials{APIKey: core.NewSecret("ka")}, "ea es ec eh", nil},
		{"keys given", whole, Credentials{}, "ea es  ", nil},
		{"half the keys given", map[string]string{"SERVICE_API_KEY": "ea"}, Credentials{}, "", ErrIncomplete},
		{"half the keys given, others kept", map[string]string{"SERVICE_API_KEY": "ea"},
			Credentials{APIKey: core.NewSecret("ka"), SecretKey: core.NewSecret("ks")}, "ka ks  ", nil},
		{"signer kept", whole, Credentials{ClientID: core.NewSecret("kc"), HMACSecret: core.NewSecret("kh")}, "ea es kc kh", nil},
		{"signer given", signing, Credentials{APIKey: core.NewSecret("ka"), SecretKey: core.NewSecret("ks"),
			ClientID: core.NewSecret("kc"), HMACSecret: core.NewSecret("kh")}, "ka ks ec eh", nil},
		{"half a signer given", map[string]string{"SERVICE_API_KEY": "ea", "SERVICE_SECRET_KEY": "es", "SERVICE_CLIENT_ID": "ec"},
			Credentials{}, "", ErrIncomplete},
	} {
		keyring.MockInit()
		k := NewCredentialStore(core.Live, t.TempDir())
		if err := k.Save(t.Context(), x.kept); err != nil {
			t.Fatal(err)
		}
		got, err := k.Find(t.Context(), func(name string) string { return x.env[name] })
		all := reveal(got)
		if text := strings.Join(all[:], " "); !errors.Is(err, x.err) || err == nil && text != x.found {
			t.Errorf("%s: %q, %v", x.name, text, err)
		}
	}
	keyring.MockInitWithError(errors.New("no bus"))
	k := NewCredentialStore(core.Live, t.TempDir())
	if _, err := k.Find(t.Context(), func(string) string { return "" }); !errors.Is(err, fault.ErrKeyring) {
		t.Errorf("without keyring and keys: %v", err)
	}
	if got, err := k.Find(t.Context(), func(name string) string { return whole[name] }); err != nil || got.APIKey.Reveal() != "ea" {
		t.Errorf("without keyring, with keys: %v", err)
	}
}
