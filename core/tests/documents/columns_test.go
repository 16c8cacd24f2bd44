package documents

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"sanduq/core/internal/modules"
)

// The limits of CONTRIBUTING.md, a tab counted as one column.
const (
	proseColumns = 120
	codeColumns  = 240
)

var longString = regexp.MustCompile("\"[^\"]{100,}\"|`[^`]{100,}`")

// longLines returns the lines of a file that are too long. Tables, code and pictures
// of a page have no limit, nor has what cannot be broken: one long word, and code
// with a string of more than 100 columns.
func longLines(name, text string) (problems []string) {
	fenced := false
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		trimmed := strings.TrimSpace(line)
		limit := proseColumns
		switch {
		case strings.HasSuffix(name, ".md"):
			if strings.HasPrefix(trimmed, "```") {
				fenced = !fenced
			}
			if fenced || strings.HasPrefix(line, "    ") || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(trimmed, "![") {
				continue
			}
		case strings.HasPrefix(trimmed, "// "):
			trimmed = strings.TrimPrefix(trimmed, "// ")
		default:
			if longString.MatchString(line) {
				continue
			}
			limit = codeColumns
		}
		if n := utf8.RuneCountInString(line); n > limit && strings.Contains(trimmed, " ") {
			problems = append(problems, fmt.Sprintf("%s:%d has %d columns, more than %d", name, number, n, limit))
		}
	}
	return problems
}

// TestLinesAreShort reads every page and every source.
func TestLinesAreShort(t *testing.T) {
	for name, text := range pages(t) {
		for _, p := range longLines(name, text) {
			t.Error(p)
		}
	}
	err := modules.Walk(root, ".", func(dir string, files []string) error {
		for _, name := range files {
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
			if err != nil {
				return err
			}
			for _, p := range longLines(dir+"/"+name, string(text)) {
				t.Error(p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLongLinesAreSeen makes sure that the test above can fail.
func TestLongLinesAreSeen(t *testing.T) {
	for _, c := range []struct {
		name, text string
		wrong      int
	}{
		{"a.go", "// " + strings.Repeat("ab ", 39) + "\n// " + strings.Repeat("ab ", 40) + "\n", 1},
		{"a.go", "\t// https://example.com/" + strings.Repeat("a", 120) + "\n", 0},
		{"a.go", "x := f(" + strings.Repeat("a, ", 70) + "a)\nx := f(" + strings.Repeat("a, ", 80) + "a)\n", 1},
		{"a.go", "x := f(" + strings.Repeat("a, ", 80) + "\"" + strings.Repeat("s", 101) + "\")\n", 0},
		{"a.md", strings.Repeat("ab ", 41) + "\n| " + strings.Repeat("ab ", 41) + "|\n```\n" + strings.Repeat("ab ", 41) + "\n```\n" + strings.Repeat("ä ", 60) + "\n", 1},
	} {
		if got := longLines(c.name, c.text); len(got) != c.wrong {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}
