package modules_test

import (
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sanduq/core/internal/modules"
)

// TestMarksHaveReasons reads what the packages say about the race detector.
func TestMarksHaveReasons(t *testing.T) {
	all, err := modules.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	marked := 0
	for _, m := range all {
		packages, problems, err := modules.Packages(root, m)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Error(p)
		}
		for _, p := range packages {
			if p.NoRace != "" {
				marked++
			}
		}
	}
	if marked < 10 {
		t.Errorf("only %d marks were found", marked)
	}
}

// TestEveryPackageIsTestedOnce asks Go for the packages that have tests and
// looks for each in the commands of make test.
func TestEveryPackageIsTestedOnce(t *testing.T) {
	all, err := modules.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, plain := range []bool{false, true} {
		commands, err := modules.Commands(root, plain, nil)
		if err != nil {
			t.Fatal(err)
		}
		times := map[string]int{}
		for _, c := range commands {
			dir := "."
			if rest, is := strings.CutPrefix(c, "(cd "); is {
				dir, _, _ = strings.Cut(rest, " ")
			}
			if plain && strings.Contains(c, "-race") {
				t.Errorf("plain, with the race detector: %s", c)
			}
			if strings.Contains(c, " -run ") { // what the detector leaves out of a package
				continue
			}
			for _, word := range strings.Fields(strings.TrimSuffix(c, ")")) {
				if word == "." || strings.HasPrefix(word, "./") {
					times[path.Join(dir, word)]++
				}
			}
		}
		found := 0
		for _, m := range all {
			cmd := exec.CommandContext(t.Context(), "go", "list", "-find", "-tags", strings.Join(m.Tags, ","),
				"-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", "./...")
			cmd.Dir = filepath.Join(root, m.Dir)
			cmd.Env = append(cmd.Environ(), "GOWORK=off")
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", m.Dir, err)
			}
			for _, p := range strings.Fields(string(out)) {
				found++
				dir := "."
				if p != modules.Name {
					dir = strings.TrimPrefix(p, modules.Name+"/")
				}
				if times[dir] != 1 {
					t.Errorf("%s is tested %d times", dir, times[dir])
				}
				delete(times, dir)
			}
		}
		for dir := range times {
			t.Errorf("%s is tested and is no package", dir)
		}
		if found < 50 {
			t.Errorf("only %d packages were looked for", found)
		}
	}
}

// TestMarks makes sure that a mark decides, and that TestMarksHaveReasons can fail.
func TestMarks(t *testing.T) {
	m := modules.Module{Dir: ".", Tags: []string{"x11"}}
	for _, c := range []struct{ doc, below, problem, reason string }{
		{"// Package p is good.\n", "", "", ""},
		{"// Package p is good.\n//\n//sanduq:norace it draws in one goroutine\n", "", "", "it draws in one goroutine"},
		{"//sanduq:norace\n", "", "no reason", ""},
		{"//sanduq:norace it is slow\n", "", "no reason", ""},
		{"//sanduq:noraces it draws in one goroutine\n", "", "is no mark", ""},
		{"// sanduq:norace it draws in one goroutine\n", "", "is no mark", ""},
		{"/* sanduq:norace it draws in one goroutine */\n", "", "is no mark", ""},
		{"//sanduq:norace it draws in one goroutine\n//sanduq:norace other processes do the work\n", "", "more than one", ""},
		{"", "//sanduq:norace it draws in one goroutine\n", "below the package clause", ""},
		{"", "// Sanduq: nothing.\n", "", ""},
	} {
		dir := tree(t, map[string]string{"p/doc.go": c.doc + "package p\n\n" + c.below, "p/p_test.go": "package p\n"})
		packages, problems, err := modules.Packages(dir, m)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.problem != "":
			if len(problems) != 1 || !strings.Contains(problems[0], c.problem) {
				t.Errorf("%q: %q, want %q", c.doc+c.below, problems, c.problem)
			}
			if commands, err := modules.Commands(tree(t, map[string]string{".ci/modules": ". - -\n", "p/doc.go": c.doc + "package p\n" + c.below, "p/p_test.go": "package p\n"}), false, nil); err == nil {
				t.Errorf("%q: tested by %q", c.doc+c.below, commands)
			}
		case len(problems) > 0 || len(packages) != 1 || packages[0].NoRace != c.reason:
			t.Errorf("%q: %q, %+v, want reason %q", c.doc+c.below, problems, packages, c.reason)
		}
	}
	dir := tree(t, map[string]string{"p/doc.go": "//sanduq:norace it draws in one goroutine\npackage p\n"})
	if _, problems, err := modules.Packages(dir, m); err != nil || len(problems) != 1 || !strings.Contains(problems[0], "no tests") {
		t.Errorf("a mark without tests: %q, %v", problems, err)
	}
}

// TestCommands runs through a small repository of two modules.
func TestCommands(t *testing.T) {
	dir := tree(t, map[string]string{
		".ci/modules":                ". x11 e2e\ncore/own - bench\n",
		"core/a/a_test.go":           "package a\n",
		"core/a/slow_test.go":        "//go:build !race\n\npackage a\n\nimport \"testing\"\n\nfunc TestSlow(t *testing.T) {}\n\nfunc helper() {}\n",
		"core/ab/doc.go":             "//sanduq:norace other processes do the work\npackage ab\n",
		"core/ab/ab_test.go":         "package ab\n",
		"core/none/none.go":          "package none\n",
		"core/own/go.mod":            "module sanduq/core/own\n",
		"core/own/own_test.go":       "package own\n",
		"core/own/later/x_test.go":   "//go:build bench\n\npackage later\n",
		"core/own/deep/deep_test.go": "package deep\n",
		"ui/w/w_test.go":             "//go:build x11\n\n//sanduq:norace it draws in one goroutine\npackage w\n",
		"ui/w/e2e_test.go":           "//go:build e2e\n\npackage w\n",
	})
	want := []string{
		"RAPID_CHECKS=40 CGO_ENABLED=1 go test -vet=off -timeout 20m -tags x11 -race ./core/a",
		"CGO_ENABLED=0 go test -vet=off -timeout 20m -tags x11 -run '^(TestSlow)$' ./core/a",
		"CGO_ENABLED=0 go test -vet=off -timeout 20m -tags x11 ./core/ab ./ui/w",
		"(cd core/own && RAPID_CHECKS=40 CGO_ENABLED=1 go test -vet=off -timeout 20m -race . ./deep)",
	}
	if got, err := modules.Commands(dir, false, nil); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	want = []string{"CGO_ENABLED=0 go test -vet=off -timeout 20m -tags x11 ./core/a ./core/ab",
		"(cd core/own && CGO_ENABLED=0 go test -vet=off -timeout 20m . ./deep)"}
	if got, err := modules.Commands(dir, true, []string{"./core/"}); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}
