package interleavings

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// disk is the till's store on which a commit takes time: it stands at a point
// before the change is on the disk, and at another before it returns.
type disk struct {
	*storetest.Memory
	w     *world
	fault diskFault

	mu       sync.Mutex
	orders   map[string]journal.SaleID
	audit    []journal.AuditRow
	receipts []journal.Receipt
	commits  int // since the scenario began
	fail     map[int]storetest.Outcome
	late     *journal.Change // injected: not written yet although Commit has returned
}

// diskFault is what the disk does wrong on purpose.
type diskFault int

const (
	honest      diskFault = iota
	lies                  // Commit returns before the change is on the disk
	forgetsLink           // who was opened instead of a sale is not written down
)

func newDisk(w *world, f diskFault) *disk {
	return &disk{Memory: storetest.NewMemory(), w: w, fault: f, orders: map[string]journal.SaleID{},
		fail: map[int]storetest.Outcome{}}
}

// trouble is the thing that a failed commit changes, beside the record: while
// it lasts the disk answers nothing.
const trouble = "trouble"

func record(id journal.SaleID) string { return "record " + string(id) }

// bearers is what the disk knows of those who bear a name.
func bearers(kind journal.NameKind, name string) string {
	return "bearers of " + kind.String() + " " + name
}

// Commit implements journal.Store.
func (d *disk) Commit(ctx context.Context, c journal.Change) error {
	t := touches{{"disk", changes}}
	what := "a change"
	if c.Sale != nil {
		t = append(t, touch{record(c.Sale.ID), changes})
		what = fmt.Sprintf("%s version %d, %s", c.Sale.ID, c.Sale.Version, c.Sale.Step)
		if d.fault == forgetsLink {
			c.Sale.Instead = nil
		}
		d.mu.Lock()
		d.orders[c.Sale.OrderID] = c.Sale.ID
		d.mu.Unlock()
	}
	if c.Receipt != nil {
		t = append(t, touch{"money", changes})
		what += fmt.Sprintf(", receipt %d", c.Receipt.Seq)
	}
	d.w.Point("the disk begins to write " + what)
	if d.fault == lies {
		return d.lie(ctx, what, c, t)
	}
	d.w.Point("the disk has "+what, t...)
	err := d.write(ctx, c)
	if t = nil; err != nil {
		t = touches{{trouble, changes}}
	}
	d.w.Point("the commit returns", t...)
	return err
}

func (d *disk) write(ctx context.Context, c journal.Change) error {
	outcome := storetest.Stored
	if !d.w.isLoose() {
		d.mu.Lock()
		outcome = d.fail[d.commits]
		d.commits++
		d.mu.Unlock()
	}
	var before journal.Sale
	if c.Sale != nil {
		before, _ = d.Memory.Sale(ctx, c.Sale.ID)
	}
	d.FailNext(outcome)
	err := d.Memory.Commit(ctx, c)
	d.FailNext()
	for _, kind := range journal.NameKinds() {
		if c.Sale != nil && c.Sale.GatewayName(kind) != before.GatewayName(kind) {
			d.w.adds(touch{bearers(kind, c.Sale.GatewayName(kind)), changes})
			d.w.adds(touch{bearers(kind, before.GatewayName(kind)), changes})
		}
	}
	if err == nil || outcome == storetest.Kept {
		d.snapshot(c)
	}
	if outcome != storetest.Stored {
		d.w.adds(touch{trouble, changes})
	}
	if errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused) {
		d.w.breaks("the disk refuses a change: %v", err)
	}
	return err
}

// lie says that the change is on the disk, and writes it when it likes, though
// before the next one.
func (d *disk) lie(ctx context.Context, what string, c journal.Change, t touches) error {
	if d.late != nil {
		if err := d.write(ctx, *d.late); err != nil {
			return err
		}
	}
	d.late = &c
	mine := d.late
	d.w.acting.Go(func() {
		d.w.adopt("late write of " + what)
		d.w.Point("the disk has "+what, t...)
		if d.late == mine {
			d.late = nil
			_ = d.write(ctx, c)
		}
	})
	return nil
}

// snapshot remembers what is on the disk now.
func (d *disk) snapshot(c journal.Change) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audit = append(d.audit, c.Audit...)
	if c.Receipt != nil {
		d.receipts = append(d.receipts, *c.Receipt)
	}
	d.w.broke(d.w.law.Committed(c))
}

// Sale implements journal.Store.
func (d *disk) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	d.w.Point("the disk reads "+string(id), touch{record(id), looks}, touch{trouble, looks})
	return d.Memory.Sale(ctx, id)
}

// Bearers implements journal.Store.
func (d *disk) Bearers(ctx context.Context, kind journal.NameKind, name string, limit int) ([]journal.SaleID, error) {
	if name != "" {
		d.w.adds(touch{bearers(kind, name), looks})
		d.w.adds(touch{trouble, looks})
	}
	return d.Memory.Bearers(ctx, kind, name, limit)
}

// OpenSales implements journal.Store.
func (d *disk) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	d.w.Point("the disk reads open sales", touch{"disk", looks}, touch{trouble, looks})
	return d.Memory.OpenSales(ctx)
}

// Sales implements journal.Store.
func (d *disk) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	d.w.Point("the disk reads a page", touch{"disk", looks}, touch{trouble, looks})
	return d.Memory.Sales(ctx, q)
}

// Reopen implements journal.Store.
func (d *disk) Reopen(ctx context.Context) error {
	d.w.Point("the disk is opened again", touch{"disk", changes}, touch{trouble, changes})
	return d.Memory.Reopen(ctx)
}

// saleOf returns the sale that the gateway knows by an order.
func (d *disk) saleOf(order string) journal.SaleID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.orders[order]
}

func (d *disk) order(id journal.SaleID) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for order, sale := range d.orders {
		if sale == id {
			return order
		}
	}
	return ""
}
