package singleinstance_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"sanduq/ui/desktop/singleinstance"
)

func TestSecondCopyRaisesTheFirst(t *testing.T) { raises(t, t.TempDir()) }

func TestALongPathIsNoHindrance(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("only Linux has paths through an open folder")
		return
	}
	dir := filepath.Join(t.TempDir(), strings.Repeat("a long name ", 15), "متجر النور [2")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	raises(t, dir)
}

func raises(t *testing.T, dir string) {
	t.Helper()
	if singleinstance.Raise(dir) == nil {
		t.Fatal("nobody listens, yet somebody answered")
	}
	var raised atomic.Int32
	for n := range int32(2) { // the second Listen stands for the same copy that opens its data again
		stop, err := singleinstance.Listen(dir, func() { raised.Add(1) })
		if err != nil {
			t.Fatal(err)
		}
		if err := singleinstance.Raise(dir); err != nil {
			t.Fatal(err)
		}
		if raised.Load() != n+1 {
			t.Fatalf("raised %d times, want %d", raised.Load(), n+1)
		}
		if stop(); singleinstance.Raise(dir) == nil {
			t.Fatal("nobody listens any more, yet somebody answered")
		}
	}
}

func TestWhatACrashLeftBehindIsNoHindrance(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "window.sock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stop, err := singleinstance.Listen(dir, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := singleinstance.Raise(dir); err != nil {
		t.Error(err)
	}
}
