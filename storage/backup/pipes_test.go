//go:build !windows

package backup

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestNobodyWaitsForAPipe: something else than a file may bear the name of the
// one that remembers the mirror folder.
func TestNobodyWaitsForAPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, mirrorChoice), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := MirrorFolder(dir); got != "" {
		t.Errorf("mirror folder %q", got)
	}
}
