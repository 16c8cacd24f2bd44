// Command exports measures what a till writes for an accountant: sales as a
// workbook, sales as CSV beside sqlite3 -csv on the same rows, and a bank's
// statement held against the till. It prints one table and fails when a figure
// misses its target.
//
//	go run ./exports
//
// Settings: EXPORTS_ROUNDS (turns of each contender, 3), EXPORTS_CSV (rows of
// the comparison, 1,000,000), EXPORTS_XLSX (rows of the workbook, 100,000).
//
// The peer is spared all work but writing: its table holds each field as the
// text that it becomes, while the till's export formats times, sums and states
// from its records, looks at each text for formulas, adds sums up and syncs its
// file to the disk before it has its name.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := compare
	if len(os.Args) > 1 { // one export in a process of its own, for its memory
		run = one
	}
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "exports:", err)
		os.Exit(1)
	}
}

func setting(name string, standard int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return standard
}

type table struct {
	w      *tabwriter.Writer
	missed int
}

func (t *table) row(name, ours, peer, ratio, target string, reached bool) {
	if reached {
		target += ": reached"
	} else {
		target += ": MISSED"
		t.missed++
	}
	fmt.Fprintf(t.w, "  %s\t%s\t%s\t%s\t%s\n", name, ours, peer, ratio, target)
}

// addRow is a row without a target: what of a time was this process's own, on a
// machine that others work on too.
func (t *table) addRow(name string, took ...time.Duration) {
	columns := ""
	for _, d := range took {
		columns += "\t" + seconds(d)
	}
	fmt.Fprintln(t.w, "  "+name+columns)
}

func compare(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "sanduq-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	rows, rounds := setting("EXPORTS_CSV", 1_000_000), setting("EXPORTS_ROUNDS", 3)
	sheet := setting("EXPORTS_XLSX", 100_000)
	fmt.Printf("%s, %d processors\n", runtime.Version(), runtime.NumCPU())
	db := filepath.Join(dir, "peer.sqlite")
	if err := fill(ctx, db, rows); err != nil {
		return err
	}
	t := &table{w: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}
	fmt.Fprintln(t.w, "  median of the rounds\tours\tsqlite3 -csv\tratio\ttarget")
	var books, ours, peers, matches, cpu, peerCPU, csvCPU, matchCPU []time.Duration
	var ratios []float64
	var memory, csvMemory int
	for range rounds {
		r, err := child(ctx, "xlsx", sheet, filepath.Join(dir, "sales.xlsx"))
		if err != nil {
			return err
		}
		books, cpu, memory = append(books, r.took), append(cpu, r.cpu), max(memory, r.peak)
		a, err := child(ctx, "csv", rows, filepath.Join(dir, "ours.csv"))
		if err != nil {
			return err
		}
		b, used, err := peer(ctx, db, filepath.Join(dir, "peer.csv"))
		if err != nil {
			return err
		}
		if err := sameRows(filepath.Join(dir, "ours.csv"), filepath.Join(dir, "peer.csv"), rows); err != nil {
			return err
		}
		peerCPU, csvCPU = append(peerCPU, used), append(csvCPU, a.cpu)
		ours, peers, csvMemory = append(ours, a.took), append(peers, b), max(csvMemory, a.peak)
		ratios = append(ratios, float64(a.took)/float64(b))
		m, err := child(ctx, "match", 100_000, "")
		if err != nil {
			return err
		}
		matches, matchCPU = append(matches, m.took), append(matchCPU, m.cpu)
	}
	book, match, ratio := middle(books), middle(matches), middle(ratios)
	t.row(fmt.Sprintf("%d sales to XLSX", sheet), seconds(book), "", "", "2 s at most", book <= 2*time.Second)
	t.addRow("  of the processors", middle(cpu))
	t.row("  its memory at most", fmt.Sprintf("%d MB", memory), "", "", "100 MB at most", memory <= 100)
	t.row(fmt.Sprintf("%d sales to CSV", rows), seconds(middle(ours)), seconds(middle(peers)), fmt.Sprintf("%.2f", ratio), "2 times at most", ratio <= 2)
	t.addRow("  of the processors", middle(csvCPU), middle(peerCPU))
	t.row("  its memory at most", fmt.Sprintf("%d MB", csvMemory), "", "", "100 MB at most", csvMemory <= 100)
	t.row("100000 rows of a statement", seconds(match), "", "", "2 s at most", match <= 2*time.Second)
	t.addRow("  of the processors, with writing the rows", middle(matchCPU))
	if err := t.w.Flush(); err != nil {
		return err
	}
	if t.missed > 0 {
		return fmt.Errorf("%d figures missed their target", t.missed)
	}
	return nil
}

// peer lets sqlite3 write its table and returns how long the process took, and
// what of the processors.
func peer(ctx context.Context, db, path string) (took, cpu time.Duration, err error) {
	out, err := os.Create(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = out.Close() }()
	c := exec.CommandContext(ctx, "sqlite3", "-csv", "-header", "-readonly", db, "SELECT * FROM sales ORDER BY rowid")
	c.Stdout, c.Stderr = out, os.Stderr
	began := time.Now()
	if err := c.Run(); err != nil {
		return 0, 0, err
	}
	return time.Since(began), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}

func middle[N float64 | time.Duration](list []N) N {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }
