//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// measureStarts starts the empty window, a till without history and one with a
// million receipts in turns.
func (b *bench) measureStarts(ctx context.Context) error {
	million, err := b.copyHistory(ctx)
	if err != nil {
		return err
	}
	openers := []func() (*window, error){
		func() (*window, error) { return b.bare(ctx) },
		func() (*window, error) { return b.till(ctx, "new", nil) },
	}
	if million {
		openers = append(openers, func() (*window, error) { return b.till(ctx, "million", nil) })
	}
	painted, usable := make([]times, 3), make([]times, 3)
	var receipts memory
	for round := -1; round < b.starts; round++ { // one to make the new till's data, and to warm up
		for i := range openers {
			p, u, m, err := startOnce(ctx, openers[i], round == b.starts-1 && i == 2)
			if err != nil {
				return err
			}
			if round >= 0 {
				painted[i], usable[i] = append(painted[i], p), append(usable[i], u)
			}
			if m.resident > 0 {
				receipts = m
			}
		}
	}
	b.startRows("a new till", painted[1], usable[1], painted[0], usable[0])
	if !million {
		fmt.Printf("  Starts with a million receipts are left out: %s is not there. core/benchmarks/ledger makes it.\n", b.history)
		return nil
	}
	b.startRows("a million receipts", painted[2], usable[2], painted[0], usable[0])
	r := ratio(usable[2], usable[1])
	b.table.add("start, a million receipts beside none", ms(usable[2].median()), "none: "+ms(usable[1].median()), fmt.Sprintf("%.2f", r), "at most 1.10", r <= 1.10)
	b.table.add("memory, receipts open, a million of them", "resident "+megabytes(receipts.resident), "", "", "below 200 MB", receipts.resident < 200e6)
	return nil
}

func (b *bench) startRows(what string, painted, usable, barePainted, bareUsable times) {
	b.table.add("start to first frame, "+what, painted.String(), barePainted.String(), fmt.Sprintf("%.2f", ratio(painted, barePainted)), "", true)
	r := ratio(usable, bareUsable)
	b.table.add("start to first digit shown, "+what, usable.String(), bareUsable.String(), fmt.Sprintf("%.2f", r), "at most 2.00", r <= 2)
}

// startOnce starts a window until it can be used, then ends it; before that it
// may look at the memory with the receipts open.
func startOnce(ctx context.Context, opener func() (*window, error), look bool) (painted, usable time.Duration, m memory, err error) {
	w, err := opener()
	if err != nil {
		return 0, 0, m, err
	}
	defer w.close()
	if painted, usable, err = w.usable(ctx); err != nil || !look {
		return painted, usable, m, err
	}
	if err := errors.Join(w.press(f4), pause(ctx, 4*time.Second)); err != nil {
		return 0, 0, m, err
	}
	m, err = memoryOf(w.program.PID())
	return painted, usable, m, err
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

// setUp gives a till without settings its names, as its first run would.
func setUp(ctx context.Context, dir string) error {
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	if err != nil {
		return err
	}
	if _, err = store.Settings(ctx); errors.Is(err, till.ErrNotFound) {
		err = store.Commit(ctx, till.Change{Settings: &till.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD"}})
	}
	return errors.Join(err, store.Close())
}

// endOpenSales ends the sales that the history leaves unknown, years of them:
// a till's manager would have, and all would stand beside the new sale.
func endOpenSales(ctx context.Context, dir string) error {
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	if err != nil {
		return err
	}
	open, err := store.OpenSales(ctx)
	var changes []till.Change
	for _, s := range open {
		s.Version++
		s.Capped, s.Session.State, s.Session.RawStatus = false, core.StateFailed, "FAILED"
		changes = append(changes, till.Change{Sale: &s})
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
