//go:build !race

package storage

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sanduq/storage/keys"
)

// TestFlippedBits changes one bit at a time in a copy of a store and lets a
// process of its own read everything: it must end by itself, and what it was
// given must be right. Small files are read in full when they are opened; of
// large ones each reading must tell by itself. A search may then come out
// short, which Verify notices.
func TestFlippedBits(t *testing.T) {
	flips := 250
	if n, err := strconv.Atoi(os.Getenv("FLIPS")); err == nil {
		flips = n
	}
	for _, size := range []string{"small", "large"} {
		dir := t.TempDir()
		// The same key each time, so that a seed finds much the same file.
		if err := keys.NewFile(dir).Create(context.Background(), make([]byte, keys.Size)); err != nil {
			t.Fatal(err)
		}
		s := openTest(t, dir)
		fill(t, s, 40)
		newDesk(t, s).trade()
		truth := readEverything(s, size)
		if strings.Contains(truth, corruptLine) || strings.Contains(truth, "odd:") {
			t.Fatal(truth)
		}
		closeStore(t, s)
		write(t, filepath.Join(dir, "truth"), []byte(truth))
		compact(t, s.Path())
		out, err := exec.Command(os.Args[0], "read-flipped", dir, size, strconv.Itoa(flips)).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%.3000s", size, err, out)
		}
		t.Logf("%s: %s", size, out)
	}
}
