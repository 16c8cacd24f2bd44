//go:build !windows

package startup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/ui/words"
)

// TestWithoutOpenGLADesktopsOwnProgramTells: the sentence reaches somebody who
// started from a menu, word for word.
func TestWithoutOpenGLADesktopsOwnProgramTells(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if aloud("nobody") {
		t.Error("a sentence was shown by a program that is not there")
	}
	said := filepath.Join(dir, "said")
	script := "#!/bin/sh\nfor a; do last=$a; done\nprintf %s \"$last\" > " + said + "\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "kdialog"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	w := words.MustLoad(words.Arabic)
	aloud((&Problem{Code: NoWindow, Cause: errors.New("no GLX")}).Sentence(w))
	got, err := os.ReadFile(said)
	if err != nil || string(got) != w.T("startup.window") || !strings.Contains(string(got), "libgl1-mesa-dri") {
		t.Errorf("the person was told %q, %v", got, err)
	}
}
