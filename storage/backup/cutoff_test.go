package backup

import (
	"os"
	"path/filepath"
	"testing"

	"sanduq/storage/internal/files"
)

// TestAStickIsNotFilledByCopiesThatWereCutOff: a stick that is taken out while it is written to keeps what was there
// by then, under a name that no later copy has.
func TestAStickIsNotFilledByCopiesThatWereCutOff(t *testing.T) {
	s, stick := openTest(t, t.TempDir(), ticking()), t.TempDir()
	fill(t, s, 2)
	folder := filepath.Join(stick, mirrorName(s))
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(folder, "till-20260101-000000.db.part")
	write(t, cut, []byte("what was there by then"))
	path, err := Make(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := copyToMirror(t.Context(), s, path, stick); err != nil {
		t.Fatal(err)
	}
	if there, err := files.Exists(cut); there || err != nil {
		t.Errorf("a copy that was cut off stays for good: %v, %v", there, err)
	}
	if all := ListMirror(stick); len(all) != 1 {
		t.Errorf("%d copies", len(all))
	}
}
