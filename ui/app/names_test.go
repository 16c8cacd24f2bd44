package app

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/config"
	"sanduq/storage/keys"
	"sanduq/ui/words"
)

// TestNamesThatAreOnNoDiskYetAreRemembered: they were given while practising, and the live till's disk has not taken
// them when its first sale begins.
func TestNamesThatAreOnNoDiskYetAreRemembered(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "live")
	store, err := storage.Open(t.Context(), storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	names := journal.Settings{Shop: "Al Noor", Till: "T", Currency: "KWD", Cashier: "Samira"}
	if err := config.SaveChoices(root, config.Choices{Environment: core.Live, BaseURLLive: "https://bank.example", Names: &names}); err != nil {
		t.Fatal(err)
	}
	shop, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Live, BaseURL: "https://bank.example", Zone: time.UTC, Defaults: names})
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	a := &App{env: core.Live, root: root, store: store, till: shop, names: &names, log: slog.New(slog.DiscardHandler)}
	remembered := func() bool {
		a.forgetNames()
		kept, err := config.LoadChoices(root)
		if err != nil || kept.Environment != core.Live {
			t.Fatalf("%+v, %v", kept, err)
		}
		return kept.Names != nil
	}
	if !remembered() {
		t.Error("the next start asks again, and knows no names")
	}
	if err := shop.Staff.SaveSettings(t.Context(), names, names.Cashier); err != nil {
		t.Fatal(err)
	}
	if remembered() {
		t.Error("names that the till keeps are remembered beside it")
	}
}

// TestForgetUsersMakesNoTill: where there is none it says so, and makes neither a file nor a key.
func TestForgetUsersMakesNoTill(t *testing.T) {
	o := Options{DataDir: t.TempDir(), Env: "sandbox"}
	var stderr bytes.Buffer
	if status := ForgetUsers(t.Context(), o, words.MustLoad(words.English), nil, io.Discard, &stderr); status != 1 || stderr.Len() == 0 {
		t.Errorf("status %d, said %q", status, stderr.String())
	}
	for _, name := range []string{"till.db", "till.key"} {
		if _, err := os.Stat(filepath.Join(o.DataDir, "sandbox", name)); err == nil {
			t.Errorf("%s was made", name)
		}
	}
}
