package wire_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core/wire"
)

func TestAProfileIsReadFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "profile.json")
	if _, err := wire.LoadProfile(path); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, wire.ErrProfile) {
		t.Errorf("no file: %v", err)
	}
	if _, err := wire.LoadProfile(filepath.Dir(path)); err == nil || errors.Is(err, wire.ErrProfile) {
		t.Errorf("a folder: %v", err)
	}
	for text, usable := range map[string]bool{
		`{"statusPathRequiresMerchantAuth": true}`: true, `{"unknown": 1}`: false, ``: false,
		`{"declaredStatusFields": ["` + strings.Repeat("x", 1<<20) + `"]}`: false,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := wire.LoadProfile(path)
		if usable != (err == nil) || !usable && !errors.Is(err, wire.ErrProfile) || usable && !p.StatusPathRequiresMerchantAuth {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}
