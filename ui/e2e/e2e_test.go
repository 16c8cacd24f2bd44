//go:build e2e

// Package e2e holds the tests in a real window: the built application on a
// virtual display, driven by key presses and clicks. They need SANDUQ_APP, the
// path of the application; make e2e sets it.
//
//sanduq:norace another process does the work: the program in its window
package e2e

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/tests/needs"
)

func binary(t *testing.T) string {
	t.Helper()
	path := os.Getenv("SANDUQ_APP")
	if path == "" {
		t.Fatal("SANDUQ_APP does not name the application; run make e2e")
	}
	for _, name := range []string{"Xvfb", "xdotool", "import", "zbarimg"} {
		needs.Program(t, name, "demo")
	}
	return path
}

// pictures is where the pictures of the tests are left for a person to look
// at.
func pictures(t *testing.T) string {
	t.Helper()
	return filepath.Join(filepath.Dir(binary(t)), "e2e")
}

func timeout(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}
