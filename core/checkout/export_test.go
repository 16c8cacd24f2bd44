package checkout

import (
	"fmt"
	"time"

	"sanduq/core"
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
