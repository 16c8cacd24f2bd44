package checkout

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout/internal/unknown"
)

// Unusable is a record that this process's key opens and its program cannot use, as a newer one may write it.
func (c *Checkout) Unusable(n int) Record {
	ref := fmt.Sprintf("%032x", n)
	sealed, err := c.vault.Seal(ref, record{Snapshot: core.Snapshot{Public: []byte(`{"version":99}`)}})
	if err != nil {
		panic(err)
	}
	return Record{Ref: ref, Sealed: sealed, Due: time.UnixMilli(1)}
}

// Live is how many payments are in memory.
func (c *Checkout) Live() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.live)
}

// Users is how many hold a payment of the page.
func Users(c *Checkout) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.live {
		n += p.visits.users
	}
	return n
}

// Newer is a record as a newer program writes it: with a field of its own, and one in what was debited twice.
func (c *Checkout) Newer(r Record, due time.Time) Record {
	is, err := c.unseal(r)
	if err != nil {
		panic(err)
	}
	is.beyond = unknown.Fields{"thrice": json.RawMessage(`{"transactionId":"T-3"}`)}
	is.Second = &secondDebit{TransactionID: "T-QR", beyond: unknown.Fields{"place": json.RawMessage(`"Harbour"`)}}
	if r.Sealed, err = c.vault.Seal(r.Ref, is); err != nil {
		panic(err)
	}
	r.Due = due
	return r
}

// Beyond is what a record has that this program does not know, and whether the shop was told of the second debit.
func (c *Checkout) Beyond(r Record) string {
	is, err := c.unseal(r)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("thrice %s, place %s, told %t", is.beyond["thrice"], is.Second.beyond["place"], is.Second.Told)
}

// NewerOrder keeps an order of which nothing was sent, as a newer program does: with a field of its own.
func (c *Checkout) NewerOrder(t *testing.T, o Order) (ref string) {
	ref = c.vault.Reference("order\x00" + o.OrderID)
	if _, err := c.saveOrder(ref, orderRecord{OrderID: o.OrderID, Amount: o.Amount, beyond: unknown.Fields{"place": json.RawMessage(`"desk 4"`)}}); err != nil {
		t.Fatal(err)
	}
	return ref
}

// BeyondOrder is what an order has become, and what it has that this program does not know.
func (c *Checkout) BeyondOrder(t *testing.T, ref string) string {
	var o orderRecord
	stored, err := c.fetch(ref)
	if err == nil {
		err = c.vault.Open(ref, stored.Sealed, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %s", o.State, o.beyond["place"])
}

// Share is how much of a span has gone at a moment, as the page's ring shows it.
func Share(since, until, now time.Time) int {
	return (&view{now: now, look: look{health: core.Health{Polling: true, PollingSince: since, PollingUntil: until}}}).Share()
}
