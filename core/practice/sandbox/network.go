package sandbox

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// network is the listening side of the service. It can be taken down, so that connections are really refused, and
// brought back on the same port.
type network struct {
	server *http.Server
	local  string // host:port for a client on this machine
	public string // host:port for a phone
	open   bool   // reachable from beyond this machine
	given  bool   // the listener came from outside, so it cannot be opened again
	logger *slog.Logger

	mu     sync.Mutex
	addr   string
	ln     net.Listener
	idle   map[net.Conn]struct{}
	closed bool
}

func listen(server *http.Server, o Options) (*network, error) {
	ln, err := o.Listener, error(nil)
	if ln == nil {
		if ln, err = listenTCP(o); err != nil {
			return nil, err
		}
	}
	at := ln.Addr().(*net.TCPAddr).AddrPort()
	at = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	n := &network{server: server, addr: ln.Addr().String(), ln: ln, idle: map[net.Conn]struct{}{}, logger: o.Logger,
		local: at.String(), public: at.String(), open: !at.Addr().IsLoopback(), given: o.Listener != nil}
	if at.Addr().IsUnspecified() {
		n.local = netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port()).String()
		n.public = netip.AddrPortFrom(shopAddress(), at.Port()).String()
	}
	server.ConnState = n.track
	return n, nil
}

func listenTCP(o Options) (net.Listener, error) {
	addr := o.Addr
	if addr == "" {
		addr = DefaultAddr
	}
	if o.Listen != "" {
		addr = o.Listen
	} else if host, _, err := net.SplitHostPort(addr); err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("sandbox: %q is not a loopback address; the shop's network needs the Listen option", addr)
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil && o.Addr == "" && o.Listen == "" { // most likely taken; each system has its own word for that
		ln, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("sandbox: listen: %w", err)
	}
	return ln, nil
}

// start answers connections. It comes after listen, so that no request meets a server that is half made.
func (n *network) start() { go n.serve(n.ln) }

func (n *network) serve(ln net.Listener) {
	if err := n.server.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		n.logger.Error("the sandbox stopped listening", "error", err)
	}
}

// track remembers which connections wait for a request, their first or their next: those must go when the network
// goes, and Shutdown would wait for the silent new ones.
func (n *network) track(c net.Conn, state http.ConnState) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if state == http.StateIdle || state == http.StateNew {
		if n.ln == nil {
			_ = c.Close()
			return
		}
		n.idle[c] = struct{}{}
		return
	}
	delete(n.idle, c)
}

// down stops listening: from here on a connection is refused by the operating system.
func (n *network) down() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ln == nil {
		return
	}
	_ = n.ln.Close()
	n.ln = nil
	for c := range n.idle {
		_ = c.Close()
	}
	clear(n.idle)
}

// up listens again on the port from before. Another program may have taken it meanwhile: that is an error, since a
// till that knows the old port would talk to a stranger.
func (n *network) up() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ln != nil || n.closed {
		return nil
	}
	if n.given {
		return errors.New("sandbox: the listener was given, it cannot be opened again")
	}
	var err error
	for range 20 {
		if n.ln, err = net.Listen("tcp", n.addr); err == nil {
			go n.serve(n.ln)
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	n.ln = nil
	return fmt.Errorf("sandbox: listen again: %w", err)
}

func (n *network) isUp() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ln != nil
}

func (n *network) close() {
	n.down()
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// shopAddress is the address by which a phone in the shop reaches this machine: the first private IPv4 one.
func shopAddress() netip.Addr {
	found := netip.MustParseAddr("127.0.0.1")
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil || !p.Addr().Is4() || p.Addr().IsLoopback() {
			continue
		}
		if p.Addr().IsPrivate() {
			return p.Addr()
		}
		found = p.Addr()
	}
	return found
}

// quietLog sends what net/http says about broken connections to the debug level: with faults on, they are the point.
func quietLog(l *slog.Logger) *log.Logger { return slog.NewLogLogger(l.Handler(), slog.LevelDebug) }
