package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// area is a part of the project with its mutants and the suites that must
// notice them.
type area struct {
	name string
	list string
	// roots are the folders, below the module, that mutants are looked for in;
	// but are those below them that only serve tests.
	roots, but []string
	suites     []suite // of packages without one of their own rule, see own
	own        bool    // the tests of each package that has a mutant come first
}

// suite is a test binary and what is run of it.
type suite struct {
	name      string
	pkg       string // below the module
	run, skip string // regular expressions of tests; empty is all, and none
	race      bool   // compiled with the race detector; for mutants marked so
}

var (
	//go:embed sdk.txt
	sdkList string
	//go:embed till.txt
	tillList string
	//go:embed storage.txt
	storageList string
)

// books are the tests of core/till that play whole lives of shops.
const books = "TestTheBooksAgree|TestInjectedFaultsOfTheBooksAreFound"

// areas are in the order in which they are tried. The suites of each stand from
// the fastest to the slowest: the first that notices a mutant ends its trial.
var areas = []area{
	{name: "sdk", list: sdkList, roots: []string{"core"}, but: []string{"core/till", "core/office", "core/report", "core/receipt", "core/otel",
		"core/benchmarks", "core/internal/mutants"}, own: true,
		suites: []suite{{name: "core", pkg: "core", skip: "TestHouse|TestBothWitnesses|TestTheSDKFromOutside"}}},
	{name: "till", list: tillList, roots: []string{"core/till", "core/journal"}, but: []string{"core/till/tests", "core/journal/storetest"},
		suites: []suite{
			{name: "journal", pkg: "core/journal"},
			{name: "invariants", pkg: "core/till/internal/invariants"},
			{name: "own", pkg: "core/till", skip: books},
			{name: "storetest", pkg: "core/journal/storetest"},
			{name: "oracle", pkg: "core/till/tests/oracle"},
			{name: "books", pkg: "core/till", run: books},
			{name: "days", pkg: "core/till/tests/days"},
			{name: "othergateway", pkg: "core/till/tests/othergateway"},
			{name: "sim", pkg: "core/till/tests/sim"},
			{name: "truth", pkg: "core/till/tests/truth"},
			{name: "wire", pkg: "core/till/tests/wire"},
			{name: "adversary", pkg: "core/till/tests/adversary"},
			{name: "model", pkg: "core/till/tests/model"},
			{name: "ninetydays", pkg: "core/till/tests/ninetydays"},
			{name: "interleavings", pkg: "core/till/tests/interleavings"},
			{name: "own-race", pkg: "core/till", skip: books, race: true},
		}},
	{name: "storage", list: storageList, roots: []string{"storage"}, but: []string{"storage/tests"}, own: true,
		suites: []suite{
			{name: "storage", pkg: "storage"},
			{name: "days", pkg: "core/till/tests/days", run: "OnFile"},
			{name: "sim", pkg: "core/till/tests/sim", run: "OnFile"},
			{name: "hostilefolder", pkg: "storage/tests/hostilefolder"},
			{name: "printkills", pkg: "storage/tests/printkills"},
			{name: "secrets", pkg: "storage/tests/secrets"},
			{name: "powerfail", pkg: "storage/tests/powerfail"},
			{name: "crash", pkg: "storage/tests/crash"},
			{name: "faults", pkg: "storage/tests/faults"},
		}},
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, CgoFiles       []string
}

// packages asks go list, with its flags, about packages below the module.
func packages(module string, args ...string) (out []listed, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles"}, args...)...)
	cmd.Dir = module
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
}

// sources returns the packages of an area and their files.
func (a *area) sources(module string) ([]listed, []*source, error) {
	var patterns, roots []string
	for _, r := range a.roots {
		patterns = append(patterns, "./"+r+"/...")
		roots = append(roots, filepath.Join(module, filepath.FromSlash(r)))
	}
	all, err := packages(module, patterns...)
	if err != nil {
		return nil, nil, err
	}
	all = slices.DeleteFunc(all, func(p listed) bool {
		rel, err := filepath.Rel(module, p.Dir)
		rel = filepath.ToSlash(rel) + "/"
		return err != nil || slices.ContainsFunc(a.but, func(b string) bool { return strings.HasPrefix(rel, b+"/") })
	})
	files, err := read(roots, all)
	return all, files, err
}

// all returns the suites of an area: those that its table names, and before
// them the tests of each other package that has a mutant.
func (a *area) all(module string, mutants []*mutant) (out []suite) {
	if a.own {
		for _, m := range mutants {
			rel, err := filepath.Rel(module, tested(module, filepath.Dir(m.file)))
			pkg := filepath.ToSlash(rel)
			same := func(s suite) bool { return s.pkg == pkg }
			if err != nil || pkg == "." || slices.ContainsFunc(out, same) || slices.ContainsFunc(a.suites, same) {
				continue
			}
			out = append(out, suite{name: strings.TrimPrefix(pkg, a.roots[0]+"/"), pkg: pkg})
		}
	}
	return append(out, a.suites...)
}

// tested returns the folder whose tests try what lies in folder: itself, or the
// nearest one above it that has tests; module where there is none.
func tested(module, folder string) string {
	for folder != module && len(folder) > len(module) {
		if tests, _ := filepath.Glob(filepath.Join(folder, "*_test.go")); len(tests) > 0 {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	return module
}
