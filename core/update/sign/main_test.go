package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/update"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestWhatIsSignedIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "private.key")
	var key, file bytes.Buffer
	if err := run([]string{"-new", path}, noon, &key); err != nil {
		t.Fatal(err)
	}
	public, err := update.ParseKey(key.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"-key", path, "-version", "1.2.0", "-days", "10"}, noon, &file); err != nil {
		t.Fatal(err)
	}
	s, err := update.Read(file.Bytes(), public, noon.AddDate(0, 0, 9), time.Time{})
	if err != nil || s.Version.String() != "1.2.0" || !s.Issued.Equal(noon) {
		t.Errorf("read %+v, %v", s, err)
	}
	if _, err := update.Read(file.Bytes(), public, noon.AddDate(0, 0, 10), time.Time{}); err == nil {
		t.Error("it lasts longer than it was given")
	}
	if err := run([]string{"-new", path}, noon, &key); err == nil {
		t.Error("a key was overwritten")
	}
}

func TestWrongOrdersWriteNothing(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.key")
	if err := os.WriteFile(bad, []byte("c2hvcnQ=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{}, {"-key", bad, "-version", "1.2.0"}, {"-key", bad}, {"-version", "1.2.0"}, {"-key", bad, "-version", "1.2.0", "-days", "0"},
		{"-key", filepath.Join(t.TempDir(), "none"), "-version", "1.2.0"}} {
		var out bytes.Buffer
		if err := run(args, noon, &out); err == nil || out.Len() > 0 {
			t.Errorf("%v wrote %q, %v", args, out.String(), err)
		}
	}
}
