//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// measureStarts starts the empty window, a till without history and one with a
// million receipts in turns.
func (b *bench) measureStarts(ctx context.Context) error {
	if err := b.million(ctx); err != nil {
		return err
	}
	openers := []func() (*window, error){
		func() (*window, error) { return b.bare(ctx) },
		func() (*window, error) { return b.till(ctx, "new", nil) },
		func() (*window, error) { return b.till(ctx, "million", nil) },
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

// setUp gives a till without settings its names, as its first run would.
func setUp(ctx context.Context, dir string) error {
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	if err != nil {
		return err
	}
	if _, err = store.Settings(ctx); errors.Is(err, journal.ErrNotFound) {
		err = store.Commit(ctx, journal.Change{Settings: &journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD"}})
	}
	return errors.Join(err, store.Close())
}
