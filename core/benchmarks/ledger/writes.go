package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sanduq/core/journal"
)

// desk gives out the next sales of the day after the history, for both alike.
type desk struct {
	head journal.Head
	next int
}

const today journal.Day = "20261121"

// change is the next sale, settled with its receipt or not paid.
func (d *desk) change(settled bool) journal.Change {
	for i := 0; ; i++ {
		c := changeOn(1<<40+1000*d.next+i, perDay(0), journal.NewSaleID(today, d.next+1))
		if (c.Receipt != nil) == settled {
			d.next++
			return number(c, &d.head)
		}
	}
}

// commits measures one settled sale made durable, and ten sales at once beside
// ten one after the other. Both sides get every sale.
func commits(ctx context.Context, s settings, t *table, a *ours, b *peer, _ int) error {
	h, err := a.store.Head(ctx, today)
	if err != nil {
		return err
	}
	d := &desk{head: h, next: h.Number}
	one := func(commit func(context.Context, journal.Change) error, into *times, c journal.Change) error {
		began := time.Now()
		err := commit(ctx, c)
		*into = append(*into, time.Since(began))
		return err
	}
	var x, y times
	var written [2]volume
	for i := range max(100, s.calls/5) {
		c := d.change(true)
		began := writtenSoFar()
		first := one(a.commit, &x, c)
		between := writtenSoFar()
		second := one(b.commit, &y, c)
		ended := writtenSoFar()
		written[0].add(began, between)
		if written[1].add(between, ended); i == 0 {
			x, y, written = nil, nil, [2]volume{} // to warm up
		}
		if err := errors.Join(first, second); err != nil {
			return err
		}
	}
	t.add("commit a settled sale", pair(x), pair(y), ratio(x, y), "median at most 1.5 ×", float64(x.p50()) <= 1.5*float64(y.p50()))
	if written[0].calls > 0 {
		t.add("written for it: bytes / calls", written[0].each(len(x)), written[1].each(len(y)),
			fmt.Sprintf("%.2f", float64(written[0].bytes)/float64(written[1].bytes)), "", true)
	}
	return atOnce(ctx, s, t, a, b, d)
}

// atOnce takes turns between ten sales committed by ten goroutines and ten
// committed one after the other.
func atOnce(ctx context.Context, s settings, t *table, a *ours, b *peer, d *desk) error {
	const desks = 10
	var took [2][2]times // side, at once or in a row
	for round := range max(20, s.calls/25) {
		for k := range 2 {
			together := (round+k)%2 == 0
			var all []journal.Change
			for range desks {
				all = append(all, d.change(false))
			}
			for side, commit := range []func(context.Context, journal.Change) error{a.commit, b.commit} {
				errs := make([]error, desks)
				began := time.Now()
				var group sync.WaitGroup
				for i, c := range all {
					if together {
						group.Go(func() { errs[i] = commit(ctx, c) })
					} else {
						errs[i] = commit(ctx, c)
					}
				}
				group.Wait()
				which := 1
				if together {
					which = 0
				}
				took[side][which] = append(took[side][which], time.Since(began))
				if err := errors.Join(errs...); err != nil {
					return err
				}
			}
		}
	}
	for which, name := range []string{"ten sales at once", "ten in a row"} {
		t.add(name, pair(took[0][which]), pair(took[1][which]), ratio(took[0][which], took[1][which]), "", true)
	}
	once, row := took[0][0].p50(), took[0][1].p50()
	share := float64(once) / float64(row)
	t.add("at once to in a row", fmt.Sprintf("%.2f ×", share), fmt.Sprintf("%.2f ×", float64(took[1][0].p50())/float64(took[1][1].p50())), "",
		"at most 0.7 ×", share <= 0.7)
	return nil
}

// openings takes turns between opening the history and an empty store, each
// closed properly before.
func openings(ctx context.Context, s settings, t *table, a *ours, b *peer, n int) error {
	empty, err := os.MkdirTemp(s.dir, "empty-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(empty) }()
	if err := closeBoth(a, b); err != nil {
		return err
	}
	small, err := openOurs(ctx, empty)
	if err == nil {
		err = small.store.Close()
	}
	if err != nil {
		return err
	}
	var full, none, theirs times
	for range 21 {
		began := time.Now()
		if small, err = openOurs(ctx, empty); err != nil {
			return err
		}
		none = append(none, time.Since(began))
		began = time.Now()
		opened, err := openOurs(ctx, a.dir)
		if err != nil {
			return err
		}
		full = append(full, time.Since(began))
		*a = *opened
		began = time.Now()
		other, err := openPeer(ctx, filepath.Dir(b.path))
		if err != nil {
			return err
		}
		theirs = append(theirs, time.Since(began))
		*b = *other
		if err := errors.Join(small.store.Close(), closeBoth(a, b)); err != nil {
			return err
		}
	}
	limit := none.p50()*12/10 + 50*time.Millisecond
	t.add("open", pair(full), pair(theirs), ratio(full, theirs), fmt.Sprintf("median below 1.2 × of empty (%s) + 50 ms", short(none.p50())), full.p50() <= limit)
	opened, err := openOurs(ctx, a.dir)
	if err != nil {
		return err
	}
	*a = *opened
	other, err := openPeer(ctx, filepath.Dir(b.path))
	if err != nil {
		return err
	}
	*b = *other
	return nil
}

// sizes compares the files.
func sizes(ctx context.Context, _ settings, t *table, a *ours, b *peer, n int) error {
	x, err := a.size()
	if err != nil {
		return err
	}
	y, err := b.size(ctx)
	if err != nil {
		return err
	}
	perSale := float64(x) / float64(n)
	t.add("bytes on disk for a sale", fmt.Sprintf("%.0f", perSale), fmt.Sprintf("%.0f", float64(y)/float64(n)),
		fmt.Sprintf("%.2f", float64(x)/float64(y)), "below 1500", perSale < 1500)
	return nil
}
