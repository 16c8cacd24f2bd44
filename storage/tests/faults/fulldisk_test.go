//go:build linux

package faults

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sanduq/core"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/soak"
	"sanduq/storage/tests/script"
)

// smallDisk mounts a disk of 16 MiB, as a user who may, lays a store's folder on it unless that is
// blank, and fills it but for so many KiB, until room is called.
func smallDisk(kib int, store string) (dir string, room, remove func() error, err error) {
	if dir, err = os.MkdirTemp("", "faults-disk-"); err != nil {
		return "", nil, nil, err
	}
	run := func(args ...string) error {
		if os.Getuid() != 0 {
			args = append([]string{"sudo", "-n"}, args...)
		}
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%v: %w: %s", args, err, out)
		}
		return nil
	}
	if err := run("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=16m,mode=700,uid=%d", os.Getuid()), "tmpfs", dir); err != nil {
		return "", nil, nil, errors.Join(err, os.Remove(dir))
	}
	remove = func() error {
		if err := run("umount", "-l", dir); err != nil {
			return err
		}
		return os.Remove(dir)
	}
	filler := filepath.Join(dir, "filler")
	room = func() error { return errors.Join(os.Remove(filler), freed(dir)) }
	if store != "" {
		if err = os.Mkdir(filepath.Join(dir, "till"), 0o700); err == nil {
			err = copyFolder(filepath.Join(dir, "till"), store)
		}
	}
	if err == nil {
		err = fill(dir, filler, kib)
	}
	if err != nil {
		err = errors.Join(err, remove())
	}
	return dir, room, remove, err
}

// freed waits until the filler's room can be had: a kernel gives it back a
// little after the file is gone.
func freed(dir string) error {
	var stat unix.Statfs_t
	for range 500 {
		if err := unix.Statfs(dir, &stat); err != nil || int64(stat.Bfree)*stat.Bsize > 8<<20 {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("%d blocks are free after the filler is gone", stat.Bfree)
}

// fill leaves so many KiB.
func fill(dir, filler string, kib int) error {
	file, err := os.Create(filler)
	if err != nil {
		return err
	}
	var stat unix.Statfs_t
	if err = unix.Statfs(dir, &stat); err == nil {
		_, err = file.Write(make([]byte, int64(stat.Bfree)*stat.Bsize-int64(kib)<<10))
	}
	return errors.Join(err, file.Close())
}

// sellOnSmallDisk lets a desk take one payment while the disk fills up, then
// makes room and audits.
func sellOnSmallDisk(ctx context.Context, dir string, kib int, store string, route core.Route) (r try, err error) {
	disk, room, remove, err := smallDisk(kib, store)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	c, err := OpenCounter(ctx, filepath.Join(disk, "till"), dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if store != "" {
		c.Before = script.Day
	}
	r, err = sell(ctx, c.Order(route, 1500*time.Millisecond), func(ctx context.Context, args ...string) *exec.Cmd {
		return exec.CommandContext(ctx, os.Args[0], args...)
	})
	for _, s := range r.shown {
		r.hit = r.hit || s.Fault != "" || s.Refused != ""
	}
	if err = errors.Join(err, room()); err != nil {
		return r, err
	}
	return r, c.Audit(route, r.shown)
}

// TestFullDisk sells on disks with room for nothing up to room for a whole
// sale, by every route, in a new shop and in one with a history.
func TestFullDisk(t *testing.T) {
	if _, _, remove, err := smallDisk(64, ""); err != nil {
		needs.Check(t, needs.Missing{What: fmt.Sprintf("no small disk can be made here: %v", err)})
	} else if err := remove(); err != nil {
		t.Fatal(err)
	}
	n := soak.N(t, 3)
	end := soak.Begin(t, "full-disk", n)
	old := filepath.Join(script.InMemory(t), "old")
	filled(t, old, script.Script(3), false)
	const most = 128 // KiB: more than a sale needs
	var y tallied
	type task struct {
		kib   int
		store string
		route core.Route
	}
	work := make(chan task)
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)+1) {
		wg.Go(func() {
			for w := range work {
				r, err := sellOnSmallDisk(t.Context(), script.InMemory(t), w.kib, w.store, w.route)
				if err != nil {
					t.Errorf("%s, %d KiB, history %v: %v", w.route, w.kib, w.store != "", err)
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
			work <- task{4 * (i * most / 4 / n), "", route}
			work <- task{4 * (i * most / 4 / n), old, route}
		}
	}
	close(work)
	wg.Wait()
	if y.hits == 0 || y.hits == y.runs {
		t.Errorf("the sizes do not lie around what a sale needs: %v", &y)
	}
	end("%v", &y)
}
