package interleavings

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"
)

// source is what the till's source says of its functions: which fields they
// read and write after taking a lock. It is read rather than kept in a table, so
// that it cannot fall behind.
type source struct {
	*program
	funcs   map[*types.Func]*function
	byStack map[string]*types.Func // by name as in a stack: "sanduq/core/till.(*run).view"
	beside  map[*types.Var][]*types.Var
	types   []*types.Named // whose methods an interface's may be
	found   sync.Map       // what touched has returned
}

// function is what one function does itself, by line.
type function struct {
	reads, writes []mention // of fields
	calls         []mention // of functions, methods, and what it was given to call
	locks         []int
	loops         [][2]int
	// peeks: it asks for the SDK only to see whether there is one.
	peeks bool
}

type mention struct {
	of   types.Object
	line int
}

var theSource *source

func (p *program) read() *source {
	s := &source{program: p, funcs: map[*types.Func]*function{}, byStack: map[string]*types.Func{}, beside: map[*types.Var][]*types.Var{}}
	for _, n := range table {
		if f, ok := n.(*named[*types.Func]); ok {
			s.byStack[f.name] = f.is
		}
	}
	for _, pkg := range p.loaded {
		for _, file := range pkg.Syntax {
			for _, decl := range file.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok {
					f := pkg.TypesInfo.Defs[d.Name].(*types.Func)
					s.byStack[nameInStack(f)] = f
					if tills(pkg.Types) {
						s.funcs[f] = s.function(pkg.TypesInfo, d)
					}
				}
			}
		}
		if !tills(pkg.Types) {
			continue
		}
		for _, name := range pkg.Types.Scope().Names() {
			if t, ok := pkg.Types.Scope().Lookup(name).Type().(*types.Named); ok {
				s.types = append(s.types, t)
				s.fieldsOf(t)
			}
		}
	}
	s.checkLocks()
	return s
}

// fieldsOf notes which fields stand beside each of a struct's.
func (s *source) fieldsOf(t *types.Named) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	var all []*types.Var
	for f := range st.Fields() {
		all = append(all, f)
	}
	for _, f := range all {
		s.beside[f] = all
	}
}

func (s *source) function(info *types.Info, d *ast.FuncDecl) *function {
	f := &function{}
	line := func(n ast.Node) int { return s.files.Position(n.Pos()).Line }
	asked, peeked := 0, 0
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			f.reads = append(f.reads, fields(info, n, line(n.Sel))...)
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				f.write(info, to, line(to))
			}
		case *ast.IncDecStmt:
			f.write(info, n.X, line(n))
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.write(info, n.X, line(n))
			}
		case *ast.ForStmt, *ast.RangeStmt:
			f.loops = append(f.loops, [2]int{line(n), s.files.Position(n.End()).Line})
		case *ast.BinaryExpr:
			if called(info, n.X) == sdkNow.is && info.Types[n.Y].IsNil() {
				peeked++
			}
		case *ast.CallExpr:
			if called(info, n) == sdkNow.is {
				asked++
			}
			s.call(info, f, n, line(n))
		}
		return true
	})
	f.peeks = asked > 0 && asked == peeked
	slices.Sort(f.locks)
	return f
}

// fields returns the fields that a selector goes through: its own, and those
// that are embedded on the way.
func fields(info *types.Info, e *ast.SelectorExpr, line int) (out []mention) {
	sel := info.Selections[e]
	if sel == nil {
		return nil
	}
	t, path := sel.Recv(), sel.Index()
	if sel.Kind() != types.FieldVal {
		path = path[:len(path)-1]
	}
	for _, i := range path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		out = append(out, mention{f.Origin(), line})
		t = f.Type()
	}
	return out
}

// write notes every field on the way to what is written.
func (f *function) write(info *types.Info, to ast.Expr, line int) {
	ast.Inspect(to, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			f.writes = append(f.writes, fields(info, sel, line)...)
		}
		return true
	})
}

func (s *source) call(info *types.Info, f *function, c *ast.CallExpr, line int) {
	if lent := lends(info, c); lent != nil {
		f.write(info, lent, line)
	}
	switch of := called(info, c); of {
	case mutexLock.is, mutexTryLock.is:
		f.locks = append(f.locks, line)
	case mutexName.is:
		s.lockNamed(info, c)
	case types.Universe.Lookup("delete"), types.Universe.Lookup("clear"):
		f.write(info, c.Args[0], line)
	case nil:
	default:
		f.calls = append(f.calls, mention{of, line})
	}
}

// called returns what an expression calls; nil if it calls nothing that has a
// name.
func called(info *types.Info, e ast.Expr) types.Object {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return objectOf(info, c.Fun)
	}
	return nil
}

// lends returns what a call gives the address of to a method, which may write
// it; nil for nothing, and for what has a lock of its own.
func lends(info *types.Info, c *ast.CallExpr) ast.Expr {
	e, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	sel := info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal {
		return nil
	}
	_, byPointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	if _, isPointer := sel.Recv().Underlying().(*types.Pointer); !byPointer || isPointer || guardsItself(sel.Recv()) {
		return nil
	}
	return e.X
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

// follow tells of what a function does after taking a lock at a line, itself and
// through others that take no lock: what it does is of the lines from and to.
func (s *source) follow(of *types.Func, line int, tell func(f *function, from, to int)) {
	if s.funcs[of] == nil {
		panic(fmt.Sprintf("the till's source has no %v, which takes a lock", of))
	}
	seen := map[*types.Func]bool{}
	var walk func(of *types.Func, from, to int)
	walk = func(of *types.Func, from, to int) {
		f := s.funcs[of]
		if f == nil || seen[of] {
			return
		}
		seen[of] = true
		tell(f, from, to)
		for _, c := range f.calls {
			if c.line < from || to < c.line {
				continue
			}
			for _, other := range s.meant(c.of) {
				if g := s.funcs[other]; g != nil && len(g.locks) == 0 {
					walk(other, 0, 1<<30)
				}
			}
		}
	}
	from, to := s.funcs[of].span(line)
	walk(of, from, to)
}

// meant returns the functions that a call may run: of an interface's method
// those of all types of the till that have it.
func (s *source) meant(called types.Object) (out []*types.Func) {
	f, ok := called.(*types.Func)
	if !ok {
		return nil
	}
	recv := f.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return []*types.Func{f}
	}
	of := recv.Type().Underlying().(*types.Interface)
	for _, t := range s.types {
		if types.IsInterface(t) || !types.Implements(types.NewPointer(t), of) {
			continue
		}
		if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, f.Pkg(), f.Name()); m != nil {
			out = append(out, origin(m).(*types.Func))
		}
	}
	return out
}

// touched returns which fields beside a lock a function touches after taking it
// at a line: true for those that it writes.
func (s *source) touched(lock *types.Var, of *types.Func, line int) map[*types.Var]bool {
	type place struct {
		lock *types.Var
		of   *types.Func
		line int
	}
	if found, ok := s.found.Load(place{lock, of, line}); ok {
		return found.(map[*types.Var]bool)
	}
	out := map[*types.Var]bool{}
	s.follow(of, line, func(f *function, from, to int) {
		note := func(all []mention, write bool) {
			for _, m := range all {
				field := m.of.(*types.Var)
				if from <= m.line && m.line <= to && slices.Contains(s.beside[lock], field) && !isLock(field) {
					out[field] = out[field] || write
				}
			}
		}
		note(f.reads, false)
		note(f.writes, true)
	})
	s.found.Store(place{lock, of, line}, out)
	return out
}

// goesOn reports whether a function calls something after taking the lock at a
// line.
func (s *source) goesOn(of *types.Func, line int, to types.Object) (does bool) {
	s.follow(of, line, func(f *function, from, till int) {
		does = does || slices.ContainsFunc(f.calls, func(c mention) bool { return c.of == to && from <= c.line && c.line <= till })
	})
	return does
}
