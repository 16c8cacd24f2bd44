//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// rows is where a till lists its receipts, in a window of 1366×768 and in one of 1280×800.
var rows = image.Rect(256, 250, 800, 668)

const (
	listOpenings = 20
	listSearches = 5 // of each kind
)

// typed is what a person looks for, and of what kind it is.
type typed struct{ what, text string }

// measureList opens the receipts of a million sales, and searches them for sales
// of half a year ago as a person would: the text, then Enter, which looks in all
// days. It waits for the last row that is painted.
func (b *bench) measureList(ctx context.Context) error {
	if err := b.million(ctx); err != nil {
		return err
	}
	wanted, err := b.searches(ctx)
	if err != nil {
		return err
	}
	w, err := b.openMillion(ctx)
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.press(backspace); err != nil {
		return err
	}
	var opened times
	for i := range listOpenings + 1 {
		took, err := w.settles(ctx, rows, func() error { return w.press(f4) })
		if err != nil {
			return fmt.Errorf("the receipts: %w", err)
		}
		if i > 0 { // one to warm up
			opened = append(opened, took)
		}
		if _, err := w.settles(ctx, rows, func() error { return w.press(f2) }); err != nil {
			return fmt.Errorf("back to the sale: %w", err)
		}
	}
	b.table.add(fmt.Sprintf("F4 to the list of a million, %d times", len(opened)), opened.String(), "", "", "99th at most 250 ms", opened.at(0.99) <= 250*time.Millisecond)
	found := map[string]times{}
	var kinds []string
	for _, one := range wanted {
		took, err := w.search(ctx, one.text, filepath.Join(filepath.Dir(b.empty), "search-"+strings.NewReplacer(" ", "-", "'", "").Replace(one.what)+".png"))
		if err != nil {
			return fmt.Errorf("%s %q: %w", one.what, one.text, err)
		}
		if found[one.what] == nil {
			kinds = append(kinds, one.what)
		}
		found[one.what] = append(found[one.what], took)
	}
	for _, kind := range kinds {
		b.table.add("last key to rows of a million, by "+kind, found[kind].String(), "", "", "99th at most 300 ms", found[kind].at(0.99) <= 300*time.Millisecond)
	}
	return nil
}

// search opens the receipts again, types a text and returns how long it took from
// Enter to the last row; a picture of the answer goes to a file.
func (w *window) search(ctx context.Context, text, to string) (time.Duration, error) {
	if _, err := w.settles(ctx, rows, func() error { return w.press(f4) }); err != nil {
		return 0, err
	}
	for _, r := range strings.ToLower(text) {
		if err := errors.Join(w.press(xproto.Keysym(r)), pause(ctx, 60*time.Millisecond)); err != nil {
			return 0, err
		}
	}
	if _, err := w.still(ctx, rows); err != nil {
		return 0, err
	}
	took, err := w.settles(ctx, rows, func() error { return w.press(enter) })
	if err != nil {
		return 0, err
	}
	if err := w.display.Picture(to); err != nil { // shows what was measured
		return 0, err
	}
	_, err = w.settles(ctx, rows, func() error { return w.press(f2) })
	return took, err
}

// searches is what sales of half a year ago are found by, each kind in turn.
func (b *bench) searches(ctx context.Context) (all []typed, err error) {
	dir := b.millionDir()
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	newest, err := store.Sales(ctx, journal.SaleQuery{Limit: 1})
	if err != nil {
		return nil, err
	}
	day := journal.DayOf(newest.Sales[0].ID.Day().Time(time.UTC).AddDate(0, -6, 0))
	page, err := store.Sales(ctx, journal.SaleQuery{To: day, Status: journal.StatusPaid, Limit: 100})
	if err != nil {
		return nil, err
	}
	for _, kind := range []struct {
		what string
		text func(journal.Sale) string
	}{
		{"sale", func(s journal.Sale) string { return s.ID.Paper() }},
		{"receipt", func(s journal.Sale) string {
			if s.ReceiptSeq == 0 {
				return ""
			}
			return fmt.Sprintf("T-%04d", s.ReceiptSeq)
		}},
		{"transaction", func(s journal.Sale) string { return s.Session.TransactionID }},
		{"a transaction's beginning", func(s journal.Sale) string { return s.Session.TransactionID[:min(6, len(s.Session.TransactionID))] }},
		{"amount", func(s journal.Sale) string { return s.Amount.Major() }},
		{"an account's end", func(s journal.Sale) string {
			_, tail, _ := strings.Cut(s.Session.MaskedAccount, " ")
			return tail
		}},
	} {
		n := 0
		for _, s := range page.Sales {
			if text := kind.text(s); text != "" && n < listSearches {
				all, n = append(all, typed{kind.what, text}), n+1
			}
		}
		if n == 0 {
			return nil, fmt.Errorf("no sale of %s can be found by %s", day, kind.what)
		}
	}
	return all, nil
}
