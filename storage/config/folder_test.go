package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"sanduq/core"
	"sanduq/storage/fault"
)

func TestFolderIsForItsOwnerOnly(t *testing.T) {
	root := t.TempDir()
	dir, err := Folder(filepath.Join(root, "till"), core.Live)
	if err != nil || dir != filepath.Join(root, "till", "live") {
		t.Fatalf("%q, %v", dir, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	blocked := filepath.Join(root, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(blocked, core.Sandbox); !errors.Is(err, fault.ErrUnwritable) {
		t.Errorf("a folder below a file: %v", err)
	}
}
