package wire

import "net/http"

// ambiguous are the statuses by which a gateway, or somebody on the way, says
// "already", "later", "too many" or "I gave up": the request may have been
// carried out, whatever stands in the reply.
func ambiguous(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return false
}

// InWords reports whether a refusal with an HTTP status is an answer to the
// call at all, rather than the gateway's fault or its request to come back
// later.
func InWords(status int) bool {
	return status >= 200 && status <= 299 || status >= 400 && status < 500 && !ambiguous(status)
}
