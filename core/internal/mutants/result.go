package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// What a suite says of a mutant, in the table.
const (
	noticed  = "x"
	endless  = "t" // by taking too long
	missed   = "."
	unasked  = "-" // not reached by it
	untried  = " " // another suite had noticed it, or it needs no race detector
	untested = "?" // no time was left
)

// result is what came of an area's mutants.
type result struct {
	area    string
	files   []*source
	mutants []*mutant
	suites  []suite
	cells   map[*mutant]map[string]string // by the suite's name
	by      map[*mutant][]string          // "suite TestName"
	normal  map[string]time.Duration
	broken  []error // suites that fail without a mutant
	took    time.Duration
}

func newResult(area string, files []*source, mutants []*mutant, suites []suite) *result {
	r := &result{area: area, files: files, mutants: mutants, suites: suites, cells: map[*mutant]map[string]string{},
		by: map[*mutant][]string{}, normal: map[string]time.Duration{}}
	for _, m := range mutants {
		r.cells[m] = map[string]string{}
	}
	return r
}

// trials lets one suite after the other try the mutants, compiled when it is
// needed: those that are not noticed yet, or all for the matrix.
func (o options) trials(b *bench, r *result) error {
	began := time.Now()
	defer func() { r.took = time.Since(began) }()
	for _, s := range r.suites {
		todo := slices.DeleteFunc(slices.Clone(r.mutants), func(m *mutant) bool {
			return m.verdict != "" || s.race && !m.race || !o.matrix && len(r.by[m]) > 0
		})
		if len(todo) == 0 {
			continue
		}
		late := func() bool { return o.limit > 0 && time.Since(began) > o.limit }
		if late() {
			for _, m := range todo {
				r.cells[m][s.name] = untested
			}
			continue
		}
		c, err := b.prepare(s, o.workers)
		if err != nil {
			r.broken = append(r.broken, err)
			continue
		}
		r.normal[s.name] = c.normal()
		if o.matrix || o.verbose {
			fmt.Fprintf(o.out, "%s: %s takes %s and reaches %d of %d\n", r.area, s.name, c.normal().Round(10*time.Millisecond), c.reached(todo), len(todo))
		}
		var mu sync.Mutex // guards r and failed
		var failed error
		var wg sync.WaitGroup
		next := make(chan *mutant)
		for range max(1, o.workers) {
			wg.Go(func() {
				for m := range next {
					by, err := b.try(c, m)
					mu.Lock()
					if err != nil {
						failed = err
					}
					r.add(m, s, by)
					if o.verbose {
						fmt.Fprintf(o.out, "%s.txt:%d %s: %s %s\n", r.area, m.id, m.line(r.files), s.name, cmp.Or(by, "missed it"))
					}
					mu.Unlock()
				}
			})
		}
		for _, m := range todo {
			mark := ""
			switch {
			case len(c.reaching(m)) == 0:
				mark = unasked
			case late():
				mark = untested
			default:
				next <- m
				continue
			}
			mu.Lock()
			r.cells[m][s.name] = mark
			mu.Unlock()
		}
		close(next)
		wg.Wait()
		if failed != nil {
			return failed
		}
		_ = os.Remove(c.binary)
	}
	return nil
}

// add keeps what a suite said.
func (r *result) add(m *mutant, s suite, by string) {
	switch {
	case by == "":
		r.cells[m][s.name] = missed
		return
	case by == notGo:
		m.verdict = notGo
		return
	case strings.HasPrefix(by, timedOut):
		r.cells[m][s.name] = endless
	default:
		r.cells[m][s.name] = noticed
	}
	r.by[m] = append(r.by[m], s.name+" "+by)
}

func (r *result) survivors() (n int) {
	for _, m := range r.mutants {
		if len(r.by[m]) == 0 {
			n++
		}
	}
	return n
}

func (r *result) clean() bool { return r.survivors() == 0 && len(r.broken) == 0 }

// print says which mutants nobody noticed, and in one line what came of all.
func (r *result) print(w io.Writer, matrix bool) {
	for _, m := range r.mutants {
		verdict := m.verdict
		switch {
		case verdict != "":
		case len(r.by[m]) == 0 && slices.ContainsFunc(r.suites, func(s suite) bool { return r.cells[m][s.name] == missed }):
			verdict = "survived"
		case len(r.by[m]) == 0:
			verdict = "survived: no suite reaches it"
		default:
			continue
		}
		fmt.Fprintf(w, "%s.txt:%d %s: %s\n\t- %s\n\t+ %s\n", r.area, m.id, m.line(r.files), verdict, m.old, m.new)
	}
	for _, err := range r.broken {
		fmt.Fprintln(w, err)
	}
	if matrix {
		for _, line := range r.summary() {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintf(w, "%s: %d mutants, %d killed, %s\n", r.area, len(r.mutants), len(r.mutants)-r.survivors(), r.took.Round(time.Second))
}

// summary is a line for each suite: which mutants it reaches and notices, and
// which nobody else does.
func (r *result) summary() (lines []string) {
	lines = append(lines, fmt.Sprintf("%-24s %8s %8s %8s %8s %10s", "suite", "reached", "tried", "kills", "alone", "normally"))
	for _, s := range r.suites {
		var reached, tried, kills, alone int
		for _, m := range r.mutants {
			switch cell := r.cells[m][s.name]; cell {
			case noticed, endless:
				kills++
				if len(r.by[m]) == 1 {
					alone++
				}
				fallthrough
			case missed:
				tried++
				fallthrough
			case untested:
				reached++
			}
		}
		lines = append(lines, fmt.Sprintf("%-24s %8d %8d %8d %8d %10s", s.name, reached, tried, kills, alone, r.normal[s.name].Round(10*time.Millisecond)))
	}
	return lines
}

// save writes the table: a row for each mutant, a column for each suite.
func (r *result) save(path string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Mutants of %s and the suites that notice them: %s killed, %s by taking too long, %s missed, %s not reached,\n"+
		"%s no time left.\n\n", r.area, noticed, endless, missed, unasked, untested)
	for i, s := range r.suites {
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("| ", i), s.name)
	}
	for _, m := range r.mutants {
		for _, s := range r.suites {
			cell := r.cells[m][s.name]
			if cell == "" {
				cell = untried
			}
			fmt.Fprint(&b, cell, " ")
		}
		flat := strings.NewReplacer("\n", `\n`, "\t", "").Replace
		fmt.Fprintf(&b, " %s.txt:%d %s: %s -> %s", r.area, m.id, m.line(r.files), flat(m.old), flat(m.new))
		switch {
		case m.verdict != "":
			fmt.Fprint(&b, " (", m.verdict, ")")
		case len(r.by[m]) == 0:
			fmt.Fprint(&b, " (survived)")
		case len(r.by[m]) == 1:
			fmt.Fprint(&b, " (", r.by[m][0], " alone)")
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b)
	for _, line := range r.summary() {
		fmt.Fprintln(&b, line)
	}
	for _, err := range r.broken {
		fmt.Fprintln(&b, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
