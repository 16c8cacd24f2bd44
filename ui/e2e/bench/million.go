//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// million puts a history of a million sales where a till looks for its data. A part that has none cannot be measured,
// which is an error: it would look as if it had been.
func (b *bench) million(ctx context.Context) error {
	there, err := b.copyHistory(ctx)
	if err == nil && !there {
		err = fmt.Errorf("%s is not there; core/benchmarks/ledger makes it", b.history)
	}
	return err
}

// openMillion opens a till with that history, and waits until it can be used.
func (b *bench) openMillion(ctx context.Context) (*window, error) {
	w, err := b.till(ctx, "million", nil)
	if err != nil {
		return nil, err
	}
	if _, _, err := w.usable(ctx); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// copyHistory copies the history to where a till looks for its data, and reports
// whether there is one.
func (b *bench) copyHistory(ctx context.Context) (bool, error) {
	if whole, _ := filepath.Glob(filepath.Join(b.history, "whole*")); len(whole) == 0 {
		return false, nil
	}
	to := b.millionDir()
	if _, err := os.Stat(to); err == nil {
		return true, nil // another part has done it
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return false, err
	}
	for _, name := range []string{"till.db", "till.key"} {
		if err := copyFile(filepath.Join(b.history, name), filepath.Join(to, name)); err != nil {
			return false, err
		}
	}
	return true, endOpenSales(ctx, to)
}

func (b *bench) millionDir() string { return filepath.Join(b.dir, "million", "sandbox") }

// endOpenSales ends the sales that the history leaves unknown, years of them:
// a till's manager would have, and all would stand beside the new sale.
func endOpenSales(ctx context.Context, dir string) error {
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	if err != nil {
		return err
	}
	open, err := store.OpenSales(ctx)
	var changes []journal.Change
	for _, s := range open {
		s.Version++
		s.Capped, s.Session.State, s.Session.RawStatus = false, core.StateFailed, "FAILED"
		changes = append(changes, journal.Change{Sale: &s})
	}
	if err == nil && len(changes) > 0 {
		err = store.CommitAll(ctx, changes)
	}
	return errors.Join(err, store.Close())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
