package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// ours is the till's store.
type ours struct {
	dir   string
	store *storage.Store
}

func openOurs(ctx context.Context, dir string) (*ours, error) {
	s, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	return &ours{dir, s}, err
}

func (o *ours) page(ctx context.Context, q question) ([]journal.Sale, error) {
	p, err := o.store.Sales(ctx, q.ours)
	return p.Sales, err
}

func (o *ours) totals(ctx context.Context, day journal.Day) ([]journal.Total, error) {
	return o.store.Totals(ctx, journal.SaleQuery{From: day, To: day})
}

func (o *ours) commit(ctx context.Context, c journal.Change) error { return o.store.Commit(ctx, c) }

func (o *ours) size() (int64, error) {
	info, err := os.Stat(o.store.Path())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// histories opens both with n sales in them, and makes them when they are not
// there from an earlier run.
func histories(ctx context.Context, s settings, n int) (*ours, *peer, error) {
	dir := filepath.Join(s.dir, fmt.Sprintf("ledger-%d", n))
	done := filepath.Join(dir, "whole, a million a year, compacted")
	if _, err := os.Stat(done); err != nil {
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
			return nil, nil, err
		}
	}
	a, err := openOurs(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	b, err := openPeer(ctx, dir)
	if err != nil {
		return nil, nil, errors.Join(err, a.store.Close())
	}
	if _, err := os.Stat(done); err == nil {
		return a, b, nil
	}
	fmt.Printf("\nMaking a history of %d sales in both\n", n)
	if err := build(ctx, a, b, n); err != nil {
		return nil, nil, errors.Join(err, closeBoth(a, b))
	}
	return a, b, os.WriteFile(done, nil, 0o600)
}

// build writes the same changes into both, in blocks.
func build(ctx context.Context, a *ours, b *peer, n int) error {
	const block = 2000
	var h journal.Head
	var took [2]time.Duration
	for from := 0; from < n; from += block {
		if err := ctx.Err(); err != nil {
			return err
		}
		var all []journal.Change
		for i := from; i < min(from+block, n); i++ {
			all = append(all, number(change(i, n), &h))
		}
		began := time.Now()
		if err := a.store.CommitAll(ctx, all); err != nil {
			return err
		}
		took[0] += time.Since(began)
		began = time.Now()
		if err := b.commitAll(ctx, all); err != nil {
			return err
		}
		took[1] += time.Since(began)
	}
	fmt.Printf("  the till's store took %.1f s, SQLite %.1f s\n", took[0].Seconds(), took[1].Seconds())
	return a.store.Compact(ctx) // as the nightly scrub does: blocks leave more free pages than the commits of a shop
}

func closeBoth(a *ours, b *peer) error { return errors.Join(a.store.Close(), b.close()) }
