package assets

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// papers are the pages that people read, from the top of the project.
func papers(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range []string{"README.md", "assets/manual/*.md", ".github/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		for _, file := range found {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name, _ := filepath.Rel("..", file)
			pages[filepath.ToSlash(name)] = string(data)
		}
	}
	return pages
}

var (
	picture = regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`)
	link    = regexp.MustCompile(`[^!]\[[^\]]+\]\(([^)]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	target  = regexp.MustCompile("(?m)(?:^    |`)make ([a-z0-9-]+)")
	folder  = regexp.MustCompile(`(?m)^    ((?:assets|core|storage|ui)[a-z0-9/]*/)`)
	unusual = regexp.MustCompile(`[^a-z0-9 -]`)
)

// places are the anchors of a page, by the rule of the usual hosts.
func places(page string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		all[strings.ReplaceAll(unusual.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return all
}

// TestThePapersHoldTogether: every picture is there and small, none is left
// over, every page and place that is linked to exists, and every target of make
// and folder that is named.
func TestThePapersHoldTogether(t *testing.T) {
	pages := papers(t)
	makefile, err := os.ReadFile(filepath.Join("..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	targets := 0
	for name, page := range pages {
		for _, m := range picture.FindAllStringSubmatch(page, -1) {
			shown[filepath.Base(m[1])] = true
			info, err := os.Stat(filepath.Join("..", filepath.Dir(name), m[1]))
			if err != nil {
				t.Errorf("%s: the picture %s: %v", name, m[1], err)
			} else if info.Size() > 60_000 {
				t.Errorf("%s: %s has %d bytes", name, m[1], info.Size())
			}
		}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			at := name
			if file != "" {
				at = filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			}
			if _, err := os.Stat(filepath.Join("..", at)); err != nil {
				t.Errorf("%s leads to %s: %v", name, m[1], err)
			} else if anchor != "" && !places(pages[at])[anchor] {
				t.Errorf("%s leads to %s: there is no such place", name, m[1])
			}
		}
		for _, m := range target.FindAllStringSubmatch(page, -1) {
			if targets++; !regexp.MustCompile(`(?m)^` + m[1] + `:`).Match(makefile) {
				t.Errorf("%s: make %s does not exist", name, m[1])
			}
		}
		for _, m := range folder.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s: the tree names %s: %v", name, m[1], err)
			}
		}
	}
	if targets < 10 {
		t.Errorf("only %d targets were found", targets)
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
}
