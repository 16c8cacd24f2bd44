// Command ledger measures the till's store beside SQLite: the same sales in
// both, the same questions, in turns within one run. It prints one table for
// each size of the history and fails when a figure misses its target.
//
//	go run ./ledger                         histories of 10,000, 100,000 and 1,000,000 sales, some minutes
//	LEDGER_SIZES=10000 go run ./ledger      a short look, seconds
//
// Settings: LEDGER_SIZES, LEDGER_CALLS (calls of each question, 1000), LEDGER_PARTS
// (some of questions, ranges, figures, commits, openings, sizes), LEDGER_DIR (where
// the histories stay for the next run, ../../out/bench).
//
// SQLite runs as one would tune it for a till: WAL with synchronous=FULL, which
// makes a commit as durable as ours; one index for each filter and search, all
// of them ending in the sale's number; statements prepared once; a day's totals
// kept as a table. A year's figures it groups, as it has no table of them: that
// is what keeping them is for. It is spared what the till's store does besides: records are
// written by the store's own codec, but neither authenticated nor chained, and
// a search asks the one column that holds the answer, while the till's looks
// for every meaning that the typed text can have.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

type settings struct {
	sizes []int
	calls int
	dir   string
	parts []string // none: all of them
}

func read() (s settings, err error) {
	s = settings{sizes: []int{10_000, 100_000, 1_000_000}, calls: 1000, dir: "../../out/bench"}
	if text := os.Getenv("LEDGER_SIZES"); text != "" {
		s.sizes = nil
		for _, one := range strings.Split(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(one))
			if err != nil || n < 1000 {
				return s, fmt.Errorf("LEDGER_SIZES: %q is no size from 1000 on", one)
			}
			s.sizes = append(s.sizes, n)
		}
	}
	if text := os.Getenv("LEDGER_CALLS"); text != "" {
		if s.calls, err = strconv.Atoi(text); err != nil || s.calls < 100 {
			return s, fmt.Errorf("LEDGER_CALLS: %q is no number from 100 on", text)
		}
	}
	if text := os.Getenv("LEDGER_PARTS"); text != "" {
		s.parts = strings.Split(text, ",")
		for _, name := range s.parts {
			if !slices.ContainsFunc(parts, func(p part) bool { return p.name == name }) {
				return s, fmt.Errorf("LEDGER_PARTS: there is no %q", name)
			}
		}
	}
	if dir := os.Getenv("LEDGER_DIR"); dir != "" {
		s.dir = dir
	}
	s.dir, err = filepath.Abs(s.dir)
	return s, err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "ledger:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	s, err := read()
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d processors; SQLite by mattn/go-sqlite3, WAL, synchronous=FULL\n", runtime.Version(), runtime.NumCPU())
	missed := 0
	for _, n := range s.sizes {
		m, err := compare(ctx, s, n)
		if err != nil {
			return fmt.Errorf("%d sales: %w", n, err)
		}
		missed += m
	}
	if missed > 0 {
		return fmt.Errorf("%d figures missed their target", missed)
	}
	return nil
}

// part is one thing that is measured of both.
type part struct {
	name    string
	measure func(context.Context, settings, *table, *ours, *peer, int) error
}

var parts = []part{{"questions", questions}, {"ranges", ranges}, {"figures", figures}, {"commits", commits}, {"openings", openings}, {"sizes", sizes}}

// compare measures both with a history of n sales and returns how many targets
// were missed.
func compare(ctx context.Context, s settings, n int) (missed int, err error) {
	a, b, err := histories(ctx, s, n)
	if err != nil {
		return 0, err
	}
	t := &table{}
	fmt.Printf("\nA history of %d sales\n", n)
	for _, p := range parts {
		if len(s.parts) > 0 && !slices.Contains(s.parts, p.name) {
			continue
		}
		if err := p.measure(ctx, s, t, a, b, n); err != nil {
			return 0, fmt.Errorf("%w (and %v)", err, closeBoth(a, b))
		}
	}
	t.print(os.Stdout)
	return t.missed, closeBoth(a, b)
}
