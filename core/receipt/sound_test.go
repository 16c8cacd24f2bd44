package receipt

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sanduq/core/tests/needs"
)

// sound has another program read a PDF whole: its objects, references and streams.
func sound(t *testing.T, name string, pdf []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), needs.Program(t, "qpdf", "test"), "--check", path).CombinedOutput(); err != nil || bytes.Contains(said, []byte("WARNING")) {
		t.Errorf("%s: %v\n%s", name, err, said)
	}
}

// Sound is sound, for tests of other packages.
var Sound = sound

// TestADamagedPDFIsFound, or the check of all others says nothing.
func TestADamagedPDFIsFound(t *testing.T) {
	data, err := newTestDrawer(t).CardsPDF(settled, aCard(false, 3))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(path, data[:len(data)-200], 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), needs.Program(t, "qpdf", "test"), "--check", path).CombinedOutput(); err == nil {
		t.Errorf("a PDF without its end is sound:\n%s", said)
	}
}
