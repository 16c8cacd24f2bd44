package toolkit_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sanduq/core/tests/layers"
)

// order has the packages from the lowest to the highest.
var order = []string{"draw", "graphic", "typeset", "input", "layout", "control", "form", "list", "dialog"}

// TestNothingReachesUpALayer holds the files of each package; form has a test of its own.
func TestNothingReachesUpALayer(t *testing.T) {
	type layer = layers.Layer
	for folder, of := range map[string]struct {
		least  int
		layers []layer
	}{
		"draw":    {12, []layer{{Name: "surface", Files: "canvas shaders"}, {Name: "rounded rectangles", Files: "roundedrectangle"}, {Name: "renderer", Files: "render"}, {Name: "outlines", Files: "dashes"}}},
		"graphic": {15, []layer{{Name: "parts", Files: "card icon qr ring"}, {Name: "made of parts", Files: "corners hatch state"}, {Name: "a tick that is drawn", Files: "tick"}}},
		"typeset": {60, []layer{{Name: "styles and directions", Files: "style bidi"}, {Name: "lines", Files: "lines"}, {Name: "keys", Files: "keycap"}, {Name: "texts and amounts", Files: "text amount known"}}},
		"input":   {10, []layer{{Name: "keys and focus", Files: "pass focusnews burst hover"}, {Name: "pressing", Files: "press"}}},
		"layout":  {5, []layer{{Name: "placement", Files: "layout"}, {Name: "what scrolls", Files: "reveal slide stage see"}, {Name: "made of placement", Files: "bar footer"}}},
		"control": {35, []layer{{Name: "buttons", Files: "badge button button_layout chip tool key factbutton more notekey opener option segmented slots navitem"}, {Name: "made of them",
			Files: "keypad quickkey navmenu"}, {Name: "what fields tell", Files: "fieldnews"}, {Name: "a line to type", Files: "entry"}, {Name: "fields", Files: "field field_read"}}},
		"list":   {5, []layer{{Name: "rows", Files: "line devicerow settlerow saletile settle"}, {Name: "recycling", Files: "window"}, {Name: "lists", Files: "list"}}},
		"dialog": {0, []layer{{Name: "each by itself", Files: "banner dialog ribbon"}}},
	} {
		t.Run(folder, func(t *testing.T) { layers.Require(t, folder, of.least, of.layers...) })
		if !slices.Contains(order, folder) {
			t.Errorf("%s has no place in the order of packages", folder)
		}
	}
}

// TestAPackageImportsLowerOnesOnly, of the toolkit; and every package has its place.
func TestAPackageImportsLowerOnesOnly(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		here := slices.Index(order, filepath.Dir(file))
		if here < 0 {
			t.Errorf("%s has no place in the order", file)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if name, is := strings.CutPrefix(path, "sanduq/ui/toolkit/"); is && slices.Index(order, name) >= here {
				t.Errorf("%s imports %s, which is no lower", file, name)
			}
		}
	}
}
