package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mutant replaces one piece of the source by another.
type mutant struct {
	id       int    // its line in the list
	where    string // a file, a function or *, see find
	old, new string
	race     bool // may need the race detector to be noticed

	file    string // found: the absolute path
	pkg     string // the import path of the package that it is in
	at      int    // the offset of old in it
	fn      *ast.FuncDecl
	verdict string // why it is not tried; empty for one that is
}

// unescape turns what cannot stand in a line of the list into itself.
var unescape = strings.NewReplacer(`\|`, "|", `\n`, "\n", `\t`, "\t")

// parse reads lines of "where | old | new" or "where | old | new | race"; blank
// lines and those that begin with # are for people.
func parse(name, text string) (mutants []*mutant, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasSuffix(line, " |") { // nothing takes its place
			line += " "
		}
		parts := strings.Split(line, " | ")
		race := len(parts) == 4 && parts[3] == "race"
		if len(parts) != 3 && !race {
			return nil, fmt.Errorf("%s:%d: not three parts: %q", name, number, line)
		}
		m := &mutant{id: number, where: parts[0], old: unescape.Replace(parts[1]), new: unescape.Replace(parts[2]), race: race}
		if m.old == m.new || m.old == "" {
			return nil, fmt.Errorf("%s:%d: nothing is changed: %q", name, number, line)
		}
		mutants = append(mutants, m)
	}
	return mutants, nil
}

// source is a file in which mutants are looked for.
type source struct {
	path string // absolute
	rel  string // below the root of the area, with slashes
	pkg  string // the import path
	text string
	ast  *ast.File
	fset *token.FileSet
}

// read parses the files of the packages, each named as it is below the root
// that it lies in.
func read(roots []string, packages []listed) (files []*source, err error) {
	for _, p := range packages {
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			s := &source{path: filepath.Join(p.Dir, name), pkg: p.ImportPath, fset: token.NewFileSet()}
			text, err := os.ReadFile(s.path)
			if err != nil {
				return nil, err
			}
			s.text = string(text)
			if s.ast, err = parser.ParseFile(s.fset, s.path, text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
				return nil, err
			}
			for _, root := range roots {
				if rel, err := filepath.Rel(root, s.path); err == nil && filepath.IsLocal(rel) {
					s.rel = filepath.ToSlash(rel)
				}
			}
			files = append(files, s)
		}
	}
	return files, nil
}

// offset is where a node's position lies in the text of its file.
func (s *source) offset(p token.Pos) int { return s.fset.PositionFor(p, false).Offset }

// find looks a mutant's text up: where is the name of a file below the area's
// root, *.go in any of them; a function (evict, or Till.evict for a method of
// Till), wherever it stands; or *, all that belongs to the area. There must be
// one place only, so that a list follows what is moved and never hits another.
func (m *mutant) find(files []*source) error {
	n := 0
	for _, s := range files {
		if strings.HasSuffix(m.where, ".go") && s.rel != m.where {
			continue
		}
		spans := [][2]int{{0, len(s.text)}}
		if m.where != "*" && !strings.HasSuffix(m.where, ".go") {
			spans = s.functions(m.where)
		}
		for _, span := range spans {
			text := s.text[span[0]:span[1]]
			if k := strings.Count(text, m.old); k > 0 {
				n += k
				m.file, m.pkg, m.at = s.path, s.pkg, span[0]+strings.Index(text, m.old)
				m.fn = s.around(m.at, m.at+len(m.old))
			}
		}
	}
	if n != 1 {
		return fmt.Errorf("line %d: %q occurs %d times in %s", m.id, m.old, n, m.where)
	}
	return nil
}

// functions returns where the functions of a name stand.
func (s *source) functions(name string) (spans [][2]int) {
	for _, d := range s.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && (fn.Name.Name == name || receiver(fn)+"."+fn.Name.Name == name) {
			spans = append(spans, [2]int{s.offset(fn.Pos()), s.offset(fn.End())})
		}
	}
	return spans
}

// receiver returns the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// around returns the function whose body holds what lies between two offsets,
// nil for none.
func (s *source) around(from, to int) *ast.FuncDecl {
	for _, d := range s.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && s.offset(fn.Body.Lbrace) < from && to <= s.offset(fn.Body.Rbrace) {
			return fn
		}
	}
	return nil
}

// line is where a mutant stands, for people.
func (m *mutant) line(files []*source) string {
	for _, s := range files {
		if s.path == m.file {
			return fmt.Sprintf("%s:%d", s.rel, 1+strings.Count(s.text[:m.at], "\n"))
		}
	}
	return m.where
}
