package words

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// others are the programs that have messages of their own, by how theirs are read: the
// page on which customers pay, and head office's page and alerts.
var others = map[string]func(t *testing.T) map[string]map[string]string{
	"checkout": inFiles("../../core/checkout/words"),
	"office":   inSource("../../core/office/server/page/words.go"),
	"alerts":   inSource("../../core/office/server/alerts/words.go"),
}

// inFiles reads a file for each language.
func inFiles(folder string) func(t *testing.T) map[string]map[string]string {
	return func(t *testing.T) map[string]map[string]string {
		t.Helper()
		all := map[string]map[string]string{}
		for _, lang := range Languages() {
			data, err := os.ReadFile(folder + "/" + lang + ".json")
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]string{}
			if err := json.Unmarshal(data, &said); err != nil {
				t.Fatal(err)
			}
			all[lang] = said
		}
		return all
	}
}

// inSource reads the literals of a Go file that have a language as their key: the program
// is another module, whose packages cannot be imported here.
func inSource(file string) func(t *testing.T) map[string]map[string]string {
	return func(t *testing.T) map[string]map[string]string {
		t.Helper()
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]map[string]string{}
		for _, lang := range Languages() {
			all[lang] = map[string]string{}
		}
		group := 0
		ast.Inspect(parsed, func(n ast.Node) bool {
			list, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			group++
			for _, e := range list.Elts {
				pair, ok := e.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				said := all[constant(pair.Key)]
				switch value := pair.Value.(type) {
				case *ast.CompositeLit:
					for _, e := range value.Elts {
						if inner, ok := e.(*ast.KeyValueExpr); ok && said != nil {
							said[fmt.Sprint(group, " ", constant(inner.Key))] = constant(inner.Value)
						}
					}
				case *ast.BasicLit:
					if said != nil {
						said[fmt.Sprint(group)] = constant(value)
					}
				}
			}
			return true
		})
		return all
	}
}

// constant is the text of a string, or the name of a constant; "" for anything else.
func constant(e ast.Expr) string {
	if name, ok := e.(*ast.Ident); ok {
		return name.Name
	}
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		s, _ := strconv.Unquote(l.Value)
		return s
	}
	return ""
}

// TestGlossaryOfTheOtherPrograms: one word for one thing on the customer's page and at head
// office too.
func TestGlossaryOfTheOtherPrograms(t *testing.T) {
	all := glossary(t)
	used := map[string]bool{}
	for name, read := range others {
		said := read(t)
		for _, lang := range Languages() {
			if len(said[lang]) < 3 || len(said[lang]) < len(said[English]) {
				t.Fatalf("%s: %d messages in %s, %d in English", name, len(said[lang]), lang, len(said[English]))
			}
		}
		for _, b := range breaches(prefixed(name, said), all, used) {
			t.Error(b)
		}
	}
}

// TestGlossaryOfTheOtherProgramsFindsWrongWords: three wrong words, one in each language.
func TestGlossaryOfTheOtherProgramsFindsWrongWords(t *testing.T) {
	all := glossary(t)
	for lang, wrong := range map[string][3]string{
		English: {"checkout", "bank", "boss"},
		Arabic:  {"office", "صندوق", "نقطة بيع"},
		French:  {"alerts", "caisse", "terminal"},
	} {
		said := others[wrong[0]](t)
		seeded := ""
		for _, key := range slices.Sorted(maps.Keys(said[lang])) { // a part of a word is none: banking
			if s := " " + said[lang][key] + " "; strings.Contains(s, " "+wrong[1]+" ") {
				said[lang][key], seeded = strings.TrimSpace(strings.Replace(s, wrong[1], wrong[2], 1)), key
				break
			}
		}
		found := breaches(prefixed(wrong[0], said), all, map[string]bool{})
		at := wrong[0] + "." + seeded + ", " + lang
		if seeded == "" || !slices.ContainsFunc(found, func(b string) bool { return strings.HasPrefix(b, at) }) {
			t.Errorf("%s: %q in place of %q was not found: %v", at, wrong[2], wrong[1], found)
		}
		t.Log(found)
	}
}

// prefixed are messages under the name of their program.
func prefixed(name string, said map[string]map[string]string) map[string]map[string]string {
	all := map[string]map[string]string{}
	for lang, sentences := range said {
		all[lang] = map[string]string{}
		for key, s := range sentences {
			all[lang][name+"."+key] = s
		}
	}
	return all
}
