package days

import (
	"context"
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// desk is a till whose day is written down act by act. What its papers must say is
// reckoned on paper, in the comments beside the figures: no law and no other code adds
// up here.
type desk struct {
	*testing.T
	*life
}

// byHand lets a day be played on a disk of memory and on the real storage. The laws
// are held besides.
func byHand(t *testing.T, play func(d *desk)) {
	for _, onFile := range []bool{false, true} {
		t.Run(fmt.Sprintf("on file %v", onFile), func(t *testing.T) {
			inBubble(t, onFile, func(t *testing.T, store disk) {
				d := &desk{t, newLife(context.Background(), 1, store)}
				d.begins()
				play(d)
				d.check()
				d.till.Close()
				if err := d.store.Close(); err != nil {
					t.Error(err)
				}
				if len(d.found) > 0 {
					t.Error(d.story())
				}
			})
		})
	}
}

// begins opens the application, on a disk that does not fail.
func (d *desk) begins() {
	d.opens()
	d.store.OnCommit(nil)
}

func (d *desk) do(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) refused(what string, err error, want journal.Code) {
	d.Helper()
	if journal.CodeOf(err) != want {
		d.Errorf("%s: %v, want %s", what, err, want)
	}
}

func of(minor int64, currency string) money.Amount {
	return money.Amount{Minor: minor, Currency: currency}
}

// who is at the till: who signed in, or Amal.
func (d *desk) who() string {
	if u, there := d.till.Staff.Present(); there {
		return u.Name
	}
	return "Amal"
}

// cash takes a sale in cash.
func (d *desk) cash(a money.Amount, given int64) {
	d.Helper()
	_, err := d.till.TakeCash(d.ctx, journal.Draft{Amount: a, Cashier: d.who(), Route: journal.RouteCash}, given)
	d.do(err)
	d.pass(time.Second)
}

// charges opens a payment by QR.
func (d *desk) charges(a money.Amount) journal.View {
	d.Helper()
	v, err := d.till.Charge(d.ctx, journal.Draft{Amount: a, Cashier: d.who(), Route: core.RouteQR})
	d.do(err)
	d.pass(time.Second)
	return v
}

// paid lets the customer pay, and the till hear of it.
func (d *desk) paid(v journal.View) {
	d.bank.ends(v.OrderID, core.StateSuccess)
	d.pass(time.Minute)
}
