//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/tests/postgres"
)

// quoted is what stands between backticks in the manual, each on one line.
func quoted(t *testing.T) (all []string) {
	t.Helper()
	text, err := os.ReadFile("../../../../assets/manual/office.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile("`([^`]+)`").FindAllSubmatch(text, -1) {
		all = append(all, strings.Join(strings.Fields(string(found[1])), " "))
	}
	return all
}

// arguments are those of a command as a shell would split it.
func arguments(command string) (args []string) {
	for _, one := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(command, -1) {
		args = append(args, strings.Trim(one, `"`))
	}
	return args
}

// TestTheManualsCommandsWork runs each command that the manual names on an office with
// seven tills, and holds every flag that it names against those that there are. Whatever
// the program can, the manual names.
func TestTheManualsCommandsWork(t *testing.T) {
	var p program
	parser, err := kong.New(&p, kong.Name("sanduq-office"), kong.Vars{"version": "x"}, kong.Bind(locate(func(name string) string { return name })), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	flags, commands := map[string]bool{}, map[string]bool{}
	_ = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		switch is := node.(type) {
		case *kong.Flag:
			flags[is.Name] = true
		case *kong.Command:
			commands[is.Name] = true
		}
		return next(nil)
	})
	named, seen, ran := map[string]bool{}, map[string]bool{}, 0
	for _, said := range quoted(t) {
		for _, flag := range regexp.MustCompile(`--([a-z][a-z-]+)`).FindAllStringSubmatch(said, -1) {
			if name := flag[1]; !flags[name] && !strings.HasPrefix(said, "go ") && !strings.HasPrefix(said, "make ") {
				t.Errorf("the manual names --%s, which is no flag: %s", name, said)
			}
		}
		args := arguments(strings.TrimPrefix(said, "sanduq-office "))
		if len(args) == 0 || !commands[args[0]] {
			continue
		}
		if named[args[0]] = true; seen[said] {
			continue
		}
		seen[said] = true
		if slices.Contains([]string{"serve", "office-view"}, args[0]) || strings.Contains(said, "FILE") { // it goes on, or wants files
			if strings.ContainsAny(said, "…") {
				continue
			}
			if _, err := parser.Parse(args); err != nil && !strings.Contains(err.Error(), `got "EOL"`) { // a flag alone, whose value stands elsewhere
				t.Errorf("%s: %v", said, err)
			}
			continue
		}
		if _, err := parser.Parse(args); err != nil { // a command alone, whose arguments stand elsewhere
			if len(args) > 1 {
				t.Errorf("%s: %v", said, err)
			}
			continue
		}
		ran++
		t.Run(said, func(t *testing.T) { runManual(t, args) })
	}
	for name := range commands {
		if !named[name] && !slices.Contains([]string{"up", "down", "status"}, name) {
			t.Errorf("the manual does not name %s", name)
		}
	}
	if ran < 15 {
		t.Errorf("%d commands of the manual ran", ran)
	}
}

func runManual(t *testing.T, args []string) {
	database := postgres.Database(t)
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, sql := range []string{"INSERT INTO shops (name) VALUES ('Harbour'), ('Garden')",
		"INSERT INTO tills (shop_id, name, practice) SELECT 1, 'Till ' || n * 10, false FROM generate_series(1, 7) n",
		"INSERT INTO cursors (till_id) SELECT id FROM tills", "INSERT INTO keys (hash, till_id) SELECT sha256(id::text::bytea), id FROM tills",
		"INSERT INTO people (name, password, all_shops) VALUES ('Huda', 'x', true)"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	out, err := commands(t, map[string]string{"SANDUQ_OFFICE_DATABASE": database})(args...)
	if args[0] == "doctor" && errors.Is(err, errUnwell) && strings.Contains(out, "it has never run") {
		return // so it is, where verify never ran
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
