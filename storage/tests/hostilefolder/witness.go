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

// Plant is a fault that is put between till and store, to see that it is found.
type Plant string

// The plants.
const (
	PlantNone     Plant = ""
	PlantCareless Plant = "careless" // a commit into a file that is gone returns nil
	PlantHasty    Plant = "hasty"    // a commit returns nil before it is made
	PlantAnother  Plant = "another"  // the store is opened again on whatever lies there
	PlantMute     Plant = "mute"     // no fault is told
	PlantFrozen   Plant = "frozen"   // a commit into a file that is gone never returns
	PlantFragile  Plant = "fragile"  // it ends the process
	PlantRude     Plant = "rude"     // it writes into what lies at the path
	PlantEager    Plant = "eager"    // a commit that the disk does not answer returns nil
)

// witness is the real store with a witness at the door: what is committed is
// told before, and after it returned.
type witness struct {
	*storage.Store
	lines *writer
	n     atomic.Int64
	plant Plant
	again func() error  // opens another store in the place of the first
	late  chan struct{} // closed when a hasty commit has been made
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
	if w.plant == PlantHasty {
		w.later(ctx, c)
		tell(KindKept, "")
		return nil
	}
	err := w.Store.Commit(ctx, c)
	if err != nil && (errors.Is(err, fault.ErrReplaced) || errors.Is(err, journal.ErrPoisoned)) {
		err = w.inject(err)
	}
	if w.plant == PlantEager && errors.Is(err, fault.ErrSlow) {
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

// inject is what a planted fault makes of a file that is gone.
func (w *witness) inject(err error) error {
	switch w.plant {
	case PlantCareless:
		return nil
	case PlantFrozen:
		select {}
	case PlantFragile:
		panic(err)
	case PlantRude:
		_ = os.WriteFile(w.Path(), []byte("a till was here"), 0o600)
	}
	return err
}

// Reopen implements journal.Store.
func (w *witness) Reopen(ctx context.Context) error {
	err := w.Store.Reopen(ctx)
	if err != nil && w.plant == PlantAnother {
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
