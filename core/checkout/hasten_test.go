package checkout_test

import (
	"time"

	"sanduq/core/checkout"
	"sanduq/core/watchplan"
)

// hasten lets leases end and plans begin within a test's time.
func hasten(c *checkout.Config) {
	c.Lease = 200 * time.Millisecond
	c.Watch = watchplan.Plan{First: []time.Duration{100 * time.Millisecond}, Every: 100 * time.Millisecond, Answered: 1000, Silent: 1000}
}
