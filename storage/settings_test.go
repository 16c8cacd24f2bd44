package storage

import (
	"bytes"
	"context"
	"encoding/base64"
	"os"
	"testing"

	"sanduq/core/journal"
)

// TestStaffIsSealed: nobody reads in the file who signs in, or what is kept of
// their PINs.
func TestStaffIsSealed(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	staff := journal.NewSecrets([]byte("canary of the staff"))
	if err := s.Commit(context.Background(), journal.Change{Settings: &journal.Settings{Shop: "canary of the shop"}, Staff: &staff}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(raw, []byte("canary of the shop")) {
		t.Fatal("the file was not read")
	}
	for _, dress := range []string{string(staff.Reveal()), base64.StdEncoding.EncodeToString(staff.Reveal())} {
		if bytes.Contains(raw, []byte(dress)) {
			t.Errorf("the staff is in the file as %q", dress)
		}
	}
}
