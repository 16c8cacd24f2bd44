package app

import (
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
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
