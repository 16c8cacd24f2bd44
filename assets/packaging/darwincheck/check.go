// Package darwincheck checks, on a system that has no compiler for macOS, that the
// application's own packages are right Go for macOS: it reads them and all that
// they import as they would be compiled there, and checks their types. What C
// and Objective-C would say is unknown: a name of C's has any type. So a call
// of ours that is wrong is found, and a mistake of the toolkit's in its own C
// is not.
//
//sanduq:norace its tests read sources, in one goroutine
package darwincheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Report is what was looked at.
type Report struct {
	Ours     []string // packages of the main module: every function was checked
	Others   int      // what they import: declarations only
	C        []string // those of Others that are partly written in C
	Problems []string // of Ours: file, line, what is wrong
}

// listed is what the go command says of a package.
type listed struct {
	Dir, ImportPath   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string
	Module            *struct {
		Main      bool
		GoVersion string
	}
	Error *struct{ Err string }
}

func (l listed) ours() bool { return l.Module != nil && l.Module.Main }

// Check checks the packages of the main module in dir that patterns name, and
// those of the module that they import, for macOS on one processor.
func Check(ctx context.Context, dir, arch, tags string, patterns ...string) (Report, error) {
	var r Report
	packages, err := list(ctx, dir, arch, tags, patterns)
	if err != nil {
		return r, err
	}
	c := checker{files: token.NewFileSet(), done: map[string]*types.Package{"unsafe": types.Unsafe}, sizes: types.SizesFor("gc", arch)}
	for _, p := range packages { // each after all that it imports
		if p.ImportPath == "unsafe" {
			continue
		}
		wrong := c.check(p)
		if !p.ours() {
			r.Others++
			if len(p.CgoFiles) > 0 {
				r.C = append(r.C, p.ImportPath)
			}
			continue
		}
		r.Ours = append(r.Ours, p.ImportPath)
		if p.Error != nil {
			wrong = append(wrong, p.ImportPath+": "+p.Error.Err)
		}
		r.Problems = append(r.Problems, wrong...)
	}
	if len(r.Ours) == 0 {
		return r, errors.New("mac: no package of the main module is among them")
	}
	slices.Sort(r.Ours)
	return r, nil
}

func list(ctx context.Context, dir, arch, tags string, patterns []string) (all []listed, err error) {
	args := append([]string{"list", "-e", "-deps", "-tags", tags, "-json=Dir,ImportPath,GoFiles,CgoFiles,ImportMap,Module,Error"}, patterns...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=darwin", "GOARCH="+arch, "CGO_ENABLED=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("mac: go list: %w: %s", err, said.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("mac: go list: %w", err)
		}
		all = append(all, p)
	}
}

type checker struct {
	files *token.FileSet
	sizes types.Sizes
	done  map[string]*types.Package
}

// imports resolves the import paths of one package.
type imports struct {
	*checker
	renamed map[string]string
}

func (i imports) Import(path string) (*types.Package, error) {
	if to, is := i.renamed[path]; is {
		path = to
	}
	if p := i.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s cannot be imported on macOS", path)
}

// check checks one package and keeps it for those that import it.
func (c *checker) check(p listed) (wrong []string) {
	say := func(err error) {
		if p.ours() {
			wrong = append(wrong, err.Error())
		}
	}
	mode := parser.SkipObjectResolution
	var files []*ast.File
	for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
		f, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, mode)
		if err != nil {
			say(err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	config := types.Config{
		Importer: imports{c, p.ImportMap}, Sizes: c.sizes, FakeImportC: true,
		IgnoreFuncBodies: !p.ours(), Error: say,
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + strings.TrimPrefix(p.Module.GoVersion, "go")
	}
	c.done[p.ImportPath], _ = config.Check(p.ImportPath, c.files, files, nil) // what is wrong was said
	return wrong
}
