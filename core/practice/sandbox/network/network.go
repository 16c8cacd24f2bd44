// Package network is the listening side of the service: a port that can be taken down and brought back, and who is at
// the other end. One mutex guards the listener and its idle connections. It imports nothing of the service.
package network

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// DefaultAddr is where the service listens unless told otherwise: loopback, on a port that stays the same from one
// start to the next.
const DefaultAddr = "127.0.0.1:47821"

// Network is the listening side of the service. It can be taken down, so that connections are really refused, and
// brought back on the same port.
type Network struct {
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

// Address says where to listen: Options has the meaning of each.
type Address struct {
	Addr, Listen string
	Listener     net.Listener
}

// Listen opens the port. Nothing is answered before start.
func Listen(a Address, logger *slog.Logger) (*Network, error) {
	ln, err := a.Listener, error(nil)
	if ln == nil {
		if ln, err = listenTCP(a); err != nil {
			return nil, err
		}
	}
	at := ln.Addr().(*net.TCPAddr).AddrPort()
	at = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	n := &Network{addr: ln.Addr().String(), ln: ln, idle: map[net.Conn]struct{}{}, logger: logger,
		local: at.String(), public: at.String(), open: !at.Addr().IsLoopback(), given: a.Listener != nil}
	if at.Addr().IsUnspecified() {
		n.local = netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port()).String()
		n.public = netip.AddrPortFrom(shopAddress(), at.Port()).String()
	}
	return n, nil
}

func listenTCP(o Address) (net.Listener, error) {
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

// Start answers connections by a server, whose connections it follows from now on.
func (n *Network) Start(server *http.Server) {
	n.server = server
	server.ConnState = n.track
	go n.serve(n.ln)
}

// LocalAddress is host:port for a client on this machine.
func (n *Network) LocalAddress() string { return n.local }

// Link is the address of a page for a phone. A phone in the shop cannot follow a loopback address, hence
// Options.Listen.
func (n *Network) Link(path string) string { return "http://" + n.public + path }

func (n *Network) serve(ln net.Listener) {
	if err := n.server.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		n.logger.Error("the sandbox stopped listening", "error", err)
	}
}

// track remembers which connections wait for a request, their first or their next: those must go when the network
// goes, and Shutdown would wait for the silent new ones.
func (n *Network) track(c net.Conn, state http.ConnState) {
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

// Down stops listening: from here on a connection is refused by the operating system.
func (n *Network) Down() {
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

// Up listens again on the port from before. Another program may have taken it meanwhile: that is an error, since a
// till that knows the old port would talk to a stranger.
func (n *Network) Up() error {
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

// IsUp reports whether connections are accepted.
func (n *Network) IsUp() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ln != nil
}

// Close stops listening for good.
func (n *Network) Close() {
	n.Down()
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

// KnownHost accepts this service's own addresses. On the shop's network any of this machine's addresses will do:
// rebinding needs a name, and an address is none.
func (n *Network) KnownHost(host string) bool {
	if host == n.local || host == n.public {
		return true
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return false
	}
	if _, own, _ := net.SplitHostPort(n.local); port != own {
		return false
	}
	if isLoopback(name) {
		return true
	}
	_, err = netip.ParseAddr(name)
	return n.open && err == nil
}

// FromThisMachine says that the caller sits at this computer. Only such a caller sees the list, inbox and drills.
func FromThisMachine(r *http.Request) bool {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	if at.Addr().Unmap().IsLoopback() {
		return true
	}
	local, found := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !found {
		return false
	}
	self, err := netip.ParseAddrPort(local.String())
	return err == nil && self.Addr().Unmap() == at.Addr().Unmap()
}
