package sandbox

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/secret"
)

// guard is passed by every request: it gives it an id, refuses foreign Host names (a web page that rebinds its own
// name to this address) and requests sent by other sites' pages, and sets the headers that keep the bank page closed.
func (s *Server) guard(next http.Handler) http.Handler {
	crossSite := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set(contract.RequestIDHeader, secret.ID(10))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "+
			"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("Date", s.clock.Now().Add(s.faults.Skew()).Format(http.TimeFormat))
		if !s.net.KnownHost(r.Host) {
			s.opts.Logger.Warn("a request named a host that is not this service", "path", r.URL.Path)
			contract.Refused(contract.Refuse(http.StatusMisdirectedRequest, contract.CodeForbidden, "this service is not known by that name"), contract.RequestID(w)).Write(w)
			return
		}
		if err := crossSite.Check(r); err != nil {
			s.opts.Logger.Warn("a page of another site sent a request", "path", r.URL.Path)
			contract.Refused(contract.Refuse(http.StatusForbidden, contract.CodeForbidden, "requests from other sites are refused"), contract.RequestID(w)).Write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}
