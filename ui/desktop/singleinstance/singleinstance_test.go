package singleinstance_test

import (
	"context"
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
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var raised atomic.Int32
	for range 2 { // the second Listen stands for a copy started after a crash
		if err := singleinstance.Listen(ctx, dir, func() { raised.Add(1) }); err != nil {
			t.Fatal(err)
		}
		if err := singleinstance.Raise(dir); err != nil {
			t.Fatal(err)
		}
	}
	if n := raised.Load(); n != 2 {
		t.Fatalf("raised %d times, want 2", n)
	}
}
