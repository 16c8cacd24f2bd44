package core

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The deadlines of a call.
const (
	connectTimeout = 5 * time.Second
	statusTimeout  = 8 * time.Second
	attemptTimeout = 20 * time.Second
	callTimeout    = 45 * time.Second
	retryAfterCap  = 10 * time.Second
	backoffBase    = 250 * time.Millisecond
	backoffCap     = 3 * time.Second
)

// policy says how often an operation is tried and after what.
type policy struct {
	attempts int
	timeout  time.Duration // of one attempt
	// afterSent permits a repetition although the request may have arrived.
	// Without it only a request of which nothing left the machine is repeated.
	afterSent bool
	on429     bool
	// changesState marks the calls whose lost reply leaves an outcome unknown.
	changesState bool
}

var policies = map[Operation]policy{
	// The service creates one payment for each initiate that arrives.
	OpInitiate: {attempts: 3, timeout: attemptTimeout, changesState: true},
	// However many are made, they are of this one payment, which may be asked about.
	OpGenerateQR: {attempts: 3, timeout: attemptTimeout, afterSent: true, changesState: true},
	// The service replays the code rather than send another; once is enough.
	OpValidateAccount: {attempts: 2, timeout: attemptTimeout, afterSent: true, changesState: true},
	// A code that arrived twice could debit twice.
	OpSubmitOTP:    {attempts: 3, timeout: attemptTimeout, changesState: true},
	OpInstitutions: {attempts: 3, timeout: attemptTimeout, afterSent: true, on429: true},
	// The next tick is the retry; see signsAgain for a refused signature.
	OpFetchStatus: {attempts: 1, timeout: statusTimeout},
}

// retry decides whether an attempt is repeated. lost tells that no complete
// reply came; status is the reply's otherwise.
func (p policy) retry(attempt int, sent, lost bool, status int) bool {
	switch {
	case attempt >= p.attempts:
		return false
	case lost && !sent:
		return true
	case !p.afterSent:
		return false
	case lost:
		return true
	}
	switch status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusTooManyRequests:
		return p.on429
	}
	return false
}

// Jitter draws a random duration from zero up to, not including, max. Max is
// positive.
type Jitter func(max time.Duration) time.Duration

func fullJitter(max time.Duration) time.Duration { return rand.N(max) }

// pause returns how long to wait after an attempt: fully jittered exponential
// backoff, or what the gateway asks for if that is longer, within a cap.
func pause(jitter Jitter, attempt int, header http.Header, now time.Time) time.Duration {
	ceiling := min(backoffBase<<min(attempt-1, 10), backoffCap)
	return max(jitter(ceiling), retryAfter(header, now))
}

// retryAfter reads both forms of the header: seconds and a date.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return min(time.Duration(seconds)*time.Second, retryAfterCap)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), retryAfterCap)
	}
	return 0
}

// errWaitTooLong ends a call whose next attempt would begin after its deadline.
var errWaitTooLong = errors.New("no time left for another attempt")

// wait sleeps on the clock until d has passed or the context ends. It does not
// begin a wait that the context's deadline cuts short.
func wait(ctx context.Context, clock Clock, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return errWaitTooLong
	}
	select {
	case <-clock.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
