package sim

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
	"strconv"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/driver"
)

// address is where the practice bank seems to be; nobody connects to it.
const address = "127.0.0.1:47821"

// nowhere is the listener of a service that is only reached through cables.
type nowhere struct {
	gone chan struct{}
	once sync.Once
}

func (n *nowhere) Accept() (net.Conn, error) { <-n.gone; return nil, net.ErrClosed }
func (n *nowhere) Close() error              { n.once.Do(func() { close(n.gone) }); return nil }
func (n *nowhere) Addr() net.Addr            { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 47821} }

// openGateway opens the gateway of a day: the practice bank, or another one with
// SOAK_GATEWAY=other, as far as the simulation's patience goes: its days are too
// short for tokens and orders to be forgotten.
func openGateway(o Options, m manner, codes func() string) (driver.Gateway, error) {
	if soak.Other() {
		with := driver.OtherOptions(o.Seed)
		with.Codes = codes
		with.Law.TokenLife, with.Law.Keep = 0, 0
		with.Law.SettleMax, with.Law.SlowSpan = min(with.Law.SettleMax, 30*time.Second), 3*time.Minute
		return driver.Other(with), nil
	}
	with := sandbox.Options{Dir: o.Room, Listener: &nowhere{gone: make(chan struct{})},
		Seed: o.Seed, Clock: clock.New(), TokenTTL: never, Timing: payments.Timing{Auto: never, Idle: m.idle}, OTPs: codes}
	if m.signed {
		with.ClientID, with.HMACSecret = hmacClient, hmacSecret
	}
	return driver.Practice(context.Background(), with)
}

// cable leads from the client of one process to the gateway.
type cable struct {
	w   *world
	p   *process
	mu  sync.Mutex
	nth map[string]int // calls made, by what they are about
}

var errDown = errors.New("sim: no way to the gateway")

func (c *cable) random(what ...string) (*rand.Rand, int) {
	key := strings.Join(what, " ")
	c.mu.Lock()
	n := c.nth[key]
	c.nth[key]++
	c.mu.Unlock()
	return c.w.random("cable", strconv.Itoa(c.p.n), key, strconv.Itoa(n)), n
}

func (c *cable) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	r, _ := c.random("dial")
	network := c.w.network.Load()
	if c.p.dead.Load() || network == down || network == rough && r.IntN(20) == 0 {
		return nil, errDown
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	here, there := net.Pipe()
	go c.serve(there)
	return here, nil
}

// serve answers the requests of one connection. What has been read off the wire
// arrives at the gateway, whether its sender still lives or not.
func (c *cable) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil || c.p.dead.Load() {
			return
		}
		req.Body, req.RemoteAddr = io.NopCloser(bytes.NewReader(body)), "127.0.0.1:50000"
		if !c.carry(conn, req, body) {
			return
		}
	}
}

// carry takes one request to the gateway and its reply back.
func (c *cable) carry(conn net.Conn, req *http.Request, body []byte) (open bool) {
	ends := driver.Endpoints[strings.TrimPrefix(req.URL.Path, contract.Prefix)]
	call := c.w.see.sent(c.p, ends.Op, req, body)
	r, n := c.random(string(ends.Serve), c.w.see.track(call.order))
	f := draw(r, c.w.network.Load(), ends.Serve)
	time.Sleep(f.there)
	out := c.w.hand(f, ends.Serve, call, req)
	lie := ""
	if out != nil && !out.cut {
		lie = c.w.answer(r, f, call, out)
	}
	clocks, _ := c.random("date", string(ends.Serve), c.w.see.track(call.order))
	c.w.gateMu.Lock()
	c.w.date(clocks, out)
	c.w.gateMu.Unlock()
	time.Sleep(f.back)
	if f.slow {
		c.w.see.count("slow")
	}
	if c.w.network.Load() == down {
		out = nil // the cable was cut meanwhile
	}
	if out == nil || c.p.dead.Load() {
		c.w.see.addLine(call.order, "%s %d: %s, no reply", ends.Op, n, f)
		return false
	}
	undo := c.w.see.addReply(call, out)
	c.w.see.addLine(call.order, "%s %d: %s%s, %d %s", ends.Op, n, f, lie, out.status, out.word)
	if _, err := conn.Write(out.bytes()); err != nil {
		undo()
		return false
	}
	return !out.cut
}

// reply is what the gateway answered.
type reply struct {
	status int
	header http.Header
	body   bytes.Buffer
	cut    bool   // the body is shorter than announced
	word   string // the payment's status in it

	// What only the world knows: it names another payment than the one that was
	// asked about; it refuses a code that was carried out.
	foreign, executed bool
}

func (r *reply) Header() http.Header         { return r.header }
func (r *reply) WriteHeader(status int)      { r.status = status }
func (r *reply) Write(b []byte) (int, error) { return r.body.Write(b) }

// read looks for the payment's status. Members go by their exact names, as the
// till reads them: others may differ from those by case alone.
func (r *reply) read() (readable, success bool) {
	var in, data map[string]json.RawMessage
	if json.Unmarshal(r.body.Bytes(), &in) != nil {
		return false, false
	}
	success = string(in["success"]) == "true"
	if success && json.Unmarshal(in["data"], &data) == nil {
		var word string
		_ = json.Unmarshal(data["paymentStatus"], &word)
		r.word = fold(word)
	}
	return true, success
}

func (r *reply) bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %03d %s\r\n", r.status, http.StatusText(r.status))
	_ = r.header.Write(&b)
	b.WriteString("\r\n")
	b.Write(r.body.Bytes())
	return b.Bytes()
}

// hand lets the service answer, with the fault switched on for this very call.
// Nil means that the connection was dropped.
func (w *world) hand(f fate, op contract.Operation, c call, req *http.Request) (out *reply) {
	w.gateMu.Lock()
	defer w.gateMu.Unlock()
	w.passLocked()
	if c.op != core.OpInitiate && w.barred(c.order) {
		f = fate{kind: faults.Unauthorized}
		w.see.lied(c.order, lieDenied)
	}
	if f.kind != "" {
		w.see.count(string(f.kind))
		w.gate.Inject(faults.Fault{Op: op, Kind: f.kind, Count: 1, Status: f.status, AfterCommit: f.after})
	}
	defer func() {
		if trouble := recover(); trouble != nil {
			if trouble != http.ErrAbortHandler {
				panic(trouble)
			}
			out = nil
		}
	}()
	out = &reply{status: http.StatusOK, header: http.Header{}}
	w.service.ServeHTTP(out, req)
	length := strconv.Itoa(out.body.Len())
	if announced := out.header.Get("Content-Length"); announced != "" && announced != length {
		out.cut = true
		return out
	}
	out.header.Set("Content-Length", length)
	return out
}
