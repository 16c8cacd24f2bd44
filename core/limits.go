package core

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"

	"sanduq/core/wire"
)

// report hands an attempt to the program's Observer.
func (c *Client) report(ctx context.Context, a wire.Attempt) {
	if c.observer != nil {
		_ = c.callbacks.run(context.Background(), logTimeout, func() { c.observer.ObserveAttempt(ctx, a) })
	}
}

const (
	longestCall  = 5 * time.Minute
	mostAttempts = 5
)

// mostOf are operations with a lower bound of their own: a code is sent once
// more at most, and the poller's next tick is a status question's repetition.
var mostOf = map[Operation]int{OpValidateAccount: 2, OpFetchStatus: 1}

// withDefaults fills in what limits leave out, and refuses what no call may have.
func withDefaults(l wire.Limits) (wire.Limits, error) {
	for _, d := range []struct {
		is    *time.Duration
		usual time.Duration
	}{{&l.Connect, connectTimeout}, {&l.Status, statusTimeout}, {&l.Attempt, attemptTimeout}, {&l.Call, callTimeout}} {
		if *d.is == 0 {
			*d.is = d.usual
		}
		if *d.is < 0 || *d.is > longestCall {
			return l, fmt.Errorf("%w: a deadline of %v", ErrInvalidRequest, *d.is)
		}
	}
	for op, n := range l.Attempts {
		most := mostAttempts
		if own, bounded := mostOf[op]; bounded {
			most = own
		}
		if _, known := policies[op]; !known || n < 1 || n > most {
			return l, fmt.Errorf("%w: %d attempts of %q", ErrInvalidRequest, n, op)
		}
	}
	return l, nil
}

// policy is the table's, with the client's limits.
func (c *Client) policy(op Operation) policy {
	p := policies[op]
	p.timeout = c.limits.Attempt
	if op == OpFetchStatus {
		p.timeout = c.limits.Status
	}
	if n, set := c.limits.Attempts[op]; set {
		p.attempts = n
	}
	return p
}

// secure returns the TLS configuration to connect with.
func (config ClientConfig) secure() (*tls.Config, error) {
	given := config.TLS
	if given == nil {
		given = new(tls.Config)
	}
	if config.Environment == Live && given.InsecureSkipVerify {
		return nil, fmt.Errorf("%w: %s without verifying the gateway's certificate", ErrEnvironment, Live)
	}
	own := atLeastTLS12(given)
	if config.RootCAs != nil {
		own.RootCAs = config.RootCAs
	}
	return own, nil
}

func atLeastTLS12(c *tls.Config) *tls.Config {
	c = c.Clone()
	c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
	return c
}
