package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
)

// presses counts the keys that it presses, each a while after the one before.
type presses struct {
	*harness
	pressed int
}

func (c *presses) types(keys string) {
	for _, k := range keys {
		c.pass(time.Second)
		c.runes(string(k))
		c.pressed++
	}
}

func (c *presses) enter() {
	c.pass(time.Second)
	c.keys(fyne.KeyReturn)
	c.pressed++
}

// TestKeysOfEachSale: how many keys a cashier presses from an empty amount to the next one.
// The number of a payer and its code are the customer's and are not presses.
func TestKeysOfEachSale(t *testing.T) {
	for name, task := range map[string]struct {
		keys int
		do   func(*presses)
	}{
		"by QR": {7, func(c *presses) {
			c.types("12.5")
			c.enter() // charge
			c.enter() // QR is the first way
			c.at(func(*journal.View) {})
			c.at(paid)
			c.enter()
		}},
		"from an account": {9, func(c *presses) {
			c.types("12.5")
			c.enter()
			c.types("2")
			c.at(func(v *journal.View) {
				v.Step, v.Route, v.Session = journal.StepCreated, core.RouteAccount, core.PaymentSession{}
			})
			c.types("1") // the bank
			c.runes("0123456789014417")
			c.enter() // send the code
			c.at(state(core.StateOTPRequired), func(v *journal.View) { v.Route, v.Session.Route = core.RouteAccount, core.RouteAccount })
			c.runes("123456")
			c.pass(time.Second) // it sends itself
			c.at(paid)
			c.enter()
		}},
		"from a wallet": {9, func(c *presses) {
			c.types("12.5")
			c.enter()
			c.types("3")
			c.at(func(v *journal.View) {
				v.Step, v.Route, v.Session = journal.StepCreated, core.RouteWallet, core.PaymentSession{}
			})
			c.types("1")
			c.runes("0912345678")
			c.enter()
			c.at(state(core.StateOTPRequired), func(v *journal.View) { v.Route, v.Session.Route = core.RouteWallet, core.RouteWallet })
			c.runes("123456")
			c.pass(time.Second)
			c.at(paid)
			c.enter()
		}},
		"in exact cash": {12, func(c *presses) {
			c.till.set.Cash = true
			c.types("12.5")
			c.enter()
			c.types("4")
			c.types("12.5") // what was given; a tap on "exact" instead makes nine
			c.enter()
			c.enter()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := &presses{harness: newHarness(t, allRoutes, everything, func(r *harness, _ *Options) { r.till.next = 12 })}
			task.do(c)
			if at := c.shell.nav.At; at.Location != navigation.Amount || c.pressed != task.keys {
				t.Errorf("%d keys, want %d; it stands at %v: %s; asked %v", c.pressed, task.keys, at, c.reads(), c.till.asked)
			}
			t.Logf("%d keys; asked %v", c.pressed, c.till.asked)
		})
	}
}
