package sandbox

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/page"
)

// Handler is the whole service as an http.Handler: endpoints, contract, bank page and control calls, behind the checks
// that every request passes.
func (s *Server) Handler() http.Handler {
	exact := s.service.Handlers()
	outer := http.NewServeMux()
	outer.HandleFunc("GET /openapi.yaml", serveOpenAPI)
	page.New(s.bank, &s.hub, s.opts.Logger).AddTo(outer)
	control := control{s, s.ledger.ControlToken}
	control.addTo(outer)
	return s.guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Looked up by the exact path: no cleaning, no redirect. A client that followed one would carry its keys along.
		if h, found := exact[r.URL.Path]; found && r.URL.RawPath == "" {
			h(w, r)
			return
		}
		if _, pattern := outer.Handler(r); pattern == "" {
			contract.Refused(contract.Refuse(http.StatusNotFound, contract.CodeNotFound, "no such path"), contract.RequestID(w)).Write(w)
			return
		}
		outer.ServeHTTP(w, r)
	}))
}
