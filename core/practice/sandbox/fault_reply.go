package sandbox

import (
	"net/http"
	"strconv"
	"time"
)

// delay is what the bank's behaviour does to a call before it is looked at.
func (c *call) delay() {
	if !c.s.networkUp() {
		c.drop()
	}
	switch c.s.faults.currentBehaviour() {
	case Slow:
		if !c.pause(c.s.payments.times().Slow) {
			c.drop()
		}
	case Silent:
		c.noteArrival()
		changes, leave := c.s.hub.listen()
		defer leave()
		for c.s.faults.currentBehaviour() == Silent {
			select {
			case _, open := <-changes:
				if !open {
					c.drop()
				}
			case <-c.r.Context().Done():
				c.drop()
			}
		}
		c.drop()
	}
}

// inject makes the reply that a fault gives. out is the honest reply when the call was carried out, else nil.
func (c *call) inject(f Fault, out *reply) *reply {
	status := func(fallback int) int {
		if f.Status != 0 {
			return f.Status
		}
		return fallback
	}
	envelope := func(status int, code, message string) *reply { return errorReply(refuse(status, code, message), c.id) }
	switch f.Kind {
	case FaultTooManyRequests:
		r := envelope(http.StatusTooManyRequests, codeTooManyRequests, "too many requests")
		r.header.Set("Retry-After", strconv.Itoa(max(1, int(f.Delay.Seconds()))))
		return r
	case FaultUnauthorized:
		return envelope(http.StatusUnauthorized, codeInvalidToken, "the token is not valid")
	case FaultHTML:
		return &reply{status: status(http.StatusBadGateway), header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			body: []byte("<!doctype html><title>Bad gateway</title><h1>The bank's front door is jammed</h1>")}
	case FaultTruncated:
		// The length of the whole is announced, so the client can tell that half is missing.
		out.header.Set("Content-Length", strconv.Itoa(len(out.body)))
		out.body = out.body[:len(out.body)/2]
		return out
	case FaultWrongJSON:
		return &reply{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}},
			body: []byte(`{"success":"yes","message":7,"data":[{"paymentStatus":{"SUCCESS":true}}]}`)}
	case FaultDrop, FaultCommitThenDrop:
		c.drop()
	}
	return envelope(status(http.StatusServiceUnavailable), codeUnavailable, "the service cannot answer now")
}

// pause waits in real time, since it is real clients that grow impatient. It reports whether the time passed before
// the caller left or the service closed.
func (c *call) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-c.r.Context().Done():
		return false
	}
}
