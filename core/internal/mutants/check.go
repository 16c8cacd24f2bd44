package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
)

const notGo = "does not compile"

// check compiles a package with its mutants in memory, gives the verdict to those
// that do not compile and returns how many they are. An error outside of their
// copies is an error.
func check(p listed, own map[string]generated, extra string, exports map[string]string) (dropped int, err error) {
	fset := token.NewFileSet()
	var files []*ast.File
	parse := func(path string, text any) error {
		f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		files = append(files, f)
		return err
	}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		path := filepath.Join(p.Dir, name)
		var text any
		if g, ok := own[path]; ok {
			text = g.text
		}
		if err := parse(path, text); err != nil {
			return 0, err
		}
	}
	if err := parse("zz_mutants.go", extra); err != nil {
		return 0, err
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	}
	var other error
	config := types.Config{FakeImportC: true, Importer: importer.ForCompiler(fset, "gc", lookup), Error: func(err error) {
		wrong, ok := errors.AsType[types.Error](err)
		if !ok {
			other = errors.Join(other, err)
			return
		}
		// Without the directives: where it is in the text that was made.
		at := fset.PositionFor(wrong.Pos, false)
		for m, span := range own[at.Filename].copies {
			if span[0] <= at.Offset && at.Offset <= span[1] {
				if m.verdict == "" {
					m.verdict = notGo + ": " + wrong.Msg
					dropped++
				}
				return
			}
		}
		other = errors.Join(other, err)
	}}
	_, _ = config.Check(p.ImportPath, fset, files, nil)
	return dropped, other
}
