package checkout

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
