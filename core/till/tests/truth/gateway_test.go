package truth_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/wire"
)

// gateway is a payment service that says whatever a test wants. It speaks HTTP,
// over TLS when it is the live one, through pipes in memory, so that it works
// in virtual time too. Without a script it is honest: each initiate opens a
// payment, which stays PENDING until set says more. It is safe for concurrent
// use.
type gateway struct {
	mu      sync.Mutex
	heard   []request
	scripts map[core.Operation]script
	words   map[leg]word
	opened  int
	ahead   time.Duration              // of its clock
	down    bool                       // nobody can connect
	date    func(now time.Time) string // what a proxy writes as the time; nil for the truth
	slow    time.Duration              // how long a line takes to open; to be set before the first
	lines   []net.Conn
	// dialling are the lines that are being opened.
	dialling sync.WaitGroup
}

// script answers one operation.
type script func(q request) reply

// leg is one of the two ways to pay that the status call keeps apart.
type leg struct {
	order     string
	byAccount bool
}

type word struct{ status, transaction string }

// request is a call as it reached the gateway.
type request struct {
	op        core.Operation
	at        time.Time
	header    http.Header
	order     string
	payment   string
	byAccount bool // of a status question
	wallet    bool // by its path
}

// reply is what goes back.
type reply struct {
	status int
	body   string
	lost   bool   // nothing goes back, and the line ends
	cut    bool   // half of the body goes back, and the line ends
	behind string // comes right behind the reply, uncalled for
}

// data is a success.
func data(format string, args ...any) reply {
	return reply{status: 200, body: `{"success":true,"message":"ok","data":` + fmt.Sprintf(format, args...) + `}`}
}

// says is a status answer that names no payment.
func says(status, transaction string) reply {
	return data(`{"paymentStatus":%q,"transactionId":%q}`, status, transaction)
}

// refused is a refusal in words.
func refused(status int, code string) reply {
	return reply{status: status, body: fmt.Sprintf(`{"success":false,"message":"Not possible.","code":%q}`, code)}
}

// page is what a proxy in between says for itself.
func page(status int) reply {
	return reply{status: status, body: "<!doctype html><title>Bad gateway</title>"}
}

// always answers every call alike.
func always(r reply) script { return func(request) reply { return r } }

func newGateway() *gateway {
	return &gateway{scripts: map[core.Operation]script{}, words: map[leg]word{}}
}

// script replaces the answers to an operation; nil makes them honest again.
func (g *gateway) script(op core.Operation, s script) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.scripts[op] = s
}

// set says on both legs what became of an order.
func (g *gateway) set(order, status, transaction string) {
	g.setLeg(order, false, status, transaction)
	g.setLeg(order, true, status, transaction)
}

func (g *gateway) setLeg(order string, byAccount bool, status, transaction string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.words[leg{order, byAccount}] = word{status, transaction}
}

// unplug makes the gateway unreachable, or reachable again.
func (g *gateway) unplug(down bool) {
	g.mu.Lock()
	g.down = down
	lines := g.lines
	g.lines = nil
	g.mu.Unlock()
	for _, line := range lines {
		_ = line.Close()
	}
}

// hangUp ends every line and those that are being opened.
func (g *gateway) hangUp() {
	g.unplug(true)
	g.dialling.Wait()
	g.unplug(false)
}

// calls returns what was heard of an operation about an order; blank is any.
func (g *gateway) calls(op core.Operation, order string) []request {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []request
	for _, q := range g.heard {
		if q.op == op && (order == "" || q.order == order) {
			out = append(out, q)
		}
	}
	return out
}

func (g *gateway) count(op core.Operation, order string) int { return len(g.calls(op, order)) }

// now is the gateway's own clock.
func (g *gateway) now() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Now().Add(g.ahead)
}

// dated is the Date of the next reply.
func (g *gateway) dated() string {
	g.mu.Lock()
	date := g.date
	g.mu.Unlock()
	if date != nil {
		return date(g.now())
	}
	return g.now().UTC().Format(http.TimeFormat)
}

var operations = map[string]core.Operation{
	"/web-payment/initiate":                        core.OpInitiate,
	"/web-payment/bank/merchant-qr":                core.OpGenerateQR,
	"/web-payment/initiate-payment-request":        core.OpValidateAccount,
	"/web-payment/wallet/initiate-payment-request": core.OpValidateAccount,
	"/payment-request":                             core.OpSubmitOTP,
	"/web-payment/wallet/process-payment-request":  core.OpSubmitOTP,
	"/web-payment/check-status":                    core.OpFetchStatus,
	"/get-institution-list":                        core.OpInstitutions,
}

// answer hears a call and lets its script, or the honest one, answer it.
func (g *gateway) answer(req *http.Request, body []byte) reply {
	var sent struct {
		OrderID, PaymentID string
		ByAccountNumber    bool
	}
	_ = json.Unmarshal(body, &sent) // the call without a body has none
	path := strings.TrimPrefix(req.URL.Path, wire.DefaultProfile().Paths.Prefix)
	q := request{op: operations[path], at: time.Now(), header: req.Header, order: sent.OrderID, payment: sent.PaymentID,
		byAccount: sent.ByAccountNumber, wallet: strings.Contains(path, "/wallet/")}
	g.mu.Lock()
	g.heard = append(g.heard, q)
	s := g.scripts[q.op]
	g.mu.Unlock()
	if s == nil {
		s = g.honest
	}
	return s(q)
}

func (g *gateway) honest(q request) reply {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch q.op {
	case core.OpInitiate:
		g.opened++
		return data(`{"paymentId":"pay-%d","token":"token-%d"}`, g.opened, g.opened)
	case core.OpGenerateQR:
		return data(`{"qrCode":"qr:%s"}`, q.payment)
	case core.OpValidateAccount:
		return data(`{"otpSent":true,"dphReference":"dph-1","customerName":"Amina Belhadj"}`)
	case core.OpSubmitOTP:
		if q.wallet {
			return data(`{}`)
		}
		return data(`"accepted"`)
	case core.OpFetchStatus:
		w, told := g.words[leg{q.order, q.byAccount}]
		if !told {
			w.status = "PENDING"
		}
		return says(w.status, w.transaction)
	case core.OpInstitutions:
		return data(`[{"code":"FPB","name":"First Practice Bank","rail":"bank"},{"code":"PWL","name":"Practice Wallet","rail":"wallet"}]`)
	}
	return refused(404, "NO_SUCH_CALL")
}

// dial is how the core's client gets to the gateway; live over TLS.
func (g *gateway) dial(live bool) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		g.dialling.Add(1)
		defer g.dialling.Done()
		time.Sleep(g.slow)
		here, there := net.Pipe()
		line := there
		if live { // without tickets: they are written while the other side writes too, and a pipe holds nothing
			line = tls.Server(there, &tls.Config{Certificates: []tls.Certificate{certificate()}, SessionTicketsDisabled: true})
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.down {
			return nil, errors.New("no way to the gateway")
		}
		g.lines = append(g.lines, there)
		go g.serve(line, there)
		return here, nil
	}
}

// serve answers the calls of one line.
func (g *gateway) serve(line, raw net.Conn) {
	defer func() { _ = raw.Close() }()
	in := bufio.NewReader(line)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		r := g.answer(req, body)
		if r.lost {
			return
		}
		if _, err := io.WriteString(line, r.text(g.dated())); err != nil || r.cut || req.Close {
			return
		}
	}
}

// text is the reply as it goes over the wire.
func (r reply) text(date string) string {
	body := r.body
	if r.cut {
		body = body[:len(body)/2]
	}
	return fmt.Sprintf("HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s%s",
		r.status, http.StatusText(r.status), date, len(r.body), body, r.behind)
}

// certificate is the live gateway's, for pay.example.
var certificate = sync.OnceValue(func() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"pay.example"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(0, 0).AddDate(100, 0, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
})

// authorities trust that certificate and no other.
func authorities() *x509.CertPool {
	leaf, err := x509.ParseCertificate(certificate().Certificate[0])
	if err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return pool
}
