package othergateway

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const prefix = "/wallet-service/wallet/payment-integration"

// endpoint is one operation of the contract.
type endpoint struct {
	method   string
	merchant bool // the merchant's keys instead of a token
	serve    func(g *Gateway, c *call) answer
}

var endpoints = map[string]endpoint{
	"/web-payment/initiate":                        {"POST", true, (*Gateway).initiate},
	"/web-payment/bank/merchant-qr":                {"POST", false, (*Gateway).qr},
	"/web-payment/wallet/merchant-qr":              {"POST", false, (*Gateway).qr},
	"/web-payment/initiate-payment-request":        {"POST", false, func(g *Gateway, c *call) answer { return g.validate(c, Account) }},
	"/web-payment/wallet/initiate-payment-request": {"POST", false, func(g *Gateway, c *call) answer { return g.validate(c, Wallet) }},
	"/payment-request":                             {"POST", false, func(g *Gateway, c *call) answer { return g.submit(c, Account) }},
	"/web-payment/wallet/process-payment-request":  {"POST", false, func(g *Gateway, c *call) answer { return g.submit(c, Wallet) }},
	"/wallet/process-payment-request":              {"POST", false, func(g *Gateway, c *call) answer { return g.submit(c, Wallet) }},
	"/web-payment/check-status":                    {"POST", false, (*Gateway).status},
	"/get-institution-list":                        {"GET", false, (*Gateway).institutions},
}

// call is one request that was let in.
type call struct {
	path    string
	now     time.Time
	payment *payment // of the token
	body    map[string]json.RawMessage
}

// text is a member that must be a string.
func (c *call) text(name string) (string, bool) {
	var s string
	raw, there := c.body[name]
	if !there || len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// ServeHTTP implements http.Handler.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, err := io.ReadAll(io.LimitReader(req.Body, 1<<20))
	if err != nil {
		return // half a request is none
	}
	g.mu.Lock()
	a := g.answer(req, raw)
	if a.status == http.StatusUnauthorized && g.o.Habits.Denial != DenyInWords {
		a.raw = []string{"", "", "<html><body><h1>401 Authorization Required</h1></body></html>"}[g.o.Habits.Denial]
	}
	body, kind := []byte(a.raw), "text/html; charset=utf-8"
	if a.raw == "" && (a.status != http.StatusUnauthorized || g.o.Habits.Denial == DenyInWords) {
		body, kind = g.render(a), cmp.Or(g.o.Habits.ContentType, "application/json")
	}
	draw := g.random("line", strconv.Itoa(g.replies)).IntN(3)
	date := g.o.Now().Add(g.o.Habits.DateOff).UTC().Format(http.TimeFormat)
	g.mu.Unlock()

	head := w.Header()
	head.Set("Date", date)
	head.Set("Content-Type", kind)
	head.Set("Server", "switch/7")
	for name, value := range a.header {
		head.Set(name, value)
	}
	g.deliver(w, a.status, body, draw)
}

// deliver writes a reply in the deployment's habits.
func (g *Gateway) deliver(w http.ResponseWriter, status int, body []byte, draw int) {
	h := g.o.Habits
	switch {
	case h.Close == CloseAlways, h.Close == CloseThird && draw == 0:
		w.Header().Set("Connection", "close")
	case h.Close == CloseAbrupt && draw == 0:
		if hijack(w, status, body) {
			return
		}
	}
	if !h.Chunked {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = w.Write(body)
		return
	}
	w.WriteHeader(status)
	flush := http.NewResponseController(w)
	for _, piece := range [][]byte{body[:len(body)/3], body[len(body)/3 : len(body)/2], body[len(body)/2:]} {
		_, _ = w.Write(piece)
		_ = flush.Flush() // what cannot be flushed is sent in one piece
	}
}

// hijack sends a whole reply and closes the connection without a word of it.
// False means that this connection cannot be taken over.
func hijack(w http.ResponseWriter, status int, body []byte) bool {
	conn, line, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_ = w.Header().Write(&b)
	b.WriteString("\r\n")
	b.Write(body)
	_, _ = line.Write(b.Bytes())
	_ = line.Flush() // whom it does not reach has gone
	return true
}

// answer carries a call out. Callers hold mu.
func (g *Gateway) answer(req *http.Request, raw []byte) answer {
	now := g.now()
	if now.Before(g.rest) {
		return answer{status: 503, raw: "<html><title>Maintenance</title>back soon</html>", header: map[string]string{"Retry-After": "5"}}
	}
	path, found := strings.CutPrefix(req.URL.Path, prefix)
	end, known := endpoints[path]
	switch {
	case !found || !known:
		g.breach("%s %s is no endpoint", req.Method, req.URL.Path)
		return answer{status: 404, raw: "<html><body>nginx: not found</body></html>"}
	case req.Method != end.method:
		g.breach("%s %s", req.Method, path)
		return answer{status: 405, raw: "<html><body>method</body></html>", header: map[string]string{"Allow": end.method}}
	}
	if !g.signed(req, raw, now) {
		return g.refuse(denied, nil)
	}
	c := &call{path: path, now: now}
	if problem := c.read(req, raw); problem != "" {
		g.breach("%s: %s", path, problem)
		return g.refuse(invalid, nil)
	}
	if end.merchant || path == "/web-payment/check-status" && g.o.Law.MerchantAuth {
		if !g.merchant(req) {
			return g.refuse(denied, nil)
		}
	} else if req.Header.Get("Api-Key")+req.Header.Get("Secret-Key") != "" {
		g.breach("%s: the merchant's keys where none are asked for", path)
	}
	if !end.merchant {
		if c.payment = g.bearer(req, now); c.payment == nil {
			return g.refuse(denied, nil)
		}
		if c.payment.purged && path != "/get-institution-list" {
			return g.refuse(notFound, c.payment)
		}
	}
	return end.serve(g, c)
}

// read takes the body in. It returns what is wrong with it.
func (c *call) read(req *http.Request, raw []byte) string {
	if req.Method == http.MethodGet {
		if len(raw) > 0 {
			return "a body with GET"
		}
		return ""
	}
	if kind, _, err := mime.ParseMediaType(req.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return "content type " + strconv.Quote(req.Header.Get("Content-Type"))
	}
	if err := json.Unmarshal(raw, &c.body); err != nil || c.body == nil {
		return "a body that is no JSON object"
	}
	return ""
}
