//go:build benchmarks

package benchmarks

import (
	"fmt"
	"os"
	"testing"
	"text/tabwriter"
)

// table collects rows while the tests run, one after the other.
var table []string

// heading begins a part of the table.
func heading(text string) { table = append(table, "", text) }

// row adds a line: contender, figure, ratio, two more columns, and what has to
// be reached.
func row(columns ...any) {
	line := " "
	for _, c := range columns {
		line += fmt.Sprint(c) + "\t"
	}
	table = append(table, line)
}

// reach adds a target and fails the test when it is missed.
func reach(t *testing.T, ok bool, format string, args ...any) string {
	t.Helper()
	text := fmt.Sprintf(format, args...)
	if !ok {
		t.Error("missed: " + text)
		return text + ": MISSED"
	}
	return text + ": reached"
}

func TestMain(m *testing.M) {
	code := m.Run()
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	for _, line := range table {
		fmt.Fprintln(w, line)
	}
	_ = w.Flush()
	os.Exit(code)
}
