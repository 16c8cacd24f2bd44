package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
)

// till is a plain client of one payment, as little as the contract asks for.
type till struct {
	t         testing.TB
	s         *sandbox.Server
	client    *http.Client
	orderID   string
	paymentID string
	token     string
}

// answer is a reply, decoded as far as it goes.
type answer struct {
	status  int
	header  http.Header
	raw     []byte
	Success bool            `json:"success"`
	Message string          `json:"message"`
	Code    string          `json:"code"`
	Request string          `json:"requestId"`
	Data    json.RawMessage `json:"data"`
}

func (a answer) data(t testing.TB) map[string]any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(a.Data))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		t.Fatalf("status %d, body %s: %v", a.status, a.raw, err)
	}
	return m
}

// start runs a service on a paused clock.
func start(t testing.TB, change ...func(*sandbox.Options)) *sandbox.Server {
	t.Helper()
	o := sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock.New(), MerchantName: "Al Noor Market"}
	o.Clock.Pause()
	for _, c := range change {
		c(&o)
	}
	s, err := sandbox.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.CheckLedger(); err != nil {
			t.Error(err)
		}
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newTill(t testing.TB, s *sandbox.Server, orderID string) *till {
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	return &till{t: t, s: s, orderID: orderID, client: &http.Client{Timeout: 10 * time.Second, Transport: tr}}
}

// opened is a till that has opened its payment.
func opened(t testing.TB, s *sandbox.Server, orderID, amount, currency string) *till {
	t.Helper()
	c := newTill(t, s, orderID)
	a := c.initiate(amount, currency)
	if a.status != http.StatusOK || !a.Success {
		t.Fatalf("initiate: %d %s", a.status, a.raw)
	}
	return c
}

// do sends one request; a connection that ends without a reply is an error.
func (c *till) do(method, path string, body []byte, header http.Header) (answer, error) {
	req, err := http.NewRequest(method, c.s.BaseURL()+path, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range header {
		req.Header[k] = v
	}
	faulty := len(c.s.Faults().Active()) > 0
	res, err := c.client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	a := answer{status: res.StatusCode, header: res.Header}
	if a.raw, err = io.ReadAll(res.Body); err != nil {
		return a, err
	}
	_ = json.Unmarshal(a.raw, &a)
	if !faulty {
		c.watched(req, body, a)
	}
	return a, nil
}

func (c *till) merchant() http.Header {
	key, secret := c.s.Credentials()
	return http.Header{"Api-Key": {key.Reveal()}, "Secret-Key": {secret.Reveal()}}
}

func (c *till) bearer() http.Header { return http.Header{"Authorization": {"Bearer " + c.token}} }

func (c *till) must(a answer, err error) answer {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *till) initiate(amount, currency string) answer {
	c.t.Helper()
	body := fmt.Appendf(nil, `{"orderId":%q,"amount":%s,"currency":%q}`, c.orderID, amount, currency)
	a := c.must(c.do("POST", contract.Prefix+"/web-payment/initiate", body, c.merchant()))
	if a.Success {
		d := a.data(c.t)
		c.paymentID, c.token = d["paymentId"].(string), d["token"].(string)
	}
	return a
}

// post sends members beside paymentId and orderId to a path under the prefix.
func (c *till) post(path string, members map[string]any) (answer, error) {
	m := map[string]any{"paymentId": c.paymentID, "orderId": c.orderID}
	for k, v := range members {
		m[k] = v
	}
	body, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.do("POST", contract.Prefix+path, body, c.bearer())
}

func (c *till) qr() string {
	c.t.Helper()
	return c.must(c.post("/web-payment/bank/merchant-qr", nil)).data(c.t)["qrCode"].(string)
}

// ask returns the whole status of one leg.
func (c *till) ask(byAccountNumber bool) answer {
	c.t.Helper()
	body := fmt.Appendf(nil, `{"byAccountNumber":%t,"orderId":%q}`, byAccountNumber, c.orderID)
	return c.must(c.do("POST", contract.Prefix+"/web-payment/check-status", body, c.bearer()))
}

func (c *till) status(byAccountNumber bool) string {
	c.t.Helper()
	word, _ := c.ask(byAccountNumber).data(c.t)["paymentStatus"].(string)
	return word
}

func (c *till) wantStatus(byAccountNumber bool, want string) {
	c.t.Helper()
	if got := c.status(byAccountNumber); got != want {
		c.t.Fatalf("status (byAccountNumber=%t) is %s, want %s", byAccountNumber, got, want)
	}
}

func wantRefusal(t testing.TB, a answer, status int, code string) {
	t.Helper()
	if a.status != status || a.Code != code || a.Success || a.Request == "" || a.Message == "" {
		t.Fatalf("got %d %s, want %d %s in an error envelope", a.status, a.raw, status, code)
	}
}

// otp reads the newest code from the customer's phone.
func otp(t testing.TB, s *sandbox.Server) string {
	t.Helper()
	inbox, err := s.Bank().Inbox(20)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range inbox {
		if m.Kind == ledger.MessageOTP {
			return m.OTP.Reveal()
		}
	}
	t.Fatal(errors.New("no code on the phone"))
	return ""
}

func containsBytes(b []byte, s string) bool { return bytes.Contains(b, []byte(s)) }

func (c *till) validate(path, member, number, institution string) answer {
	c.t.Helper()
	return c.must(c.post(path, map[string]any{member: number, "institutionCode": institution}))
}

// validateBank sends a code for an account at FPB and returns the dphReference; the account is kept for submitBank.
func (c *till) validateBank(number string) map[string]any {
	c.t.Helper()
	a := c.validate("/web-payment/initiate-payment-request", "accountNumber", number, "FPB")
	if !a.Success {
		c.t.Fatalf("%d %s", a.status, a.raw)
	}
	d := a.data(c.t)
	d["number"] = number
	return d
}

func (c *till) submitBank(v map[string]any, otp string) answer {
	c.t.Helper()
	p, found, err := c.s.Bank().PaymentByID(c.paymentID)
	if err != nil || !found {
		c.t.Fatal(err)
	}
	return c.must(c.post("/payment-request", map[string]any{"otp": otp, "amount": p.Amount, "currency": p.Currency,
		"debitorAccNumber": v["number"], "institutionCode": "FPB", "dphReference": v["dphReference"]}))
}

func (c *till) validateWallet(id string) map[string]any {
	c.t.Helper()
	a := c.validate("/web-payment/wallet/initiate-payment-request", "walletId", id, "PWL")
	if !a.Success {
		c.t.Fatalf("%d %s", a.status, a.raw)
	}
	d := a.data(c.t)
	d["number"] = id
	return d
}

func (c *till) submitWallet(v map[string]any, otp string) answer {
	c.t.Helper()
	return c.must(c.post("/web-payment/wallet/process-payment-request", map[string]any{"otp": otp, "walletId": v["number"],
		"institutionCode": "PWL", "dphReference": v["dphReference"]}))
}
