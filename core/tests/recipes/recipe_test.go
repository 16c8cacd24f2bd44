package recipes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// recipe is one of the page's, carried out: what each file is like afterwards.
type recipe struct {
	title string
	files []string          // in the order of the recipe
	after map[string]change // by file
}

// change is what is done to the text of a file.
type change func(text string) (string, error)

// step is one replacement: the old text stands once.
type step struct{ old, text string }

// read reads a recipe. After its title come files, each with steps: lines with "<" are
// the old text and those with ">" the new one, "~" is a regular expression of the old
// one, "=" copies another file, and "*" gives each sentence of a catalogue whose key has
// a part another one with another part. A file of ">" alone is new.
func read(t *testing.T, name string) recipe {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	title, rest, _ := strings.Cut(string(data), "\n")
	r := recipe{title: title, after: map[string]change{}}
	for _, part := range strings.Split("\n"+rest, "\n-- ")[1:] {
		file, body, _ := strings.Cut(part, " --\n")
		r.files = append(r.files, file)
		r.after[file] = changeOf(strings.Split(strings.TrimSuffix(body, "\n"), "\n"))
	}
	if len(r.files) == 0 {
		t.Fatal(name, "changes nothing")
	}
	return r
}

func changeOf(lines []string) change {
	var steps []func(string) (string, error)
	for len(lines) > 0 {
		mark, said := lines[0][:1], strings.TrimPrefix(lines[0][1:], " ")
		switch mark {
		case "=":
			steps, lines = append(steps, func(string) (string, error) {
				data, err := os.ReadFile(filepath.Join(root, said))
				return string(data), err
			}), lines[1:]
		case "*":
			from, to, _ := strings.Cut(said, " ")
			steps, lines = append(steps, func(text string) (string, error) { return likewise(text, from, to), nil }), lines[1:]
		default:
			var s step
			pattern := ""
			for len(lines) > 0 && strings.HasPrefix(lines[0], "~") {
				pattern, lines = lines[0][2:], lines[1:]
			}
			s.old, lines = block(lines, "<")
			s.text, lines = block(lines, ">")
			steps = append(steps, func(text string) (string, error) { return s.in(text, pattern) })
		}
	}
	return func(text string) (_ string, err error) {
		for _, s := range steps {
			if text, err = s(text); err != nil {
				return "", err
			}
		}
		return text, nil
	}
}

// block takes the lines with a mark off the front.
func block(lines []string, mark string) (string, []string) {
	var all []string
	for len(lines) > 0 && strings.HasPrefix(lines[0], mark) {
		all, lines = append(all, strings.TrimPrefix(lines[0][1:], " ")), lines[1:]
	}
	return strings.Join(all, "\n"), lines
}

func (s step) in(text, pattern string) (string, error) {
	old := s.old
	if pattern != "" {
		old = regexp.MustCompile(pattern).FindString(text)
	}
	switch {
	case old == "" && text == "":
		return s.text + "\n", nil
	case old == "" || strings.Count(text, old) != 1:
		return "", fmt.Errorf("%q stands %d times", cmpOr(old, pattern), strings.Count(text, old))
	}
	return strings.Replace(text, old, s.text, 1), nil
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// likewise adds to a catalogue what it says of one thing, of another too.
func likewise(text, from, to string) string {
	part := regexp.MustCompile(`^(  "(?:[^"]*\.)?)` + from + `((?:\.[^"]*)?":.*)$`)
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if m := part.FindStringSubmatch(line); m != nil {
			out = append(out, strings.TrimSuffix(m[1]+to+m[2], ",")+",")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// recipes are all, by the names of their files.
func recipes(t *testing.T) map[string]recipe {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) < 7 {
		t.Fatal(names, err)
	}
	all := map[string]recipe{}
	for _, name := range names {
		all[strings.TrimSuffix(filepath.Base(name), ".txt")] = read(t, name)
	}
	return all
}

// place is what the page names for a file: a folder of catalogues is one place, since
// none of its files may be forgotten, and so are the migrations, which have no names yet.
func place(file string) string {
	switch dir := path.Dir(file); dir {
	case "assets/translations", "core/practice/sandbox/page/words", "core/office/server/schema/migrations":
		return dir
	}
	if _, err := os.Stat(filepath.Join(root, file)); err != nil {
		return path.Dir(file) // a new one
	}
	return file
}

// places are those of a recipe, each once.
func (r recipe) places() (all []string) {
	for _, f := range r.files {
		if p := place(f); !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// overlay writes what the go command is told: recipes together, each without the files
// of a place that it forgets.
func overlay(t *testing.T, all map[string]recipe, forgets map[string]string) string {
	t.Helper()
	dir, texts := t.TempDir(), map[string]string{}
	for name, r := range all {
		for _, file := range r.files {
			if place(file) == forgets[name] {
				continue
			}
			text, ok := texts[file]
			if data, err := os.ReadFile(filepath.Join(root, file)); !ok && err == nil {
				text = string(data)
			}
			text, err := r.after[file](text)
			if err != nil {
				t.Fatalf("%s: %s is no longer as testdata/%s.txt expects it: %v", r.title, file, name, err)
			}
			texts[file] = text
		}
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for file, text := range texts {
		to := filepath.Join(dir, fmt.Sprintf("%d%s", len(replace), filepath.Ext(file)))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(top, filepath.FromSlash(file))] = to
	}
	var data bytes.Buffer
	if err := json.NewEncoder(&data).Encode(map[string]any{"Replace": replace}); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(to, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}
