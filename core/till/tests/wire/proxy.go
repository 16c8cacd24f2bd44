// Package wire puts a proxy that breaks things between the till and the
// practice bank, on real loopback connections: replies that never come, resets,
// bodies cut in half or sent drop by drop, requests delivered twice. Beside it
// stands a witness who knows what each order was really told.
package wire

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Fault is one way for a call to go wrong on the wire.
type Fault string

// The faults.
const (
	None       Fault = ""
	Refused    Fault = "reset before the request was forwarded"
	HalfSent   Fault = "closed in the middle of the request"
	LostReply  Fault = "carried out, then closed without a reply"
	ResetAfter Fault = "carried out, then reset"
	HalfBody   Fault = "half the reply, then closed"
	HalfReset  Fault = "half the reply, then reset"
	SlowBody   Fault = "the reply in small pieces"
	Jammed     Fault = "carried out, answered by a page of the proxy's"
	Doubled    Fault = "delivered twice"
	Silent     Fault = "carried out, and nothing until the client gives up"
)

// usual are the faults to choose from; Silent costs the client's whole patience
// and comes seldom, by another draw.
var usual = []Fault{Refused, HalfSent, LostReply, LostReply, ResetAfter, ResetAfter, HalfBody, HalfReset, SlowBody, Jammed, Doubled}

// Proxy forwards HTTP calls to one service and breaks some of them. New makes
// one; Close ends it. It is safe for concurrent use.
type Proxy struct {
	Witness *Witness
	chance  int // of a fault, in percent
	target  string
	ln      net.Listener
	out     *http.Transport
	calm    atomic.Bool
	mu      sync.Mutex
	random  *rand.Rand
	hits    map[Fault]int
	wg      sync.WaitGroup
	conns   map[net.Conn]struct{}
}

// New listens on a free loopback port and forwards to target, "host:port".
func New(target string, seed uint64, chance int) (*Proxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{Witness: newWitness(), chance: chance, target: target, ln: ln, random: rand.New(rand.NewPCG(seed, 1)),
		hits: map[Fault]int{}, conns: map[net.Conn]struct{}{},
		out: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}}
	p.wg.Go(p.accept)
	return p, nil
}

// URL is the proxy's address.
func (p *Proxy) URL() string { return "http://" + p.ln.Addr().String() }

// Calm ends all faults.
func (p *Proxy) Calm() { p.calm.Store(true) }

// Faults returns how often each fault struck.
func (p *Proxy) Faults() (all int, each map[Fault]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	each = map[Fault]int{}
	for f, n := range p.hits {
		each[f], all = n, all+n
	}
	return all, each
}

// Close drops every connection.
func (p *Proxy) Close() {
	_ = p.ln.Close()
	p.mu.Lock()
	for c := range p.conns {
		_ = c.Close()
	}
	p.mu.Unlock()
	p.wg.Wait()
	p.out.CloseIdleConnections()
}

func (p *Proxy) accept() {
	for {
		c, err := p.ln.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.conns[c] = struct{}{}
		p.mu.Unlock()
		p.wg.Go(func() {
			p.serve(c.(*net.TCPConn))
			p.mu.Lock()
			delete(p.conns, c)
			p.mu.Unlock()
		})
	}
}

func (p *Proxy) draw(path string) Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, initiate := None, strings.HasSuffix(path, "/initiate")
	chance := p.chance
	if initiate {
		chance /= 3 // or most orders end before they begin
	}
	switch n := p.random.IntN(1000); {
	case p.calm.Load():
	case n < 2 && strings.HasSuffix(path, "/check-status"):
		f = Silent
	case n < 10*chance:
		f = usual[p.random.IntN(len(usual))]
	}
	if f == Doubled && initiate {
		f = LostReply // the service opens a payment for each that arrives: no client can help that
	}
	if f != None {
		p.hits[f]++
	}
	return f
}

// serve answers the calls of one connection.
func (p *Proxy) serve(c *net.TCPConn) {
	defer func() { _ = c.Close() }()
	in := bufio.NewReader(c)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		f := p.draw(req.URL.Path)
		if f == HalfSent {
			_, _ = io.CopyN(io.Discard, req.Body, req.ContentLength/2)
			p.Witness.lost(req.URL.Path, nil, f)
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		if !p.pass(c, req, body, f) {
			return
		}
	}
}

// pass carries one call out with its fault; false ends the connection.
func (p *Proxy) pass(c *net.TCPConn, req *http.Request, body []byte, f Fault) (open bool) {
	if f == Refused {
		p.Witness.lost(req.URL.Path, body, f)
		return p.reset(c)
	}
	reply, answer, err := p.forward(req, body)
	if err == nil && f == Doubled {
		reply, answer, err = p.forward(req, body)
	}
	if err != nil {
		p.Witness.lost(req.URL.Path, body, Fault("not forwarded: "+err.Error()))
		return false
	}
	raw := head(reply, len(answer))
	switch f {
	case LostReply, ResetAfter, Silent:
		p.Witness.lost(req.URL.Path, body, f)
		if f == Silent {
			_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
			_, _ = c.Read(make([]byte, 1))
		}
		return f != LostReply && p.reset(c)
	case HalfBody, HalfReset:
		p.Witness.lost(req.URL.Path, body, f)
		_, _ = c.Write(append(raw, answer[:len(answer)/2]...))
		return f == HalfReset && p.reset(c)
	case Jammed:
		p.Witness.lost(req.URL.Path, body, f)
		page := "<!doctype html><title>Bad gateway</title>"
		_, err = fmt.Fprintf(c, "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", len(page), page)
		return err == nil
	}
	p.Witness.addReply(req.URL.Path, body, reply.StatusCode, answer, f)
	if f != SlowBody {
		_, err = c.Write(append(raw, answer...))
		return err == nil
	}
	for _, piece := range [][]byte{raw, answer[:len(answer)/3], answer[len(answer)/3 : len(answer)/2], answer[len(answer)/2:]} {
		time.Sleep(15 * time.Millisecond)
		if _, err := c.Write(piece); err != nil {
			return false
		}
	}
	return true
}

// reset ends a connection as a crashed peer does. It returns false.
func (p *Proxy) reset(c *net.TCPConn) bool {
	_ = c.SetLinger(0)
	_ = c.Close()
	return false
}

func (p *Proxy) forward(req *http.Request, body []byte) (*http.Response, []byte, error) {
	out, err := http.NewRequest(req.Method, "http://"+p.target+req.URL.Path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	out.Header = req.Header.Clone()
	out.GetBody = nil // a call that is repeated here would be our own invention
	reply, err := p.out.RoundTrip(out)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = reply.Body.Close() }()
	answer, err := io.ReadAll(reply.Body)
	return reply, answer, err
}

// head is the reply up to its body.
func head(reply *http.Response, length int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %s\r\n", reply.Status)
	reply.Header.Set("Content-Length", fmt.Sprint(length))
	_ = reply.Header.Write(&b)
	b.WriteString("\r\n")
	return b.Bytes()
}
