// Package conformance is a black-box test of the payment service's contract. It knows a base URL and the merchant's
// keys, speaks plain HTTP, and imports neither the service nor its client: whatever claims to be the service can be
// held against it.
//
// A validating proxy may stand between, such as Stoplight's Prism with the service's openapi.yaml (its paths written
// with the prefix):
//
//	prism proxy openapi.yaml http://127.0.0.1:47821 -p 4010
//
// It names what differs from the contract in the header Sl-Violations of each reply. It reads and writes
// all JSON again, so signing has to be off, and the cases form and amounts are left out with -skip: it
// answers a body that is not JSON itself, and no JavaScript holds the largest amount.
package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"testing"
	"time"
)

// Prefix stands before every path of the service.
const Prefix = "/wallet-service/wallet/payment-integration"

// Target is the service under test. The functions play the parts that HTTP does not show; all of them are needed.
type Target struct {
	BaseURL   string // without the prefix
	APIKey    string
	SecretKey string

	Approve func(paymentID string) error   // the customer approves a QR
	Decline func(paymentID string) error   // the customer declines a QR
	OTP     func(paymentID string) string  // the newest code that the customer was sent for a payment
	Wait    func(d time.Duration)          // the service's time passes
	Observe func(t testing.TB, e Exchange) // sees every exchange; may be nil
}

// Exchange is one request with its reply.
type Exchange struct {
	Request *http.Request
	Sent    []byte
	Reply   *http.Response
	Body    []byte
}

// Reply is a decoded answer.
type Reply struct {
	Status  int
	Header  http.Header
	Raw     []byte
	Success bool            `json:"success"`
	Message string          `json:"message"`
	Code    string          `json:"code"`
	Data    json.RawMessage `json:"data"`
}

// payment is a merchant's view of one payment.
type payment struct {
	t             *testing.T
	target        Target
	order, amount string
	currency      string
	id, token     string
}

var client = &http.Client{
	Timeout:       15 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Send sends one request under the prefix and decodes the reply. POST requests are sent as JSON.
func (target Target) Send(t testing.TB, method, path string, body []byte, header http.Header) Reply {
	t.Helper()
	req, err := http.NewRequest(method, target.BaseURL+Prefix+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range header {
		req.Header[http.CanonicalHeaderKey(k)] = v
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	r := Reply{Status: res.StatusCode, Header: res.Header}
	if r.Raw, err = io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	if target.Observe != nil {
		target.Observe(t, Exchange{req, body, res, r.Raw})
	}
	if err := json.Unmarshal(r.Raw, &r); err != nil {
		t.Fatalf("%s %s: the reply is not an envelope: %s", method, path, r.Raw)
	}
	return r
}

// Merchant is the merchant's authentication.
func (target Target) Merchant() http.Header {
	return http.Header{"Api-Key": {target.APIKey}, "Secret-Key": {target.SecretKey}}
}

func (target Target) open(t *testing.T, order, amount, currency string) *payment {
	t.Helper()
	r := target.Send(t, "POST", "/web-payment/initiate",
		fmt.Appendf(nil, `{"orderId":%q,"amount":%s,"currency":%q}`, order, amount, currency), target.Merchant())
	var data struct{ PaymentID, Token string }
	r.into(t, &data)
	if data.PaymentID == "" || data.Token == "" {
		t.Fatalf("initiate returned neither paymentId nor token: %s", r.Raw)
	}
	return &payment{t, target, order, amount, currency, data.PaymentID, data.Token}
}

func (r Reply) into(t testing.TB, v any) {
	t.Helper()
	if r.Status != http.StatusOK || !r.Success {
		t.Fatalf("refused: %d %s", r.Status, r.Raw)
	}
	if err := json.Unmarshal(r.Data, v); err != nil {
		t.Fatalf("data has another shape: %s", r.Raw)
	}
}

func (r Reply) refused(t testing.TB, status int, code string) {
	t.Helper()
	if r.Status != status || r.Success || r.Code != code || r.Message == "" {
		t.Fatalf("got %d %s, want %d %s in an error envelope", r.Status, r.Raw, status, code)
	}
}

func (p *payment) bearer() http.Header { return http.Header{"Authorization": {"Bearer " + p.token}} }

// post sends members beside paymentId and orderId.
func (p *payment) post(path string, members map[string]any) Reply {
	p.t.Helper()
	m := map[string]any{"paymentId": p.id, "orderId": p.order}
	for k, v := range members {
		m[k] = v
	}
	body, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.target.Send(p.t, "POST", path, body, p.bearer())
}

type status struct {
	PaymentStatus, TransactionID, PaymentID, OrderID, Currency string
	Amount                                                     json.Number
}

func (p *payment) status(byAccountNumber bool) status {
	p.t.Helper()
	var s status
	p.target.Send(p.t, "POST", "/web-payment/check-status",
		fmt.Appendf(nil, `{"byAccountNumber":%t,"orderId":%q}`, byAccountNumber, p.order), p.bearer()).into(p.t, &s)
	if s.PaymentID != p.id || s.OrderID != p.order || s.Currency != p.currency || !sameAmount(s.Amount.String(), p.amount) {
		p.t.Fatalf("the status is of another payment: %+v", s)
	}
	if (s.PaymentStatus == "SUCCESS") != (s.TransactionID != "") {
		p.t.Fatalf("transactionId and status disagree: %+v", s)
	}
	return s
}

// sameAmount compares values: 12.5 and 12.500 are one amount, and what stands between may write either.
func sameAmount(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

func (p *payment) want(byAccountNumber bool, word string) {
	p.t.Helper()
	if got := p.status(byAccountNumber).PaymentStatus; got != word {
		p.t.Fatalf("paymentStatus (byAccountNumber=%t) is %s, want %s", byAccountNumber, got, word)
	}
}
