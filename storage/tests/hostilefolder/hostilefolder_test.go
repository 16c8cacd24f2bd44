//go:build !windows

package hostilefolder

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core/tests/soak"
	"sanduq/core/tests/strace"
	"sanduq/storage/check"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == check.CheckArgument {
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == childArgument {
		o, err := ReadOrder(os.Args[2])
		if err == nil {
			err = RunTill(o, os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// tally counts what rounds came to.
type tally struct {
	mu                                                                       sync.Mutex
	undone, kept, after, refused, saved, frozen, unopened, otherNames, hangs int
	acts                                                                     map[string]int
}

func (y *tally) add(r *round, v verdict) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.kept, y.after, y.refused = y.kept+v.kept, y.after+v.after, y.refused+v.refused
	y.acts[r.act.name]++
	for flag, n := range map[*int]bool{&y.undone: r.back > 0, &y.saved: v.saved, &y.frozen: v.frozen, &y.unopened: v.unopened} {
		if n {
			*flag++
		}
	}
}

// TestHostileFolder goes through all acts in turn, in folders of all names and
// in all ways, at random moments. Once in each turn through them a sync hangs.
func TestHostileFolder(t *testing.T) {
	t.Parallel()
	all := acts()
	n := soak.N(t, len(all))
	end := soak.Begin(t, "hostile-folder", n)
	s, err := newShop(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	y := tally{acts: map[string]int{}}
	inParallel(n, func(i int) {
		r, v, err := play(t.Context(), s, filepath.Join(t.TempDir(), "r"), i, InjectNone)
		switch {
		case errors.Is(err, errName):
			y.mu.Lock()
			y.otherNames++
			y.mu.Unlock()
		case err != nil:
			t.Errorf("round %d, %s, in %q: %v", i, r.act.name, r.place.dir, err)
		default:
			y.add(r, v)
		}
	})
	t.Run("SyncsThatHang", func(t *testing.T) {
		strace.Need(t)
		inParallel((n+len(all)-1)/len(all), func(i int) { y.hung(t, s, filepath.Join(t.TempDir(), "h"), i*len(all)) })
		if y.hangs == 0 {
			t.Error("no sync hung")
		}
	})
	if n >= len(all) && len(y.acts)+y.otherNames < len(all) {
		t.Errorf("only %d of %d acts came about", len(y.acts), len(all))
	}
	if n >= len(all) && (y.refused == 0 || y.saved == 0 || y.frozen == 0 || y.unopened == 0 || y.after == 0) {
		t.Errorf("a poor proof: %+v", y.acts)
	}
	end("%d acts in %d names and %d ways: %d commits returned nil and are there, %d refused; %d undone, then %d commits more; %d removed files saved; %d hanging syncs; next starts: %d frozen, %d refused in words",
		len(y.acts), len(names()), len(ways), y.kept, y.refused, y.undone, y.after, y.saved, y.hangs, y.frozen, y.unopened)
}

// inParallel plays so many rounds, more at a time than there are processors: a
// round waits more than it works.
func inParallel(n int, round func(i int)) {
	numbers := make(chan int)
	var wg sync.WaitGroup
	for range 2 * max(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range numbers {
				round(i)
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	wg.Wait()
}

// hung plays a round in which a sync hangs.
func (y *tally) hung(t *testing.T, s shop, root string, i int) {
	v, err := hang(t.Context(), s, root, i, InjectNone)
	if err != nil {
		t.Errorf("round %d, a sync that hangs: %v", i, err)
		return
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	y.hangs++
	y.kept, y.refused = y.kept+v.kept, y.refused+v.refused
}

// play plays round number i: which act, name, way and moment follow from it.
func play(ctx context.Context, s shop, root string, i int, inject Injection) (*round, verdict, error) {
	rng := rand.New(rand.NewPCG(uint64(i), 31))
	all, called := acts(), names()
	r := &round{act: all[i%len(all)], undone: (i+i/len(all))%2 == 1, patience: usual}
	if inject != InjectNone { // it need not be waited for as long
		r.patience = impatient
	}
	r.undone = r.undone && r.act.undo != nil && inject == InjectNone
	var err error
	r.place, r.order, err = s.lay(root, called[rng.IntN(len(called))], ways[rng.IntN(len(ways))])
	if err != nil {
		return r, verdict{}, err
	}
	defer func() { _ = os.RemoveAll(root) }()
	r.order.Injection = inject
	if err := r.run(ctx, rng.IntN(14), time.Duration(rng.IntN(6000))*time.Microsecond); err != nil {
		return r, verdict{}, err
	}
	v, err := r.validate(ctx)
	return r, v, err
}

// TestInjectedFaultsAreFound lets tills with a fault each go through an act, and
// looks at what is said of them.
func TestInjectedFaultsAreFound(t *testing.T) {
	t.Parallel()
	s, err := newShop(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	all := acts()
	var wg sync.WaitGroup // they wait more than they work
	defer wg.Wait()
	for inject, of := range map[Injection]struct{ act, found string }{
		InjectCareless: {"renamed", "and returned nil"},
		InjectHasty:    {"replaced by an older copy", "and returned nil"},
		InjectAnother:  {"replaced by an older copy", "another was opened in its place"},
		InjectMute:     {"renamed", "no trouble is told: it took too long"},
		InjectFrozen:   {"folder renamed", "it does not end when it is told to"},
		InjectFragile:  {"replaced by a pipe", "it broke"},
		InjectRude:     {"replaced by another shop's", "was written to"},
	} {
		wg.Go(func() {
			i := slices.IndexFunc(all, func(a act) bool { return a.name == of.act })
			wantFound(t, inject, of.found, func(try int) error {
				_, _, err := play(t.Context(), s, filepath.Join(t.TempDir(), "r"), i+2*try*len(all), inject)
				return err
			})
		})
	}
	for inject, found := range map[Injection]string{InjectMute: "no trouble is told: it took too long", InjectEager: "is shown"} {
		t.Run("ASyncThatHangs "+string(inject), func(t *testing.T) {
			strace.Need(t)
			wantFound(t, inject+", a sync hangs", found, func(try int) error {
				_, err := hang(t.Context(), s, filepath.Join(t.TempDir(), "r"), try, inject)
				return err
			})
		})
	}
}

// wantFound plays rounds until a fault is found, for what it is: some moments
// do not show it.
func wantFound(t *testing.T, inject Injection, found string, play func(try int) error) {
	t.Helper()
	const tries = 10
	for try := range tries {
		if err := play(try); err != nil && strings.Contains(err.Error(), found) {
			t.Logf("%s, round %d: %.200s", inject, try+1, strings.ReplaceAll(err.Error(), "\n", "; "))
			return
		}
	}
	t.Errorf("%s: not found by %q in %d rounds", inject, found, tries)
}
