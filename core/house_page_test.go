package core_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "print the import rules into CONTRIBUTING.md")

// rules prints the rules of imports as a table of Markdown. A folder stands for
// its subfolders too, unless the table has a line for them or the folder is exact.
func rules() string {
	var b strings.Builder
	b.WriteString("| folder | may import, of ours | never | imported by |\n|---|---|---|---|\n")
	for _, dir := range slices.Sorted(maps.Keys(house)) {
		r := house[dir]
		ours := "nothing"
		switch {
		case r.anyOur:
			ours = "anything"
		case len(r.ours) > 0:
			ours = quoted(r.ours, "")
		}
		by := ""
		if mayEnter, shut := closed[dir]; shut {
			by = quoted(mayEnter, "`main.go`")
		}
		if slices.ContainsFunc(workshops, func(w string) bool { return within(dir, w) }) {
			by = "tests"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", quoted([]string{dir}, "`main.go`"), ours, quoted(r.never, ""), by)
	}
	b.WriteString("\nThese modules may import from others than the root's:\n\n| module | may import from |\n|---|---|\n")
	for _, m := range slices.Sorted(maps.Keys(needed)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m, quoted(needed[m], ""))
	}
	fmt.Fprintf(&b, "\nOnly `main.go` and `ui/e2e/bench/empty` import `%s`, only %s import %s. Of these folders the name alone may be\nimported, not what is below them: %s. Packages for tests, which no other code imports:\n%s.\n",
		app, quoted(office, ""), quoted(postgres, ""), quoted(slices.Sorted(maps.Keys(exact)), ""), quoted(workshops, ""))
	return wrapped(b.String())
}

// quoted lists names in backticks; instead is for the empty name.
func quoted(names []string, instead string) string {
	var all []string
	for _, n := range names {
		if n == "" {
			all = append(all, instead)
			continue
		}
		all = append(all, "`"+n+"`")
	}
	return strings.Join(all, ", ")
}

// wrapped breaks the lines of paragraphs, not those of tables, at 120 columns.
func wrapped(text string) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if !strings.HasPrefix(paragraph, "|") {
			var lines []string
			line := ""
			for _, word := range strings.Fields(paragraph) {
				if line != "" && len(line)+1+len(word) > 120 {
					lines, line = append(lines, line), ""
				}
				line = strings.TrimSpace(line + " " + word)
			}
			paragraph = strings.Join(append(lines, line), "\n")
		}
		out = append(out, strings.TrimSuffix(paragraph, "\n"))
	}
	return strings.Join(out, "\n\n") + "\n"
}

// TestContributingHasTheRules compares the last section of CONTRIBUTING.md with the
// rules that TestHouse checks; -update prints it.
func TestContributingHasTheRules(t *testing.T) {
	file := filepath.Join("..", ".github", "CONTRIBUTING.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const heading = "\n## Import rules\n\n"
	before, has, found := strings.Cut(string(page), heading)
	if !found {
		t.Fatalf("%s has no section %q", file, strings.TrimSpace(heading))
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+heading+rules()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if has != rules() {
		t.Errorf("the import rules of %s are not those that are checked; go test ./core -run Rules -update prints them", file)
	}
}
