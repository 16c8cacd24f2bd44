// Package verbs counts the functions and methods of all modules whose whole name
// is one verb that can mean many things, such as take or keep. A reader who finds
// one name with seven meanings must open each of them to know which is called.
//
// It reads files of the tree and knows nothing else of the program. It is for
// tests and for people: each verb has one meaning and a limit.
//
//sanduq:norace its tests read the source, in one goroutine
package verbs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
)

// Meaning is what a verb may mean as a whole name, and in how many declarations.
type Meaning struct {
	Means string // blank where no meaning stays: then only few scattered uses are allowed
	Most  int
}

// Limits are the verbs that are counted. A verb with no single meaning is
// allowed five times; what has one meaning is allowed for each that has it.
// What would go beyond gets a name of two words, such as waitForSlot.
func Limits() map[string]Meaning {
	return map[string]Meaning{
		"turn":    {Most: 5},
		"take":    {Most: 5},
		"keep":    {Most: 5},
		"tell":    {Most: 5},
		"hold":    {Most: 5},
		"look":    {Most: 5},
		"leave":   {Most: 5},
		"hear":    {Most: 5},
		"note":    {Most: 5},
		"claim":   {"reserves an idempotency key for one request", 5},
		"settled": {"a sale in the state after the gateway's payment", 6},
		"settle":  {"makes the payment final", 8},
		"heard":   {"the tills that head office had messages from", 5},
		"told":    {"a reply that carried a word was sent", 7},
		"say":     {"the sentence of a key in one language", 12},
		"put":     {"stands behind what it is given: a value under a key, an object at a place", 6},
		"press":   {"a key or a button of the screen is pressed", 86},
		"show":    {"brings something to the eye of whoever looks", 44},
		"begin":   {"starts what has an end", 42},
	}
}

// Count returns where each of the given verbs is declared as a whole name, as
// file:name, over all Go files below root. Capitals make no difference.
func Count(root string, verbs map[string]Meaning) (map[string][]string, error) {
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".git" || e.Name() == "out" || e.Name() == "testdata"):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			verb := strings.ToLower(f.Name.Name)
			if _, counted := verbs[verb]; counted {
				found[verb] = append(found[verb], path+":"+f.Name.Name)
			}
		}
		return nil
	})
	return found, err
}
