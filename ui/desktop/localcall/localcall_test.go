package localcall_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/ui/desktop/localcall"
)

// TestAQuestionIsAnswered, many at once, and nobody is one that can be told.
func TestAQuestionIsAnswered(t *testing.T) {
	dir := t.TempDir()
	if _, err := localcall.Ask(t.Context(), dir, "a.sock", []byte("who")); !errors.Is(err, localcall.ErrNobody) {
		t.Fatalf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.sock"), nil, 0o600); err != nil { // a crash left it
		t.Fatal(err)
	}
	stop, err := localcall.Listen(dir, "a.sock", func(_ context.Context, q []byte) []byte { return []byte(strings.ToUpper(strings.TrimSpace(string(q)))) })
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if got, err := localcall.Ask(t.Context(), dir, "a.sock", []byte("who")); err != nil || string(got) != "WHO\n" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
	if info, err := os.Stat(filepath.Join(dir, "a.sock")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may use it: %v, %v", info, err)
	}
	stop()
	if _, err := localcall.Ask(t.Context(), dir, "a.sock", []byte("who")); !errors.Is(err, localcall.ErrNobody) {
		t.Errorf("%v", err)
	}
}

// TestAnAnswerEndsWithWhoAsked, and with who answers.
func TestAnAnswerEndsWithWhoAsked(t *testing.T) {
	dir := t.TempDir()
	begun, ended := make(chan struct{}, 1), make(chan struct{}, 1)
	stop, err := localcall.Listen(dir, "a.sock", func(ctx context.Context, _ []byte) []byte {
		begun <- struct{}{}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Second):
			t.Error("it goes on for nobody")
		}
		ended <- struct{}{}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-begun; leave() }()
	if _, err := localcall.Ask(ctx, dir, "a.sock", []byte("long")); err == nil || errors.Is(err, localcall.ErrNobody) {
		t.Errorf("%v", err)
	}
	<-ended
	go func() { <-begun; stop() }()
	if _, err := localcall.Ask(t.Context(), dir, "a.sock", []byte("long")); errors.Is(err, localcall.ErrNobody) {
		t.Errorf("%v", err)
	}
	<-ended
}
