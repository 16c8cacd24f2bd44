package documents

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// system are variables of the operating system, of Go and of other programs, and a
// code of the gateway that looks like one.
var system = regexp.MustCompile(`^(SERVICE_UNAVAILABLE|APPDATA|APPIMAGE|CUPS_SERVER|DISPLAY|FYNE_SCALE|GOFLAGS|GOGC|GOMEMLIMIT|GOROOT|HOME|LANG|LC_ALL|LOCALAPPDATA|PATH|SOURCE_DATE_EPOCH|TMPDIR|USER|WAYLAND_DISPLAY|XDG_[A-Z_]+)$`)

var (
	capitals = regexp.MustCompile(`^[A-Z][A-Z0-9_]*[A-Z0-9]$`)
	ours     = regexp.MustCompile(`^(?:SANDUQ|SOAK)_[A-Z0-9_]*[A-Z0-9]$`)
	service  = regexp.MustCompile(`^SERVICE_[A-Z0-9_]*[A-Z0-9]$`)
	inScript = regexp.MustCompile(`\b(?:SANDUQ|SOAK)_[A-Z0-9_]*[A-Z0-9]\b`)
	tag      = regexp.MustCompile(`env:"([A-Z0-9_]+)"`)
)

// Variables returns the environment variables that the project's code and scripts
// read, without those of the system: the arguments of Getenv and LookupEnv, where a
// function hands its argument on the capitals that its file holds, and whatever
// begins with a prefix of ours.
func (t *Tree) Variables() []string {
	found := map[string]bool{}
	for _, f := range t.files {
		for _, name := range f.variables(t) {
			found[name] = true
		}
	}
	for name := range found {
		if system.MatchString(name) {
			delete(found, name)
		}
	}
	for _, pattern := range []string{"Makefile", ".ci/*", ".github/workflows/*"} {
		files, _ := filepath.Glob(filepath.Join(t.root, filepath.FromSlash(pattern)))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			for _, name := range inScript.FindAllString(string(text), -1) {
				found[name] = true
			}
		}
	}
	var all []string
	for name := range found {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// variables are those that one file reads.
func (f *file) variables(t *Tree) (found []string) {
	handed := false
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is || len(call.Args) != 1 {
			return true
		}
		from, is := call.Fun.(*ast.SelectorExpr)
		if !is || from.Sel.Name != "Getenv" && from.Sel.Name != "LookupEnv" {
			return true
		}
		switch arg := call.Args[0].(type) {
		case *ast.BasicLit:
			found = append(found, text(arg))
		case *ast.Ident:
			if value, known := t.constants[f.dir+"."+arg.Name]; known {
				found = append(found, value)
			} else {
				handed = true
			}
		case *ast.SelectorExpr:
			if x, is := arg.X.(*ast.Ident); is {
				for _, dir := range t.named[x.Name] {
					if value, known := t.constants[dir+"."+arg.Sel.Name]; known {
						found = append(found, value)
					}
				}
			}
		}
		return true
	})
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		lit, is := n.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING {
			return true
		}
		value := text(lit)
		if ours.MatchString(value) || !f.test && service.MatchString(value) || handed && capitals.MatchString(value) && strings.Contains(value, "_") {
			found = append(found, value)
		}
		if m := tag.FindStringSubmatch(value); m != nil {
			found = append(found, m[1])
		}
		return true
	})
	return found
}

// text is the value of a string literal.
func text(lit *ast.BasicLit) string {
	s, _ := strconv.Unquote(lit.Value)
	return s
}
