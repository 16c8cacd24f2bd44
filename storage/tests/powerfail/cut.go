package powerfail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/tests/powerfail/disk"
	"sanduq/storage/tests/script"
)

// Cut is a power cut at every moment of a recording.
type Cut struct {
	Recording *Recording
	States    int // how many states to build; all subsets come first
	Seed      uint64
	Dir       string // for the states; in memory, if possible
	Only      string // one state alone: moment:state
	Workers   int
	// Doubt examines a file as the application does, in another process.
	Doubt func(ctx context.Context, path string) error

	changes []journal.Change
	want    []script.Book
}

// Outcome is what a Cut counted.
type Outcome struct {
	Moments, Total, Distinct, Torn, WentOn int
	Failures                               []string // each with what replays it
}

// found is what is known of a state that was looked at: where the store stood.
type found struct {
	at   int // -1 when it failed
	done chan struct{}
}

// Run builds the states and looks at each one that is new.
func (c *Cut) Run(ctx context.Context) (Outcome, error) {
	if err := c.expect(); err != nil {
		return Outcome{}, err
	}
	measured, err := c.Recording.measure()
	if err != nil {
		return Outcome{}, err
	}
	run := &cutting{Cut: c, seen: map[uint64]*found{}}
	jobs := make(chan job, 4)
	var wg sync.WaitGroup
	workers := max(1, c.Workers)
	if c.Workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for i := range workers {
		wg.Go(func() {
			if err := run.work(ctx, filepath.Join(c.Dir, fmt.Sprint(i)), jobs); err != nil {
				stop(err)
				for range jobs { // let the others end
				}
			}
		})
	}
	err = c.share(ctx, measured, jobs, &run.out)
	close(jobs)
	wg.Wait()
	run.out.Distinct = int(run.distinct.Load())
	run.out.WentOn = int(run.wentOn.Load())
	return run.out, errors.Join(err, context.Cause(ctx))
}

// expect makes the books that a store may show.
func (c *Cut) expect() (err error) {
	c.changes = script.Trading(c.Recording.Sales, journal.Head{})
	c.want, err = script.Books(c.changes)
	return err
}

// share hands out the states, a moment at a time.
func (c *Cut) share(ctx context.Context, p plan, jobs chan<- job, out *Outcome) error {
	if c.Only != "" {
		return c.one(jobs)
	}
	share, left := min(1, float64(c.States)/float64(p.whole)), max(0, c.States-p.whole)
	random := rand.New(rand.NewPCG(c.Seed, 1))
	owed := 0.0 // torn states, in parts
	d := disk.New(c.Recording.Root)
	return c.Recording.walk(d, func(moment int, _ *promise, added bool) error {
		if !c.Recording.near(moment) {
			return nil
		}
		out.Moments++
		pending := d.Pending()
		owed += float64(left) * float64(tearing(pending)) / float64(max(1, p.torn))
		if share < 1 { // of few states, some are torn
			owed += share * float64(tearing(pending)) / 64
		}
		torn := int(owed)
		owed -= float64(torn)
		all := states(pending, added, share, torn, random.IntN)
		out.Total += len(all)
		for _, s := range all {
			if s.Torn >= 0 {
				out.Torn++
			}
		}
		for len(all) > 0 && ctx.Err() == nil {
			n := min(128, len(all))
			jobs <- job{moment, all[:n]}
			all = all[n:]
		}
		return context.Cause(ctx)
	})
}

func (c *Cut) one(jobs chan<- job) error {
	moment, text, _ := bytes.Cut([]byte(c.Only), []byte(":"))
	state, err := disk.ParseState(string(text))
	if err != nil {
		return err
	}
	var n int
	if _, err := fmt.Sscan(string(moment), &n); err != nil {
		return err
	}
	jobs <- job{n, []disk.State{state}}
	return nil
}

// cutting is one run.
type cutting struct {
	*Cut
	distinct, wentOn atomic.Int64
	mu               sync.Mutex
	seen             map[uint64]*found
	out              Outcome
	proved           sync.Map // backups that were proved, by their content
}

// work looks at the states of jobs, which come in the order of their moments.
func (c *cutting) work(ctx context.Context, dir string, jobs <-chan job) error {
	d := disk.New(c.Recording.Root)
	stage, err := disk.NewStage(d, dir)
	if err != nil {
		return err
	}
	next, more := <-jobs
	return c.Recording.walk(d, func(moment int, p *promise, _ bool) error {
		var pending []*disk.Unit
		for ; more && next.moment == moment; next, more = <-jobs {
			if pending == nil {
				pending = d.Pending()
			}
			for _, s := range next.states {
				if ctx.Err() != nil || c.failed() {
					break
				}
				if err := c.state(ctx, d, stage, pending, moment, p, s); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// state looks at one state, unless its like was looked at before: then only
// the promises may have changed.
func (c *cutting) state(ctx context.Context, d *disk.Disk, stage *disk.Stage, pending []*disk.Unit, moment int, p *promise, s disk.State) error {
	sum := d.Sum(pending, s)
	var fresh *found
	c.mu.Lock()
	known := c.seen[sum]
	if known == nil {
		fresh = &found{at: -1, done: make(chan struct{})}
		c.seen[sum] = fresh
	}
	c.mu.Unlock()
	if known != nil {
		<-known.done // another worker may be at it
		if known.at >= 0 && !p.allows(known.at) {
			c.fail(moment, s, fmt.Sprintf("stands at %d; %d was acknowledged", known.at, p.done))
		}
		return nil
	}
	defer close(fresh.done)
	count := c.distinct.Add(1)
	if err := stage.Show(pending, s); err != nil {
		return err
	}
	at, err := c.openAndCompare(ctx, stage, p, count%97 == 0)
	if err != nil {
		c.fail(moment, s, err.Error())
		return nil
	}
	fresh.at = at
	return nil
}

// failed tells that there is enough to look at.
func (c *cutting) failed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.out.Failures) >= 10
}

func (c *cutting) fail(moment int, s disk.State, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Failures = append(c.out.Failures, fmt.Sprintf("%s %d:%s: %s", c.Recording.Name, moment, s, why))
}

// openAndCompare opens what the power cut left, as the next start of the application
// does, and holds it against what was promised.
func (c *cutting) openAndCompare(ctx context.Context, stage *disk.Stage, p *promise, goOn bool) (int, error) {
	dir := filepath.Join(stage.Root(), string(core.Sandbox))
	o := script.Options(dir)
	o.Clock = func() time.Time { return script.Noon.Add(24 * time.Hour) } // the shop's own may have gone on
	store, err := storage.Open(ctx, o)
	if err != nil {
		return 0, fmt.Errorf("opening: %w; examined in another process: %w", err, c.Doubt(ctx, filepath.Join(dir, "till.db")))
	}
	at, err := c.read(ctx, store, p)
	if err == nil && goOn && at < len(c.changes) {
		c.wentOn.Add(1)
		err = c.goOn(ctx, store, at)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return at, err
	}
	return at, c.backups(ctx, dir, p)
}

func (c *cutting) read(ctx context.Context, store *storage.Store, p *promise) (int, error) {
	if w := store.Warnings(); len(w) > 0 && !p.restored {
		return 0, fmt.Errorf("a false warning: %v", w)
	}
	book, err := script.Read(ctx, store)
	if err != nil {
		return 0, fmt.Errorf("reading: %w", err)
	}
	at := book.Position()
	switch {
	case at >= len(c.want):
		return at, fmt.Errorf("stands at %d of %d", at, len(c.changes))
	case !p.allows(at):
		return at, fmt.Errorf("stands at %d; %d was acknowledged, %d begun", at, p.done, p.begun)
	}
	if wrong := book.Differs(c.want[at]); wrong != "" {
		return at, fmt.Errorf("at %d: %s", at, wrong)
	}
	return at, nil
}

// goOn commits the next change and reads all of it once more.
func (c *cutting) goOn(ctx context.Context, store *storage.Store, at int) error {
	if err := store.Commit(ctx, c.changes[at]); err != nil {
		return fmt.Errorf("going on: %w", err)
	}
	book, err := script.Read(ctx, store)
	if err != nil {
		return fmt.Errorf("reading after going on: %w", err)
	}
	if wrong := book.Differs(c.want[at+1]); wrong != "" {
		return fmt.Errorf("after going on to %d: %s", at+1, wrong)
	}
	_, err = store.Verify(ctx)
	return err
}

// backups makes sure that what was promised is there, and that whatever has a
// backup's name is a good one.
func (c *cutting) backups(ctx context.Context, dir string, p *promise) error {
	list, err := filepath.Glob(filepath.Join(dir, "backups", "till-*-*.db"))
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, path := range list {
		there[filepath.Base(path)] = true
	}
	for name := range p.backups {
		if !there[name] {
			return fmt.Errorf("backup %s is gone", name)
		}
	}
	for _, path := range list {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := string(sumOf(content))
		if _, ok := c.proved.Load(sum); ok {
			continue
		}
		if err := c.proveBackup(ctx, dir, path, p); err != nil {
			return fmt.Errorf("backup %s: %w", filepath.Base(path), err)
		}
		c.proved.Store(sum, true)
	}
	return nil
}

// proveBackup restores a backup elsewhere and reads it.
func (c *cutting) proveBackup(ctx context.Context, dir, path string, p *promise) error {
	elsewhere, err := os.MkdirTemp(c.Dir, "backup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(elsewhere)
	key, err := os.ReadFile(filepath.Join(dir, "till.key"))
	if err == nil {
		err = os.WriteFile(filepath.Join(elsewhere, "till.key"), key, 0o600)
	}
	if err != nil {
		return err
	}
	if _, err := backup.Restore(ctx, script.Options(elsewhere), path); err != nil {
		return err
	}
	store, err := storage.Open(ctx, script.Options(elsewhere))
	if err != nil {
		return err
	}
	book, err := script.Read(ctx, store)
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	at := book.Position()
	if n, promised := p.backups[filepath.Base(path)]; promised && at != n {
		return fmt.Errorf("stands at %d, made at %d", at, n)
	}
	if wrong := book.Differs(c.want[at]); wrong != "" {
		return errors.New(wrong)
	}
	return nil
}
