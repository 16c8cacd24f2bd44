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
	"sanduq/core/coretest"
)

func TestMemoryStore(t *testing.T) {
	coretest.CheckoutStore(t, func(*testing.T) checkout.Store { return new(checkout.MemoryStore) })
}

func openFolder(t *testing.T, dir string) *checkout.FileStore {
	t.Helper()
	store, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func TestFileStore(t *testing.T) {
	coretest.CheckoutStore(t, func(t *testing.T) checkout.Store { return openFolder(t, t.TempDir()) })
	if _, err := openFolder(t, t.TempDir()).Save(t.Context(), checkout.Record{Ref: "../escape"}); err == nil {
		t.Error("a reference leads out of the folder")
	}
}

// What a folder holds is there again, and due, when it is opened again; a file
// from before versions, too.
func TestFileStoreIsOpenedAgain(t *testing.T) {
	dir := t.TempDir()
	store, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []checkout.Record{{Ref: "ab", Sealed: []byte("new"), Due: time.UnixMilli(2)}, {Ref: "ef", Sealed: []byte("over")}} {
		if _, err := store.Save(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	_ = store.Close()
	if err := os.WriteFile(filepath.Join(dir, "cd.payment"), []byte("sealed before"), 0o600); err != nil {
		t.Fatal(err)
	}
	store = openFolder(t, dir)
	list, err := store.List(t.Context(), time.Now(), 9)
	if err != nil || len(list) != 2 || list[0].Ref != "cd" || string(list[0].Sealed) != "sealed before" || list[1].Ref != "ab" || string(list[1].Sealed) != "new" {
		t.Fatalf("%+v, %v", list, err)
	}
	if v, err := store.Save(t.Context(), list[0]); err != nil || v != list[0].Version+1 {
		t.Errorf("version %d, %v", v, err)
	}
	if r, err := store.Load(t.Context(), "cd"); err != nil || string(r.Sealed) != "sealed before" {
		t.Errorf("%q, %v", r.Sealed, err)
	}
}

// TestOneFileHoldsNoOtherBack: a copy that somebody made by hand, a file that cannot be read and one that
// was taken away keep neither the folder from being opened nor the other payments from being looked at.
func TestOneFileHoldsNoOtherBack(t *testing.T) {
	dir := t.TempDir()
	store, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"ab", "cd"} {
		if _, err := store.Save(t.Context(), checkout.Record{Ref: ref, Sealed: []byte(ref), Due: time.UnixMilli(2)}); err != nil {
			t.Fatal(err)
		}
	}
	_ = store.Close()
	if err := os.WriteFile(filepath.Join(dir, "cd - Copy.payment"), []byte("sealed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "aa.payment"), 0o700); err != nil { // can be read by nobody
		t.Fatal(err)
	}
	store, err = checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if err := os.Remove(filepath.Join(dir, "ab.payment")); err != nil {
		t.Fatal(err)
	}
	if list, err := store.List(t.Context(), time.Now(), 9); len(list) != 1 || list[0].Ref != "cd" || err == nil {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := store.List(t.Context(), time.Now(), 1); len(list) != 1 || err != nil {
		t.Errorf("afterwards %+v, %v", list, err)
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
