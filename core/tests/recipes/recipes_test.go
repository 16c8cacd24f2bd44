package recipes

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	every    = flag.Bool("every", false, "leave out each place of each recipe in turn, not one of each alone")
	replaced = flag.String("overlay.json", "", "what is laid over the sources while Everywhere is run")
)

// most are the places that a recipe may need at the most.
var most = map[string]int{"route": 12, "currency": 3, "language": 4, "receipt-field": 5, "setting": 4, "printer": 3, "export": 4, "dimension": 8}

// TestThePageListsTheFiles: the paragraph of CONTRIBUTING names what its recipe changes,
// and no other file.
func TestThePageListsTheFiles(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ = cut(page, "\n## How to add\n")
	page, _, _ = cut(page, "\n## ")
	for name, r := range recipes(t) {
		_, paragraph, found := cut(page, "**"+r.title+".**")
		paragraph, _, _ = cut(paragraph, "\n\n")
		if !found {
			t.Errorf("%s: the page has no paragraph %q", name, r.title)
			continue
		}
		var listed []string
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(string(paragraph), -1) {
			if info, err := os.Stat(filepath.Join(root, m[1])); err == nil && strings.Contains(m[1], "/") && (!info.IsDir() || slices.Contains(r.places(), m[1])) {
				listed = append(listed, m[1])
			}
		}
		for _, p := range r.places() {
			if !slices.Contains(listed, p) {
				t.Errorf("%s: the page does not list %s", r.title, p)
			}
		}
		for _, p := range listed {
			if !slices.Contains(r.places(), p) {
				t.Errorf("%s: the page lists %s, which the recipe does not change", r.title, p)
			}
		}
		if n := len(r.places()); n > most[name] {
			t.Errorf("%s: %d places, %d at the most", r.title, n, most[name])
		}
	}
}

func cut(text []byte, mark string) (before, after []byte, found bool) {
	b, a, found := strings.Cut(string(text), mark)
	return []byte(b), []byte(a), found
}

// TestRecipesAreWhole: with what all recipes add, the program knows it everywhere.
func TestRecipesAreWhole(t *testing.T) {
	if said, ok := everywhere(t, overlay(t, recipes(t), nil)); !ok {
		t.Error(said)
	}
}

// TestAForgottenPlaceIsNamed leaves out one place of each recipe, or each of them in
// turn: what is said then names it, or what it declares.
func TestAForgottenPlaceIsNamed(t *testing.T) {
	all := recipes(t)
	rounds := 1
	if *every {
		for _, r := range all {
			rounds = max(rounds, len(r.places()))
		}
	}
	for round := range rounds {
		forgets := map[string]string{}
		for name, r := range all {
			if places := r.places(); round < len(places) {
				forgets[name] = places[len(places)-1-round]
			}
		}
		t.Logf("left out: %v", forgets)
		// What does not compile says nothing of the other recipes: those that were named
		// are put right, and the rest asked again.
		for len(forgets) > 0 {
			said, ok := everywhere(t, overlay(t, all, forgets))
			before := len(forgets)
			for name, p := range forgets {
				if !ok && all[name].named(said, p) {
					delete(forgets, name)
				}
			}
			if len(forgets) == before {
				t.Errorf("left out of recipes, and not named: %v\n%s", forgets, said)
				break
			}
		}
	}
}

// named reports whether a text speaks of a place, or of a name that its files bring and
// that is undefined without them.
func (r recipe) named(said, p string) bool {
	if strings.Contains(said, p+":") {
		return true
	}
	for _, m := range regexp.MustCompile(`undefined: (?:\w+\.)?(\w+)|\.(\w+) undefined|unknown field (\w+)`).FindAllStringSubmatch(said, -1) {
		for _, file := range r.files {
			text, _ := os.ReadFile(filepath.Join("testdata", r.file()))
			_, body, _ := strings.Cut(string(text), "-- "+file+" --\n")
			body, _, _ = strings.Cut(body, "\n-- ")
			declares := regexp.MustCompile(`(?m)^> (?:\t+|func (?:\([^)]*\) )?|var |const |type )(\w+)`)
			for _, d := range declares.FindAllStringSubmatch(body, -1) {
				if place(file) == p && slices.Contains(m[1:], d[1]) {
					return true
				}
			}
		}
	}
	return false
}

// file is the name of the recipe's file.
func (r recipe) file() string {
	names, _ := filepath.Glob("testdata/*.txt")
	for _, name := range names {
		if data, err := os.ReadFile(name); err == nil && strings.HasPrefix(string(data), r.title+"\n") {
			return filepath.Base(name)
		}
	}
	return ""
}

// everywhere runs the tests that look for what was added, over an overlay.
func everywhere(t *testing.T, overlay string) (said string, ok bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "go", "test", "-vet=off", "-count=1", "-overlay", overlay, "-run", "^TestEverywhere", ".", "-overlay.json", overlay)
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatal("it takes too long:", string(out))
	}
	return string(out), err == nil
}
