package ninetydays

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/wire"
)

const baseURL = "http://127.0.0.1:47822"

// latency is how long the way to the gateway and back takes.
const latency = 40 * time.Millisecond

// payment is what the gateway knows of one, in a fixed number of bytes, so that
// the gateway does not grow with what it has seen.
type payment struct {
	kind   kind
	amount int64 // minor units
	opened time.Time
	coded  bool // a code was carried out
	// settles is when it is paid; zero while nobody has done anything for it.
	settles time.Time
}

// gateway is the other end of every connection.
type gateway struct {
	paths  wire.Paths
	off    atomic.Bool                              // no way leads to it
	asked  func(number int, k kind, byAccount bool) // is told of each question about a payment
	heard  func(number int, answered bool)          // is told whether a call was answered as the contract says; number is zero for no payment's
	mu     sync.Mutex
	orders map[uint64]int // numbers, by a hash of the order's name
	all    []payment      // by number
}

func newGateway(most int) *gateway {
	return &gateway{paths: wire.DefaultProfile().Paths, orders: make(map[uint64]int, most), all: make([]payment, most)}
}

func hash(name string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, name)
	return h.Sum64()
}

func (g *gateway) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if g.off.Load() {
		return nil, errors.New("no way to the gateway")
	}
	here, there := net.Pipe()
	go g.serve(there)
	return here, ctx.Err()
}

func (g *gateway) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		time.Sleep(latency)
		status, text := g.answer(strings.TrimPrefix(req.URL.Path, g.paths.Prefix), body)
		if _, err := fmt.Fprintf(conn, "HTTP/1.1 %03d x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", status, len(text), text); err != nil {
			return
		}
	}
}

type request struct {
	OrderID         string
	Description     string
	Amount          json.RawMessage
	ByAccountNumber bool
}

func (g *gateway) answer(path string, body []byte) (status int, text string) {
	var in request
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&in); err != nil {
		return refuse(400, "MALFORMED_JSON")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	number, known := g.orders[hash(in.OrderID)]
	defer func() { g.heard(number, status < 500) }()
	if path == g.paths.Initiate {
		return g.open(in)
	}
	if !known {
		return refuse(404, "ORDER_NOT_FOUND")
	}
	p, now := &g.all[number], time.Now()
	if p.kind == tokenRefused && now.Sub(p.opened) > refuseToken {
		defer g.count(path, number, in)
		return refuse(401, "INVALID_TOKEN")
	}
	switch path {
	case g.paths.BankQR, g.paths.WalletQR:
		return response(`{"qrCode":"QR-%d"}`, number)
	case g.paths.BankValidate, g.paths.WalletValidate:
		return response(`{"otpSent":true,"dphReference":"DPH-%d","customerName":"Amal Darwish"}`, number)
	case g.paths.BankOTP:
		if p.kind == unclear {
			return refuse(409, "DUPLICATE_REQUEST")
		}
		p.code(now)
		return response(`"accepted"`)
	case g.paths.WalletOTP:
		p.code(now)
		return response(`{"paymentStatus":"PROCESSING"}`)
	case g.paths.Status:
		defer g.count(path, number, in)
		return p.status(number, in, now)
	}
	return refuse(404, "NOT_FOUND")
}

// count tells of a question. It is called with mu held, which the till is never
// asked under.
func (g *gateway) count(path string, number int, in request) {
	if path == g.paths.Status {
		g.asked(number, g.all[number].kind, in.ByAccountNumber)
	}
}

// open reads the payment's kind and number off its description.
func (g *gateway) open(in request) (int, string) {
	var number int
	var minor int64
	what, rest, _ := strings.Cut(in.Description, "#")
	if _, err := fmt.Sscanf(rest, "%d/%d", &number, &minor); err != nil {
		return refuse(400, "INVALID_FIELD")
	}
	if kind(what) == notOpened {
		return refuse(422, "LIMIT_EXCEEDED")
	}
	g.orders[hash(in.OrderID)] = number
	g.all[number] = payment{kind: known[what], amount: minor, opened: time.Now()}
	return response(`{"paymentId":"P-%d","token":"T-%d"}`, number, number)
}

// known are the kinds by their names, so that no payment keeps its request.
var known = func() map[string]kind {
	out := map[string]kind{string(unanswered): unanswered}
	for k := range day {
		out[string(k)] = k
	}
	return out
}()

// code takes the customer's code.
func (p *payment) code(now time.Time) {
	p.coded = true
	if p.kind == paidByAccount || p.kind == paidByWallet {
		p.settles = now.Add(2 * time.Second)
	}
}

// approve lets the customer pay.
func (g *gateway) approve(number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all[number].settles = time.Now().Add(2 * time.Second)
}

// payment returns what the gateway knows of one.
func (g *gateway) payment(number int) payment {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.all[number]
}

func (p *payment) status(number int, in request, now time.Time) (int, string) {
	age, amount := now.Sub(p.opened), p.amount
	word, transaction := "PENDING", ""
	switch {
	case p.kind == forgotten404 && age > forgetEarly:
		return refuse(404, "ORDER_NOT_FOUND")
	case p.kind == forgotten200 && age > forgetLate:
		return refuse(200, "ORDER_NOT_FOUND")
	case p.kind == unanswered && age > breakDown:
		return 500, "<html>the bank's front door is jammed</html>"
	case p.kind == switched && in.ByAccountNumber:
		return refuse(404, "ORDER_NOT_FOUND")
	case !p.settles.IsZero() && !now.Before(p.settles):
		word, transaction = "SUCCESS", fmt.Sprintf("TX-%d", number)
	case p.coded, !p.settles.IsZero():
		word = "PROCESSING"
	case p.kind == declined && age > declineAfter:
		word = "FAILED"
	case p.kind == expires && age > expireAfter:
		word = "EXPIRED"
	case p.kind == conflicting && age > tellAnother:
		amount++
	}
	return response(`{"paymentStatus":%q,"transactionId":%q,"paymentId":"P-%d","orderId":%q,"amount":%d.%03d,"currency":"LYD"}`,
		word, transaction, number, in.OrderID, amount/1000, amount%1000)
}

func response(data string, args ...any) (int, string) {
	return 200, `{"success":true,"message":"","data":` + fmt.Sprintf(data, args...) + `}`
}

func refuse(status int, code string) (int, string) {
	return status, fmt.Sprintf(`{"success":false,"message":"no","code":%q}`, code)
}
