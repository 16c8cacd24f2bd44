// Package modules knows the Go modules of this repository, from the list in
// .ci/modules, and what their packages say of themselves about the race
// detector. It is for the tools and tests that go through the whole tree.
//
//sanduq:norace its tests read files, in one goroutine
package modules

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// List is where the modules are listed, from the repository's root.
const List = ".ci/modules"

// Name is the import path of the repository's root. The module in a folder has
// the folder's path behind it.
const Name = "sanduq"

// Module is one line of the list.
type Module struct {
	// Dir is the module's folder with slashes, "." for the root.
	Dir string
	// Tags are the build tags of its tests.
	Tags []string
	// More are tags of files that make test leaves alone.
	More []string
}

// Read returns the modules that are listed, the root first.
func Read(root string) ([]Module, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(List)))
	if err != nil {
		return nil, err
	}
	var found []Module
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: not a folder and two lists of tags: %q", List, line)
		}
		found = append(found, Module{Dir: fields[0], Tags: tags(fields[1]), More: tags(fields[2])})
	}
	if len(found) == 0 || found[0].Dir != "." {
		return nil, fmt.Errorf("%s: the root, \".\", is not the first", List)
	}
	return found, nil
}

func tags(field string) []string {
	if field == "-" {
		return nil
	}
	return strings.Split(field, ",")
}

// Of returns the module that a folder belongs to.
func Of(all []Module, dir string) Module {
	for ; ; dir = path.Dir(dir) {
		if i := slices.IndexFunc(all, func(m Module) bool { return m.Dir == dir }); i >= 0 || dir == "." {
			return all[max(i, 0)]
		}
	}
}

// Problems compares the list with the go.mod files of the tree and returns what
// is wrong, a sentence each.
func Problems(root string) ([]string, error) {
	listed, err := Read(root)
	if err != nil {
		return nil, err
	}
	var problems, inTree []string
	err = Walk(root, ".", func(dir string, names []string) error {
		if slices.Contains(names, "go.work") {
			problems = append(problems, path.Join(dir, "go.work")+" exists: it would give all modules one version of each dependency")
		}
		if slices.Contains(names, "go.mod") {
			inTree = append(inTree, dir)
			return moduleLine(root, dir, &problems)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, dir := range inTree {
		if n := count(listed, dir); n != 1 {
			problems = append(problems, fmt.Sprintf("%s is listed %d times in %s", path.Join(dir, "go.mod"), n, List))
		}
	}
	for _, m := range listed {
		if !slices.Contains(inTree, m.Dir) {
			problems = append(problems, fmt.Sprintf("%s lists %s, which has no go.mod", List, m.Dir))
		}
	}
	return problems, nil
}

func count(listed []Module, dir string) (n int) {
	for _, m := range listed {
		if m.Dir == dir {
			n++
		}
	}
	return n
}

// moduleLine notes a module whose import path is not its folder's.
func moduleLine(root, dir string, problems *[]string) error {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), "go.mod"))
	if err != nil {
		return err
	}
	if first, _, _ := strings.Cut(string(text), "\n"); strings.TrimSpace(first) != "module "+path.Join(Name, dir) {
		*problems = append(*problems, fmt.Sprintf("%s begins with %q: a module is named by its folder", path.Join(dir, "go.mod"), first))
	}
	return nil
}

// Walk calls each for a folder of the repository and all below it, with the
// names of the files in it. It leaves out what Go leaves out (testdata, names
// that begin with a dot or an underscore) and out, where builds go. A call that
// returns fs.SkipDir leaves out what lies below.
func Walk(root, from string, each func(dir string, files []string) error) error {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(from)))
	if err != nil {
		return err
	}
	var files, folders []string
	for _, e := range entries {
		switch name := e.Name(); {
		case !e.IsDir():
			files = append(files, name)
		case name != "testdata" && !strings.ContainsRune("._", rune(name[0])) && path.Join(from, name) != "out":
			folders = append(folders, path.Join(from, name))
		}
	}
	if err := each(from, files); errors.Is(err, fs.SkipDir) {
		return nil
	} else if err != nil {
		return err
	}
	for _, dir := range folders {
		if err := Walk(root, dir, each); err != nil {
			return err
		}
	}
	return nil
}
