package interleavings

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// program is the till as the compiler sees it: the facade and every package of
// ours that it is built of, type-checked from their source.
type program struct {
	files  *token.FileSet
	loaded []*packages.Package
	byPath map[string]*types.Package // the standard library's too
}

// facade is the package by which the till is found; what it is built of is found
// by the imports, as far as it belongs to the module.
const (
	module = "sanduq/"
	facade = module + "core/till"
)

var theProgram *program

// TestMain reads the program before the first test: within a bubble no other
// process can be waited for.
func TestMain(m *testing.M) {
	theProgram = load()
	for _, n := range table {
		n.resolve(theProgram)
	}
	theSource = theProgram.read()
	os.Exit(m.Run())
}

func load() *program {
	p := &program{files: token.NewFileSet(), byPath: map[string]*types.Package{}}
	ours := func(mode packages.LoadMode, paths ...string) []*packages.Package {
		found, err := packages.Load(&packages.Config{Mode: mode | packages.NeedName | packages.NeedImports, Fset: p.files}, paths...)
		if err != nil {
			panic("the till's source cannot be read: " + err.Error())
		}
		packages.Visit(found, nil, func(one *packages.Package) {
			for _, err := range one.Errors {
				panic("the till's source cannot be read: " + err.Error())
			}
		})
		return found
	}
	var paths []string
	packages.Visit(ours(packages.NeedDeps, facade), nil, func(one *packages.Package) {
		if strings.HasPrefix(one.PkgPath, module) {
			paths = append(paths, one.PkgPath)
		}
	})
	p.loaded = ours(packages.NeedTypes|packages.NeedSyntax|packages.NeedTypesInfo, paths...)
	var add func(pkg *types.Package)
	add = func(pkg *types.Package) {
		if p.byPath[pkg.Path()] == nil {
			p.byPath[pkg.Path()] = pkg
			for _, other := range pkg.Imports() {
				add(other)
			}
		}
	}
	for _, one := range p.loaded {
		add(one.Types)
	}
	return p
}

// tills reports whether a package is the facade or one behind it.
func tills(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == facade || strings.HasPrefix(pkg.Path(), facade+"/internal/"))
}

// named is something of the program that is known by its name.
type named[T types.Object] struct {
	name string
	is   T
}

var table []interface{ resolve(*program) }

func known[T types.Object](name string) *named[T] {
	n := &named[T]{name: name}
	table = append(table, n)
	return n
}

func (n *named[T]) resolve(p *program) {
	is, ok := p.lookup(n.name).(T)
	if !ok {
		panic(fmt.Sprintf("the program has no %q that is a %T", n.name, n.is))
	}
	n.is = is
}

// lookup returns what a name stands for: "path.function", "path.type",
// "path.type.field", "path.type.method", "path.(*type).method", the latter as in
// a stack, and "function parameter". It panics when that is nothing.
func (p *program) lookup(name string) types.Object {
	whole, parameter, _ := strings.Cut(name, " ")
	pkgPath, rest := splitName(whole)
	pkg := p.byPath[pkgPath]
	if pkg == nil {
		panic(fmt.Sprintf("the program has no %q: the till is built without a package %s", name, pkgPath))
	}
	typeName, member, isMember := strings.Cut(rest, ".")
	bare := strings.TrimSuffix(strings.TrimPrefix(typeName, "(*"), ")")
	found := pkg.Scope().Lookup(bare)
	if isMember && found != nil {
		found = memberOf(found, member, bare != typeName)
	}
	if f, ok := found.(*types.Func); ok && parameter != "" {
		found = nil
		for v := range f.Signature().Params().Variables() {
			if v.Name() == parameter {
				found = v
			}
		}
	}
	if found == nil {
		panic(fmt.Sprintf("the program has no %q any more", name))
	}
	return found
}

// memberOf returns the field or the method that a type declares; nil for none.
func memberOf(owner types.Object, member string, byPointer bool) types.Object {
	t, ok := owner.Type().(*types.Named)
	if !ok {
		return nil
	}
	for m := range t.Methods() {
		if _, is := m.Signature().Recv().Type().(*types.Pointer); is == byPointer && m.Name() == member {
			return m
		}
	}
	if s, ok := t.Underlying().(*types.Struct); ok && !byPointer {
		for f := range s.Fields() {
			if f.Name() == member {
				return f
			}
		}
	}
	return nil
}

// splitName parts the path of a package from what follows.
func splitName(name string) (pkg, rest string) {
	to := len(name)
	if i := strings.IndexByte(name, '('); i >= 0 {
		to = i
	}
	from := strings.LastIndexByte(name[:to], '/') + 1
	before, after, _ := strings.Cut(name[from:], ".")
	return name[:from] + before, after
}

// nameInStack is what a function is called in a stack.
func nameInStack(f *types.Func) string {
	name := f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		t, pointer := types.Unalias(recv.Type()), false
		if p, ok := t.(*types.Pointer); ok {
			t, pointer = types.Unalias(p.Elem()), true
		}
		if n, ok := t.(*types.Named); ok {
			owner := n.Obj().Name()
			if pointer {
				owner = "(*" + owner + ")"
			}
			name = owner + "." + name
		}
	}
	return f.Pkg().Path() + "." + name
}

// objectOf returns what an expression names, of generic things the declared
// one; nil for anything but a name.
func objectOf(info *types.Info, e ast.Expr) types.Object {
	var found types.Object
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		found = info.ObjectOf(e)
	case *ast.SelectorExpr:
		found = info.ObjectOf(e.Sel)
	case *ast.IndexExpr:
		return objectOf(info, e.X)
	case *ast.IndexListExpr:
		return objectOf(info, e.X)
	}
	return origin(found)
}

func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}
