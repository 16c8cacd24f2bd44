package till_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// roll is paper in a test. It remembers every slip of which a byte was sent, and
// how far the journal was then.
type roll struct {
	mu      sync.Mutex
	store   *storetest.Memory
	wanted  int
	says    bool                                      // it confirms what it printed
	wrong   *journal.PaperError                       // why nothing comes out; nil while it does
	hangs   bool                                      // until the call's end
	onPrint func(ctx context.Context, s journal.Slip) // before a slip counts
	slips   []journal.Slip                            // that came out, or may have
	states  []journal.PrintState                      // of the sale on disk at each slip
	commits []int                                     // on disk at each slip
	tries   int
	unknown []journal.UnknownSlip
}

func newRoll(store *storetest.Memory) *roll { return &roll{store: store, wanted: 1, says: true} }

func (r *roll) Wanted() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wanted
}

func (r *roll) set(f func(*roll)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r)
}

func (r *roll) Ready(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wrong != nil && !r.wrong.OnPaper {
		return r.wrong
	}
	return nil
}

func (r *roll) Print(ctx context.Context, s journal.Slip) (bool, error) {
	r.mu.Lock()
	r.tries++
	wrong, hangs, says, hook := r.wrong, r.hangs, r.says, r.onPrint
	r.mu.Unlock()
	if hook != nil {
		hook(ctx, s)
	}
	if wrong != nil && !wrong.OnPaper {
		return false, wrong
	}
	id := s.Receipt.SaleID
	if s.Cash != nil {
		id = s.Cash.SaleID
	}
	disk, err := r.store.Sale(context.Background(), id)
	if err != nil {
		return false, err
	}
	r.mu.Lock()
	r.slips, r.states, r.commits = append(r.slips, s), append(r.states, disk.Print), append(r.commits, r.store.Commits())
	r.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return false, &journal.PaperError{Code: "stopped", OnPaper: true, Err: ctx.Err()}
	}
	if wrong != nil {
		return false, wrong
	}
	return says, nil
}

func (r *roll) PrintUnknown(_ context.Context, s journal.UnknownSlip) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries++
	if r.wrong != nil {
		return false, r.wrong
	}
	r.unknown = append(r.unknown, s)
	return r.says, nil
}

// unmarked are the slips that carry no mark of a copy, without before.
func (r *roll) unmarked() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.slips {
		if s.Copy == 0 {
			n++
		}
	}
	return n
}

func (r *roll) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.slips)
}

// paid takes a QR payment to its end and returns the sale as it is in the same
// moment.
func (d *desk) paid(tx string) journal.View {
	d.t.Helper()
	v := d.charge()
	d.gate.set(v.OrderID, "SUCCESS", tx)
	time.Sleep(4 * time.Second)
	synctest.Wait()
	return d.want(v.ID, journal.StatusPaid)
}

// printing runs f in virtual time with a desk that has paper.
func printing(t *testing.T, f func(d *desk, r *roll)) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.NewMemory()
		r := newRoll(store)
		d := openPaper(t, store, newGateway(), r)
		defer d.Close()
		f(d, r)
	})
}

func (d *desk) wantPrint(id journal.SaleID, want journal.PrintState, fault string) journal.View {
	d.t.Helper()
	v := d.sale(id)
	if v.Print != want || v.Live.Paper != fault {
		d.t.Errorf("sale %s: slip %q, %q wrong; want %q, %q", id, v.Print, v.Live.Paper, want, fault)
	}
	return v
}

var noPaper = &journal.PaperError{Code: "no-paper"}
