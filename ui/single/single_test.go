package single_test

import (
	"context"
	"sync/atomic"
	"testing"

	"sanduq/ui/single"
)

func TestSecondCopyRaisesTheFirst(t *testing.T) {
	dir := t.TempDir()
	if single.Raise(dir) == nil {
		t.Fatal("nobody listens, yet somebody answered")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var raised atomic.Int32
	for range 2 { // the second Listen stands for a copy started after a crash
		if err := single.Listen(ctx, dir, func() { raised.Add(1) }); err != nil {
			t.Fatal(err)
		}
		if err := single.Raise(dir); err != nil {
			t.Fatal(err)
		}
	}
	if n := raised.Load(); n != 2 {
		t.Fatalf("raised %d times, want 2", n)
	}
}
