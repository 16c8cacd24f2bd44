package core

import (
	"fmt"
	"net/http"
)

// headerRequestID carries a call's id.
const headerRequestID = "X-Request-Id"

// headers are an http.Header whose values lie in one piece.
type headers struct {
	all    http.Header
	values []string
}

func newHeaders(room int) headers {
	return headers{make(http.Header, room), make([]string, 0, room)}
}

// set gives a header, by its canonical name, one value.
func (h *headers) set(name, value string) {
	h.values = append(h.values, value)
	n := len(h.values)
	h.all[name] = h.values[n-1 : n : n]
}

// reservedHeaders are not a signer's to set.
var reservedHeaders = []string{"Authorization", "Api-Key", "Secret-Key", "Content-Type", "Content-Length",
	"Host", "Idempotency-Key", "X-Idempotency-Key"}

// mergeSigned copies a signer's headers into the request's.
func mergeSigned(into, signed http.Header) error {
	for _, name := range reservedHeaders {
		if _, set := signed[name]; set {
			return fmt.Errorf("signer set the reserved header %s", name)
		}
	}
	for name, values := range signed {
		into[http.CanonicalHeaderKey(name)] = values
	}
	return nil
}
