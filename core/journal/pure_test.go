package journal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// impure returns what a file does that no record may do: it starts goroutines,
// uses channels or locks, reads the clock, or reaches the machine.
func impure(f *ast.File) (found []string) {
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || slices.Contains([]string{"sync", "sync/atomic", "os", "net", "net/http", "io/fs", "log/slog"}, path) {
			found = append(found, "import "+spec.Path.Value)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, "go statement")
		case *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
			found = append(found, "channel")
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Sleep", "After", "NewTimer"}, n.Sel.Name) {
				found = append(found, "time."+n.Sel.Name)
			}
		}
		return true
	})
	return found
}

// TestRecordsArePure holds the promise of the package comment.
func TestRecordsArePure(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, what := range impure(f) {
			t.Errorf("%s: %s", name, what)
		}
	}
	if seen < 20 {
		t.Errorf("only %d files were read", seen)
	}
}

// TestImpureCodeIsSeen shows each kind of violation to the check above.
func TestImpureCodeIsSeen(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`import "sync"; var mu sync.Mutex`, `import "sync"`},
		{`import "os"; var _ = os.Args`, `import "os"`},
		{`func f() { go f() }`, "go statement"},
		{`var c chan int`, "channel"},
		{`import "time"; var t = time.Now()`, "time.Now"},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package journal\n"+c.source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := impure(f); !slices.Contains(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.source, got, c.want)
		}
	}
}
