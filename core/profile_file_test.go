package core

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAProfileIsReadFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "profile.json")
	if _, err := LoadProfile(path); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrProfile) {
		t.Errorf("no file: %v", err)
	}
	if _, err := LoadProfile(filepath.Dir(path)); err == nil || errors.Is(err, ErrProfile) {
		t.Errorf("a folder: %v", err)
	}
	for text, usable := range map[string]bool{
		`{"statusPathRequiresMerchantAuth": true}`: true, `{"unknown": 1}`: false, ``: false,
		`{"declaredStatusFields": ["` + strings.Repeat("x", maxReply) + `"]}`: false,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := LoadProfile(path)
		if usable != (err == nil) || !usable && !errors.Is(err, ErrProfile) || usable && !p.StatusPathRequiresMerchantAuth {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}
