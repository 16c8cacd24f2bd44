package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// noticedList says of mutants which test was seen to notice them, a line each:
// area, mutant (see mutant.name), suite, test. -record writes it. A sample tries
// these tests first, so that it neither compiles nor runs any other suite while
// they go on noticing. What no line tells costs time and nothing else.
//
//go:embed noticed.txt
var noticedList string

// witness is a test that was seen to notice a mutant.
type witness struct{ suite, test string }

// witnesses reads the lines of an area.
func witnesses(area, text string) map[string]witness {
	out := map[string]witness{}
	for line := range strings.Lines(text) {
		if parts := strings.Fields(line); len(parts) == 4 && parts[0] == area {
			out[parts[1]] = witness{parts[2], parts[3]}
		}
	}
	return out
}

// record writes into a file which tests noticed the mutants of a run: of several
// suites the first, which is the fastest. Lines of mutants that are in no list
// any more go; all are those that the area's list has.
func (r *result) record(path string, all []*mutant) error {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, r.area+" ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	seen := witnesses(r.area, string(text))
	for _, m := range r.mutants {
		for _, by := range r.by[m] {
			suite, test, _ := strings.Cut(by, " ")
			test, _, _ = strings.Cut(test, "/")
			if testName.MatchString(test) { // neither a panic nor what hangs, which takes a sample's time
				seen[m.name()] = witness{suite, test}
				break
			}
		}
	}
	for _, m := range all {
		if w, ok := seen[m.name()]; ok {
			lines = append(lines, fmt.Sprint(r.area, " ", m.name(), " ", w.suite, " ", w.test))
		}
	}
	slices.Sort(lines)
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// witnessed lets the tests that are known to notice mutants try them. A suite that
// has no such test any more, or whose test does not notice its mutant any more,
// is left to the trials of all suites.
func (o options) witnessed(b *bench, r *result, seen map[string]witness) error {
	for _, s := range r.suites {
		var todo []*mutant
		var tests []string
		for _, m := range r.mutants {
			if w := seen[m.name()]; w.suite == s.name && m.verdict == "" {
				todo = append(todo, m)
				tests = append(tests, w.test)
			}
		}
		if len(todo) == 0 {
			continue
		}
		c, err := b.prepare(s, o.workers, tests...)
		if err != nil {
			fmt.Fprintln(o.out, err)
			continue
		}
		if err := o.suite(b, r, c, todo, func() bool { return false }); err != nil {
			return err
		}
		for _, m := range todo {
			if len(r.by[m]) == 0 {
				delete(r.cells[m], s.name)
			}
		}
		_ = os.Remove(c.binary)
	}
	return nil
}
