package keys

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
)

// noBus is what the keyring's library says on a computer without one.
var noBus = &net.OpError{Op: "dial", Err: errors.New("no bus")}

// TestAPassphraseKeepsKeysWhereThereIsNoKeyring: the keys and the data key of a
// till that is to come lie in files that only the passphrase opens.
func TestAPassphraseKeepsKeysWhereThereIsNoKeyring(t *testing.T) {
	keyring.MockInitWithError(noBus)
	root := t.TempDir()
	v := NewVault(root)
	if _, err := v.Kept(t.Context(), core.Live); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Fatalf("a computer without a keyring: %v", err)
	}
	phrase := core.NewSecret("four words make one")
	given := map[string]core.Secret{NameAPIKey: core.NewSecret("CANARY-api"), NameSecretKey: core.NewSecret("CANARY-secret")}
	if err := v.Change(t.Context(), core.Live, given); !errors.Is(err, fault.ErrKeyringAbsent) {
		t.Errorf("before there is a passphrase: %v", err)
	}
	if err := v.Protect(t.Context(), core.Live, phrase); err != nil {
		t.Fatal(err)
	}
	if err := v.Change(t.Context(), core.Live, given); err != nil {
		t.Fatal(err)
	}
	if kept, err := v.Kept(t.Context(), core.Live); err != nil || len(kept) != 2 {
		t.Errorf("kept %v, %v", kept, err)
	}

	dir := filepath.Join(root, string(core.Live))
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(all) < 2 {
		t.Fatalf("files %v, %v", all, err)
	}
	for _, path := range all {
		raw, err := os.ReadFile(path)
		if err != nil || bytes.Contains(raw, []byte("CANARY")) {
			t.Errorf("%s: %v, or a key can be read in it", filepath.Base(path), err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", filepath.Base(path), info.Mode(), err)
		}
	}

	// The next start asks for the passphrase, once, and has both.
	asked := 0
	source, _, err := For(t.Context(), core.Live, dir, func(_ context.Context, choose bool) (core.Secret, error) {
		if asked++; choose {
			t.Error("another passphrase is chosen")
		}
		return phrase, nil
	})
	if err != nil || asked != 1 {
		t.Fatalf("asked %d times, %v", asked, err)
	}
	if _, err := source.Load(t.Context()); err != nil {
		t.Errorf("the data key: %v", err)
	}
	nothing := func(string) string { return "" }
	c, err := NewCredentialStore(core.Live, dir).With(source).Find(t.Context(), nothing)
	if err != nil || reveal(c) != [4]string{"CANARY-api", "CANARY-secret"} {
		t.Errorf("found %v, %v", c, err)
	}
	if _, err := NewCredentialStore(core.Live, dir).Find(t.Context(), nothing); err == nil {
		t.Error("they are found without the passphrase")
	}
	wrong := NewPassphrase(dir, core.NewSecret("four other words"))
	if _, err := NewCredentialStore(core.Live, dir).With(wrong).Find(t.Context(), nothing); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("another passphrase: %v", err)
	}
	if err := NewVault(root).Protect(t.Context(), core.Live, core.NewSecret("four other words")); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("another passphrase takes its place: %v", err)
	}
	if err := v.Change(t.Context(), core.Live, map[string]core.Secret{NameAPIKey: {}, NameSecretKey: {}}); err != nil {
		t.Fatal(err)
	}
	if kept, err := v.Kept(t.Context(), core.Live); err != nil || len(kept) != 0 {
		t.Errorf("removed, and kept %v, %v", kept, err)
	}
}

// TestAPassphraseProtectsNoDataThatAreThere: a new key could never open them.
func TestAPassphraseProtectsNoDataThatAreThere(t *testing.T) {
	keyring.MockInitWithError(noBus)
	root := t.TempDir()
	dir := filepath.Join(root, string(core.Live))
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "till.db"), []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := NewVault(root).Protect(t.Context(), core.Live, core.NewSecret("four words make one")); !errors.Is(err, fault.ErrNoKey) {
		t.Errorf("%v", err)
	}
	if HasWrappedKey(dir) {
		t.Error("there is a key for them now")
	}
}
