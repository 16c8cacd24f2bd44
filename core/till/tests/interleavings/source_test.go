package interleavings

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// source is what the till's source says of its functions: which fields they
// read and write after taking a lock. It is read rather than kept in a table, so
// that it cannot fall behind.
type source struct {
	fields map[string]map[string]bool // of a struct: run, Till, staff
	funcs  map[string]*function       // by name as in a stack: "(*run).view"
	method map[string][]string        // all methods of that name
}

// function is what one function does itself, by line.
type function struct {
	reads, writes []mention // of fields, whosever
	calls         []mention // of methods, and of functions that it was given
	locks         []int
	loops         [][2]int
	// peeks: it asks for the SDK only to see whether there is one.
	peeks bool
}

type mention struct {
	name string
	line int
}

var theSource = sync.OnceValue(readSource)

func readSource() *source {
	s := &source{fields: map[string]map[string]bool{}, funcs: map[string]*function{}, method: map[string][]string{}}
	files := token.NewFileSet()
	names, err := filepath.Glob("../../*.go")
	if err != nil || len(names) == 0 {
		panic(fmt.Sprint("the till's source is not there: ", err))
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			panic(err)
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.GenDecl:
				s.structs(d)
			case *ast.FuncDecl:
				s.function(files, d)
			}
		}
	}
	for _, name := range special {
		if s.funcs[name] == nil {
			panic("the till has no function " + name + " any more")
		}
	}
	return s
}

func (s *source) structs(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		st, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		names := map[string]bool{}
		for _, f := range st.Fields.List {
			for _, n := range f.Names {
				names[n.Name] = !isLock(f.Type)
			}
		}
		s.fields[t.Name.Name] = names
	}
}

func (s *source) function(files *token.FileSet, d *ast.FuncDecl) {
	name := d.Name.Name
	if d.Recv != nil {
		if star, ok := d.Recv.List[0].Type.(*ast.StarExpr); ok {
			name = "(*" + star.X.(*ast.Ident).Name + ")." + name
		}
		s.method[d.Name.Name] = append(s.method[d.Name.Name], name)
	}
	f := &function{}
	s.funcs[name] = f
	line := func(n ast.Node) int { return files.Position(n.Pos()).Line }
	asked, peeked := 0, 0
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			f.reads = append(f.reads, mention{n.Sel.Name, line(n.Sel)})
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				f.write(to, line(to))
			}
		case *ast.IncDecStmt:
			f.write(n.X, line(n))
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.write(n.X, line(n))
			}
		case *ast.ForStmt, *ast.RangeStmt:
			f.loops = append(f.loops, [2]int{line(n), files.Position(n.End()).Line})
		case *ast.BinaryExpr:
			if called(n.X) == "sdkNow" && isNil(n.Y) {
				peeked++
			}
		case *ast.CallExpr:
			if called(n) == "sdkNow" {
				asked++
			}
			f.call(n, line(n))
		}
		return true
	})
	f.peeks = asked > 0 && asked == peeked
	slices.Sort(f.locks)
}

// write notes every field on the way to what is written.
func (f *function) write(to ast.Expr, line int) {
	ast.Inspect(to, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			f.writes = append(f.writes, mention{sel.Sel.Name, line})
		}
		return true
	})
}

func (f *function) call(c *ast.CallExpr, line int) {
	switch name := called(c); name {
	case "delete", "clear":
		f.write(c.Args[0], line)
	case "Lock", "TryLock":
		f.locks = append(f.locks, line)
	default:
		f.calls = append(f.calls, mention{name, line})
	}
}

// span returns the lines of what may follow on taking the lock at a line, up to
// the next lock; all of the function when locks are taken in a loop.
func (f *function) span(line int) (from, to int) {
	const end = 1 << 30
	i := slices.Index(f.locks, line)
	if i < 0 {
		return 0, end
	}
	for _, loop := range f.loops {
		if slices.ContainsFunc(f.locks, func(l int) bool { return loop[0] <= l && l <= loop[1] }) {
			return 0, end
		}
	}
	if i+1 < len(f.locks) {
		return line, f.locks[i+1]
	}
	return line, end
}

// called returns the name of what an expression calls, if it is a call.
func called(e ast.Expr) string {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch fun := c.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// isLock reports whether a field is a mutex or a condition: the scheduler sees
// their use by itself.
func isLock(e ast.Expr) bool {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Mutex" || sel.Sel.Name == "Cond")
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

// touched returns which fields of a struct a function touches after taking a
// lock at a line, itself and through helpers that take no lock: true for those
// that it writes.
func (s *source) touched(structure, name string, line int) map[string]bool {
	out := map[string]bool{}
	seen := map[string]bool{}
	var walk func(name string, from, to int)
	walk = func(name string, from, to int) {
		f := s.funcs[name]
		if f == nil || seen[name] {
			return
		}
		seen[name] = true
		note := func(all []mention, write bool) {
			for _, m := range all {
				if from <= m.line && m.line <= to && s.fields[structure][m.name] {
					out[m.name] = out[m.name] || write
				}
			}
		}
		note(f.reads, false)
		note(f.writes, true)
		for _, c := range f.calls {
			for _, other := range s.method[c.name] {
				if from <= c.line && c.line <= to && len(s.funcs[other].locks) == 0 {
					walk(other, 0, 1<<30)
				}
			}
		}
	}
	from, to := s.funcs[name].span(line)
	walk(name, from, to)
	return out
}

// goesOn reports whether a function calls what it was given under a name after
// taking the lock at a line.
func (s *source) goesOn(name string, line int, given string) bool {
	f := s.funcs[name]
	from, to := f.span(line)
	return slices.ContainsFunc(f.calls, func(c mention) bool { return c.name == given && from <= c.line && c.line <= to })
}
