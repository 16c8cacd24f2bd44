package modules

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Mark begins the line by which a package says that its tests run without the
// race detector, before its reason. It stands above the package clause of one
// of its files, after the package's comment.
const Mark = "//sanduq:norace"

// reasonWords is the least that a reason has.
const reasonWords = 4

// Package is a package that has tests.
type Package struct {
	// Dir is its folder from the repository's root, with slashes.
	Dir string
	// NoRace is the reason why its tests run without the race detector. Empty
	// means that they run with it.
	NoRace string
	// Unraced are the tests of a package with the race detector that stand in
	// files with the build tag !race.
	Unraced []string
}

// Packages returns the packages of a module that have tests, and what is wrong
// with their marks, a sentence each.
func Packages(root string, m Module) (found []Package, problems []string, err error) {
	err = Walk(root, m.Dir, func(dir string, files []string) error {
		if dir != m.Dir && slices.Contains(files, "go.mod") {
			return fs.SkipDir
		}
		reasons, wrong, err := marks(root, dir, files)
		if err != nil {
			return err
		}
		problems = append(problems, wrong...)
		if len(reasons) > 1 {
			problems = append(problems, dir+" has more than one mark "+Mark)
		}
		plain, err := testFiles(root, dir, m.Tags)
		if err != nil {
			return err
		}
		// Another system may have tests where this one has none.
		if len(reasons) > 0 && !slices.ContainsFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
			problems = append(problems, dir+" has a mark "+Mark+" and no tests")
		}
		if len(plain) == 0 {
			return nil
		}
		p := Package{Dir: dir}
		if len(reasons) > 0 {
			p.NoRace = reasons[0]
		} else if p.Unraced, err = unraced(root, dir, m.Tags, plain); err != nil {
			return err
		}
		found = append(found, p)
		return nil
	})
	return found, problems, err
}

// marks returns the reasons that the files of a folder give, and what is wrong
// with them.
func marks(root, dir string, files []string) (reasons, problems []string, err error) {
	for _, name := range files {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
		if err != nil {
			return nil, nil, err
		}
		if !bytes.Contains(text, []byte("sanduq:")) {
			continue
		}
		file, err := parse(root, dir, name)
		if err != nil {
			return nil, nil, err
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				where := path.Join(dir, name)
				reason, is := strings.CutPrefix(c.Text, Mark)
				switch {
				case !looksLikeMark.MatchString(c.Text):
				case !is || reason != "" && reason[0] != ' ':
					problems = append(problems, fmt.Sprintf("%s: %q is no mark, which begins with %q", where, c.Text, Mark+" "))
				case c.Pos() > file.Package:
					problems = append(problems, fmt.Sprintf("%s: %q stands below the package clause", where, c.Text))
				case len(strings.Fields(reason)) < reasonWords:
					problems = append(problems, fmt.Sprintf("%s: %q gives no reason of %d words or more", where, c.Text, reasonWords))
				default:
					reasons = append(reasons, strings.TrimSpace(reason))
				}
			}
		}
	}
	return reasons, problems, nil
}

// looksLikeMark finds marks, those that are written wrongly too.
var looksLikeMark = regexp.MustCompile(`^/[/*]\s*sanduq:[a-z]`)

func parse(root, dir, name string) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(dir), name), nil, parser.ParseComments|parser.SkipObjectResolution)
}

// testFiles returns the test files of a folder that the tags select.
func testFiles(root, dir string, tags []string) ([]string, error) {
	selected := build.Default
	selected.BuildTags = tags
	p, err := selected.ImportDir(filepath.Join(root, filepath.FromSlash(dir)), 0)
	if none := (*build.NoGoError)(nil); errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return append(p.TestGoFiles, p.XTestGoFiles...), nil
}

// unraced returns the tests in those files that the race detector leaves out.
func unraced(root, dir string, tags, plain []string) (tests []string, err error) {
	raced, err := testFiles(root, dir, append(slices.Clone(tags), "race"))
	if err != nil {
		return nil, err
	}
	for _, name := range plain {
		if slices.Contains(raced, name) {
			continue
		}
		file, err := parse(root, dir, name)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Name.Name != "TestMain" {
				tests = append(tests, f.Name.Name)
			}
		}
	}
	return tests, nil
}
