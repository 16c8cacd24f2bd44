package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Compiling every suite again for each mutant would take days. So all mutants
// that lie in functions are compiled at once: at its beginning a function goes
// on in a copy of its body with one mutation when that one is asked for by the
// environment, and otherwise as it is. The copies are literals within the
// function, which keeps its name in stacks, and line directives keep the lines
// of the source: the suite of interleavings reads both.

// The environment of a test binary with mutants.
const (
	envMutant = "SANDUQ_MUTANT"      // the mutant to be
	envHits   = "SANDUQ_MUTANT_HITS" // the file that takes the numbers of those that were reached
)

// dispatcher is the file that each package with mutants gets. Numbers are written
// down at once, since a suite may kill a process of its own.
const dispatcher = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var mutantOn, _ = strconv.Atoi(os.Getenv("` + envMutant + `"))
var mutantHits = os.Getenv("` + envHits + `")
var mutantSeen [%d]atomic.Bool

func mutantHit(n int) {
	if mutantHits == "" || mutantSeen[n].Swap(true) {
		return
	}
	f, err := os.OpenFile(mutantHits, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return
	}
	f.WriteString(strconv.Itoa(n) + "\n")
	f.Close()
}
`

// piece is a text put into a source at an offset; of a mutant's copy m is set.
type piece struct {
	at   int
	text string
	m    *mutant
}

// generated is a source with its mutants, and where each copy lies in it.
type generated struct {
	*source
	text   string
	copies map[*mutant][2]int
}

// schemata writes a file's mutants into it. Those whose copy is not even Go are
// marked.
func schemata(s *source, mutants []*mutant) generated {
	var pieces []piece
	byFunc := map[*ast.FuncDecl][]*mutant{}
	for _, m := range mutants {
		if m.file != s.path || m.fn == nil || m.verdict != "" {
			continue
		}
		if _, err := parser.ParseExpr(s.literal(m)); err != nil {
			m.verdict = notGo
			continue
		}
		byFunc[m.fn] = append(byFunc[m.fn], m)
		pieces = append(pieces, piece{at: s.reached(m), text: fmt.Sprintf("mutantHit(%d); ", m.id)})
	}
	for fn, all := range byFunc {
		at := s.offset(fn.Body.Lbrace) + 1
		pieces = append(pieces, piece{at: at, text: "switch mutantOn {"})
		for _, m := range all {
			begin, end := fmt.Sprintf("case %d: return ", m.id), ";"
			if fn.Type.Results == nil {
				begin, end = fmt.Sprintf("case %d: ", m.id), "; return;"
			}
			pieces = append(pieces, piece{at, begin, nil}, piece{at, s.literal(m) + s.arguments(fn), m}, piece{at: at, text: end})
		}
		pieces = append(pieces, piece{at: at, text: "};" + s.directive(at)}) // a body may stand on one line
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return a.at - b.at })
	var out strings.Builder
	out.WriteString(s.directive(0))
	g := generated{source: s, copies: map[*mutant][2]int{}}
	from := 0
	for _, p := range pieces {
		out.WriteString(s.text[from:p.at])
		from = p.at
		if p.m != nil {
			g.copies[p.m] = [2]int{out.Len(), out.Len() + len(p.text)}
		}
		out.WriteString(p.text)
	}
	out.WriteString(s.text[from:])
	g.text = out.String()
	return g
}

// directive says from which line and column of the source follows what follows.
func (s *source) directive(at int) string {
	line := 1 + strings.Count(s.text[:at], "\n")
	column := at - strings.LastIndexByte(s.text[:at], '\n')
	return fmt.Sprintf("/*line %s:%d:%d*/", s.path, line, column)
}

// literal is the mutant's function as a literal. It takes the parameters over, so
// that the body declares no more and no less than it did.
func (s *source) literal(m *mutant) string {
	fn := m.fn
	from, to, end := s.offset(fn.Body.Lbrace)+1, m.at+len(m.old), s.offset(fn.Body.Rbrace)
	var b strings.Builder
	b.WriteString("func(")
	for _, f := range parameters(fn) {
		for _, name := range f.Names {
			if name.Name != "_" {
				b.WriteString(name.Name + " " + s.text[s.offset(f.Type.Pos()):s.offset(f.Type.End())] + ", ")
			}
		}
	}
	b.WriteString(") ")
	if r := fn.Type.Results; r != nil {
		b.WriteString(s.text[s.offset(r.Pos()):s.offset(r.End())])
	}
	b.WriteString(" {" + s.directive(from) + s.text[from:m.at] + m.new)
	if strings.Count(m.old, "\n") != strings.Count(m.new, "\n") {
		b.WriteString(s.directive(to))
	}
	b.WriteString(s.text[to:end] + "}")
	return b.String()
}

func (s *source) arguments(fn *ast.FuncDecl) string {
	var names []string
	for _, f := range parameters(fn) {
		for _, name := range f.Names {
			if name.Name == "_" {
				continue
			}
			if _, ok := f.Type.(*ast.Ellipsis); ok {
				names = append(names, name.Name+"...")
			} else {
				names = append(names, name.Name)
			}
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func parameters(fn *ast.FuncDecl) (all []*ast.Field) {
	if fn.Recv != nil {
		all = append(all, fn.Recv.List...)
	}
	return append(all, fn.Type.Params.List...)
}

// reached returns where to note that a mutant was reached: before the innermost
// statement that holds it.
func (s *source) reached(m *mutant) int {
	from, to := m.at, m.at+len(m.old)
	best := s.offset(m.fn.Body.Lbrace) + 1
	ast.Inspect(m.fn.Body, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		case nil:
			return false
		}
		if s.offset(n.Pos()) > from || s.offset(n.End()) < to {
			return false
		}
		for _, st := range list {
			if s.offset(st.End()) > from {
				if switching(n, st) {
					break
				}
				if s.offset(st.Pos()) < to {
					best = s.offset(st.Pos())
				}
				break
			}
		}
		return true
	})
	return best
}

// switching reports whether a block's statements are the cases of a switch,
// before which nothing may stand.
func switching(_ ast.Node, st ast.Stmt) bool {
	switch st.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// overlay writes what replaces files of the source, and returns the file that
// tells the compiler so.
func overlay(folder string, replaced map[string]string) (string, error) {
	paths := map[string]string{}
	for path, text := range replaced {
		paths[path] = filepath.Join(folder, fmt.Sprintf("%d_%s", len(paths), filepath.Base(path)))
		if err := os.WriteFile(paths[path], []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	mapping, err := json.Marshal(map[string]any{"Replace": paths})
	if err != nil {
		return "", err
	}
	name := filepath.Join(folder, "overlay.json")
	return name, os.WriteFile(name, mapping, 0o600)
}

// all returns what replaces the files of an area so that it has every mutant
// that compiles; the verdict of the others says so.
func all(files []*source, mutants []*mutant, packages []listed, exports map[string]string) (map[string]string, error) {
	top := 0
	for _, m := range mutants {
		top = max(top, m.id)
	}
	replaced := map[string]string{}
	for _, p := range packages {
		for round := 0; ; round++ {
			own := map[string]generated{}
			var name string
			for _, s := range files {
				if s.pkg == p.ImportPath {
					name = s.ast.Name.Name
					if g := schemata(s, mutants); len(g.copies) > 0 {
						own[s.path] = g
					}
				}
			}
			if len(own) == 0 {
				break
			}
			extra := fmt.Sprintf(dispatcher, name, top+1)
			dropped, err := check(p, own, extra, exports)
			if err != nil {
				return nil, err
			}
			if dropped > 0 && round < 20 {
				continue
			}
			for path, g := range own {
				replaced[path] = g.text
			}
			replaced[filepath.Join(p.Dir, "zz_mutants.go")] = extra
			break
		}
	}
	return replaced, nil
}

// alone returns what replaces the files of an area for one mutant that lies
// outside of every function.
func alone(files []*source, m *mutant) map[string]string {
	for _, s := range files {
		if s.path == m.file {
			return map[string]string{s.path: s.text[:m.at] + m.new + s.text[m.at+len(m.old):]}
		}
	}
	return nil
}
