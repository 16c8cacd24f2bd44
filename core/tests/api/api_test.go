package api

import (
	"bytes"
	"flag"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata anew")

// packages are those that assets/manual/sdk.md offers to other programs.
var packages = []string{"core", "core/money", "core/checkout", "core/checkout/sqlstore", "core/coretest", "core/webhook", "core/wire", "core/ledger", "core/idempotency", "core/practice/sandbox", "core/otel"}

// TestTheExportedAPIIsWrittenDown fails when an exported declaration changes without
// its line in testdata. A line that goes or changes breaks programs of others and
// belongs into changes.md.
func TestTheExportedAPIIsWrittenDown(t *testing.T) {
	for _, p := range packages {
		declared, err := exported(filepath.Join("../../..", filepath.FromSlash(p)))
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		file := filepath.Join("testdata", strings.ReplaceAll(p, "/", "-")+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(declared, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		written, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(written)), "\n"), declared); diff != "" {
			t.Errorf("%s: what other programs may use changed (-before +now); if that is meant, go test ./core/tests/api -update:\n%s", p, diff)
		}
	}
}

// TestWhatIsExported holds the reader itself against a small package.
func TestWhatIsExported(t *testing.T) {
	folder := t.TempDir()
	source := "package p\n\nconst A = 1\n\ntype T struct {\n\tB int // said\n\tc int\n}\n\nfunc (t *T) M(x int) error { return nil }\n\nfunc (t *T) hidden() {}\n\nfunc F() T { return T{} }\n\nvar e = 1\n"
	if err := os.WriteFile(filepath.Join(folder, "p.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := exported(folder)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"const A = 1", "func (t *T) M(x int) error", "func F() T", "type T struct {", "\tB int", "\t// contains filtered or unexported fields", "}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// exported lists the exported declarations of the package in a folder, without their
// comments and bodies, sorted, as lines.
func exported(folder string) ([]string, error) {
	set := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(set, files, "sanduq/"+folder)
	if err != nil {
		return nil, err
	}
	var declarations []string
	add := func(declaration ast.Node) {
		var b bytes.Buffer
		if err = format.Node(&b, set, declaration); err == nil {
			declarations = append(declarations, b.String())
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			for _, s := range v.Decl.Specs {
				add(&ast.GenDecl{Tok: v.Decl.Tok, Specs: []ast.Spec{s}})
			}
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			f.Decl.Body = nil
			add(f.Decl)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, t := range p.Types {
		add(t.Decl)
		values(t.Consts)
		values(t.Vars)
		functions(t.Funcs)
		functions(t.Methods)
	}
	slices.Sort(declarations)
	return strings.Split(strings.Join(slices.Compact(declarations), "\n"), "\n"), err
}
