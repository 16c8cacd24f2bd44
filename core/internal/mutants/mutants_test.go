//go:build !race

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sanduq/core/tests/soak"
)

// TestMutants tries N mutants of each area, spread over its list. As a long proof
// every suite that reaches them tries them, and tables are written to out/.
func TestMutants(t *testing.T) {
	n := soak.N(t, 8)
	var out strings.Builder
	o := options{module: filepath.Join("..", "..", ".."), area: os.Getenv("AREA"), most: n, matrix: soak.Long(), workers: runtime.NumCPU(), out: &out}
	row := soak.Begin(t, "mutants", n)
	ok, err := o.run()
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Error("not all mutants were noticed:\n" + out.String())
	}
	var last []string
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, " mutants, ") {
			last = append(last, strings.TrimSpace(line))
		}
	}
	row("%s", strings.Join(last, "; "))
}
