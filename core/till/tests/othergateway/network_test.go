package othergateway_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core"
)

// The network on the way to the gateway.
const (
	calm   int32 = iota
	rough        // calls are lost, late or garbled now and then
	down         // nobody gets through
	silent       // connections open, and nothing is ever answered
)

var networks = []string{"calm", "rough", "down", "silent"}

// network is what a call meets between the wire and the gateway.
type network struct {
	d    *day
	next http.Handler
	stop func()
	now  atomic.Int32
	mu   sync.Mutex
	nth  map[string]int
}

var errDown = errors.New("no way to the gateway")

// dial opens a connection for a process that lives, over a network that allows it.
func (d *day) dial(ctx context.Context, p *process, network, addr string) (net.Conn, error) {
	if d.network.now.Load() == down || p.dead.Load() {
		return nil, errDown
	}
	c, err := d.line.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead.Load() {
		_ = c.Close()
		return nil, errDown
	}
	p.conns = append(p.conns, c)
	return c, nil
}

func orderIn(body []byte) string {
	var in struct{ OrderID string }
	_ = json.Unmarshal(body, &in)
	return in.OrderID
}

// draw is a source for the n-th call of one kind about one order.
func (w *network) draw(req *http.Request, body []byte) (r *rand.Rand, order string) {
	order = w.d.name(orderIn(body))
	key := order + req.URL.Path
	w.mu.Lock()
	defer w.mu.Unlock()
	w.nth[key]++
	return w.d.random("network", key, fmt.Sprint(w.nth[key])), order
}

// ServeHTTP implements http.Handler.
func (w *network) ServeHTTP(out http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	r, order := w.draw(req, body)
	op := req.URL.Path[strings.LastIndex(req.URL.Path, "/")+1:]
	w.d.count("calls")
	if op == "initiate" {
		w.d.breaks(w.d.law.Opens(core.OpInitiate, orderIn(body)))
		w.d.breaks(w.d.law.Sent(core.OpInitiate, orderIn(body)))
	}
	switch w.now.Load() {
	case down:
		panic(http.ErrAbortHandler)
	case silent:
		w.d.write("%s %s: silence", order, op)
		time.Sleep(50 * time.Second)
		panic(http.ErrAbortHandler)
	case calm:
		w.well(out, req, body, order, op)
		return
	}
	chance := 25
	switch op {
	case "initiate":
		chance = 10 // or most orders end before they begin
	case "payment-request", "process-payment-request":
		chance = 45 // where most is at stake
	}
	if r.IntN(100) >= chance {
		time.Sleep(between(r, 0, 300*time.Millisecond))
		w.well(out, req, body, order, op)
		return
	}
	w.ill(out, req, body, r, order, op)
}

// well lets the gateway answer itself, habits and all.
func (w *network) well(out http.ResponseWriter, req *http.Request, body []byte, order, op string) {
	if !w.d.keep {
		w.next.ServeHTTP(out, req)
		return
	}
	tee := &tee{ResponseWriter: out}
	w.next.ServeHTTP(tee, req)
	w.d.write("%s %s%s: %s", order, op, leg(body), tee.gist())
}

func leg(body []byte) string {
	var in struct{ ByAccountNumber *bool }
	_ = json.Unmarshal(body, &in)
	if in.ByAccountNumber == nil {
		return ""
	}
	return fmt.Sprintf(" by account %v", *in.ByAccountNumber)
}

// tee keeps a copy of a reply for the history.
type tee struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (t *tee) WriteHeader(status int)      { t.status = status; t.ResponseWriter.WriteHeader(status) }
func (t *tee) Write(b []byte) (int, error) { t.body.Write(b); return t.ResponseWriter.Write(b) }
func (t *tee) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// Hijack implements http.Hijacker.
func (t *tee) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, line, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(line.Reader, bufio.NewWriter(io.MultiWriter(conn, &t.body))), nil
}

// gist is what of a reply a history tells: neither tokens nor names.
func (t *tee) gist() string {
	text := t.body.String()
	if head, rest, abrupt := strings.Cut(text, "\r\n\r\n"); abrupt {
		text = rest
		_, _ = fmt.Sscanf(head, "HTTP/1.1 %d", &t.status)
	}
	var in, data map[string]json.RawMessage // by exact names: others mean something else
	_ = json.Unmarshal([]byte(text), &in)
	_ = json.Unmarshal(in["data"], &data)
	return fmt.Sprintf("%d success=%s code=%s%s%s word=%s transaction=%s", t.status, in["success"], in["code"], in["errorCode"], in["error"],
		data["paymentStatus"], data["transactionId"])
}

// ill corrupts one call.
func (w *network) ill(out http.ResponseWriter, req *http.Request, body []byte, r *rand.Rand, order, op string) {
	serve := func() *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		again := req.Clone(req.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		w.next.ServeHTTP(rec, again)
		return rec
	}
	kind := r.IntN(11)
	if op == "initiate" {
		kind %= 9 // twice would be two payments: no client can help that
	}
	w.d.count("faults")
	w.d.write("%s %s: fault %d", order, op, kind)
	switch kind {
	case 0: // lost on its way
	case 1, 2: // carried out, its reply lost
		serve()
	case 3: // half a reply
		rec := serve()
		out.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		out.Header().Set("Content-Length", fmt.Sprint(rec.Body.Len()+1))
		out.WriteHeader(rec.Code)
		_, _ = out.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	case 4: // carried out, and a proxy's page instead of the reply
		serve()
		page(out, 502)
		return
	case 5:
		page(out, 503)
		return
	case 6:
		out.Header().Set("Retry-After", "2")
		page(out, 429)
		return
	case 7: // late
		time.Sleep(between(r, time.Second, 30*time.Second))
		rec := serve()
		time.Sleep(between(r, 0, 10*time.Second))
		for name, values := range rec.Header() {
			out.Header()[name] = values
		}
		out.WriteHeader(rec.Code)
		_, _ = out.Write(rec.Body.Bytes())
		return
	case 8: // carried out, and never answered
		serve()
		time.Sleep(50 * time.Second)
	default: // delivered twice, and answered for the second time
		serve()
		w.well(out, req, body, order, op)
		return
	}
	panic(http.ErrAbortHandler)
}

func page(out http.ResponseWriter, status int) {
	out.Header().Set("Content-Type", "text/html")
	out.WriteHeader(status)
	_, _ = io.WriteString(out, "<html><title>proxy</title></html>")
}
