package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// name is what a mutant is called in files that outlive a change of the list:
// lines are moved, its text is not.
func (m *mutant) name() string {
	sum := sha256.Sum256([]byte(m.where + "\x00" + m.old + "\x00" + m.new))
	return hex.EncodeToString(sum[:5])
}

// trial is what a suite said of a mutant.
type trial struct {
	cell, by string
	took     time.Duration
}

// kept is a file of raw results, a line each, written as they come, so that a
// run that was stopped goes on behind them. Its lines, with tabs between:
//
//	trial <mutant> <suite> <cell> <milliseconds> <test>
//	test <set of mutants> <suite> <name> <milliseconds> <mutant,mutant...>
//
// A nil one keeps nothing.
type kept struct {
	file   *os.File
	set    string                      // which mutants the reach of the tests was measured with
	trials map[string]map[string]trial // by mutant and suite
	tests  map[string][]timed          // by suite
}

// open begins a file, or goes on behind what an earlier run left in it.
func open(path string, mutants []*mutant, goOn bool) (*kept, error) {
	byName := map[string]*mutant{}
	for _, m := range mutants {
		byName[m.name()] = m
	}
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(maps.Keys(byName)), ",")))
	k := &kept{set: hex.EncodeToString(sum[:5]), trials: map[string]map[string]trial{}, tests: map[string][]timed{}}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	mode := os.O_APPEND
	if !goOn {
		text, mode = nil, os.O_TRUNC
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasSuffix(line, "\n") { // the run was stopped while it wrote
			break
		}
		if err := k.line(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), byName); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, line, err)
		}
	}
	k.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	return k, err
}

// line reads one line of the file.
func (k *kept) line(parts []string, byName map[string]*mutant) error {
	if len(parts) != 6 {
		return errors.New("not six parts")
	}
	ms, err := strconv.Atoi(parts[4])
	if err != nil {
		return err
	}
	took := time.Duration(ms) * time.Millisecond
	switch parts[0] {
	case "trial":
		k.add(parts[1], parts[2], trial{parts[3], parts[5], took})
	case "test":
		if parts[1] != k.set {
			return nil
		}
		t := timed{name: parts[3], takes: took, reaches: map[int]bool{}}
		for name := range strings.SplitSeq(parts[5], ",") {
			if m := byName[name]; m != nil {
				t.reaches[m.id] = true
			}
		}
		k.tests[parts[2]] = append(k.tests[parts[2]], t)
	default:
		return errors.New("neither a trial nor a test")
	}
	return nil
}

func (k *kept) add(mutant, suite string, t trial) {
	if k.trials[mutant] == nil {
		k.trials[mutant] = map[string]trial{}
	}
	k.trials[mutant][suite] = t
}

// tried keeps a trial.
func (k *kept) tried(m *mutant, s suite, t trial) error {
	if k == nil {
		return nil
	}
	k.add(m.name(), s.name, t)
	_, err := fmt.Fprintf(k.file, "trial\t%s\t%s\t%s\t%d\t%s\n", m.name(), s.name, t.cell, t.took.Milliseconds(), t.by)
	return err
}

// timed keeps how long a suite's tests take and what they reach.
func (k *kept) timed(s suite, tests []timed, mutants []*mutant) error {
	if k == nil {
		return nil
	}
	var b strings.Builder
	for _, t := range tests {
		var names []string
		for _, m := range mutants {
			if t.reaches[m.id] {
				names = append(names, m.name())
			}
		}
		fmt.Fprintf(&b, "test\t%s\t%s\t%s\t%d\t%s\n", k.set, s.name, t.name, t.takes.Milliseconds(), strings.Join(names, ","))
	}
	_, err := k.file.WriteString(b.String())
	return err
}

func (k *kept) close() {
	if k != nil {
		_ = k.file.Close()
	}
}
