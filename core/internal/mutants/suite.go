package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// compiled is a suite's test binary with every mutant of the area in it.
type compiled struct {
	suite
	binary string
	tests  []timed         // from the fastest to the slowest
	needs  map[string]bool // the packages that are in it
}

// timed is a test without a mutant: how long it takes, and which mutants, by
// number, it reaches.
type timed struct {
	name    string
	takes   time.Duration
	reaches map[int]bool
}

// normal is how long the suite takes without a mutant.
func (c *compiled) normal() (sum time.Duration) {
	for _, t := range c.tests {
		sum += t.takes
	}
	return sum
}

// reached counts the mutants that some test reaches.
func (c *compiled) reached(mutants []*mutant) (n int) {
	for _, m := range mutants {
		if len(c.reaching(m)) > 0 {
			n++
		}
	}
	return n
}

// reaching are the tests that can notice a mutant: of one outside of every
// function, such as a table's, all that have its package in them.
func (c *compiled) reaching(m *mutant) (out []timed) {
	for _, t := range c.tests {
		if m.fn == nil && c.needs[m.pkg] || t.reaches[m.id] {
			out = append(out, t)
		}
	}
	return out
}

// bench is where one area is tried: what the compiler is given, and a folder of
// its own.
type bench struct {
	module, folder string
	overlay        string
	files          []*source
	mutants        []*mutant
	kept           *kept
}

// compile makes a suite's test binary.
func (b *bench) compile(s suite, overlay, to string) error {
	args := []string{"test", "-c", "-vet=off", "-overlay", overlay, "-o", to}
	if s.race {
		args = append(args, "-race")
	}
	// Stress tests are modules of their own: each is compiled from its folder.
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = filepath.Join(b.module, filepath.FromSlash(s.pkg))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compile %s: %w\n%s", s.name, err, out)
	}
	return nil
}

var testName = regexp.MustCompile(`^(Test|Example|Fuzz)\w*$`)

// prepare compiles a suite and runs each of its tests alone without a mutant, or
// some of them. The error is that it cannot be compiled, or that one fails.
func (b *bench) prepare(s suite, workers int, some ...string) (*compiled, error) {
	c := &compiled{suite: s, binary: filepath.Join(b.folder, strings.ReplaceAll(s.name, "/", "_")+".test")}
	if err := b.compile(s, b.overlay, c.binary); err != nil {
		return nil, err
	}
	needs, err := packages(filepath.Join(b.module, filepath.FromSlash(s.pkg)), "-deps", "-test", ".")
	if err != nil {
		return nil, err
	}
	c.needs = map[string]bool{}
	for _, p := range needs {
		path, _, _ := strings.Cut(p.ImportPath, " ") // with its tests it is "path [path.test]"
		c.needs[path] = true
	}
	if b.kept != nil && len(some) == 0 && len(b.kept.tests[s.name]) > 0 {
		c.tests = b.kept.tests[s.name]
		return c, nil
	}
	failed, out, err := b.run(c, c.binary, time.Minute, "", "-test.list=.")
	if err != nil || failed != "" {
		return nil, fmt.Errorf("list the tests of %s: %s: %w", s.name, out, err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		name := strings.TrimSpace(line)
		if len(some) > 0 && !slices.Contains(some, name) {
			continue
		}
		if testName.MatchString(name) && (s.run == "" || regexp.MustCompile(s.run).MatchString(name)) &&
			(s.skip == "" || !regexp.MustCompile(s.skip).MatchString(name)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no test", s.name)
	}
	c.tests = make([]timed, len(names))
	problems := make([]error, len(names))
	var wg sync.WaitGroup
	turns := make(chan struct{}, max(1, workers))
	for i, name := range names {
		turns <- struct{}{}
		wg.Go(func() {
			c.tests[i], problems[i] = b.alone(c, name)
			<-turns
		})
	}
	wg.Wait()
	slices.SortFunc(c.tests, func(a, b timed) int { return cmp.Compare(a.takes, b.takes) })
	if err := errors.Join(problems...); err != nil || len(some) > 0 {
		return c, err
	}
	return c, b.kept.timed(s, c.tests, b.mutants)
}

// alone runs one test without a mutant.
func (b *bench) alone(c *compiled, name string) (t timed, err error) {
	hits, err := os.CreateTemp(b.folder, "hits")
	if err != nil {
		return t, err
	}
	defer func() { _ = os.Remove(hits.Name()) }()
	if err := hits.Close(); err != nil {
		return t, err
	}
	began := time.Now()
	failed, out, err := b.run(c, c.binary, 30*time.Minute, envHits+"="+hits.Name(), "-test.run=^"+name+"$")
	if err != nil {
		return t, err
	}
	if failed != "" {
		return t, fmt.Errorf("%s: %s fails without a mutant: %s\n%s", c.name, name, failed, out[max(0, len(out)-2000):])
	}
	t = timed{name: name, takes: time.Since(began), reaches: map[int]bool{}}
	text, err := os.ReadFile(hits.Name())
	if err != nil {
		return t, err
	}
	for line := range strings.Lines(string(text)) {
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return t, err
		}
		t.reaches[n] = true
	}
	return t, nil
}

// try returns by which test a suite notices a mutant; empty means not at all. Of the
// quick tests that reach it some run together, then the rest, then each of the others.
func (b *bench) try(c *compiled, m *mutant) (by string, err error) {
	binary := c.binary
	if m.fn == nil { // outside of every function: compiled for itself
		folder, err := os.MkdirTemp(b.folder, "alone")
		if err != nil {
			return "", err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		over, err := overlay(folder, alone(b.files, m))
		if err != nil {
			return "", err
		}
		binary = filepath.Join(folder, "alone.test")
		if err := b.compile(c.suite, over, binary); err != nil {
			return notGo, nil
		}
	}
	tests := c.reaching(m)
	quick := slices.IndexFunc(tests, func(t timed) bool { return t.takes > time.Second })
	if quick < 0 {
		quick = len(tests)
	}
	// Those that reach the fewest mutants first: they are about this one.
	short := slices.Clone(tests[:quick])
	slices.SortStableFunc(short, func(a, b timed) int { return len(a.reaches) - len(b.reaches) })
	few := min(6, quick)
	groups := [][]timed{short[:few], short[few:]}
	for i := range tests[quick:] {
		groups = append(groups, tests[quick+i:][:1])
	}
	for _, group := range groups {
		if len(group) == 0 {
			continue
		}
		// Other work on the machine must not look like an endless loop.
		limit := 20 * time.Second
		var names []string
		for _, t := range group {
			limit += 2 * t.takes
			names = append(names, t.name)
		}
		by, _, err = b.run(c, binary, limit, envMutant+"="+strconv.Itoa(m.id), "-test.failfast", "-test.run=^("+strings.Join(names, "|")+")$")
		if by == timedOut && len(names) == 1 {
			by += " " + names[0]
		}
		if err != nil || by != "" {
			return by, err
		}
	}
	return "", nil
}

var (
	failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
	dataRace   = regexp.MustCompile(`(?m)^WARNING: DATA RACE`)
)

// run runs a test binary where go test would. Its temporary files go with it:
// a process that was killed has not removed them.
func (b *bench) run(c *compiled, binary string, limit time.Duration, env string, args ...string) (failed string, out []byte, err error) {
	temp, err := os.MkdirTemp(b.folder, "temp")
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, append([]string{"-test.timeout=0"}, args...)...)
	cmd.Dir = filepath.Join(b.module, filepath.FromSlash(c.pkg))
	cmd.Env = append(plain(os.Environ()), "TMPDIR="+temp, "RAPID_NOFAILFILE=true", "RAPID_SEED=1", "RAPID_SHRINKTIME=1ms", env)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	cmd.WaitDelay = 5 * time.Second
	together(cmd)
	err = cmd.Run()
	switch test := failedTest.FindSubmatch(text.Bytes()); {
	case err == nil:
		return "", text.Bytes(), nil
	case ctx.Err() != nil:
		return timedOut, text.Bytes(), nil
	case cmd.ProcessState == nil:
		return "", nil, err
	case dataRace.Match(text.Bytes()):
		return "data race", text.Bytes(), nil
	case test != nil:
		return string(test[1]), text.Bytes(), nil
	}
	return "panic", text.Bytes(), nil
}

// plain is the environment without what makes a suite longer, shorter or another.
func plain(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool {
		return strings.HasPrefix(v, "SOAK_") || strings.HasPrefix(v, "RAPID_") || strings.HasPrefix(v, "SANDUQ_MUTANT")
	})
}

const timedOut = "timeout"
