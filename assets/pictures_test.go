package assets

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheREADMEHoldsTogether: every picture is there and small, none is left
// over, every place of the page that is linked to exists, and every target of
// make and folder that it names.
func TestTheREADMEHoldsTogether(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page, makefile := read("README.md"), read("Makefile")

	shown := map[string]bool{}
	for _, m := range regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`).FindAllStringSubmatch(page, -1) {
		shown[filepath.Base(m[1])] = true
		info, err := os.Stat(filepath.Join("..", m[1]))
		if err != nil {
			t.Errorf("the picture %s: %v", m[1], err)
		} else if info.Size() > 60_000 {
			t.Errorf("%s has %d bytes", m[1], info.Size())
		}
	}
	files, err := os.ReadDir("pictures")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	for _, f := range files {
		if !shown[f.Name()] {
			t.Errorf("%s is shown nowhere", f.Name())
		}
	}

	places := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(page, -1) {
		name := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		places[strings.ReplaceAll(name, " ", "-")] = true
	}
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(page, -1) {
		if !places[m[1]] {
			t.Errorf("there is no place #%s", m[1])
		}
	}

	targets := regexp.MustCompile("(?m)(?:^    |`)make ([a-z0-9-]+)").FindAllStringSubmatch(page, -1)
	if len(targets) < 10 {
		t.Errorf("only %d targets were found", len(targets))
	}
	for _, m := range targets {
		if !regexp.MustCompile(`(?m)^` + m[1] + `:`).MatchString(makefile) {
			t.Errorf("make %s does not exist", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^    ((?:assets|core|storage|ui)[a-z0-9/]*/)`).FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Errorf("the tree names %s: %v", m[1], err)
		}
	}
}
