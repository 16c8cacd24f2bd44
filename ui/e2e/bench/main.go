//go:build linux

// Command bench measures the built application in a real window on a virtual
// display with software rendering, beside the smallest window that Fyne can
// open. It prints one table and fails when a figure misses its target.
//
//	make bench-window                                   some minutes
//	make bench-window BENCH='-sales 20m'                with twenty minutes of sales
//	make bench-window BENCH='-only day'                 memory over a day of 2,000 sales and a manager's work, an hour and more
//	make bench-window BENCH='-only list -size 1280x800' the list of receipts in a smaller window
//
// Keys are pressed through XTEST, and the server reports each frame (DAMAGE),
// so that the time from a key to its pixels holds no polling of ours. What a
// loaded machine adds is in both columns: judge the ratio as well.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// frame is the time of one at 60 Hz.
const frame = time.Second / 60

type bench struct {
	app, empty, history string
	keys, starts        int
	idle, sales         time.Duration
	day                 int // sales of a day

	size image.Point // of the display; the window takes all of it

	dir   string // of this run's data
	table table
}

func main() {
	b := &bench{}
	flag.StringVar(&b.app, "app", "out/sanduq", "the application")
	flag.StringVar(&b.empty, "empty", "out/bench/empty", "the empty window")
	flag.StringVar(&b.history, "history", "out/bench/ledger-1000000", "a till's folder with a million sales; core/benchmarks/ledger makes it")
	flag.IntVar(&b.keys, "keys", 300, "keys pressed in each window")
	flag.IntVar(&b.starts, "starts", 7, "starts of each window")
	flag.DurationVar(&b.idle, "idle", 15*time.Second, "how long processor time is counted")
	flag.DurationVar(&b.sales, "sales", 90*time.Second, "how long sales are made; memory's growth is judged from 20m on")
	flag.IntVar(&b.day, "day", 2000, "sales of the day whose memory the part \"day\" measures")
	only := flag.String("only", "starts,list,keys,waiting,sales,paper,year", "the parts to measure; day, an hour and more, is one that has to be named")
	flag.Func("size", "the display in pixels, such as 1280x800; 1366x768 when absent, and always but for the list", b.setSize)
	b.size = usualSize
	flag.Parse()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		fmt.Fprintln(os.Stderr, "bench: there is no virtual display. Debian's package xvfb has one; make demo installs it.")
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := b.run(ctx, strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(ctx context.Context, parts []string) (err error) {
	if b.app, err = filepath.Abs(b.app); err != nil { // the practice bank beside it is started by its path
		return err
	}
	if b.dir, err = filepath.Abs(filepath.Dir(b.empty)); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp(b.dir, "window-"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.dir) }()
	if b.size != usualSize && !slices.Equal(parts, []string{"list"}) {
		return errors.New("only the list is measured at another size: say -only list")
	}
	fmt.Printf("  %d processors, load %s, %d×%d, software rendering\n", runtime.NumCPU(), load(), b.size.X, b.size.Y)
	fmt.Println("  Times are median / 99th of a hundred; ratios are medians of what was measured side by side.")
	all := map[string]func(context.Context) error{
		"starts": b.measureStarts, "list": b.measureList, "keys": b.measureKeys, "waiting": b.measureWaiting, "sales": b.measureSales,
		"day": b.measureDay, "paper": b.measurePaper, "year": b.measureYear,
	}
	var failed []error
	for _, part := range parts {
		measure, known := all[part]
		if !known {
			return fmt.Errorf("there is no part %q", part)
		}
		before := len(b.table.rows)
		if err := measure(ctx); err != nil {
			b.table.add(part+" could not be measured", "", "", "", "measured", false)
			failed = append(failed, fmt.Errorf("%s: %w", part, err))
		} else if len(b.table.rows) == before {
			b.table.add(part+" measured nothing", "", "", "", "measured", false)
		}
		fmt.Printf("  after %s: load %s\n", part, load())
	}
	b.table.print(os.Stdout)
	if b.table.missed > 0 {
		failed = append(failed, fmt.Errorf("%d figures missed their target", b.table.missed))
	}
	return errors.Join(failed...)
}

// usualSize is the display for which the parts know where things stand.
var usualSize = image.Pt(1366, 768)

// setSize reads "1280x800". The list stands elsewhere in a smaller one.
func (b *bench) setSize(text string) error {
	var at image.Point
	if _, err := fmt.Sscanf(text, "%dx%d", &at.X, &at.Y); err != nil || at.X < 1280 || at.Y < 768 || at.X > 3840 || at.Y > 2160 {
		return errors.New("two numbers of pixels, 1280x768 or more")
	}
	b.size = at
	return nil
}

// load is how many programs want a processor, in the mean of the last minute.
// With more than there are, times tell of them too: judge the ratios then.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	mean, _, _ := strings.Cut(string(text), " ")
	return mean
}

// pause waits, but not longer than the run.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return errors.New("interrupted")
	}
}
