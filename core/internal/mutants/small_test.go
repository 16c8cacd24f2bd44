//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small is a module of one function, with four mutants and four suites: three
// suites notice the first, the second alone the second and the fourth, which is of
// a variable, none the third. What the last tests does not even know the function.
func small(t *testing.T) (options, area, *strings.Builder) {
	t.Helper()
	module := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module small\n\ngo 1.26\n",
		"p/p.go":      "package p\n\nvar seven = 7\n\n// Sum adds.\nfunc Sum(a, b int) int {\n\tif a == seven {\n\t\treturn b + 70\n\t}\n\tc := a + b\n\treturn c\n}\n",
		"p/p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal(Sum(1, 2))\n\t}\n}\n",
		"q/q_test.go": "package q\n\nimport (\n\t\"testing\"\n\n\t\"small/p\"\n)\n\nfunc TestBoth(t *testing.T) {\n\tif p.Sum(2, 2) != 4 || p.Sum(7, 1) != 71 {\n\t\tt.Fatal(p.Sum(7, 1))\n\t}\n}\n\n" +
			"func TestFirst(t *testing.T) {\n\tif p.Sum(2, 2) != 4 {\n\t\tt.Fatal(p.Sum(2, 2))\n\t}\n}\n",
		"q/q.go":        "package q\n",
		"r/r_test.go":   "package r\n\nimport \"testing\"\n\nfunc TestNothing(*testing.T) {}\n",
		"out/empty.txt": "",
	} {
		path := filepath.Join(module, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := area{name: "small", roots: []string{"p"}, list: "Sum | c := a + b | c := a - b\nSum | return b + 70 | return b\nSum | a == seven | a == seven \\|\\| a == 8\np.go | seven = 7 | seven = 8\n",
		suites: []suite{{name: "near", pkg: "p"}, {name: "far", pkg: "q", run: "TestBoth"}, {name: "third", pkg: "q", run: "TestFirst"}, {name: "apart", pkg: "r"}}}
	var out strings.Builder
	return options{module: module, workers: 1, out: &out}, a, &out
}

// rows are the lines of a summary, without times.
func rows(r *result) (out []string) {
	for _, line := range r.summary()[1:] {
		out = append(out, strings.Join(strings.Fields(line)[:6], " "))
	}
	return out
}

// TestWhoNoticesAlone: of each suite what it reaches, tries, notices, and notices alone.
// What two have noticed is not tried by a third. A second run that goes on
// behind what was kept tries nothing that was tried.
func TestWhoNoticesAlone(t *testing.T) {
	o, a, _ := small(t)
	o.matrix, o.alone = true, true
	r, err := o.one(a)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"small near 3 3 1 0", "small far 4 4 3 2", "small third 2 2 0 0", "small apart 0 0 0 0"}, rows(r)); diff != "" || r.survivors() != 1 || len(r.broken) > 0 {
		t.Errorf("%v, %d survive, want 1; (-want +got):\n%s", r.broken, r.survivors(), diff)
	}
	for _, gone := range []string{"p/p_test.go", "q/q_test.go"} { // what was tried needs no suite
		if err := os.Remove(filepath.Join(o.module, gone)); err != nil {
			t.Fatal(err)
		}
	}
	o.goOn = true
	second, err := o.one(a)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.summary(), second.summary()); diff != "" || len(second.broken) > 0 {
		t.Errorf("%v; the second run differs (-first +second):\n%s", second.broken, diff)
	}
	o.goOn = false
	if r, err = o.one(a); err != nil || len(r.broken) != 3 {
		t.Errorf("%v, %d suites have no test, want all: nothing is taken over unless it is asked for", err, len(r.broken))
	}
}

// TestASampleTriesByTheTestThatIsKnown: the suite near, which comes first, is not even
// compiled; where a test does not notice its mutant any more all suites try it.
func TestASampleTriesByTheTestThatIsKnown(t *testing.T) {
	o, a, out := small(t)
	mutants, err := parse("small", a.list)
	if err != nil {
		t.Fatal(err)
	}
	second := mutants[1].name()
	o.most, o.verbose = 2, true
	for name, c := range map[string]struct {
		seen map[string]witness
		near bool // tried it
	}{
		"known": {map[string]witness{second: {"far", "TestBoth"}}, false},
		"stale": {map[string]witness{second: {"near", "TestSum"}}, true},
	} {
		out.Reset()
		o.seen = c.seen
		r, err := o.one(a)
		if err != nil || !r.clean() || len(r.mutants) != 1 || !strings.Contains(out.String(), "small.txt:2 p.go:8: far TestBoth") {
			t.Errorf("%s: %v, %d mutants, want 1, noticed by TestBoth of far:\n%s", name, err, len(r.mutants), out)
		}
		if near := strings.Contains(out.String(), "near"); near != c.near {
			t.Errorf("%s: suite near tried it: %v\n%s", name, near, out)
		}
	}
}

// TestWhatNoticesIsWrittenDown: of several suites the first; a test by its name, whatever
// part of it failed; nothing where no test is named, and what is in no list goes.
func TestWhatNoticesIsWrittenDown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "noticed.txt")
	if err := os.WriteFile(file, []byte("other 1 s TestX\nsmall 2 s TestOfAMutantThatIsGone\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, a, _ := small(t)
	mutants, err := parse("small", a.list)
	if err != nil {
		t.Fatal(err)
	}
	r := newResult("small", nil, mutants, a.suites)
	r.by[mutants[0]] = []string{"near panic", "near timeout TestSum", "far TestBoth/part", "third TestFirst"}
	r.by[mutants[1]] = []string{"far timeout"}
	if err := r.record(file, mutants); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "other 1 s TestX\nsmall " + mutants[0].name() + " far TestBoth\n"
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
