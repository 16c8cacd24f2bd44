package checkout

// Live is how many payments are in memory.
func (c *Checkout) Live() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.live)
}
