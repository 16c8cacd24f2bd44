// Package layers is for tests: it checks that the files of one package refer to
// each other in one direction only. A file belongs to a layer; what a layer declares
// may be used in that layer and in those above it.
//
//sanduq:norace its tests read the source, in one goroutine
package layers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Layer is a group of files, by their names without ".go".
type Layer struct {
	Name  string
	Files string // separated by blanks
}

// Result is what a check found.
type Result struct {
	Followed int      // names of other files that were resolved
	Problems []string // references to a higher layer, files of no layer, layers' files that are not there
}

// Check type-checks the package in a folder, its tests aside, and follows every name
// to the file that declares it. layers are given from the lowest to the highest.
// Files for other operating systems are left out where their name says so.
func Check(folder string, layers []Layer) (Result, error) {
	rank := map[string]int{"doc.go": len(layers)}
	for i, l := range layers {
		for _, name := range strings.Fields(l.Files) {
			rank[name+".go"] = i
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return Result{}, err
	}
	var r Result
	set, there := token.NewFileSet(), map[string]bool{"doc.go": true}
	var parsed []*ast.File
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		there[name] = true
		if _, known := rank[name]; !known {
			r.Problems = append(r.Problems, name+" is in no layer")
		}
		if strings.HasSuffix(name, "_windows.go") || strings.HasSuffix(name, "_darwin.go") {
			continue
		}
		f, err := parser.ParseFile(set, filepath.Join(folder, name), nil, 0)
		if err != nil {
			return Result{}, err
		}
		parsed = append(parsed, f)
	}
	for name := range rank {
		if !there[name] {
			r.Problems = append(r.Problems, name+" is in a layer and not in the folder")
		}
	}
	r.follow(set, parsed, rank)
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	return r, nil
}

// Require fails a test for each problem of the package in a folder, and where fewer names
// of other files than least were followed.
func Require(t *testing.T, folder string, least int, order ...Layer) {
	t.Helper()
	r, err := Check(folder, order)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Errorf("%s: %s", folder, p)
	}
	if r.Followed < least {
		t.Errorf("%s: only %d names of other files were followed", folder, r.Followed)
	}
}

func (r *Result) follow(set *token.FileSet, parsed []*ast.File, rank map[string]int) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: nowhere{}, Error: func(error) {}} // of what other packages declare
	pkg, _ := config.Check("checked", set, parsed, info)
	for used, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		here, declared := filepath.Base(set.Position(used.Pos()).Filename), filepath.Base(set.Position(object.Pos()).Filename)
		if here == declared {
			continue
		}
		r.Followed++
		if rank[declared] > rank[here] {
			r.Problems = append(r.Problems, fmt.Sprintf("%s uses %s of the higher %s", here, object.Name(), declared))
		}
	}
}

// nowhere imports nothing: what other packages declare is of no interest here.
type nowhere struct{}

func (nowhere) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}
