package storage

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// floors are the files of the engine in the order in which they are read: what
// is declared on one floor is used there and above, never below.
var floors = []struct {
	name  string
	files []string
}{
	{"sealed buckets", []string{"errors.go", "guard.go", "seal.go", "overlay.go", "bucket.go"}},
	{"records", []string{"record.go", "manifest.go", "record_day.go", "journal.go"}},
	{"index", []string{"terms.go", "postings.go", "index.go", "hours.go", "walk.go"}},
	{"transactions", []string{"options.go", "warnings.go", "long_reads.go", "moves.go", "checkpoints.go", "store.go", "replaced.go", "patience.go",
		"group.go", "commit.go", "transaction.go", "reindex.go", "keep_figures.go", "write_settings.go", "write_day.go",
		"write_debts.go"}},
	{"reading", []string{"read.go", "page.go", "totals.go", "figures.go", "narrow.go", "day_read.go"}},
	{"looking after", []string{"verify.go", "verify_chain.go", "verify_audit.go", "verify_index.go", "verify_figures.go", "verify_day.go", "recount_day.go", "scrub.go", "rewrite.go", "copy.go", "compact.go", "migrate.go", "build_figures.go", "build_day.go",
		"sealers.go", "reseal.go", "rotate.go", "recovery.go", "rollback.go", "environment.go", "restored.go", "room.go", "check.go", "file_unix.go",
		"exists.go", "open.go", "close.go"}},
}

// nowhere imports nothing: what other packages declare is of no interest here.
type nowhere struct{}

func (nowhere) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}

// TestNothingReachesUpAFloor type-checks the engine by itself and follows every
// name to the file that declares it.
func TestNothingReachesUpAFloor(t *testing.T) {
	floor := map[string]int{}
	for i, f := range floors {
		for _, name := range f.files {
			floor[name] = i
		}
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_windows.go") {
			continue
		}
		if _, known := floor[name]; !known && name != "doc.go" {
			t.Errorf("%s stands on no floor", name)
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: nowhere{}, Error: func(error) {}} // of what others declare
	pkg, _ := config.Check("storage", set, parsed, info)
	up := map[string]bool{}
	seen := 0
	for used, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		here, there := set.Position(used.Pos()).Filename, set.Position(object.Pos()).Filename
		if here != there {
			seen++
		}
		if floor[there] > floor[here] {
			up[here+" uses "+object.Name()+" of "+there] = true
		}
	}
	if seen < 300 {
		t.Errorf("only %d names of other files were followed", seen)
	}
	all := []string{}
	for arrow := range up {
		all = append(all, arrow)
	}
	slices.Sort(all)
	for _, arrow := range all {
		t.Error(arrow)
	}
}
