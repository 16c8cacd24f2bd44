//go:build benchmarks

package benchmarks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The replies: what the contract asks for, and for Stripe's client an object
// of its own API that says the same and is about as long.
const (
	statusReply   = `{"success":true,"message":"ok","data":{"paymentStatus":"SUCCESS","transactionId":"T-1","paymentId":"P-1","orderId":"ORDER-1","amount":12.500,"currency":"LYD"}}`
	pendingReply  = `{"success":true,"message":"ok","data":{"paymentStatus":"PENDING","paymentId":"P-1","orderId":"ORDER-1","amount":12.500,"currency":"LYD"}}`
	initiateReply = `{"success":true,"message":"ok","data":{"paymentId":"P-1","token":"` + token + `"}}`
	qrReply       = `{"success":true,"message":"ok","data":{"qrCode":"SANDUQ01021226"}}`
	intentReply   = `{"id":"P-1","object":"payment_intent","status":"succeeded","latest_charge":"T-1","amount":12500,"currency":"lyd","client_secret":"` + token + `"}`
)

// answerTo returns the reply to a request by its path.
func answerTo(path string) string {
	switch {
	case strings.HasPrefix(path, "/v1/payment_intents"):
		return intentReply
	case strings.HasSuffix(path, "/web-payment/initiate"):
		return initiateReply
	case strings.HasSuffix(path, "/merchant-qr"):
		return qrReply
	}
	return statusReply
}

var jsonHeader = http.Header{"Content-Type": {"application/json"}}

// respond builds the response that a transport would return.
func respond(r *http.Request, body string) *http.Response {
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: jsonHeader, ContentLength: int64(len(body)), Request: r,
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

// noNetwork answers at once, in the caller's goroutine.
type noNetwork struct{}

func (noNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
	return respond(r, answerTo(r.URL.Path)), nil
}

// faked is net/http's transport with the network taken out: every contender
// goes through the same one.
func faked(fake http.RoundTripper) *http.Transport {
	transport := new(http.Transport)
	transport.RegisterProtocol("http", fake)
	return transport
}

// serve is the same service behind a real server.
func serve(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header()["Content-Type"] = jsonHeader["Content-Type"]
	_, _ = io.WriteString(w, answerTo(r.URL.Path))
}

// examine is what a real service checks of a request; the measured ones skip
// it, since it costs all contenders the same.
func examine(r *http.Request) error {
	var body bytes.Buffer
	if r.Body != nil {
		_, _ = io.Copy(&body, r.Body)
		_ = r.Body.Close()
	}
	h := r.Header
	if want := "v1=" + signature(r.Method, r.URL.Path, h.Get("X-Service-Timestamp"), h.Get("X-Service-Nonce"), body.Bytes()); h.Get("X-Service-Signature") != want {
		return fmt.Errorf("%s: wrong signature", r.URL.Path)
	}
	status, merchant := strings.HasSuffix(r.URL.Path, "/check-status"), h.Get("Api-Key") == apiKey && h.Get("Secret-Key") == secretKey
	if bearer := h.Get("Authorization") == "Bearer "+token; bearer != status || merchant == status {
		return fmt.Errorf("%s: wrong credentials", r.URL.Path)
	}
	want := map[bool]string{
		true:  `{"byAccountNumber":false,"orderId":"ORDER-1"}`,
		false: `{"amount":12.500,"currency":"LYD","orderId":"ORDER-1"}`,
	}[status]
	if sorted, err := canonical(body.Bytes()); err != nil || sorted != want {
		return fmt.Errorf("%s: body %s, %w", r.URL.Path, body.Bytes(), err)
	}
	return nil
}

// canonical sorts an object's members and keeps numbers as they are written.
func canonical(body []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return "", err
	}
	sorted, err := json.Marshal(members)
	return string(sorted), err
}

// roundTrip makes a transport of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
