package service

import (
	"net/http"
	"strconv"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

// delay is what the bank's behaviour does to a call before it is looked at.
func (c *call) delay() {
	if !c.s.networkUp() {
		c.drop()
	}
	switch c.s.faults.Behaviour() {
	case faults.Slow:
		if !c.pause(c.s.payments.Times().Slow) {
			c.drop()
		}
	case faults.Silent:
		c.noteArrival()
		changes, leave := c.s.hub.Listen()
		defer leave()
		for c.s.faults.Behaviour() == faults.Silent {
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
func (c *call) inject(f faults.Fault, out *contract.Reply) *contract.Reply {
	status := func(fallback int) int {
		if f.Status != 0 {
			return f.Status
		}
		return fallback
	}
	envelope := func(status int, code, message string) *contract.Reply {
		return contract.Refused(contract.Refuse(status, code, message), c.id)
	}
	switch f.Kind {
	case faults.TooManyRequests:
		r := envelope(http.StatusTooManyRequests, contract.CodeTooManyRequests, "too many requests")
		r.Header.Set("Retry-After", strconv.Itoa(max(1, int(f.Delay.Seconds()))))
		return r
	case faults.Unauthorized:
		return envelope(http.StatusUnauthorized, contract.CodeInvalidToken, "the token is not valid")
	case faults.HTML:
		return &contract.Reply{Status: status(http.StatusBadGateway), Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			Body: []byte("<!doctype html><title>Bad gateway</title><h1>The bank's front door is jammed</h1>")}
	case faults.Truncated:
		// The length of the whole is announced, so the client can tell that half is missing.
		out.Header.Set("Content-Length", strconv.Itoa(len(out.Body)))
		out.Body = out.Body[:len(out.Body)/2]
		return out
	case faults.WrongJSON:
		return &contract.Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: []byte(`{"success":"yes","message":7,"data":[{"paymentStatus":{"SUCCESS":true}}]}`)}
	case faults.Drop, faults.CommitThenDrop:
		c.drop()
	}
	return envelope(status(http.StatusServiceUnavailable), contract.CodeUnavailable, "the service cannot answer now")
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
