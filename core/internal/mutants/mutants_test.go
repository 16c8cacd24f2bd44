//go:build !race

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sanduq/core/tests/soak"
)

// TestMutants tries N mutants of each area, spread over those of its list that a
// test is known to notice (noticed.txt), by that test. As a long proof every suite
// that reaches them tries them, and tables are written to out/.
func TestMutants(t *testing.T) {
	n := soak.N(t, 8)
	tried := []string{os.Getenv("AREA")} // of none all are tried
	var out strings.Builder
	row := soak.Begin(t, "mutants", n)
	for _, area := range tried {
		o := options{module: filepath.Join("..", "..", ".."), area: area, most: n, matrix: soak.Long(), workers: runtime.NumCPU(), out: &out}
		ok, err := o.run()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Error("not all mutants were noticed:\n" + out.String())
		}
	}
	var last []string
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, " mutants, ") {
			last = append(last, strings.TrimSpace(line))
			if strings.Contains(line, ": 0 mutants") {
				t.Error("none was tried:", line)
			}
		}
	}
	row("%s", strings.Join(last, "; "))
}

// TestListsFollowTheSource: each mutant, also of those that were written and not tried yet,
// names a piece of the source that is there once, so that it can be tried.
func TestListsFollowTheSource(t *testing.T) {
	module, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range areas {
		open, err := os.ReadFile(a.name + "-open.txt")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		_, files, err := a.sources(module)
		if err != nil {
			t.Fatal(err)
		}
		for name, list := range map[string]string{a.name + ".txt": a.list, a.name + "-open.txt": string(open)} {
			mutants, err := parse(name, list)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutants {
				if err := m.find(files); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}
