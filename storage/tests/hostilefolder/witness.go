package hostilefolder

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/fault"
)

// Injection is a fault that is put between till and store, to see that it is found.
type Injection string

// The injections.
const (
	InjectNone     Injection = ""
	InjectCareless Injection = "careless" // a commit into a file that is gone returns nil
	InjectHasty    Injection = "hasty"    // a commit returns nil before it is made
	InjectAnother  Injection = "another"  // the store is opened again on whatever lies there
	InjectMute     Injection = "mute"     // no fault is told
	InjectFrozen   Injection = "frozen"   // a commit into a file that is gone never returns
	InjectFragile  Injection = "fragile"  // it ends the process
	InjectRude     Injection = "rude"     // it writes into what lies at the path
	InjectEager    Injection = "eager"    // a commit that the disk does not answer returns nil
)

// witness is the real store with a witness at the door: what is committed is
// told before, and after it returned.
type witness struct {
	*storage.Store
	lines  *writer
	n      atomic.Int64
	inject Injection
	again  func() error  // opens another store in the place of the first
	late   chan struct{} // closed when a hasty commit has been made
}

// Commit implements journal.Store.
func (w *witness) Commit(ctx context.Context, c journal.Change) error {
	l := Line{N: int(w.n.Add(1))}
	if c.Sale != nil {
		l.Sale, l.Version = c.Sale.ID, c.Sale.Version
	}
	if c.Receipt != nil {
		l.Receipt = c.Receipt.Seq
	}
	for _, row := range c.Audit {
		l.Audit = row.Seq
	}
	tell := func(k Kind, text string) { l.Kind, l.Text = k, text; w.lines.write(l) }
	if w.late != nil {
		<-w.late
	}
	tell(KindTry, "")
	if w.inject == InjectHasty {
		w.later(ctx, c)
		tell(KindKept, "")
		return nil
	}
	err := w.Store.Commit(ctx, c)
	if err != nil && (errors.Is(err, fault.ErrReplaced) || errors.Is(err, journal.ErrPoisoned)) {
		err = w.misled(err)
	}
	if w.inject == InjectEager && errors.Is(err, fault.ErrSlow) {
		tell(KindFailed, err.Error())
		return nil
	}
	if err != nil {
		tell(KindFailed, err.Error())
		return err
	}
	tell(KindKept, "")
	return nil
}

// later makes a commit when its caller has gone on.
func (w *witness) later(ctx context.Context, c journal.Change) {
	late := make(chan struct{})
	w.late = late
	go func() {
		time.Sleep(20 * time.Millisecond)
		defer close(late)
		_ = w.Store.Commit(ctx, c) // nobody waits for its result
	}()
}

// misled is what an injected fault makes of a file that is gone.
func (w *witness) misled(err error) error {
	switch w.inject {
	case InjectCareless:
		return nil
	case InjectFrozen:
		select {}
	case InjectFragile:
		panic(err)
	case InjectRude:
		_ = os.WriteFile(w.Path(), []byte("a till was here"), 0o600)
	}
	return err
}

// Reopen implements journal.Store.
func (w *witness) Reopen(ctx context.Context) error {
	err := w.Store.Reopen(ctx)
	if err != nil && w.inject == InjectAnother {
		err = w.again()
	}
	l := Line{Kind: KindReopen}
	if err != nil {
		l.Text = err.Error()
	}
	w.lines.write(l)
	return err
}

// Sale implements journal.Store.
func (w *witness) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s, err := w.Store.Sale(ctx, id)
	w.read(err, s)
	return s, err
}

// OpenSales implements journal.Store.
func (w *witness) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	all, err := w.Store.OpenSales(ctx)
	w.read(err, all...)
	return all, err
}

func (w *witness) read(err error, all ...journal.Sale) {
	for _, s := range all {
		if err == nil {
			w.lines.write(Line{Kind: KindRead, Sale: s.ID, Version: s.Version})
		}
	}
}
