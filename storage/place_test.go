package storage

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zalando/go-keyring"

	"sanduq/core"
)

func TestFolderIsForItsOwnerOnly(t *testing.T) {
	root := t.TempDir()
	dir, err := Folder(filepath.Join(root, "till"), core.Live)
	if err != nil || dir != filepath.Join(root, "till", "live") {
		t.Fatalf("%q, %v", dir, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	blocked := filepath.Join(root, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(blocked, core.Sandbox); !errors.Is(err, ErrUnwritable) {
		t.Errorf("a folder below a file: %v", err)
	}
}

func TestKeyStaysWhereItIs(t *testing.T) {
	place := func(env core.Environment, dir string) KeyPlace {
		keys, _ := KeysFor(t.Context(), env, dir)
		return keys.Place()
	}
	dir := t.TempDir()
	keyring.MockInitWithError(errors.New("no keyring"))
	if got := place(core.Sandbox, dir); got != PlaceFile {
		t.Errorf("practice without a keyring: %s", got)
	}
	if got := place(core.Live, dir); got != PlaceKeyring {
		t.Errorf("live without a keyring: %s", got)
	}
	keyring.MockInit()
	if got := place(core.Sandbox, dir); got != PlaceKeyring {
		t.Errorf("practice with a keyring: %s", got)
	}
	if err := NewKeyFile(dir).Create(t.Context(), make([]byte, KeySize)); err != nil {
		t.Fatal(err)
	}
	if got := place(core.Sandbox, dir); got != PlaceFile {
		t.Errorf("a key file is there: %s", got)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, fileName), []byte("a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	keyring.MockInitWithError(errors.New("no keyring"))
	keys, marks := KeysFor(t.Context(), core.Sandbox, other)
	if _, err := Open(t.Context(), Options{Dir: other, Keys: keys, Marks: marks}); !errors.Is(err, ErrNoKey) {
		t.Errorf("a database without its key: %v", err)
	}
	if _, err := os.Stat(filepath.Join(other, "till.key")); err == nil {
		t.Error("it got another key")
	}
}
