package receipts

import (
	"os"
	"path/filepath"
	"testing"

	"sanduq/ui/receipts/downloads"
)

func TestSavingNeverOverwrites(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []string{"T-0001.pdf", "T-0001 (2).pdf", "T-0001 (3).pdf"} {
		path, err := downloads.SaveIn(dir, "T-0001.pdf", []byte{byte(i)})
		if err != nil || path != filepath.Join(dir, want) {
			t.Fatalf("%q, %v, want %q", path, err, want)
		}
	}
	if b, err := os.ReadFile(filepath.Join(dir, "T-0001.pdf")); err != nil || b[0] != 0 {
		t.Errorf("the first file was changed: %v, %v", b, err)
	}
}
