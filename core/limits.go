package core

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"
)

// Attempt is one attempt of a call, as an Observer hears of it.
type Attempt struct {
	Operation Operation
	PaymentID string // blank for initiate and for the institution list
	RequestID string
	Number    int           // from 1
	Status    int           // of the reply; 0 when none came
	Duration  time.Duration // by the Client's clock
	Err       error         // nil for a success; holds no secret of ours
}

// Observer hears of every attempt a Client makes, when it is over, with the
// context of the call that it belongs to. One that does not return within a
// tenth of a second runs on unheard, and a panic of its ends with it.
type Observer interface {
	ObserveAttempt(ctx context.Context, a Attempt)
}

// report hands an attempt to the program's Observer.
func (c *Client) report(ctx context.Context, a Attempt) {
	if c.observer != nil {
		_ = c.callbacks.run(context.Background(), logTimeout, func() { c.observer.ObserveAttempt(ctx, a) })
	}
}

// Limits are the deadlines of a Client's calls and how often each operation is
// attempted. What may be attempted again is not a matter of settings: a code and
// an initiate are repeated only if nothing of them left, whatever stands here. A
// zero member is the default.
type Limits struct {
	Connect time.Duration // to open a connection; 5 s
	Status  time.Duration // for one status attempt; 8 s
	Attempt time.Duration // for one attempt of any other operation; 20 s
	Call    time.Duration // for a whole call, attempts and waits included; 45 s
	// Attempts is the most per operation, from 1 to 5; validateAccount at most 2
	// and fetchStatus 1.
	Attempts map[Operation]int
}

const (
	longestCall  = 5 * time.Minute
	mostAttempts = 5
)

// mostOf are operations with a lower bound of their own: a code is sent once
// more at most, and the poller's next tick is a status question's repetition.
var mostOf = map[Operation]int{OpValidateAccount: 2, OpFetchStatus: 1}

func (l Limits) normal() (Limits, error) {
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
