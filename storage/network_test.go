package storage

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// onNetwork makes a folder lie on another machine.
func onNetwork(o *Options) { o.doubts = func(string) (string, string) { return "nfs4", "" } }

// TestALiveTillRefusesANetworkFolder: two tills, each with a lock of its own machine,
// would write one file, and the commits of one of them would be lost.
func TestALiveTillRefusesANetworkFolder(t *testing.T) {
	dir := t.TempDir()
	s, err := open(dir, of(core.Live), onNetwork)
	if err == nil {
		_ = s.Close()
	}
	if !errors.Is(err, fault.ErrNetwork) {
		t.Errorf("opened: %v, want %v", err, fault.ErrNetwork)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("it left %v, %v", left, err)
	}

	// Nor is one opened that worked there before, or a backup put back there.
	here := openTest(t, t.TempDir(), of(core.Live))
	fill(t, here, 2)
	copied, err := here.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, here)
	there := here.opts
	onNetwork(&there)
	if _, err := Open(t.Context(), there); !errors.Is(err, fault.ErrNetwork) {
		t.Errorf("opened one that is there: %v", err)
	}
	before := string(mustFile(t, here.Path()))
	if _, err := Restore(t.Context(), there, copied); !errors.Is(err, fault.ErrNetwork) {
		t.Errorf("restored: %v", err)
	}
	if string(mustFile(t, here.Path())) != before {
		t.Error("the file that is there was touched")
	}
}

// TestPracticeMayLieOnANetwork, and says so.
func TestPracticeMayLieOnANetwork(t *testing.T) {
	for _, environment := range []core.Environment{"", core.Sandbox} {
		s := openTest(t, t.TempDir(), of(environment), onNetwork)
		wantWarnings(t, s, WarnNetwork)
		if there, err := files.Exists(filepath.Join(s.opts.Dir, files.Database)); !there || err != nil {
			t.Errorf("no file: %v", err)
		}
	}
}
