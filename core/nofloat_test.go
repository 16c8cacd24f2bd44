package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Money is counted in integers. No file of the SDK, tests aside, may name a
// float type, write a float literal or parse one.
func TestNoFloatAnywhere(t *testing.T) {
	files := 0
	for _, folder := range []string{".", "money", "internal/fanout"} {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if n.Kind == token.FLOAT || n.Kind == token.IMAG {
						t.Errorf("%s: the literal %s", set.Position(n.Pos()), n.Value)
					}
				case *ast.Ident:
					if strings.HasPrefix(n.Name, "float") || strings.Contains(n.Name, "Float") {
						t.Errorf("%s: %s", set.Position(n.Pos()), n.Name)
					}
				case *ast.SelectorExpr:
					if n.Sel.Name == "Seconds" || n.Sel.Name == "Minutes" || n.Sel.Name == "Hours" {
						t.Errorf("%s: %s yields a float", set.Position(n.Pos()), n.Sel.Name)
					}
				}
				return true
			})
		}
	}
	if files < 20 {
		t.Fatalf("only %d files were read", files)
	}
}
