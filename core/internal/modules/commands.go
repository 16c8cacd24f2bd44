package modules

import (
	"fmt"
	"path"
	"strings"
)

// Commands returns the commands for a shell, from the repository's root, that
// run the tests of all packages, or of those in and below the folders given:
// with the race detector, except where a package or a file says otherwise, or
// all without it if plain is set. Only the race detector needs C: the others are
// compiled without it, so that nothing brings it in and packages are compiled twice,
// not three times.
func Commands(root string, plain bool, folders []string) ([]string, error) {
	all, err := Read(root)
	if err != nil {
		return nil, err
	}
	var commands []string
	for _, m := range all {
		packages, problems, err := Packages(root, m)
		if err != nil {
			return nil, err
		}
		if len(problems) > 0 {
			return nil, fmt.Errorf("%s", strings.Join(problems, "\n"))
		}
		var race, unraced, others, tests []string
		for _, p := range packages {
			pattern := "."
			if p.Dir != m.Dir {
				pattern = "./" + strings.TrimPrefix(strings.TrimPrefix(p.Dir, m.Dir), "/")
			}
			switch {
			case len(folders) > 0 && !withinAny(p.Dir, folders):
				continue
			case !plain && p.NoRace == "":
				race = append(race, pattern)
			default:
				others = append(others, pattern)
			}
			if !plain && len(p.Unraced) > 0 {
				unraced, tests = append(unraced, pattern), append(tests, p.Unraced...)
			}
		}
		test := "go test -vet=off -timeout 20m" // make lint vets all modules, whole
		if len(m.Tags) > 0 {
			test += " -tags " + strings.Join(m.Tags, ",")
		}
		// A property is held 40 times under the race detector, 100 times elsewhere,
		// and draws other cases each time.
		commands = add(commands, m, "RAPID_CHECKS=40 CGO_ENABLED=1 "+test+" -race", race)
		commands = add(commands, m, "CGO_ENABLED=0 "+test+" -run '^("+strings.Join(tests, "|")+")$'", unraced)
		commands = add(commands, m, "CGO_ENABLED=0 "+test, others)
	}
	return commands, nil
}

// add appends the command that tests packages, if there are any.
func add(commands []string, m Module, test string, patterns []string) []string {
	if len(patterns) == 0 {
		return commands
	}
	command := test + " " + strings.Join(patterns, " ")
	if m.Dir != "." {
		command = "(cd " + m.Dir + " && " + command + ")"
	}
	return append(commands, command)
}

func withinAny(dir string, folders []string) bool {
	for _, f := range folders {
		if f = path.Clean(f); f == "." || dir == f || strings.HasPrefix(dir, f+"/") {
			return true
		}
	}
	return false
}
