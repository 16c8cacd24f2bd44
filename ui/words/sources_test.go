package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	asked   = regexp.MustCompile(`\.T\("([A-Za-z0-9._]+)"[,)]`)
	counted = regexp.MustCompile(`\.N\("([A-Za-z0-9._]+)",`)
)

// A key that screens ask for by name must be in the catalogue: a till must never show ⟨key⟩.
func TestScreensAskForKeysThatExist(t *testing.T) {
	c := load(t, English)
	found := 0
	check := func(file, key string) {
		found++
		if !c.Has(key) {
			t.Errorf("%s asks for %s", file, key)
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Base(filepath.Dir(path)) == "words" {
			return nil
		}
		for _, m := range asked.FindAllStringSubmatch(string(data), -1) {
			check(path, m[1])
		}
		for _, m := range counted.FindAllStringSubmatch(string(data), -1) {
			check(path, m[1]+"[other]")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no key was found in any source: the search is broken")
	}
}
