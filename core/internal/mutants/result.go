package main

import (
	"bytes"
	"cmp"
	"errors"
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
	normal  map[string]time.Duration      // without a mutant
	spent   map[string]time.Duration      // in trials
	broken  []error                       // suites that fail without a mutant
	took    time.Duration
}

func newResult(area string, files []*source, mutants []*mutant, suites []suite) *result {
	r := &result{area: area, files: files, mutants: mutants, suites: suites, cells: map[*mutant]map[string]string{},
		by: map[*mutant][]string{}, normal: map[string]time.Duration{}, spent: map[string]time.Duration{}}
	for _, m := range mutants {
		r.cells[m] = map[string]string{}
	}
	return r
}

// trials lets one suite after the other try the mutants, compiled when it is
// needed: those that are not noticed yet, or all for the matrix.
func (o options) trials(b *bench, r *result) error {
	began := time.Now()
	r.known(b.kept)
	for _, s := range r.suites {
		todo := o.todo(r, s)
		if len(todo) == 0 {
			continue
		}
		if o.limit > 0 && time.Since(began) > o.limit {
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
		first := time.Now()
		late := func() bool {
			return o.limit > 0 && time.Since(began) > o.limit || o.each > 0 && time.Since(first) > o.each
		}
		if err := o.suite(b, r, c, todo, late); err != nil {
			return err
		}
		_ = os.Remove(c.binary)
	}
	return nil
}

// todo are the mutants that a suite has to try, those first which the fewest
// have noticed: what it notices alone is known early.
func (o options) todo(r *result, s suite) []*mutant {
	todo := slices.DeleteFunc(slices.Clone(r.mutants), func(m *mutant) bool {
		cell := r.cells[m][s.name]
		switch {
		case m.verdict != "", s.race && !m.race, cell != "" && cell != untested:
			return true
		case o.alone:
			return len(r.by[m]) > 1
		}
		return !o.matrix && len(r.by[m]) > 0
	})
	if o.matrix {
		slices.SortStableFunc(todo, func(a, b *mutant) int { return len(r.by[a]) - len(r.by[b]) })
	}
	return todo
}

// suite lets one suite try mutants until it is late.
func (o options) suite(b *bench, r *result, c *compiled, todo []*mutant, late func() bool) error {
	var mu sync.Mutex // guards r, b.kept and failed
	var failed error
	var wg sync.WaitGroup
	next := make(chan *mutant)
	for range max(1, o.workers) {
		wg.Go(func() {
			for m := range next {
				began := time.Now()
				by, err := b.try(c, m)
				mu.Lock()
				if err == nil {
					err = b.kept.tried(m, c.suite, r.add(m, c.suite, by, time.Since(began)))
				}
				if err != nil {
					failed = err
				}
				if o.verbose {
					fmt.Fprintf(o.out, "%s.txt:%d %s: %s %s\n", r.area, m.id, m.line(r.files), c.name, cmp.Or(by, "missed it"))
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
		r.cells[m][c.name] = mark
		if mark == unasked {
			failed = errors.Join(failed, b.kept.tried(m, c.suite, trial{cell: unasked}))
		}
		mu.Unlock()
	}
	close(next)
	wg.Wait()
	return failed
}

// known takes over what an earlier run has kept.
func (r *result) known(k *kept) {
	if k == nil {
		return
	}
	for _, s := range r.suites {
		for _, t := range k.tests[s.name] {
			r.normal[s.name] += t.takes
		}
		for _, m := range r.mutants {
			t, ok := k.trials[m.name()][s.name]
			if !ok || m.verdict != "" {
				continue
			}
			r.cells[m][s.name] = t.cell
			r.spent[s.name] += t.took
			if t.by != "" {
				r.by[m] = append(r.by[m], s.name+" "+t.by)
			}
		}
	}
}

// add takes over what a suite said.
func (r *result) add(m *mutant, s suite, by string, took time.Duration) trial {
	t := trial{noticed, by, took}
	r.spent[s.name] += took
	switch {
	case by == "":
		t.cell = missed
	case by == notGo:
		m.verdict = notGo
		return trial{cell: unasked, took: took}
	case strings.HasPrefix(by, timedOut):
		t.cell = endless
	}
	r.cells[m][s.name] = t.cell
	if by != "" {
		r.by[m] = append(r.by[m], s.name+" "+by)
	}
	return t
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
func (r *result) print(w io.Writer, table, matrix bool) {
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
	if table {
		if !matrix {
			fmt.Fprintln(w, "Each suite tried what no suite above it had noticed.")
		}
		for _, line := range r.summary() {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintf(w, "%s: %d mutants, %d killed, %s\n", r.area, len(r.mutants), len(r.mutants)-r.survivors(), r.took.Round(time.Second))
}

// summary is a line for each suite: which mutants it reaches, tries and notices,
// which nobody else does, and how long its tests take without a mutant and took
// with all of them.
func (r *result) summary() (lines []string) {
	const row = "%-10s %-24s %8s %8s %8s %8s %10s %10s"
	lines = append(lines, fmt.Sprintf(row, "area", "suite", "reached", "tried", "killed", "only it", "normally", "in trials"))
	for _, s := range r.suites {
		var reached, tried, kills, only int
		for _, m := range r.mutants {
			switch cell := r.cells[m][s.name]; cell {
			case noticed, endless:
				kills++
				if len(r.by[m]) == 1 {
					only++
				}
				fallthrough
			case missed:
				tried++
				fallthrough
			case untested:
				reached++
			}
		}
		lines = append(lines, fmt.Sprintf(row, r.area, s.name, fmt.Sprint(reached), fmt.Sprint(tried), fmt.Sprint(kills), fmt.Sprint(only),
			r.normal[s.name].Round(100*time.Millisecond), r.spent[s.name].Round(100*time.Millisecond)))
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
