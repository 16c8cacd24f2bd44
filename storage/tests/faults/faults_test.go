package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/core/tests/strace"
	"sanduq/storage/tests/script"
)

var allRoutes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}

// try is one sale at a desk whose calls fail as inject says; "" lets them be.
type try struct {
	hit   bool // the fault came about
	shown []Shown
	paid  bool // within the first run
}

// sellUnder lets a desk take one payment while its calls fail as inject says,
// then audits.
func sellUnder(ctx context.Context, dir, inject string, route core.Route, patience time.Duration) (r try, err error) {
	c, err := OpenCounter(ctx, filepath.Join(dir, "till"), dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	trace := filepath.Join(dir, "trace")
	call, _, _ := strings.Cut(inject, ":")
	r, err = sell(ctx, c.Order(route, patience), func(ctx context.Context, args ...string) *exec.Cmd {
		return strace.Command(ctx, strace.Options{Out: trace, Trace: call, Inject: inject}, os.Args[0], args...)
	})
	_, hit, traceErr := strace.Injected(trace)
	r.hit = hit
	if hit && errors.As(err, new(*exec.ExitError)) {
		err = nil // a program whose own files cannot be opened may end
	}
	if err = errors.Join(err, traceErr); err != nil {
		return r, err
	}
	return r, c.Audit(route, r.shown)
}

// sell lets a desk work in a process of its own.
func sell(ctx context.Context, o DeskOrder, command func(ctx context.Context, args ...string) *exec.Cmd) (r try, err error) {
	order, err := json.Marshal(o)
	if err != nil {
		return r, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Patience+60*time.Second)
	defer cancel()
	cmd := command(ctx, "faults-desk", string(order))
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	died := cmd.Run()
	if ctx.Err() != nil {
		return r, fmt.Errorf("the desk hangs: %.2000s", stderr.String())
	}
	if r.shown, err = ReadShown(&stdout); err != nil {
		return r, err
	}
	for _, s := range r.shown {
		r.paid = r.paid || s.Status == journal.StatusPaid
	}
	if died != nil {
		return r, fmt.Errorf("the desk ended with %w: %.2000s", died, stderr.String())
	}
	return r, nil
}

// tallied counts tries.
type tallied struct {
	mu                                           sync.Mutex
	runs, hits, paid, faulty, refused, notOpened int
}

func (y *tallied) add(r try) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.runs++
	if !r.hit {
		return
	}
	y.hits++
	if r.paid {
		y.paid++
	}
	faulty, refused, closed := false, false, false
	for _, s := range r.shown {
		faulty = faulty || s.Fault != ""
		refused = refused || s.Refused != ""
		closed = closed || s.Status == journal.StatusNotOpened
	}
	for flag, n := range map[*int]bool{&y.faulty: faulty, &y.refused: refused, &y.notOpened: closed} {
		if n {
			*flag++
		}
	}
}

func (y *tallied) String() string {
	return fmt.Sprintf("%d sales, %d with a fault: %d paid in the same run, %d told of trouble, %d refused, %d not opened; all finished in the truth afterwards",
		y.runs, y.hits, y.paid, y.faulty, y.refused, y.notOpened)
}

// failing are the calls that fail, one by one.
var failing = []string{"fdatasync", "pwrite64", "fsync", "ftruncate", "renameat", "unlinkat", "mkdirat", "openat"}

// TestFailingCalls lets each call of a whole sale fail in turn, by every route,
// until a sale has no such call left: once, and from there on for good.
func TestFailingCalls(t *testing.T) {
	strace.Need(t)
	n := soak.N(t, 2)
	end := soak.Begin(t, "failing-calls", n)
	type line struct {
		route  core.Route
		call   string
		every  int // which calls are tried
		onward string
	}
	var plan []line
	if n < 10 {
		plan = []line{{core.RouteQR, "fdatasync", 9, ""}, {core.RouteAccount, "pwrite64", 21, ""}}
	} else {
		for _, call := range failing {
			for _, route := range allRoutes {
				plan = append(plan, line{route, call, 1, ""}, line{route, call, 5, "+"})
			}
		}
	}
	var y tallied
	work := make(chan line)
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)+1) {
		wg.Go(func() {
			for l := range work {
				for k := 1; k <= n*l.every; k += l.every {
					inject := fmt.Sprintf("%s:error=EIO:when=%d%s", l.call, k, l.onward)
					patience := 8 * time.Second
					if l.onward != "" {
						patience = 1500 * time.Millisecond
					}
					r, err := sellUnder(t.Context(), script.InMemory(t), inject, l.route, patience)
					if err != nil {
						t.Errorf("%s, %s: %v", l.route, inject, err)
					}
					y.add(r)
					if !r.hit {
						break
					}
				}
			}
		})
	}
	for _, l := range plan {
		work <- l
	}
	close(work)
	wg.Wait()
	if y.hits == 0 {
		t.Error("no fault came about")
	}
	end("%v", &y)
}
