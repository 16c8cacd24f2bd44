package core

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// answer is what the fake gateway does with one request.
type answer struct {
	status   int // 0 means 200
	body     string
	header   http.Header
	delay    time.Duration
	drop     bool // close the connection instead of answering
	truncate bool // promise more bytes than come
}

// arrival is one request as the gateway saw it.
type arrival struct {
	at     time.Duration
	method string
	path   string
	header http.Header
	body   string
}

// gateway is a scripted payment service behind in-memory connections.
type gateway struct {
	legs    func(byAccount bool) answer // of status, if set
	t       testing.TB
	started time.Time
	conns   chan net.Conn
	closed  chan struct{}
	server  *http.Server

	mu       sync.Mutex
	arrivals []arrival
	script   map[string]func(n int) answer // by path; n counts from 1
	counts   map[string]int
	refuse   error // of every dial
	dials    int
	deaf     bool // nobody accepts connections
}

// happy answers every call as a healthy gateway does.
func happy() map[string]func(int) answer {
	say := func(body string) func(int) answer { return func(int) answer { return answer{body: body} } }
	return map[string]func(int) answer{
		pathInitiate:     say(`{"success":true,"message":"ok","data":{"paymentId":"P1","token":"` + secretToken + `"}}`),
		pathBankQR:       say(`{"success":true,"data":{"qrCode":"SANDUQ-bank"}}`),
		pathWalletQR:     say(`{"success":true,"data":{"qrCode":"SANDUQ-wallet"}}`),
		pathBankAcc:      say(`{"success":true,"data":{"otpSent":true,"dphReference":"DPH1","customerName":"Amal Ben Ali"}}`),
		pathWalletAcc:    say(`{"success":true,"data":{"otpSent":true,"dphReference":"DPH2","customerName":"Sami"}}`),
		pathBankOTP:      say(`{"success":true,"data":"accepted"}`),
		pathWalletOTP:    say(`{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1"}}`),
		pathStatus:       say(pendingReply),
		pathInstitutions: say(`{"success":true,"data":[{"code":"B1","name":"First Practice Bank","rail":"bank"}]}`),
	}
}

const (
	pendingReply = `{"success":true,"data":{"paymentStatus":"PENDING"}}`
	successReply = `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1"}}`
	failedReply  = `{"success":true,"data":{"paymentStatus":"FAILED"}}`
	expiredReply = `{"success":true,"data":{"paymentStatus":"EXPIRED"}}`
	confirmReply = `{"success":true,"data":{"paymentStatus":"PROCESSING"}}`
)

// onStatus scripts status answers by the leg that is asked about.
func (g *gateway) onStatus(legs func(byAccount bool) answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.legs = legs
}

func newGateway(t testing.TB) *gateway {
	g := &gateway{
		t: t, started: time.Now(), conns: make(chan net.Conn), closed: make(chan struct{}),
		script: happy(), counts: make(map[string]int),
	}
	g.server = &http.Server{Handler: g}
	done := make(chan struct{})
	go func() { defer close(done); _ = g.server.Serve(g) }()
	t.Cleanup(func() { _ = g.server.Close(); <-done })
	return g
}

func (g *gateway) Accept() (net.Conn, error) {
	select {
	case c := <-g.conns:
		return c, nil
	case <-g.closed:
		return nil, net.ErrClosed
	}
}

func (g *gateway) Close() error {
	select {
	case <-g.closed:
	default:
		close(g.closed)
	}
	return nil
}

func (g *gateway) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func (g *gateway) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	g.mu.Lock()
	g.dials++
	refuse, deaf := g.refuse, g.deaf
	g.mu.Unlock()
	if deaf {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if refuse != nil {
		return nil, refuse
	}
	ours, theirs := net.Pipe()
	select {
	case g.conns <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-g.closed:
		return nil, net.ErrClosed
	}
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, _ := io.ReadAll(r.Body)
	g.mu.Lock()
	g.arrivals = append(g.arrivals, arrival{time.Since(g.started), r.Method, r.URL.Path, r.Header.Clone(), string(content)})
	g.counts[r.URL.Path]++
	play, n := g.script[r.URL.Path], g.counts[r.URL.Path]
	g.mu.Unlock()
	if play == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	g.mu.Lock()
	legs := g.legs
	g.mu.Unlock()
	a := play(n)
	if legs != nil && r.URL.Path == pathStatus {
		a = legs(strings.Contains(string(content), `"byAccountNumber":true`))
	}
	request := fmt.Sprint(r.Header) + string(content)
	for name := range a.header {
		a.header = http.Header{name: {strings.ReplaceAll(a.header.Get(name), "@NOW@", known(request))}}
	}
	a.body = strings.ReplaceAll(a.body, "@NOW@", known(request))
	g.mu.Lock()
	a.body = strings.ReplaceAll(a.body, "@ALL@", known(fmt.Sprint(g.arrivals)))
	g.mu.Unlock()
	if a.delay > 0 {
		select {
		case <-time.After(a.delay):
		case <-r.Context().Done():
			return
		}
	}
	if a.drop {
		panic(http.ErrAbortHandler)
	}
	for name, values := range a.header {
		w.Header()[name] = values
	}
	if a.truncate {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)+10))
	}
	if a.status == 0 {
		a.status = http.StatusOK
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
	if a.truncate {
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// known lists the secrets that a text holds, for a gateway that echoes them.
func known(text string) string {
	var found []string
	for _, secret := range allSecrets {
		if strings.Contains(text, secret) {
			found = append(found, secret)
		}
	}
	return strings.Join(found, " ")
}

// on scripts a path: one answer for each request, the last one for the rest.
func (g *gateway) on(path string, answers ...answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	base := g.counts[path]
	g.script[path] = func(n int) answer { return answers[min(n-base, len(answers))-1] }
}

func (g *gateway) reply(path string, bodies ...string) {
	var list []answer
	for _, b := range bodies {
		list = append(list, answer{body: b})
	}
	g.on(path, list...)
}

func (g *gateway) seen(path string) []arrival {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []arrival
	for _, a := range g.arrivals {
		if a.path == path {
			list = append(list, a)
		}
	}
	return list
}

func (g *gateway) total() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.arrivals)
}

func (g *gateway) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refuse = err
}

// seconds returns when requests for a path arrived, counted from a moment.
func (g *gateway) seconds(path string, from time.Duration) []millis {
	var list []millis
	for _, a := range g.seen(path) {
		list = append(list, millis((a.at - from).Milliseconds()))
	}
	return list
}

// millis is a count of milliseconds.
type millis int64
