package app

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
	"sanduq/ui/audit"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// TestACodeThatCannotBeWrittenDownEndsNone: where the book does not take who makes a
// code, the one before it goes on opening what is kept from now on.
func TestACodeThatCannotBeWrittenDownEndsNone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "till")
	store, err := storage.Open(t.Context(), storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	book := storetest.NewMemory()
	shop, err := till.Open(t.Context(), till.Config{Store: book, Environment: core.Sandbox, BaseURL: "not asked", Zone: time.UTC,
		Defaults: journal.Settings{Shop: "Al Noor", Till: "T", Currency: "LYD"}})
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	r := recovery{&App{store: store, till: shop}}
	book.FailNext(storetest.Lost)
	if code, err := r.Make(t.Context(), "Huda"); err == nil || !code.Empty() {
		t.Fatalf("a code was given away: %v", err)
	}
	if there, err := r.Made(t.Context()); there || err != nil {
		t.Errorf("a code that nobody has is in force: %v", err)
	}
	for range 100 { // the book is opened again
		if shop.StoreFault() == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if code, err := r.Make(t.Context(), "Huda"); err != nil || code.Empty() {
		t.Fatal(err)
	}
	if there, err := r.Made(t.Context()); !there || err != nil {
		t.Errorf("no code is in force: %v", err)
	}
}

// liveWithPhrase opens the store of a live till on a computer without a keyring, with what a
// person answers when the passphrase is asked for.
func liveWithPhrase(t *testing.T, root string, answer func(startup.Question) (core.Secret, error)) (*App, error) {
	t.Helper()
	a, err := Locate(Options{Env: "live", DataDir: root, BaseURLLive: "https://bank.example"}, words.MustLoad(words.English), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	a.start.asker = func(_ context.Context, q startup.Question) (core.Secret, error) { return answer(q) }
	return a, a.openStore(t.Context())
}

// TestTheRecoveryCodeOpensATillWhosePassphraseIsForgotten, and the audit says so.
func TestTheRecoveryCodeOpensATillWhosePassphraseIsForgotten(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	root, old, next := t.TempDir(), core.NewSecret("the words that are forgotten"), core.NewSecret("other words, written down")
	give := func(phrase core.Secret) func(startup.Question) (core.Secret, error) {
		return func(startup.Question) (core.Secret, error) { return phrase, nil }
	}
	a, err := liveWithPhrase(t, root, give(old))
	if err != nil {
		t.Fatal(err)
	}
	dir := a.dir
	var none *startup.Problem
	if err := (recovery{a}).replacePassphrase(t.Context(), core.NewSecret("0000-0000-0000-0000-0000-0000-0000-0000"), next); !errors.As(err, &none) {
		t.Errorf("beside a store that is open: %v", err)
	}
	if err := a.vault.Credentials(core.Live).Save(t.Context(), keys.Credentials{APIKey: core.NewSecret("a"), SecretKey: core.NewSecret("b")}); err != nil {
		t.Fatal(err)
	}
	forget := func(code core.Secret) (*App, error) {
		return liveWithPhrase(t, root, func(q startup.Question) (core.Secret, error) {
			if q.Choose || q.Fits(next) {
				t.Errorf("choosing %v, fits %v", q.Choose, q.Fits(next))
			}
			return next, q.Recover(code, next)
		})
	}
	wrapped := func() (names []string) {
		all, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range all {
			if ok, _ := filepath.Match("till.wrapped-*", one.Name()); ok {
				names = append(names, one.Name())
			}
		}
		return names
	}
	refused := func(code core.Secret, want string) {
		t.Helper()
		_, err := forget(code)
		var p *startup.Problem
		if !errors.As(err, &p) || p.Code != want {
			t.Errorf("refused with %v, want %s", err, want)
		}
		if got := wrapped(); len(got) != 2 || !keys.NewPassphrase(dir, old).Fits() {
			t.Errorf("after a refusal: %q", got)
		}
	}
	a.Close()
	refused(core.NewSecret("0000-0000-0000-0000-0000-0000-0000-0000"), "STORE_NO_KEY")
	a, err = liveWithPhrase(t, root, give(old))
	if err != nil {
		t.Fatal(err)
	}
	code, err := a.store.NewRecoveryCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	refused(core.NewSecret("0000-0000-0000-0000-0000-0000-0000-0000"), "STORE_PASSPHRASE")
	arabic := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '٠' + r - '0'
		}
		return r
	}, strings.ReplaceAll(code.Reveal(), "-", "\u200f – "))
	a, err = forget(core.NewSecret(arabic))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := a.store.Audit(t.Context(), 0, 10)
	if err != nil || len(rows) != 1 || rows[0].Action != audit.PassphraseReplaced {
		t.Errorf("the audit: %+v, %v", rows, err)
	}
	if _, there, err := a.vault.Credentials(core.Live).Load(t.Context()); there || err != nil {
		t.Errorf("the bank's keys, which the old one closed: %v, %v", there, err)
	}
	a.Close()
	if keys.NewPassphrase(dir, old).Fits() || !keys.NewPassphrase(dir, next).Fits() {
		t.Error("the old passphrase still opens the till, or the new one does not")
	}
	if got := wrapped(); len(got) != 3 {
		t.Errorf("beside the new key: %q", got)
	}
	a, err = liveWithPhrase(t, root, give(next))
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := a.store.Audit(t.Context(), 0, 10); err != nil || len(rows) != 1 {
		t.Errorf("the audit after another start: %+v, %v", rows, err)
	}
}
