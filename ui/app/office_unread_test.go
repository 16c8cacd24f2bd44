package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	officepage "sanduq/ui/settings/office"
)

// TestAKeyThatCannotBeReadIsToldAndReadAgain: a keyring may answer later than the till starts.
func TestAKeyThatCannotBeReadIsToldAndReadAgain(t *testing.T) {
	alone(t)
	h, roots := newHall(t, time.Now().Add(time.Hour))
	dir := t.TempDir()
	a := shop(t, dir, roots)
	if why, err := a.sent.office.Join(t.Context(), "Huda", h.URL, core.NewSecret("ABCD")); why != "" || err != nil {
		t.Fatal(why, err)
	}
	a.Close()
	key := filepath.Join(dir, "sandbox", "till.office-key")
	kept, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	readAgain = 20 * time.Millisecond
	t.Cleanup(func() { readAgain = time.Minute })
	a = shop(t, dir, roots)
	state := func() officepage.State { return a.sent.office.State(t.Context()) }
	until(t, "that nobody knows is told", func() bool { s := state(); return s.Fault == officepage.Disk && !s.Joined })
	if err := os.WriteFile(key, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "it sends once the key is read", func() bool { s := state(); return s.Joined && s.Fault == "" })
}
