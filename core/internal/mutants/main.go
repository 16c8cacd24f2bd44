// Mutants breaks the SDK on purpose, one line at a time, and reports which
// breakages no test notices. Run it from the module's root:
//
//	go run ./core/internal/mutants [file...]
//
// A file, such as poller.go, limits the run to its mutants.
//
// The breakages stand in list.txt. The work tree is not touched: the compiler
// is given each broken file as an overlay. The exit code is 1 if a mutant
// survived or could not be applied.
package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed list.txt
var list string

// mutant replaces the one occurrence of old in file by new.
type mutant struct{ file, old, new string }

func main() {
	mutants, err := parse(list)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	survivors, tried, began := 0, 0, time.Now()
	for i, m := range mutants {
		if only := os.Args[1:]; len(only) > 0 && !slices.Contains(only, m.file) {
			continue
		}
		tried++
		verdict, err := try(m)
		if err != nil {
			verdict = err.Error()
		}
		if verdict != "killed" {
			survivors++
			fmt.Printf("%3d %s: %s\n\t- %s\n\t+ %s\n", i+1, m.file, verdict, m.old, m.new)
		}
	}
	fmt.Printf("%d mutants, %d killed, %s\n", tried, tried-survivors, time.Since(began).Round(time.Second))
	if survivors > 0 {
		os.Exit(1)
	}
}

// unescape turns what cannot stand in a line of the list into itself.
var unescape = strings.NewReplacer(`\|`, "|", `\n`, "\n", `\t`, "\t")

// parse reads lines of "file | old | new"; blank lines and those that begin
// with # are for people.
func parse(text string) (mutants []mutant, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			return nil, fmt.Errorf("not three parts: %q", line)
		}
		mutants = append(mutants, mutant{parts[0], unescape.Replace(parts[1]), unescape.Replace(parts[2])})
	}
	return mutants, nil
}

// try runs the tests of the mutant's package, and those of core for a part of
// it, against the broken file.
func try(m mutant) (verdict string, err error) {
	file, err := filepath.Abs(filepath.Join("core", filepath.FromSlash(m.file)))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		return fmt.Sprintf("occurs %d times", n), nil
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	broken, overlay := filepath.Join(folder, "broken.go"), filepath.Join(folder, "overlay.json")
	mapping, err := json.Marshal(map[string]map[string]string{"Replace": {file: broken}})
	if err != nil {
		return "", err
	}
	for name, content := range map[string][]byte{broken: []byte(strings.Replace(string(source), m.old, m.new, 1)), overlay: mapping} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			return "", err
		}
	}
	out, err := exec.Command("go", "test", "-overlay", overlay, "-failfast", "-timeout", "60s",
		"-skip", "TestHouse|TestBothWitnesses|TestTheSDKFromOutside", "./"+filepath.ToSlash(filepath.Join("core", filepath.Dir(m.file)))).CombinedOutput()
	switch {
	case err == nil:
		return "survived", nil
	case strings.Contains(string(out), "[build failed]"):
		return "does not compile", nil
	}
	return "killed", nil
}
