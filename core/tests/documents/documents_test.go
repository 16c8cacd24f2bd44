package documents

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sanduq/core/tests/soak"
)

const root = "../../.."

var readOnce = sync.OnceValues(func() (*Tree, error) { return Read(root) })

// sources returns the tree of this repository.
func sources(t *testing.T) *Tree {
	t.Helper()
	tree, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// pages are what people read, from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"README.md", "assets/manual/*.md", ".github/*.md", ".github/decisions/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name, _ := filepath.Rel(root, file)
			all[filepath.ToSlash(name)] = string(text)
		}
	}
	return all
}

var (
	block    = regexp.MustCompile("(?ms)^```.*?^```\n")
	code     = regexp.MustCompile("`([^`\n]+)`")
	pathLike = regexp.MustCompile(`^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*/?$`)
	tops     = regexp.MustCompile(`^(core|storage|ui|assets|\.ci|\.github)/`)
	inside   = regexp.MustCompile(`^((?:core|storage|ui|assets)[a-z0-9/]*)\.([A-Za-z]\w*(?:\.\w+)*)$`)
	fileName = regexp.MustCompile(`\.(go|md|txt|ya?ml|sh|mod)$`)
	dotted   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+$`)
	camel    = regexp.MustCompile(`^[A-Za-z]+[a-z0-9][A-Z][A-Za-z0-9]*$`)
	variable = regexp.MustCompile(`^(?:SANDUQ|SOAK|SERVICE)_[A-Z0-9_]+$`)
	oneRow   = regexp.MustCompile("\\bROW=([a-z-]+)|\\brow `([a-z-]+)`")
)

// foreign are names in backticks that look like ours and belong to others.
var foreign = map[string]string{
	"update.json": "what a release publishes", "preferences.json": "the toolkit's",
	"assets/translations/xx.json": "a language to come", "NoFreelistSync": "an option of bbolt",
	"reading.gone": "a view of head office's database", "reading.operations": "another", "reading.receipts": "a view of head office's database", "reading.alarms": "another", "reading.alerts": "another",
}

// wrong returns what a page names that is not there.
func (t *Tree) wrong(page string, variables []string) (problems []string) {
	page = block.ReplaceAllString(page, "")
	for _, m := range oneRow.FindAllStringSubmatch(page, -1) {
		if name := m[1] + m[2]; name != "name" && name != "all" {
			if _, known := soak.RowOf(name); !known {
				problems = append(problems, fmt.Sprintf("make soak has no row %q", name))
			}
		}
	}
	for _, m := range code.FindAllStringSubmatch(page, -1) {
		name := strings.TrimPrefix(m[1], "./")
		_, other := foreign[name]
		switch {
		case other || t.said[name]:
		case variable.MatchString(name):
			if !slices.Contains(variables, name) {
				problems = append(problems, "nothing reads the variable "+name)
			}
		case inside.MatchString(name) && strings.Contains(name, "/") && !fileName.MatchString(name):
			parts := inside.FindStringSubmatch(name)
			if !t.declared[parts[1]+"."+parts[2]] {
				problems = append(problems, parts[1]+" does not declare "+parts[2])
			}
		case tops.MatchString(name) && pathLike.MatchString(name):
			if !t.paths[strings.TrimSuffix(name, "/")] {
				problems = append(problems, "there is no file "+name)
			}
		case pathLike.MatchString(name) && !strings.Contains(name, "/") && fileName.MatchString(name):
			if !t.bases[name] {
				problems = append(problems, "there is no file "+name)
			}
		case dotted.MatchString(name):
			if !t.has(name) {
				problems = append(problems, "no package declares "+name)
			}
		case camel.MatchString(name):
			if !t.names[name] && !t.used[name] {
				problems = append(problems, "no package declares "+name)
			}
		}
	}
	return problems
}

// has reports whether a name with dots is declared, of a package of ours, as
// core.Route or till.Till.Close, or of a type, as Shell.prefer, or is used in the
// code, as http.Handler. What no package and no type of ours begins is of others.
func (t *Tree) has(name string) bool {
	if t.used[name] {
		return true
	}
	first, rest, _ := strings.Cut(name, ".")
	if dirs := t.named[first]; len(dirs) > 0 {
		return slices.ContainsFunc(dirs, func(dir string) bool { return t.declared[dir+"."+rest] })
	}
	if strings.ToUpper(first[:1]) == first[:1] && t.names[first] {
		return t.names[name]
	}
	return !t.names[first]
}

// TestThePagesNameWhatIsThere holds files, rows of make soak, variables and Go names
// in backticks against the tree.
func TestThePagesNameWhatIsThere(t *testing.T) {
	tree := sources(t)
	variables := tree.Variables()
	for name, page := range pages(t) {
		for _, p := range tree.wrong(page, variables) {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// TestWrongPagesAreSeen makes sure that the test above can fail: statements that
// pages once made, and those beside them that hold.
func TestWrongPagesAreSeen(t *testing.T) {
	tree := sources(t)
	variables := tree.Variables()
	for page, problem := range map[string]string{
		"The row `secrets` of `make soak` looks for them":      `make soak has no row "secrets"`,
		"The row `canary` of `make soak` looks for them":       "",
		"`make soak ROW=office-patroni`":                       "",
		"`make soak ROW=kills`":                                `make soak has no row "kills"`,
		"sealed in `storage/seal.go`":                          "there is no file storage/seal.go",
		"a part that is new (`slip.go`, `no-such.go`)":         "there is no file no-such.go",
		"see `core/till/internal/payment` and `.ci/soak`":      "",
		"`core/nothing/`":                                      "there is no file core/nothing/",
		"Money is `core/money`, an error `journal.Error`":      "",
		"`till.Till.Close` and `till.Open`":                    "",
		"`till.Till.Shut`":                                     "no package declares till.Till.Shut",
		"`core/report.Key` and `core/report.NoKey`":            "core/report does not declare NoKey",
		"`core.NoSuchThing`":                                   "no package declares core.NoSuchThing",
		"`SOAK_N` and `SANDUQ_REQUIRE`":                        "",
		"`SANDUQ_NOTHING=1`, `SANDUQ_NOTHING`":                 "nothing reads the variable SANDUQ_NOTHING",
		"`WebSDK`, `fooBar`":                                   "no package declares fooBar",
		"`example.com`, `update.json`, `12.5`, `--lang`, `F1`": "",
		"```\n`core/nothing/x.go`\n```\n":                      "",
	} {
		got := tree.wrong(page, variables)
		if problem == "" && len(got) > 0 || problem != "" && (len(got) != 1 || got[0] != problem) {
			t.Errorf("%q: %q, want %q", page, got, problem)
		}
	}
}

// section is the part of a page below a heading.
func section(page, heading string) string {
	_, rest, _ := strings.Cut(page, "\n## "+heading+"\n")
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

// TestContributingListsTheVariables finds every variable that is read in the table,
// and nothing else in it.
func TestContributingListsTheVariables(t *testing.T) {
	tree := sources(t)
	listed := map[string]int{}
	for line := range strings.Lines(section(pages(t)[".github/CONTRIBUTING.md"], "Environment variables")) {
		if names, is := strings.CutPrefix(line, "| `"); is {
			names, _, _ = strings.Cut("`"+names, " | ")
			for _, m := range code.FindAllStringSubmatch(names, -1) {
				listed[m[1]]++
			}
		}
	}
	read := tree.Variables()
	for _, name := range read {
		if listed[name] != 1 {
			t.Errorf("%s is read, and listed %d times", name, listed[name])
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("%s is listed, and nothing reads it", name)
	}
	if len(read) < 60 {
		t.Errorf("only %d variables were found", len(read))
	}
}

// TestTheReadmeHasEveryPart finds each folder of core in the README's tree. What
// the tree names exists, says a test of assets.
func TestTheReadmeHasEveryPart(t *testing.T) {
	readme := pages(t)["README.md"]
	folders, err := os.ReadDir(filepath.Join(root, "core"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if name := path.Join("core", f.Name()); f.IsDir() && f.Name() != "testdata" && !strings.Contains(readme, "\n    "+name+"/") {
			t.Errorf("the tree lacks %s", name)
		}
	}
}
