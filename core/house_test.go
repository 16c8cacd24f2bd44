package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sanduq/core/internal/modules"
)

// room is one part of the house: what it may import of ours, and what of
// others it must not know. A package falls under the longest key that fits.
type room struct {
	ours   []string
	never  []string
	anyOur bool
}

var (
	toolkit  = "fyne.io/fyne/v2"
	app      = "fyne.io/fyne/v2/app"
	database = "go.etcd.io/bbolt"
)

// postgres is what speaks to PostgreSQL. The till's program has none of it: only
// the office's own rooms may import it, and they are closed to all others.
var postgres = []string{"github.com/jackc/pgx", "github.com/pressly/goose"}

// office is the module of head office that knows its database, what measures it,
// and the tests that keep payment pages in one.
var office = []string{"core/benchmarks/office", "core/office/server", "core/stress/checkout/replicas"}

// workshops are rooms that no part of the program is in: proofs, and what tests
// are made with. They may import testing and each other; nothing else may import
// them, its tests aside.
var workshops = []string{"core/benchmarks", "core/coretest", "core/journal/storetest", "core/till/tests", "core/stress", "core/practice/sandbox/conformance", "core/tests",
	"core/office/server/tests", "storage/tests",
	"storage/keys/secretservice", "ui/uitest", "ui/e2e"}

// needed are the modules that each module may import from, besides the root's.
var needed = map[string][]string{
	"assets/packaging":                    {"core/stress", "ui/e2e"},
	"core/benchmarks":                     {"core/office/server", "core/otel", "core/till/tests"},
	"core/office/server":                  {"core/till/tests"},
	"core/office/server/tests/monitoring": {"core/office/server"},
	"core/stress":                         {"core/office/server", "ui/e2e"},
	"storage/tests":                       {"core/till/tests"},
	"ui/e2e":                              {"storage/tests"},
}

// listed returns the modules of the repository, the root first.
var listed = sync.OnceValue(func() []modules.Module {
	all, err := modules.Read("..")
	if err != nil {
		panic(err)
	}
	return all
})

// workshop reports whether a package is in one of them.
func workshop(pkg string) bool {
	return slices.ContainsFunc(workshops, func(w string) bool { return within(pkg, w) })
}

// exact are rooms that may be imported by this very name only, since what lies
// below them are rooms of their own.
var exact = map[string]bool{"core": true, "core/money": true, "core/journal": true, "core/till": true, "storage": true, "ui/pay": true}

func roomOf(pkg string) (string, room) {
	for dir := pkg; ; dir = path.Dir(dir) {
		if dir == "." {
			dir = ""
		}
		if r, ok := house[dir]; ok {
			return dir, r
		}
	}
}

// breaches returns why a package in dir must not import what it imports.
func breaches(dir, imported string, test bool) string {
	name, r := roomOf(dir)
	if ours, is := strings.CutPrefix(imported, "sanduq/"); !test && !workshop(dir) && (is && workshop(ours) || within(imported, "testing")) {
		return dir + " is in the program, and " + imported + " is for tests"
	}
	for _, n := range r.never {
		if within(imported, n) {
			return name + " must never import " + n
		}
	}
	if ours, is := strings.CutPrefix(imported, "sanduq/"); is {
		from, to := modules.Of(listed(), dir).Dir, modules.Of(listed(), ours).Dir
		if from != to && to != "." && !slices.Contains(needed[from], to) {
			return to + " is a module of its own, whose dependencies stay out of that of " + dir
		}
	}
	if imported == app && name != "" && name != "ui/e2e/bench/empty" { // a program of its own, that ours is measured beside
		return "only main may import " + app
	}
	for _, p := range postgres {
		if within(imported, p) && !slices.ContainsFunc(office, func(o string) bool { return within(dir, o) }) {
			return dir + " is no room of head office: " + p + " is for those alone"
		}
	}
	ours, isOurs := strings.CutPrefix(imported, "sanduq/")
	for shut, mayEnter := range closed {
		if isOurs && !test && within(ours, shut) && !within(dir, shut) && !slices.Contains(mayEnter, dir) {
			return dir + " may not know " + shut
		}
	}
	if !isOurs || r.anyOur || test || ours == dir || workshop(dir) && within(ours, "core/tests") {
		return ""
	}
	for _, allowed := range r.ours {
		if (ours == "core/wire" || ours == "core/ledger") && allowed == "core" { // what core's own declarations name
			return ""
		}
		if ours == allowed || !exact[allowed] && within(ours, allowed) {
			return ""
		}
		if name == allowed && within(ours, allowed) { // a room may import its own parts
			if owner, _ := roomOf(ours); owner == name {
				return ""
			}
		}
	}
	return name + " may not know " + ours
}

func within(name, root string) bool { return name == root || strings.HasPrefix(name, root+"/") }

// TestHouse reads the imports of every file of every module. Tests may import
// more of ours than their package, but no toolkit or database that it must not
// know.
func TestHouse(t *testing.T) {
	for _, m := range listed() {
		files := 0
		err := modules.Walk("..", m.Dir, func(dir string, names []string) error {
			if dir != m.Dir && slices.Contains(names, "go.mod") {
				return fs.SkipDir
			}
			for _, name := range names {
				if !strings.HasSuffix(name, ".go") {
					continue
				}
				files++
				if err := readImports(t, dir, name); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if files == 0 || m.Dir == "." && files < 1000 {
			t.Errorf("only %d files were looked at in module %s", files, m.Dir)
		}
	}
}

// readImports holds the imports of one file against the rules.
func readImports(t *testing.T, dir, name string) error {
	file := path.Join(dir, name)
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", filepath.FromSlash(file)), nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	if dir == "." {
		dir = ""
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if why := breaches(dir, imported, strings.HasSuffix(name, "_test.go")); why != "" {
			t.Errorf("%s imports %s: %s", file, imported, why)
		}
	}
	return nil
}

// TestHouseCatches makes sure that the rules above can fail.
func TestHouseCatches(t *testing.T) {
	for _, c := range []struct {
		dir, imported string
		breach        bool
	}{
		{"core", "fyne.io/fyne/v2/widget", true},
		{"core", "testing", true},
		{"ui", "sanduq/core/wire", false},
		{"core/receipt", "sanduq/core/wire", true},
		{"core/wire", "sanduq/core", true},
		{"ui/words", "testing", true},
		{"storage", "sanduq/storage/tests/hostilefolder", true},
		{"ui", "sanduq/ui/uitest", true},
		{"core/till/tests/sim", "testing", false},
		{"", "sanduq/core/tests/soak", true},
		{"core", "sanduq/core/till", true},
		{"core", "sanduq/core/money", false},
		{"core", "sanduq/core/internal/fanout", false},
		{"core/money", "sanduq/core", true},
		{"core/coretest", "sanduq/core", false},
		{"core/coretest", "sanduq/core/practice/sandbox", true},
		{"core/coretest", "testing", false},
		{"core/till", "sanduq/core/coretest", true},
		{"core/till", "go.etcd.io/bbolt", true},
		{"core/till", "sanduq/core/practice/sandbox", true},
		{"core/till", "sanduq/storage", true},
		{"core/till", "sanduq/core", false},
		{"core/till", "sanduq/core/journal", false},
		{"core/journal/storetest", "sanduq/core/till", true},
		{"core/journal/storetest", "sanduq/core/journal", false},
		{"core/journal", "sanduq/core", false},
		{"core/journal", "sanduq/core/till", true},
		{"core/journal", "go.etcd.io/bbolt", true},
		{"core/practice/sandbox", "sanduq/core/money", true},
		{"core/practice/sandbox/ledger", "sanduq/core/money", true},
		{"core/practice/sandbox/service", "sanduq/core", true},
		{"core/practice/sandbox/bank", "sanduq/core/practice/sandbox/ledger", false},
		{"core/practice/demo", "sanduq/core/till", false},
		{"core/practice/demo", "sanduq/core/practice/sandbox", true},
		{"core/practice/demoshop", "sanduq/core/practice/sandbox", true},
		{"core/till", "sanduq/core/practice/demo", true},
		{"core/practice/sanduq-practice", "sanduq/core/practice/demoshop", false},
		{"core/practice/sanduq-practice", "sanduq/core/till", true},
		{"", "sanduq/core/practice/demoshop", true},
		{"ui/cashier", "sanduq/core/practice/sandbox/bank", true},
		{"core/practice/sandbox", "go.etcd.io/bbolt", false},
		{"core/practice/sandbox/conformance", "sanduq/core", true},
		{"core/till/tests/sim", "sanduq/storage", true},
		{"core/till/tests/sim", "sanduq/core/practice/sandbox", false},
		{"core/checkout", "sanduq/core/practice/sandbox", true},
		{"core/checkout", "sanduq/core/till", true},
		{"core/checkout", "sanduq/core", false},
		{"core/practice/demoshop", "sanduq/core/checkout", false},
		{"core/practice/sandbox", "sanduq/core/checkout", true},
		{"core/otel", "sanduq/core", false},
		{"core/otel", "sanduq/core/till", true},
		{"core/till", "sanduq/core/otel", true},
		{"", "sanduq/core/otel/x", true},
		{"core/benchmarks/office", "sanduq/core/otel", false},
		{"storage/tests/crash", "sanduq/core/benchmarks", true},
		{"storage/tests/crash", "sanduq/core/till/tests/oracle", false},
		{"core/till/tests/sim", "sanduq/storage/tests/crash", true},
		{"core/benchmarks/paper", "fyne.io/fyne/v2/app", true},
		{"storage/tests/crash", "sanduq/core/practice/sandbox", false},
		{"core/receipt", "sanduq/assets", true},
		{"core/receipt", "sanduq/core/printer", true},
		{"core/printer", "sanduq/core/receipt", true},
		{"core/printer", "sanduq/core/money", true},
		{"core/practice/printer", "sanduq/core/printer", false},
		{"core/practice/printer", "sanduq/core/tests/broken", true},
		{"ui/settings", "sanduq/core/printer", false},
		{"ui/settings", "sanduq/ui/settings/gateway", false},
		{"ui/settings/gateway", "sanduq/ui/settings/page", false},
		{"ui/settings/gateway", "sanduq/ui/settings/shop", true},
		{"ui/settings/page", "sanduq/ui/settings/gateway", true},
		{"ui/settings/people", "sanduq/ui/settings", true},
		{"ui/toolkit/form", "sanduq/ui/toolkit/control", false},
		{"ui/toolkit/form", "sanduq/ui/words", true},
		{"ui/toolkit/form", "sanduq/ui/toolkit/list", true},
		{"core/report", "sanduq/assets", true},
		{"core/report/export", "sanduq/storage", true},
		{"core/report/export", "sanduq/core/receipt", false},
		{"core/report/statement", "sanduq/core/report", false},
		{"core/receipt", "sanduq/core/report", true},
		{"core/office", "sanduq/core/journal", false},
		{"core/office", "sanduq/core/till", true},
		{"core/report", "sanduq/core/till", true},
		{"core/receipt", "sanduq/core/till", true},
		{"storage/keys/secretservice", "sanduq/core/tests/needs", false},
		{"storage/keys", "sanduq/core/tests/needs", true},
		{"core/office", "sanduq/storage", true},
		{"core/office", "github.com/jackc/pgx/v5", true},
		{"core/office/agent", "sanduq/core/office", false},
		{"core/office/agent", "sanduq/core/office/server/collector", true},
		{"core/office/agent", "sanduq/core/practice/sandbox", true},
		{"core/office/server/collector", "github.com/jackc/pgx/v5/pgxpool", false},
		{"core/office/server/collector", "github.com/pressly/goose/v3", false},
		{"core/office/server/collector", "sanduq/core/office/server/tests/postgres", true},
		{"core/office/server/sanduq-office", "sanduq/core/office/server/collector", false},
		{"core/office/server/page", "sanduq/core/office/server/collector", false},
		{"ui/app", "sanduq/core/office/server/page", true},
		{"ui/app", "sanduq/core/office/agent", false},
		{"ui/app", "sanduq/core/office/reader", false},
		{"ui/settings", "sanduq/core/office/agent", true},
		{"ui/headoffice", "sanduq/core/office/reader", true},
		{"core/office/reader", "sanduq/core/office", false},
		{"core/office/reader", "sanduq/core/office/server/collector", true},
		{"core/office/reader", "github.com/jackc/pgx/v5", true},
		{"core/office/server/sanduq-office", "sanduq/core/office/agent", true},
		{"ui/app", "sanduq/core/office/server/collector", true},
		{"ui/app", "github.com/jackc/pgx/v5", true},
		{"", "github.com/pressly/goose/v3", true},
		{"core/till", "sanduq/core/office", true},
		{"core/update", "sanduq/core", true},
		{"core/update/sign", "sanduq/core/update", false},
		{"ui/settings", "sanduq/core/update", true},
		{"storage", "sanduq/ui", true},
		{"storage", "sanduq/core/till", true},
		{"storage", "sanduq/core/journal", false},
		{"storage", "sanduq/storage/keys", false},
		{"storage", "sanduq/storage/backup", true},
		{"storage/keys", "sanduq/storage", true},
		{"storage/keys", "go.etcd.io/bbolt", true},
		{"storage/keys", "sanduq/storage/fault", false},
		{"storage/config", "sanduq/storage/keys", true},
		{"storage/backup", "sanduq/storage", false},
		{"storage/backup", "go.etcd.io/bbolt", true},
		{"storage/fault", "sanduq/storage/internal/files", true},
		{"storage", "sanduq/core/journal/storetest", true},
		{"ui/shell/feed", "sanduq/ui/shell/sidebar", true},
		{"ui/shell/sidebar", "sanduq/ui/shell/feed", false},
		{"ui/receipts", "sanduq/ui/shell/feed", true},
		{"ui/cashier", "sanduq/storage", true},
		{"ui/cashier", "sanduq/core/practice/sandbox", true},
		{"ui/cashier", "net/http", true},
		{"ui/cashier", "fyne.io/fyne/v2/app", true},
		{"ui/cashier", "sanduq/ui/toolkit/control", false},
		{"ui/pay/qr", "sanduq/ui/pay/watch", false},
		{"ui/pay/qr", "sanduq/ui/toolkit/control", false},
		{"ui/pay/qr", "sanduq/ui/pay/code", true},
		{"ui/pay/code", "sanduq/ui/pay/watch", true},
		{"ui/pay/account", "sanduq/ui/setaside", true},
		{"ui/pay/result", "sanduq/ui/cashier", true},
		{"ui/pay", "sanduq/ui/pay/ask", true},
		{"ui/pay/ask", "sanduq/ui/pay/watch", true},
		{"ui/pay/wording", "sanduq/ui/pay", true},
		{"ui/cash", "sanduq/ui/sale", true},
		{"ui/cash", "sanduq/ui/amount", false},
		{"ui/amount", "sanduq/ui/pay", true},
		{"ui/cashier", "sanduq/ui/pay/result", false},
		{"ui", "sanduq/ui/pay/result", true},
		{"ui", "sanduq/ui/cashier", false},
		{"ui/day", "sanduq/ui/cashier", true},
		{"ui", "sanduq/core/journal", false},
		{"ui/toolkit/draw", "sanduq/ui/theme", false},
		{"ui/toolkit/draw", "sanduq/ui/toolkit/graphic", true},
		{"ui/toolkit/graphic", "sanduq/ui/toolkit/typeset", true},
		{"ui/toolkit/input", "sanduq/ui/toolkit/typeset", true},
		{"ui/toolkit/layout", "sanduq/ui/toolkit/control", true},
		{"ui/toolkit/layout", "sanduq/ui/toolkit/typeset", false},
		{"ui/toolkit/control", "sanduq/ui/toolkit/layout", false},
		{"ui/toolkit/control", "sanduq/ui/toolkit/list", true},
		{"ui/toolkit/control", "sanduq/ui/screen", true},
		{"ui/toolkit/control", "sanduq/core/money", true},
		{"ui/toolkit/dialog", "sanduq/ui/toolkit/control", false},
		{"ui", "sanduq/core/till", true},
		{"ui/app", "sanduq/core/till", false},
		{"ui/cashier", "sanduq/ui/app", true},
		{"ui/e2e", "sanduq/ui/app", true},
		{"ui", "sanduq/ui/uitest/overflow", true},
		{"ui/desktop/sound", "sanduq/ui/cashier", true},
		{"ui/desktop/sound", "fyne.io/fyne/v2", true},
		{"ui/desktop/sound", "sanduq/core/journal", false},
		{"", "sanduq/ui/app", false},
		{"ui/e2e/bench", "fyne.io/fyne/v2/app", true},
		{"ui/e2e/bench/empty", "fyne.io/fyne/v2/app", false},
		{"ui/e2e/bench/empty", "sanduq/ui", true},
		{"", "fyne.io/fyne/v2/app", false},
	} {
		if why := breaches(c.dir, c.imported, false); (why != "") != c.breach {
			t.Errorf("%s importing %s: breach %q, want breach %v", c.dir, c.imported, why, c.breach)
		}
	}
}
