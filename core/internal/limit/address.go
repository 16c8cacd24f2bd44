package limit

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// Proxies are those whose word about whom they speak for is taken.
type Proxies []netip.Prefix

// Loopback is every proxy on this machine.
var Loopback = Proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// ParseProxies reads addresses and networks, as in 10.0.0.0/8.
func ParseProxies(texts []string) (all Proxies, err error) {
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			one, bad := netip.ParseAddr(text)
			if bad != nil {
				return nil, fmt.Errorf("limit: %q is no address and no network", text)
			}
			p = netip.PrefixFrom(one, one.BitLen())
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

func (p Proxies) has(a netip.Addr) bool {
	for _, one := range p {
		if one.Contains(a) {
			return true
		}
	}
	return false
}

// Of is whom a request is from: the other end of its connection or, where that is a
// proxy, the nearest in X-Forwarded-For that is none. Of IPv6 it is the network of 64
// bits, since anybody has that many addresses.
func (p Proxies) Of(r *http.Request) string {
	at := parse(r.RemoteAddr)
	if p.has(at) {
		forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(forwarded) - 1; i >= 0; i-- {
			next, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
			if err != nil {
				break
			}
			if at = next.Unmap(); !p.has(at) {
				break
			}
		}
	}
	return network(at)
}

func parse(address string) netip.Addr {
	if both, err := netip.ParseAddrPort(address); err == nil {
		return both.Addr().Unmap()
	}
	return netip.Addr{}
}

func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// Listen returns a listener that closes at once what comes when an address holds each
// connections, or all together hold all. Those of proxies are not counted by address:
// many stand behind one.
func Listen(l net.Listener, proxies Proxies, each, all int) net.Listener {
	return &listener{Listener: l, proxies: proxies, each: NewPlaces(each), all: NewPlaces(all)}
}

type listener struct {
	net.Listener
	proxies   Proxies
	each, all *Places // of an address, and of all together
}

// together is the one key of all.
const together = "all"

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at := parse(c.RemoteAddr().String())
		key := ""
		if !l.proxies.has(at) {
			key = network(at)
		}
		if l.enter(key) {
			return &counted{Conn: c, left: sync.OnceFunc(func() { l.release(key) })}, nil
		}
		_ = c.Close()
	}
}

func (l *listener) enter(key string) bool {
	if !l.all.Enter(together) {
		return false
	}
	if !l.each.Enter(key) {
		l.all.Leave(together)
		return false
	}
	return true
}

func (l *listener) release(key string) {
	l.each.Leave(key)
	l.all.Leave(together)
}

// counted is a connection that leaves when it is closed.
type counted struct {
	net.Conn
	left func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.left()
	return c.Conn.Close()
}
