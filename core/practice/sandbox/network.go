package sandbox

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

// address says where to listen: Options has the meaning of each.
type address struct {
	Addr, Listen string
	Listener     net.Listener
}

// listen opens the port. Nothing is answered before start.
func listen(a address, logger *slog.Logger) (*network, error) {
	ln, err := a.Listener, error(nil)
	if ln == nil {
		if ln, err = listenTCP(a); err != nil {
			return nil, err
		}
	}
	at := ln.Addr().(*net.TCPAddr).AddrPort()
	at = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	n := &network{addr: ln.Addr().String(), ln: ln, idle: map[net.Conn]struct{}{}, logger: logger,
		local: at.String(), public: at.String(), open: !at.Addr().IsLoopback(), given: a.Listener != nil}
	if at.Addr().IsUnspecified() {
		n.local = netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port()).String()
		n.public = netip.AddrPortFrom(shopAddress(), at.Port()).String()
	}
	return n, nil
}

func listenTCP(o address) (net.Listener, error) {
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

// start answers connections by a server, whose connections it follows from now on.
func (n *network) start(server *http.Server) {
	n.server = server
	server.ConnState = n.track
	go n.serve(n.ln)
}

// localAddress is host:port for a client on this machine.
func (n *network) localAddress() string { return n.local }

// link is the address of a page for a phone. A phone in the shop cannot follow a loopback address, hence
// Options.Listen.
func (n *network) link(path string) string { return "http://" + n.public + path }

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

// knownHost accepts this service's own addresses. On the shop's network any of this machine's addresses will do:
// rebinding needs a name, and an address is none.
func (n *network) knownHost(host string) bool {
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

// fromThisMachine says that the caller sits at this computer. Only such a caller sees the list, inbox and drills.
func fromThisMachine(r *http.Request) bool {
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
