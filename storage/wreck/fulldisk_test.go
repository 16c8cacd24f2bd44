package wreck

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till/soak"
)

// smallDisk mounts a disk of so many KiB, which the test makes larger when it
// calls grow. It skips the test where that is not allowed.
func smallDisk(kib int) (dir string, grow, remove func() error, err error) {
	if dir, err = os.MkdirTemp("", "wreck-disk-"); err != nil {
		return "", nil, nil, err
	}
	mount := func(args ...string) error {
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%v: %w: %s", args, err, out)
		}
		return nil
	}
	remove = func() error {
		if err := mount("umount", dir); err != nil {
			return err
		}
		return os.Remove(dir)
	}
	grow = func() error { return mount("mount", "-o", "remount,size=64m", dir) }
	return dir, grow, remove, mount("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", kib), "tmpfs", dir)
}

// sellOnSmallDisk lets a desk take one payment while the disk fills up, then
// makes room and audits.
func sellOnSmallDisk(ctx context.Context, dir string, kib int, route core.Route, patience time.Duration) (r try, err error) {
	disk, grow, remove, err := smallDisk(kib)
	if err != nil {
		return r, err
	}
	defer func() {
		if e := remove(); err == nil {
			err = e
		}
	}()
	c, err := OpenCounter(ctx, filepath.Join(disk, "till"), dir)
	if err != nil {
		return r, err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
	}()
	r, err = sell(ctx, c.Order(route, patience), func(ctx context.Context, args ...string) *exec.Cmd {
		return exec.CommandContext(ctx, os.Args[0], args...)
	})
	for _, s := range r.shown {
		r.hit = r.hit || s.Trouble != "" || s.Refused != ""
	}
	if err != nil {
		return r, err
	}
	if err := grow(); err != nil {
		return r, err
	}
	return r, c.Audit(route, r.shown)
}

// TestFullDisk sells on disks with room for nothing up to room for a whole
// sale, by every route.
func TestFullDisk(t *testing.T) {
	if _, _, remove, err := smallDisk(64); err != nil {
		t.Skipf("NOTHING WAS PROVED: no small disk can be made here: %v", err)
	} else if err := remove(); err != nil {
		t.Fatal(err)
	}
	n := soak.N(t, 4)
	end := soak.Begin(t, "full disk", n)
	const most = 256 // KiB: more than a sale needs
	var y tallied
	type task struct {
		kib   int
		route core.Route
	}
	work := make(chan task)
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)+1) {
		wg.Go(func() {
			for w := range work {
				r, err := sellOnSmallDisk(t.Context(), inMemory(t), w.kib, w.route, 1500*time.Millisecond)
				if err != nil {
					t.Errorf("%s, %d KiB: %v", w.route, w.kib, err)
				}
				y.add(r)
			}
		})
	}
	routes := allRoutes
	if n < 10 {
		routes = allRoutes[:1]
	}
	for i := range n {
		for _, route := range routes {
			work <- task{4 + 4*(i*most/4/n), route}
		}
	}
	close(work)
	wg.Wait()
	if y.hits == 0 || y.hits == y.runs {
		t.Errorf("the sizes do not lie around what a sale needs: %v", &y)
	}
	end("%v", &y)
}
