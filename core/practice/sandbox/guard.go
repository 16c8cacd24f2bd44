package sandbox

import (
	"net"
	"net/http"
	"net/netip"
	"time"
)

const requestIDHeader = "X-Request-Id"

func requestID(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }

// guard is passed by every request: it gives it an id, refuses foreign Host names (a web page that rebinds its own
// name to this address) and requests sent by other sites' pages, and sets the headers that keep the bank page closed.
func (s *Server) guard(next http.Handler) http.Handler {
	crossSite := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set(requestIDHeader, randomID(10))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "+
			"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("Date", s.clock.Now().Add(s.faults.skew()).Format(http.TimeFormat))
		if !s.knownHost(r.Host) {
			s.opts.Logger.Warn("a request named a host that is not this service", "path", r.URL.Path)
			errorReply(refuse(http.StatusMisdirectedRequest, codeForbidden, "this service is not known by that name"), requestID(w)).write(w)
			return
		}
		if err := crossSite.Check(r); err != nil {
			s.opts.Logger.Warn("a page of another site sent a request", "path", r.URL.Path)
			errorReply(refuse(http.StatusForbidden, codeForbidden, "requests from other sites are refused"), requestID(w)).write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knownHost accepts this service's own addresses. On the shop's network any of this machine's addresses will do:
// rebinding needs a name, and an address is none.
func (s *Server) knownHost(host string) bool {
	if host == s.net.local || host == s.net.public {
		return true
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return false
	}
	if _, own, _ := net.SplitHostPort(s.net.local); port != own {
		return false
	}
	if isLoopback(name) {
		return true
	}
	_, err = netip.ParseAddr(name)
	return s.net.open && err == nil
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

// pause waits in real time, since it is real clients that grow impatient. It reports whether the time passed before
// the caller left or the service closed.
func (c *call) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-c.r.Context().Done():
		return false
	}
}
