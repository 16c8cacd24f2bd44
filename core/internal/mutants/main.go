// Mutants breaks the project on purpose, one line at a time, and reports which
// breakages no test notices. Run it from the module's root:
//
//	go run ./core/internal/mutants [-area till] [-most 8] [-matrix | -alone] [file...]
//
// An area is a part of the project: its breakages stand in a list (sdk.txt,
// till.txt, storage.txt), its test suites in areas.go. A file, such as
// poller.go, limits the run to its mutants. With -matrix every suite that
// reaches a mutant tries it, and out/mutants-<area>.txt says which of them
// notice it; without, the first that does ends the trial. What was tried stands
// in out/mutants-<area>.kept at once: with -continue a run that was stopped goes on
// behind it, as long as neither the source nor a test has changed.
//
// The work tree is not touched: the compiler is given broken files as an
// overlay. The exit code is 1 if a mutant survived or could not be applied, or
// if a suite fails without any.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// options are what is tried, and how.
type options struct {
	module  string
	area    string   // empty is all
	most    int      // how many mutants of an area, spread over its list; 0 is all
	files   []string // of which; none is all
	only    []string // the names of the suites; none is all
	matrix  bool
	alone   bool // of the matrix only what a suite notices alone
	record  bool // into noticed.txt
	goOn    bool // behind what an earlier run has kept
	verbose bool
	limit   time.Duration      // for an area's trials; 0 is none
	each    time.Duration      // for a suite's
	seen    map[string]witness // nil is those of noticed.txt
	workers int
	out     io.Writer
}

func main() {
	o := options{module: ".", out: os.Stdout}
	flag.StringVar(&o.area, "area", "", "sdk, till or storage; all when empty")
	flag.IntVar(&o.most, "most", 0, "try so many mutants of an area, spread over its list; all when 0")
	flag.BoolVar(&o.matrix, "matrix", false, "let every suite try every mutant and write the table to out/")
	flag.BoolVar(&o.verbose, "v", false, "say of each mutant who notices it")
	flag.DurationVar(&o.limit, "limit", 0, "begin no trial after this time; the table then has a ? where none was made")
	flag.BoolVar(&o.alone, "alone", false, "as -matrix, but what two suites notice is not tried by a third: who notices what alone")
	flag.BoolVar(&o.goOn, "continue", false, "go on behind the results that an earlier run of the same tree has kept in out/")
	flag.BoolVar(&o.record, "record", false, "write into noticed.txt which tests noticed the mutants")
	flag.DurationVar(&o.each, "each", 0, "begin no trial of a suite after this time")
	flag.IntVar(&o.workers, "workers", runtime.NumCPU(), "how many trials at a time")
	suites := flag.String("suites", "", "the suites to use, such as own,truth; all when empty")
	flag.Parse()
	o.files, o.matrix = flag.Args(), o.matrix || o.alone
	if *suites != "" {
		o.only = strings.Split(*suites, ",")
	}
	ok, err := o.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run tries the mutants of the areas asked for. It reports whether all were
// noticed.
func (o options) run() (ok bool, err error) {
	if o.module, err = filepath.Abs(o.module); err != nil {
		return false, err
	}
	ok = true
	known := false
	for _, a := range areas {
		if o.area != "" && o.area != a.name {
			continue
		}
		known = true
		r, err := o.one(a)
		if err != nil {
			return false, fmt.Errorf("%s: %w", a.name, err)
		}
		ok = ok && r.clean()
	}
	if !known {
		return false, fmt.Errorf("there is no area %q", o.area)
	}
	return ok, nil
}

// one tries the mutants of an area.
func (o options) one(a area) (*result, error) {
	began := time.Now()
	mutants, err := parse(a.name+".txt", a.list)
	if err != nil {
		return nil, err
	}
	pkgs, files, err := a.sources(o.module)
	if err != nil {
		return nil, err
	}
	var stale []error // all of them at once
	for _, m := range mutants {
		if err := m.find(files); err != nil {
			stale = append(stale, fmt.Errorf("%s.txt: %w", a.name, err))
		}
	}
	if err := errors.Join(stale...); err != nil {
		return nil, err
	}
	suites := a.all(o.module, mutants)
	every, seen := mutants, o.seen
	if seen == nil {
		seen = witnesses(a.name, noticedList)
	}
	mutants = o.chosen(mutants, files, seen)
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	b := &bench{module: o.module, folder: folder, files: files, mutants: mutants}
	table := filepath.Join(o.module, "out", "mutants-"+a.name)
	if !o.sample() {
		if b.kept, err = open(table+".kept", mutants, o.goOn); err != nil {
			return nil, err
		}
		defer b.kept.close()
	}
	if b.overlay, err = o.schemata(a, files, mutants, pkgs, folder); err != nil {
		return nil, err
	}
	if len(o.only) > 0 {
		suites = slices.DeleteFunc(suites, func(s suite) bool { return !slices.Contains(o.only, s.name) })
	}
	r := newResult(a.name, files, mutants, suites)
	if o.sample() {
		if err := o.witnessed(b, r, seen); err != nil {
			return nil, err
		}
	}
	if err := o.trials(b, r); err != nil {
		return nil, err
	}
	r.took = time.Since(began)
	r.print(o.out, !o.sample(), o.matrix)
	if o.record {
		if err := r.record(filepath.Join(o.module, "core", "internal", "mutants", "noticed.txt"), every); err != nil {
			return nil, err
		}
	}
	if o.matrix {
		return r, r.save(table + ".txt")
	}
	return r, nil
}

// sample reports whether few mutants are tried in little time.
func (o options) sample() bool { return o.most > 0 && !o.matrix }

// chosen are the mutants asked for. A sample is one of those that some test is
// known to notice: what none is known for takes minutes, and a whole run.
func (o options) chosen(all []*mutant, files []*source, seen map[string]witness) (out []*mutant) {
	every := 1
	if o.sample() {
		all = slices.DeleteFunc(slices.Clone(all), func(m *mutant) bool { return m.race || seen[m.name()].test == "" })
	}
	if o.most > 0 {
		every = max(1, (len(all)+o.most-1)/o.most)
	}
	for i, m := range all {
		if i%every != 0 {
			continue
		}
		rel, _, _ := strings.Cut(m.line(files), ":")
		if len(o.files) == 0 || slices.Contains(o.files, rel) || slices.Contains(o.files, filepath.Base(rel)) {
			out = append(out, m)
		}
	}
	return out
}

// schemata writes what the compiler is given for all mutants at once.
func (o options) schemata(a area, files []*source, mutants []*mutant, pkgs []listed, folder string) (string, error) {
	patterns := []string{"os", "strconv", "sync/atomic"} // what the dispatcher imports
	for _, r := range a.roots {
		patterns = append(patterns, "./"+r+"/...")
	}
	deps, err := packages(o.module, append([]string{"-export", "-deps"}, patterns...)...)
	if err != nil {
		return "", err
	}
	exports := map[string]string{}
	for _, p := range deps {
		exports[p.ImportPath] = p.Export
	}
	replaced, err := all(files, mutants, pkgs, exports)
	if err != nil {
		return "", err
	}
	return overlay(folder, replaced)
}
