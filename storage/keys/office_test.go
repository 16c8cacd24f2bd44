package keys

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
)

// TestAnOfficesKeyIsKeptAsTheDataKeyIs goes through the three places: what is kept
// comes back, replaced or not, and is gone when it is deleted; files hold the key
// in the clear only where the data key lies in the clear too.
func TestAnOfficesKeyIsKeptAsTheDataKeyIs(t *testing.T) {
	keyring.MockInit()
	const canary = "CANARY-office-key"
	for name, source := range map[string]func(dir string) Source{
		"keyring":    func(dir string) Source { return NewKeyring(core.Live, dir) },
		"passphrase": func(dir string) Source { return NewPassphrase(dir, core.NewSecret("twelve horses in a row")) },
		"file":       func(dir string) Source { return NewFile(dir) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			keeper := NewOfficeStore(core.Live, dir, source(dir))
			if _, there, err := keeper.Load(t.Context()); there || err != nil {
				t.Fatalf("before any: %v, %v", there, err)
			}
			want := Office{Address: "https://office.example", Till: 7, Shop: "Harbour", Name: "Till 2", Key: core.NewSecret(canary), Since: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
			for _, want.Till = range []int64{7, 8} {
				if err := keeper.Save(t.Context(), want); err != nil {
					t.Fatal(err)
				}
				got, there, err := keeper.Load(t.Context())
				if !there || err != nil || got.Key.Reveal() != canary || got.Till != want.Till || got.Address != want.Address || !got.Since.Equal(want.Since) {
					t.Errorf("kept %+v, there %v: %v", got, there, err)
				}
			}
			if found := lies(t, dir, canary); found != (name == "file") {
				t.Errorf("the key stands in the clear in a file: %v", found)
			}
			if err := keeper.Delete(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, there, err := keeper.Load(t.Context()); there || err != nil || lies(t, dir, canary) {
				t.Errorf("after it was deleted: %v, %v", there, err)
			}
			if err := keeper.Delete(t.Context()); err != nil {
				t.Errorf("again: %v", err)
			}
			mail := NewMailStore(core.Live, dir, source(dir))
			if p, err := mail.Load(t.Context(), "till smtp 587"); err != nil || !p.Empty() {
				t.Errorf("a password before any: %v", err)
			}
			if err := mail.Save(t.Context(), "till smtp 587", core.NewSecret(canary)); err != nil {
				t.Fatal(err)
			}
			if p, err := mail.Load(t.Context(), "till smtp 587"); err != nil || p.Reveal() != canary || lies(t, dir, canary) != (name == "file") {
				t.Errorf("the mail server's password: %v", err)
			}
			if p, err := mail.Load(t.Context(), "till other 587"); err != nil || !p.Empty() {
				t.Errorf("the password of another account: %v", err)
			}
			if _, there, err := keeper.Load(t.Context()); there || err != nil {
				t.Errorf("it is taken for an office's key: %v", err)
			}
			if err := mail.Delete(t.Context()); err != nil || lies(t, dir, canary) {
				t.Error(err)
			}
		})
	}
}

// lies reports whether a text stands in a file of a folder; each must be closed to
// others.
func lies(t *testing.T, dir, text string) (found bool) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "till.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s is %v: %v", file, info.Mode(), err)
		}
		found = found || bytes.Contains(raw, []byte(text))
	}
	return found
}

func TestAnOfficesKeyPrintsAsRedactedAndIsNotQuoted(t *testing.T) {
	k := Office{Address: "https://office.example", Key: core.NewSecret("CANARY")}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "k", k)
	if text := fmt.Sprintf("%v %+v %#v %s", k, k, k, log.String()); strings.Contains(text, "CANARY") {
		t.Error(text)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "till.office-key"), []byte("CANARY not json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, there, err := NewOfficeStore(core.Sandbox, dir, NewFile(dir)).Load(t.Context()); there || err == nil || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("rubbish: %v, %v", there, err)
	}
	other := NewPassphrase(dir, core.NewSecret("another"))
	if err := NewOfficeStore(core.Live, dir, other).Save(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if _, _, err := NewOfficeStore(core.Live, dir, NewPassphrase(dir, core.NewSecret("wrong"))).Load(t.Context()); !errors.Is(err, fault.ErrPassphrase) {
		t.Errorf("another passphrase: %v", err)
	}
}
