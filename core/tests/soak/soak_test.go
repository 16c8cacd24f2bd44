package soak

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sanduq/core/internal/modules"
)

const root = "../../.."

// TestRowsExist finds the test of each row where the row says, and the row's name
// in its package.
func TestRowsExist(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows {
		if seen[r.Name] || r.N < 1 || r.Rounds == "" || r.Holds == "" {
			t.Errorf("%+v is there twice or lacks something", r)
		}
		seen[r.Name] = true
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(r.Package), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		if !strings.Contains(all.String(), "\nfunc "+r.Test+"(t *testing.T) {") {
			t.Errorf("row %s: there is no %s in %s", r.Name, r.Test, r.Package)
		}
		if !strings.Contains(all.String(), `"`+r.Name+`"`) {
			t.Errorf("row %s: no test of %s begins it", r.Name, r.Package)
		}
	}
}

var (
	begins = regexp.MustCompile(`soak\.Begin\(t, ("?[a-z-]+"?), `)
	asks   = regexp.MustCompile(`(?:Getenv|LookupEnv)\("([A-Z_]*(?:SEED|SOAK)[A-Z_]*)"\)`)
)

// TestOneNameForTheSeed reads the tree: only this package asks for rounds and
// seeds, and whatever begins a row is listed. SIM_SEEDS is what a test tells its
// own child processes.
func TestOneNameForTheSeed(t *testing.T) {
	began := 0
	err := modules.Walk(root, ".", func(dir string, files []string) error {
		for _, name := range files {
			if !strings.HasSuffix(name, ".go") || dir == "core/tests/soak" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
			if err != nil {
				return err
			}
			for _, m := range asks.FindAllStringSubmatch(string(text), -1) {
				if m[1] != "SIM_SEEDS" {
					t.Errorf("%s asks for %s, not through package soak", path.Join(dir, name), m[1])
				}
			}
			for _, m := range begins.FindAllStringSubmatch(string(text), -1) {
				began++
				row := strings.Trim(m[1], `"`)
				if row != m[1] && !slices.ContainsFunc(Rows, func(r Row) bool { return r.Name == row && r.Package == dir }) {
					t.Errorf("%s begins %s, which Rows does not have", path.Join(dir, name), row)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if began < 25 {
		t.Errorf("only %d rows begin", began)
	}
}

// broken is a test that has failed.
type broken struct {
	testing.TB
	said string
	last func()
}

func (b *broken) Helper()                        {}
func (b *broken) Failed() bool                   { return true }
func (b *broken) Cleanup(f func())               { b.last = f }
func (b *broken) Logf(format string, a ...any)   { b.said += fmt.Sprintf(format, a...) }
func (b *broken) Fatalf(format string, a ...any) { panic(fmt.Sprintf(format, a...)) }

// TestAFailureSaysHowItIsRunAgain with and without a seed, on both gateways.
func TestAFailureSaysHowItIsRunAgain(t *testing.T) {
	for _, c := range []struct {
		seed, n, gateway, all, one string
		rounds                     int
		alone                      bool
	}{
		{"", "", "", "make soak ROW=sim N=16", "make soak ROW=sim SEED=7", 16, false},
		{"", "99", "other", "SOAK_GATEWAY=other make soak ROW=sim N=99", "SOAK_GATEWAY=other make soak ROW=sim SEED=7", 99, false},
		{"5", "", "", "make soak ROW=sim SEED=5 N=1", "make soak ROW=sim SEED=7", 1, true},
		{"5", "3", "", "make soak ROW=sim SEED=5 N=3", "make soak ROW=sim SEED=7", 3, false},
	} {
		t.Setenv(envSeed, c.seed)
		t.Setenv(envN, c.n)
		t.Setenv(envGateway, c.gateway)
		n := N(t, 16)
		b := &broken{TB: t}
		Begin(b, "sim", n)
		b.last()
		if b.said != "all of it again: "+c.all || Again("sim", 7) != c.one || n != c.rounds {
			t.Errorf("%+v: %d rounds, %q, %q", c, n, b.said, Again("sim", 7))
		}
		first, alone := Alone(t)
		if want := First(t, 0); alone != c.alone || first != want {
			t.Errorf("%+v: seed %d of %d alone: %v", c, first, want, alone)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a row that is not listed begins")
		}
	}()
	Begin(&broken{TB: t}, "no-such-row", 1)
}
