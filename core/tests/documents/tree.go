// Package documents knows what the pages of the project may name: files, Go
// identifiers, environment variables, rows of make soak. Its tests hold the pages
// against the tree. It reads sources and runs nothing.
//
//sanduq:norace its tests read files, in one goroutine
package documents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sanduq/core/internal/modules"
)

// key is a name in JSON.
var key = regexp.MustCompile(`json:"(\w+)`)

// Tree is what the sources declare.
type Tree struct {
	root  string
	files []*file
	// paths are all files and folders, with slashes; bases the names of files alone.
	paths, bases map[string]bool
	// named are the folders of the packages of a name.
	named map[string][]string
	// constants are the values of string constants, by folder and name.
	constants map[string]string
	// declared are names of the top level by folder, as "core/till.Open", and
	// members as "core/till.Till.Close"; names are the last parts of both.
	declared, names map[string]bool
	// used are selectors, such as http.Handler, and their last parts; said is
	// what string literals hold.
	used, said map[string]bool
}

type file struct {
	dir    string
	test   bool
	syntax *ast.File
}

// Read reads all modules below a root.
func Read(root string) (*Tree, error) {
	t := &Tree{root: root, paths: map[string]bool{}, bases: map[string]bool{}, named: map[string][]string{}, constants: map[string]string{},
		declared: map[string]bool{}, names: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{}}
	for _, extra := range []string{".ci", ".github"} {
		err := filepath.WalkDir(filepath.Join(root, extra), func(path string, e os.DirEntry, err error) error {
			if rel, e := filepath.Rel(root, path); e == nil {
				t.add(filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	set := token.NewFileSet()
	err := modules.Walk(root, ".", func(dir string, names []string) error {
		t.add(dir)
		for _, name := range names {
			path := strings.TrimPrefix(dir+"/"+name, "./")
			t.add(path)
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			syntax, err := parser.ParseFile(set, filepath.Join(root, filepath.FromSlash(path)), nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			t.files = append(t.files, &file{dir: dir, test: strings.HasSuffix(name, "_test.go"), syntax: syntax})
			t.read(dir, syntax)
		}
		return nil
	})
	return t, err
}

func (t *Tree) add(path string) {
	t.paths[path] = true
	t.bases[path[strings.LastIndex(path, "/")+1:]] = true
}

// read notes what a file declares, uses and says.
func (t *Tree) read(dir string, f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			t.used[x.Sel.Name] = true
			if of, is := x.X.(*ast.Ident); is {
				t.used[of.Name+"."+x.Sel.Name] = true
			}
		case *ast.BasicLit:
			if x.Kind == token.STRING && dir != "core/tests/documents" {
				t.said[text(x)] = true
				for _, m := range key.FindAllStringSubmatch(text(x), -1) {
					t.said[m[1]] = true
				}
			}
		case *ast.KeyValueExpr:
			if key, is := x.Key.(*ast.Ident); is {
				t.used[key.Name] = true
			}
		}
		return true
	})
	if all := t.named[f.Name.Name]; len(all) == 0 || all[len(all)-1] != dir {
		t.named[f.Name.Name] = append(all, dir)
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				t.declare(dir, d.Name.Name)
			} else if name := receiver(d.Recv.List[0].Type); name != "" {
				t.declare(dir, name+"."+d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					t.declare(dir, s.Name.Name)
					t.members(dir, s)
				case *ast.ValueSpec:
					for i, n := range s.Names {
						t.declare(dir, n.Name)
						if i < len(s.Values) {
							if lit, is := s.Values[i].(*ast.BasicLit); is && lit.Kind == token.STRING {
								t.constants[dir+"."+n.Name] = text(lit)
							}
						}
					}
				}
			}
		}
	}
}

// members notes the fields of a struct and the methods of an interface.
func (t *Tree) members(dir string, s *ast.TypeSpec) {
	var list *ast.FieldList
	switch x := s.Type.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		return
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			t.declare(dir, s.Name.Name+"."+n.Name)
		}
	}
}

func (t *Tree) declare(dir, name string) {
	t.declared[dir+"."+name] = true
	t.names[name] = true
	t.names[name[strings.LastIndex(name, ".")+1:]] = true
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
