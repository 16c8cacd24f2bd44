package service

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"sanduq/core/practice/sandbox/contract"
)

// call is one request to an operation on its way through the service.
type call struct {
	s         *Service
	op        operation
	w         http.ResponseWriter
	r         *http.Request
	id        string
	body      []byte
	fields    contract.Fields
	paymentID string // the payment that the bearer token names
}

// serve answers one operation: form first, then the faults that strike before anything is written, then who is
// calling, then the operation itself, then the faults that lose or garble a reply whose effects are already on disk.
func (s *Service) serve(op operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{s: s, op: op, w: w, r: r, id: contract.RequestID(w)}
		started := time.Now()
		entry := Call{At: s.clock.Now(), Op: op.name, Method: r.Method, Path: r.URL.Path, RequestID: c.id}
		var out *contract.Reply
		defer func() {
			trouble := recover()
			if trouble != nil && trouble != http.ErrAbortHandler {
				s.logger.Error("a request panicked", "op", op.name, "requestId", c.id, "panic", trouble)
				out = contract.Refused(contract.Refuse(http.StatusInternalServerError, "INTERNAL", "the service failed"), c.id)
				trouble = nil
			}
			entry.Took, entry.Request = time.Since(started), redactBody(c.body)
			if out != nil && trouble == nil {
				entry.Status, entry.Reply = out.Status, redactBody(out.Body)
			}
			s.Calls.add(entry)
			if trouble != nil {
				panic(trouble)
			}
			out.Write(w)
		}()
		out = c.answer()
	}
}

func (c *call) answer() *contract.Reply {
	if e := c.readBody(); e != nil {
		return contract.Refused(e, c.id)
	}
	c.delay()
	hit := c.s.faults.Pick(c.op.name)
	if hit.Early > 0 && !c.pause(hit.Early) {
		c.drop()
	}
	if hit.Found && !hit.AfterCommit {
		c.noteArrival()
		return c.inject(hit.Fault, nil)
	}
	out := c.run()
	if hit.Late > 0 && !c.pause(hit.Late) {
		c.drop()
	}
	if hit.Found {
		return c.inject(hit.Fault, out)
	}
	return out
}

// run is the operation without any faults.
func (c *call) run() *contract.Reply {
	out, err := func() (*contract.Reply, error) {
		if e := c.s.authorise(c); e != nil {
			return nil, e
		}
		if c.op.method == http.MethodPost {
			f, e := contract.Parse(c.body)
			if e != nil {
				return nil, e
			}
			c.fields = f
		}
		if err := c.s.payments.CatchUp(); err != nil {
			return nil, err
		}
		return c.op.handle(c.s, c)
	}()
	if err == nil {
		return out
	}
	var e *contract.Refusal
	if !errors.As(err, &e) {
		e = contract.Refuse(http.StatusServiceUnavailable, contract.CodeUnavailable, "the ledger could not be written")
		c.s.logger.Error("the ledger failed", "op", c.op.name, "requestId", c.id, "error", err)
	} else if e.Cause != nil {
		c.s.logger.Info("a request was refused", "op", c.op.name, "requestId", c.id, "code", e.Code, "cause", e.Cause)
	}
	return contract.Refused(e, c.id)
}

func (c *call) readBody() *contract.Refusal {
	if c.r.Method != c.op.method {
		c.w.Header().Set("Allow", c.op.method)
		return contract.Refuse(http.StatusMethodNotAllowed, contract.CodeMethodNotAllowed, "only "+c.op.method+" is answered here")
	}
	if c.op.method != http.MethodPost {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if charset := params["charset"]; err != nil || kind != "application/json" ||
		(charset != "" && !strings.EqualFold(charset, "utf-8")) {
		return contract.Refuse(http.StatusUnsupportedMediaType, contract.CodeUnsupportedMedia, "the body must be application/json in UTF-8")
	}
	c.body, err = io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, contract.MaxBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		c.body = nil
		return contract.Refuse(http.StatusRequestEntityTooLarge, contract.CodeBodyTooLarge, "the body is larger than 64 KiB")
	}
	if err != nil {
		return contract.Refuse(http.StatusBadRequest, contract.CodeMalformedJSON, "the body did not arrive")
	}
	return nil
}

// drop ends the connection without a reply, as a pulled cable would.
func (c *call) drop() { panic(http.ErrAbortHandler) }
