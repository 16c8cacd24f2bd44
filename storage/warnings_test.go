package storage

import (
	"path/filepath"
	"testing"
)

func TestASyncedFolderIsWarnedOf(t *testing.T) {
	wantWarnings(t, openTest(t, t.TempDir()))
	wantWarnings(t, openTest(t, filepath.Join(t.TempDir(), "Dropbox", "till")), WarnSynced)
}
