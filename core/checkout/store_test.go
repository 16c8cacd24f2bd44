package checkout_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core"
	"sanduq/core/checkout"
)

func TestStores(t *testing.T) {
	file, err := checkout.OpenFileStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for name, store := range map[string]checkout.Store{"file": file, "memory": new(checkout.MemoryStore)} {
		if _, err := store.Load("ab"); !errors.Is(err, checkout.ErrNotStored) {
			t.Errorf("%s: never saved: %v", name, err)
		}
		for _, text := range []string{"one", "two"} {
			if err := store.Save("ab", []byte(text)); err != nil {
				t.Fatal(err)
			}
			if got, err := store.Load("ab"); err != nil || string(got) != text {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
	if err := file.Save("../escape", nil); err == nil {
		t.Error("a reference leads out of the folder")
	}
}

func TestFolderHasOneOwner(t *testing.T) {
	dir := t.TempDir()
	first, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checkout.OpenFileStore(dir); !errors.Is(err, checkout.ErrStoreBusy) {
		t.Errorf("the second owner: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	_ = again.Close()
}

// A stored payment that was changed, moved to another reference or sealed with
// another key is refused, and stays as it is.
func TestStoredPaymentIsAuthentic(t *testing.T) {
	dir := t.TempDir()
	store, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s := serve(t, new(gateway), store)
	s.page.Close()
	files, _ := filepath.Glob(filepath.Join(dir, "*.payment"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	sealed, _ := os.ReadFile(files[0])
	refused := func(what string, cfg checkout.Config) {
		t.Helper()
		page, err := checkout.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer page.Close()
		if _, err := page.Outcome(context.Background(), "P-1"); err == nil || errors.Is(err, checkout.ErrNotStored) {
			t.Errorf("%s: %v", what, err)
		}
	}
	changed := append([]byte(nil), sealed...)
	changed[len(changed)/2] ^= 1
	for what, text := range map[string][]byte{"changed": changed, "cut": sealed[:10], "empty": nil} {
		if err := os.WriteFile(files[0], text, 0o600); err != nil {
			t.Fatal(err)
		}
		refused(what, s.cfg)
	}
}

// TestQuietPaymentsLeaveMemory: what nobody looks at and nobody waits for is put
// away, and comes back whole.
func TestQuietPaymentsLeaveMemory(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) { c.Idle = 20 * time.Millisecond })
	c := s.customer()
	c.toCode()
	for deadline := time.Now().Add(5 * time.Second); s.page.Live() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it stays")
		}
	}
	c.get("")
	c.post("code", "code", code)
	c.on("processing")
	time.Sleep(100 * time.Millisecond)
	if s.page.Live() != 1 {
		t.Error("a payment that is waited for was put away")
	}
	api.set(func() { api.state = core.StateSuccess })
	c.until("paid")
}

func TestNoGoroutineStays(t *testing.T) {
	before := goleak.IgnoreCurrent()
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	c := s.customer()
	c.toCode()
	c.post("code", "code", code)
	c.on("processing")
	s.page.Close()
	s.web.Close()
	c.CloseIdleConnections()
	goleak.VerifyNone(t, before)
}
