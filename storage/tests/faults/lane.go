package faults

import (
	"context"
	"iter"
	"runtime"

	"sanduq/core/journal"
	"sanduq/storage"
)

// lane is a store all of whose calls run in one thread: strace counts the
// calls of each thread by itself, and the K-th call is to be the K-th of the
// store.
type lane struct {
	store *storage.Store
	work  chan func()
}

// openLane opens a store in a thread of its own.
func openLane(ctx context.Context, o storage.Options) (*lane, error) {
	l := &lane{work: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for f := range l.work {
			f()
		}
	}()
	var err error
	l.do(func() { l.store, err = storage.Open(ctx, o) })
	return l, err
}

func (l *lane) do(f func()) {
	done := make(chan struct{})
	l.work <- func() { defer close(done); f() }
	<-done
}

func call[T any](l *lane, f func() (T, error)) (v T, err error) {
	l.do(func() { v, err = f() })
	return v, err
}

func plainCall(l *lane, f func() error) (err error) {
	l.do(func() { err = f() })
	return err
}

func (l *lane) Commit(ctx context.Context, c journal.Change) error {
	return plainCall(l, func() error { return l.store.Commit(ctx, c) })
}

func (l *lane) Reopen(ctx context.Context) error {
	return plainCall(l, func() error { return l.store.Reopen(ctx) })
}

func (l *lane) Close() error { return plainCall(l, func() error { return l.store.Close() }) }

func (l *lane) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	return call(l, func() (journal.Sale, error) { return l.store.Sale(ctx, id) })
}

func (l *lane) SaleSecrets(ctx context.Context, id journal.SaleID) (journal.Secrets, error) {
	return call(l, func() (journal.Secrets, error) { return l.store.SaleSecrets(ctx, id) })
}

func (l *lane) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	return call(l, func() ([]journal.Sale, error) { return l.store.OpenSales(ctx) })
}

func (l *lane) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	return call(l, func() (journal.SalePage, error) { return l.store.Sales(ctx, q) })
}

func (l *lane) Bearers(ctx context.Context, kind journal.NameKind, name string, limit int) ([]journal.SaleID, error) {
	return call(l, func() ([]journal.SaleID, error) { return l.store.Bearers(ctx, kind, name, limit) })
}

func (l *lane) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	return call(l, func() ([]journal.Total, error) { return l.store.Totals(ctx, q) })
}

// Figures reads all before it yields any: the caller may use the store between
// two.
func (l *lane) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		var all []journal.Figure
		err := plainCall(l, func() error {
			for f, err := range l.store.Figures(ctx, from, to) {
				if err != nil {
					return err
				}
				all = append(all, f)
			}
			return nil
		})
		for _, f := range all {
			if !yield(f, nil) {
				return
			}
		}
		if err != nil {
			yield(journal.Figure{}, err)
		}
	}
}

func (l *lane) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	return call(l, func() (journal.Receipt, error) { return l.store.Receipt(ctx, seq) })
}

func (l *lane) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return call(l, func() ([]journal.AuditRow, error) { return l.store.Audit(ctx, before, limit) })
}

func (l *lane) Head(ctx context.Context, of journal.Day) (journal.Head, error) {
	return call(l, func() (journal.Head, error) { return l.store.Head(ctx, of) })
}

func (l *lane) Settings(ctx context.Context) (journal.Settings, error) {
	return call(l, func() (journal.Settings, error) { return l.store.Settings(ctx) })
}

func (l *lane) Staff(ctx context.Context) (journal.Secrets, error) {
	return call(l, func() (journal.Secrets, error) { return l.store.Staff(ctx) })
}

func (l *lane) Freeze(ctx context.Context) (journal.Freeze, error) {
	return call(l, func() (journal.Freeze, error) { return l.store.Freeze(ctx) })
}

var _ journal.Store = (*lane)(nil)
