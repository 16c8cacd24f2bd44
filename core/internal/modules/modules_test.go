package modules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sanduq/core/internal/modules"
)

// root is the repository's root, seen from here.
const root = "../../.."

// TestEveryModuleIsListed holds the list against the go.mod files of the tree.
func TestEveryModuleIsListed(t *testing.T) {
	problems, err := modules.Problems(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

// tree writes a small repository: names with slashes, and what is in them.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestWrongLists makes sure that TestEveryModuleIsListed can fail.
func TestWrongLists(t *testing.T) {
	good := map[string]string{".ci/modules": "# comment\n. a,b e2e\n\ncore/x - -\n",
		"go.mod": "module sanduq\n\ngo 1.26.0\n", "core/x/go.mod": "module sanduq/core/x\n",
		"core/testdata/go.mod": "module other\n", "out/go.mod": "module other\n", ".git/go.mod": "module other\n"}
	for _, c := range []struct{ change, text, problem string }{
		{"", "", ""},
		{"core/y/go.mod", "module sanduq/core/y\n", "core/y/go.mod is listed 0 times"},
		{".ci/modules", ". a e2e\ncore/x - -\ncore/x - -\n", "core/x/go.mod is listed 2 times"},
		{".ci/modules", ". a e2e\ncore/x - -\ncore/z - -\n", "lists core/z, which has no go.mod"},
		{"core/x/go.mod", "module sanduq/other\n", "a module is named by its folder"},
		{"go.work", "go 1.26.0\nuse .\n", "go.work exists"},
		{".ci/modules", "core/x - -\n. - -\n", "is not the first"},
		{".ci/modules", ". a\n", "not a folder and two lists of tags"},
	} {
		dir := tree(t, good)
		if c.change != "" {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, c.change)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, c.change), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		problems, err := modules.Problems(dir)
		if err != nil {
			problems = append(problems, err.Error())
		}
		if c.problem == "" && len(problems) > 0 || c.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0], c.problem)) {
			t.Errorf("%s %q: %q, want %q", c.change, c.text, problems, c.problem)
		}
	}
}

func TestTheModuleOfAFolder(t *testing.T) {
	all := []modules.Module{{Dir: "."}, {Dir: "core/x"}, {Dir: "core/x/tests"}}
	for dir, want := range map[string]string{".": ".", "core": ".", "core/xy": ".", "core/x": "core/x", "core/x/y/z": "core/x", "core/x/tests/a": "core/x/tests"} {
		if got := modules.Of(all, dir); got.Dir != want {
			t.Errorf("%s belongs to %s, not to %s", dir, want, got.Dir)
		}
	}
}

// TestEveryModuleIsUpdated holds the folders for which newer versions are
// proposed against the list of modules.
func TestEveryModuleIsUpdated(t *testing.T) {
	listed, err := modules.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, m := range listed {
		want = append(want, "/"+strings.TrimPrefix(m.Dir, "."))
	}
	text, err := os.ReadFile(filepath.Join(root, ".github/dependabot.yml"))
	if err != nil {
		t.Fatal(err)
	}
	_, gomod, _ := strings.Cut(string(text), "directories:\n")
	gomod, _, _ = strings.Cut(gomod, "schedule:")
	var got []string
	for line := range strings.Lines(gomod) {
		if folder, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			got = append(got, folder)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("newer versions are proposed for %q, the modules are in %q", got, want)
	}
}

// TestNobodyStopsAtAModule looks for patterns with three dots in what builds and
// tests: where another module begins they stop, and say nothing. They stand
// behind .ci/each, which goes on.
func TestNobodyStopsAtAModule(t *testing.T) {
	var files []string
	for _, pattern := range []string{"Makefile", ".ci/*", ".github/workflows/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 15 {
		t.Fatalf("only %d files were looked at: %q", len(files), files)
	}
	// What is made for a Mac is the program, which is in the root's module.
	program := []string{"package-macos"}
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			code, _, _ := strings.Cut(line, "#")
			if !strings.Contains(code, "/...") || slices.Contains(program, filepath.Base(file)) {
				continue
			}
			if seen++; !strings.Contains(code, ".ci/each ") {
				t.Errorf("%s: packages of other modules fall out of %q", file, strings.TrimSpace(line))
			}
		}
	}
	if seen == 0 {
		t.Error("no pattern was found")
	}
}
