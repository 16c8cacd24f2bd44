package sandbox

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// call is one request to an operation on its way through the service.
type call struct {
	s         *service
	op        operation
	w         http.ResponseWriter
	r         *http.Request
	id        string
	body      []byte
	fields    fields
	paymentID string // the payment that the bearer token names
}

// serve answers one operation: form first, then the faults that strike before anything is written, then who is
// calling, then the operation itself, then the faults that lose or garble a reply whose effects are already on disk.
func (s *service) serve(op operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{s: s, op: op, w: w, r: r, id: requestID(w)}
		started := time.Now()
		entry := Call{At: s.clock.Now(), Op: op.name, Method: r.Method, Path: r.URL.Path, RequestID: c.id}
		var out *reply
		defer func() {
			trouble := recover()
			if trouble != nil && trouble != http.ErrAbortHandler {
				s.logger.Error("a request panicked", "op", op.name, "requestId", c.id, "panic", trouble)
				out = errorReply(refuse(http.StatusInternalServerError, "INTERNAL", "the service failed"), c.id)
				trouble = nil
			}
			entry.Took, entry.Request = time.Since(started), redactBody(c.body)
			if out != nil && trouble == nil {
				entry.Status, entry.Reply = out.status, redactBody(out.body)
			}
			s.calls.add(entry)
			if trouble != nil {
				panic(trouble)
			}
			out.write(w)
		}()
		out = c.answer()
	}
}

func (c *call) answer() *reply {
	if e := c.readBody(); e != nil {
		return errorReply(e, c.id)
	}
	c.delay()
	hit := c.s.faults.pick(c.op.name)
	if hit.delay > 0 && !c.pause(hit.delay) {
		c.drop()
	}
	if hit.found && !hit.AfterCommit {
		c.noteArrival()
		return c.inject(hit.Fault, nil)
	}
	out := c.run()
	if hit.late > 0 && !c.pause(hit.late) {
		c.drop()
	}
	if hit.found {
		return c.inject(hit.Fault, out)
	}
	return out
}

// run is the operation without any faults.
func (c *call) run() *reply {
	out, err := func() (*reply, error) {
		if e := c.s.authorise(c); e != nil {
			return nil, e
		}
		if c.op.method == http.MethodPost {
			f, e := parseBody(c.body)
			if e != nil {
				return nil, e
			}
			c.fields = f
		}
		if err := c.s.payments.catchUp(); err != nil {
			return nil, err
		}
		return c.op.handle(c.s, c)
	}()
	if err == nil {
		return out
	}
	var e *apiError
	if !errors.As(err, &e) {
		e = refuse(http.StatusServiceUnavailable, codeUnavailable, "the ledger could not be written")
		c.s.logger.Error("the ledger failed", "op", c.op.name, "requestId", c.id, "error", err)
	} else if e.cause != nil {
		c.s.logger.Info("a request was refused", "op", c.op.name, "requestId", c.id, "code", e.code, "cause", e.cause)
	}
	return errorReply(e, c.id)
}

func (c *call) readBody() *apiError {
	if c.r.Method != c.op.method {
		c.w.Header().Set("Allow", c.op.method)
		return refuse(http.StatusMethodNotAllowed, codeMethodNotAllowed, "only "+c.op.method+" is answered here")
	}
	if c.op.method != http.MethodPost {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if charset := params["charset"]; err != nil || kind != "application/json" ||
		(charset != "" && !strings.EqualFold(charset, "utf-8")) {
		return refuse(http.StatusUnsupportedMediaType, codeUnsupportedMedia, "the body must be application/json in UTF-8")
	}
	c.body, err = io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, maxBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		c.body = nil
		return refuse(http.StatusRequestEntityTooLarge, codeBodyTooLarge, "the body is larger than 64 KiB")
	}
	if err != nil {
		return refuse(http.StatusBadRequest, codeMalformedJSON, "the body did not arrive")
	}
	return nil
}

// drop ends the connection without a reply, as a pulled cable would.
func (c *call) drop() { panic(http.ErrAbortHandler) }
