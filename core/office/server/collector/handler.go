package collector

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"sanduq/core/office"
	"sanduq/core/office/intake"
)

// Handler returns what tills speak to, and notes in the database that somebody listens. It
// wants TLS in front of it or around it;
// see Server.
func (c *Collector) Handler() http.Handler {
	c.listens()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/enrol", c.serveEnrol)
	mux.HandleFunc("GET /v1/cursor", c.keyed(c.paced(c.serveCursor)))
	mux.HandleFunc("POST /v1/rows", c.keyed(c.paced(c.serveRows)))
	mux.HandleFunc("POST /v1/days", c.keyed(c.paced(c.serveDays)))
	mux.HandleFunc("POST /v1/seals", c.keyed(c.paced(c.serveSeals)))
	mux.HandleFunc("GET /v1/health", c.serveReady) // as it was called once
	mux.HandleFunc("GET /v1/ready", c.serveReady)
	mux.HandleFunc("GET /v1/live", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, http.StatusOK, struct{}{}) })
	return mux
}

// Server returns a server with limits for slow and idle clients, to be given an
// address or a listener.
func Server(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10}
}

// statuses are the HTTP statuses of refusals.
var statuses = map[office.Code]int{
	office.CodeMalformed: http.StatusBadRequest, office.CodeTooLarge: http.StatusRequestEntityTooLarge, office.CodeVersion: http.StatusBadRequest,
	office.CodeKey: http.StatusUnauthorized, office.CodeOtherTill: http.StatusForbidden, office.CodeEnvironment: http.StatusForbidden,
	office.CodeStale: http.StatusConflict, office.CodeGap: http.StatusConflict, office.CodeEpoch: http.StatusConflict,
	office.CodeHeld: http.StatusLocked, office.CodeBusy: http.StatusServiceUnavailable,
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // who does not listen asks again
}

// fail answers with a refusal, or with one that tells nothing of an error of our
// own.
func (c *Collector) fail(w http.ResponseWriter, r *http.Request, err error) {
	said, ok := errors.AsType[*office.Refusal](err)
	if !ok {
		c.log.Error("not answered", "path", r.URL.Path, "err", err)
		said = &office.Refusal{Code: office.CodeBusy, Message: "the office's database does not answer"}
	}
	c.cfg.Meter.Refused(said.Code)
	if said.Code == office.CodeBusy && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "5")
	}
	answerJSON(w, statuses[said.Code], said)
}

// keyed lets only those in who bring a till's key, before anything of a body is
// read.
func (c *Collector) keyed(serve func(http.ResponseWriter, *http.Request, keyHash)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		key := hashOf(secret)
		good, err := false, error(nil)
		if ok {
			good, err = c.known(r, key)
		}
		switch {
		case err != nil:
			c.fail(w, r, err)
		case !good:
			w.Header().Set("Connection", "close") // the body stays unread
			c.fail(w, r, &office.Refusal{Code: office.CodeKey, Message: "this key is not known here, or was revoked"})
		default:
			serve(w, r, key)
		}
	}
}

// known reports whether a key is good. Strangers ask the database two at a time, and each
// address only so often.
func (c *Collector) known(r *http.Request, key keyHash) (good bool, err error) {
	if c.remembers(key) {
		return true, nil
	}
	if c.trusts(key) {
		return c.knows(r.Context(), key)
	}
	from := c.cfg.Proxies.Of(r)
	if wait := c.wrong.Use(from, time.Now()); wait > 0 {
		return false, errBusy
	}
	if full := c.asking.Do(r.Context(), func() { good, err = c.knows(r.Context(), key) }); full != nil {
		return false, errBusy
	}
	if good || err != nil {
		c.wrong.Give(from, time.Now())
	} else {
		c.cfg.Security.Warn("refused", "event", "key", "from", from)
	}
	return good, err
}

func small(w http.ResponseWriter, r *http.Request, into any) error {
	return message(w, r, into, maxSmall)
}

// message reads one that is no batch.
func message(w http.ResponseWriter, r *http.Request, into any, most int64) error {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // not every writer can
	in := json.NewDecoder(http.MaxBytesReader(w, r.Body, most))
	if err := in.Decode(into); err != nil {
		return &office.Refusal{Code: office.CodeMalformed, Message: "not a message of this version"}
	}
	return nil
}

func (c *Collector) serveEnrol(w http.ResponseWriter, r *http.Request) {
	var e office.Enrol
	err := small(w, r, &e)
	var out office.Enrolled
	from := c.cfg.Proxies.Of(r)
	if err == nil {
		out, err = c.enrolFrom(r.Context(), from, e)
	}
	if err != nil {
		c.cfg.Security.Warn("refused", "event", "enrol", "from", from, "why", codeOf(err))
		c.fail(w, r, err)
		return
	}
	c.cfg.Security.Info("enrolled", "event", "enrol", "from", from, "till", out.Till)
	answerJSON(w, http.StatusOK, out)
}

func codeOf(err error) office.Code {
	if said, ok := errors.AsType[*office.Refusal](err); ok {
		return said.Code
	}
	return ""
}

// enrolFrom is enrol for an address, which may try so many codes. A code is too long to
// be guessed: this spares the database, and anyone who reads the security log sees it.
func (c *Collector) enrolFrom(ctx context.Context, from string, e office.Enrol) (out office.Enrolled, err error) {
	now := time.Now()
	if wait := c.codes.Use(from, now); wait > 0 {
		return out, &office.Refusal{Code: office.CodeBusy, Message: "too many codes were tried from there; wait a while"}
	}
	if full := c.asking.Do(ctx, func() { out, err = c.enrol(ctx, e) }); full != nil {
		err = errBusy
	}
	if err == nil {
		c.codes.Give(from, now)
	}
	return out, err
}

func (c *Collector) serveCursor(w http.ResponseWriter, r *http.Request, key keyHash) {
	cursor, err := c.cursor(r.Context(), key)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, cursor)
}

func (c *Collector) serveSeals(w http.ResponseWriter, r *http.Request, key keyHash) {
	var all office.Seals
	err := message(w, r, &all, maxSeals)
	var out office.SealsAnswer
	if err == nil {
		out, err = c.seals(r.Context(), key, all)
	}
	if err != nil {
		c.fail(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, out)
}

func (c *Collector) serveDays(w http.ResponseWriter, r *http.Request, key keyHash) {
	var d office.Days
	err := small(w, r, &d)
	var out office.DaysAnswer
	if err == nil {
		out, err = c.compareDays(r.Context(), key, d)
	}
	if err != nil {
		c.fail(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, out)
}

// serveReady says whether this collector can take rows: the database answers. One that
// is alive and not ready gets no tills, and is not started again.
func (c *Collector) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := c.db.current().Ping(ctx); err != nil {
		c.fail(w, r, err)
		return
	}
	answerJSON(w, http.StatusOK, struct{}{})
}

var errBusy = &office.Refusal{Code: office.CodeBusy, Message: "too many tills send at once"}

// paced lets a till in within its quota: a call that comes too early waits, and is sent
// away where that would take too long.
func (c *Collector) paced(serve func(http.ResponseWriter, *http.Request, keyHash)) func(http.ResponseWriter, *http.Request, keyHash) {
	return func(w http.ResponseWriter, r *http.Request, key keyHash) {
		wait, ok := c.usage.enter(key, time.Now())
		if !ok {
			w.Header().Set("Connection", "close")
			c.tooMuch(r.Context(), key, "it sends too much at once")
			c.fail(w, r, &office.Refusal{Code: office.CodeBusy, Message: "this till sends too much at once"})
			return
		}
		left := false
		leave := func() {
			if !left {
				left = true
				c.usage.release(key, time.Now())
			}
		}
		defer leave()
		if wait > longestWait {
			w.Header().Set("Connection", "close")
			w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
			c.tooMuch(r.Context(), key, "it sends more than a till does")
			c.fail(w, r, &office.Refusal{Code: office.CodeBusy, Message: "this till has sent too much lately"})
			return
		}
		if wait > 0 {
			select {
			case <-time.After(wait):
			case <-r.Context().Done():
				return
			case <-c.stopped:
			}
		}
		serve(w, r, key)
	}
}

func (c *Collector) serveRows(w http.ResponseWriter, r *http.Request, key keyHash) {
	select {
	case c.reading <- struct{}{}:
	default:
		c.fail(w, r, errBusy)
		return
	}
	j, err := c.read(w, r)
	if err != nil {
		<-c.reading
		if said, ok := errors.AsType[*office.Refusal](err); ok && said.Code != office.CodeBusy {
			c.usage.charge(key, time.Now(), rejectedCost, office.MaxBytes) // nobody knows how far it was unpacked
		}
		w.Header().Set("Connection", "close")
		c.fail(w, r, err)
		return
	}
	j.key = key
	rows := float64(j.batch.Size())
	if len(j.batch.Rejected) > 0 {
		rows += rejectedCost
	}
	c.usage.charge(key, time.Now(), rows, float64(j.batch.Plain))
	if cursor := c.beats.answer(j, c.cfg.Now()); cursor != nil {
		c.cfg.Meter.Heartbeat()
		j.gone()
		<-c.reading
		answerJSON(w, http.StatusOK, cursor)
		return
	}
	answered := make(chan struct{})
	freed := j.gone
	j.gone = func() { freed(); <-c.reading; close(answered) }
	c.batcher.push(j)
	select {
	case <-answered:
		a := <-j.answer
		if a.told > 0 {
			c.usage.charge(key, time.Now(), float64(a.told)*toldCost, 0)
		}
		if a.refusal != nil {
			if len(a.refusal.Rejected) > len(j.batch.Rejected) { // the database found more
				c.usage.charge(key, time.Now(), rejectedCost, 0)
			}
			c.fail(w, r, a.refusal)
			return
		}
		c.beats.learn(j, a.cursor, c.cfg.Now())
		answerJSON(w, http.StatusOK, a.cursor)
	case <-c.stopped:
		c.fail(w, r, &office.Refusal{Code: office.CodeBusy, Message: stopping})
	case <-r.Context().Done(): // what becomes of it the till learns from its cursor
		<-answered // until then it is one of those that its till may have
	}
}

// read takes a body in and makes a job of it. A slow client costs the bytes that
// it has announced, and its till one of few places; large bodies share theirs.
func (c *Collector) read(w http.ResponseWriter, r *http.Request) (*job, error) {
	if r.ContentLength > office.MaxPacked {
		return nil, refusalOf(intake.ErrTooLarge)
	}
	if r.ContentLength < 0 || r.ContentLength > smallBody {
		announced := int64(office.MaxPacked)
		if r.ContentLength >= 0 {
			announced = r.ContentLength
		}
		if !c.large.try(announced) {
			return nil, errBusy
		}
		defer c.large.give(announced)
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // not every writer can
	packed, err := io.ReadAll(http.MaxBytesReader(w, r.Body, office.MaxPacked))
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok && large != nil {
		return nil, refusalOf(intake.ErrTooLarge)
	}
	if err != nil {
		return nil, &office.Refusal{Code: office.CodeMalformed, Message: "the batch did not come whole, or too slowly"}
	}
	_ = control.SetReadDeadline(time.Time{})
	c.work <- struct{}{}
	defer func() { <-c.work }()
	b, err := intake.Decode(bytes.NewReader(packed))
	if err != nil {
		return nil, refusalOf(err)
	}
	size := b.Plain + int64(b.Size())*rowBytes
	if err := c.decoded.acquire(r.Context(), size); err != nil {
		return nil, errBusy
	}
	j := &job{batch: b, answer: make(chan answer, 1), gone: sync.OnceFunc(func() { c.decoded.give(size) })}
	j.ends, j.gap = b.Ends()
	return j, nil
}

// refusalOf says why a batch was not read. The error may quote what stands in
// the batch; the answer goes to the till that sent it.
func refusalOf(err error) *office.Refusal {
	code := office.CodeMalformed
	switch {
	case errors.Is(err, intake.ErrTooLarge):
		code = office.CodeTooLarge
	case errors.Is(err, intake.ErrVersion):
		code = office.CodeVersion
	}
	return &office.Refusal{Code: code, Message: err.Error()}
}
