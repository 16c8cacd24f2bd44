package crash

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/fault"
)

// The marks in the witness file. Each is one write to a file that is opened
// for appending, so that their order is the order in which they were made.
const (
	markTook = "took" // the store is open
	markLeft = "left" // about to close it
	markKill = "kill" // by the parent: about to kill this one
)

func mark(path, what string, pid int) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s %d\n", what, pid)
	return errors.Join(err, file.Close())
}

// openAndSell opens the store, says so in the witness file that all share, takes one
// payment and lets go again.
func (d *desk) openAndSell() error {
	d.writeLine(toldReady, "", nil)
	if d.nextCommand() != sayGo {
		return nil
	}
	store, err := d.openStore()
	if errors.Is(err, fault.ErrLocked) {
		d.writeLine(toldLocked, "", nil)
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	if err := mark(d.Witness, markTook, os.Getpid()); err != nil {
		return err
	}
	d.store = store
	if err := d.openTill(); err != nil {
		return err
	}
	d.writeLine(toldOpen, "", nil)
	if err := d.sellOne(); err != nil {
		return err
	}
	time.Sleep(time.Duration(d.Hold) * time.Millisecond)
	d.till.Close()
	if err := mark(d.Witness, markLeft, os.Getpid()); err != nil {
		return err
	}
	return store.Close()
}

// sellOne shows one QR and tells the parent of it.
func (d *desk) sellOne() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	sub := d.till.Subscribe()
	defer sub.Close()
	mine, err := d.till.Charge(ctx, journal.Draft{Amount: money.Amount{Minor: 12_550, Currency: currency}, Route: core.RouteQR, Cashier: "A"})
	if err != nil {
		return err
	}
	for {
		n, err := sub.Next(ctx)
		if err != nil {
			return fmt.Errorf("no QR for %s: %w", mine.OrderID, err)
		}
		if n.Kind == journal.NoticeSale && n.View.ID == mine.ID && n.View.Session.QRPayload != "" {
			d.writeLine(toldSold, "", stateOf(n.View.Sale))
			return nil
		}
	}
}
