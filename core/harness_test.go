package core

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"sanduq/core/money"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Distinctive secrets: a test looks for them wherever text comes out.
const (
	secretAPIKey  = "apikey-S3CR3T-aaa"
	secretKey     = "secretkey-S3CR3T-bbb"
	secretToken   = "eyJhbGciOiJub25lIn0.S3CR3T-ccc.sig"
	secretOTP     = "918273"
	secretAccount = "LY83002048000020100120361"
	secretWallet  = "0912345678-wallet"
	secretHMAC    = "hmac-S3CR3T-ddd"
	secretClient  = "client-S3CR3T-eee"
)

var allSecrets = []string{secretAPIKey, secretKey, secretToken, secretOTP, secretAccount, secretWallet, secretHMAC, secretClient}

// The paths of the default profile, spelt out once more on purpose.
const (
	prefix           = "/wallet-service/wallet/payment-integration"
	pathInitiate     = prefix + "/web-payment/initiate"
	pathBankQR       = prefix + "/web-payment/bank/merchant-qr"
	pathWalletQR     = prefix + "/web-payment/wallet/merchant-qr"
	pathBankAcc      = prefix + "/web-payment/initiate-payment-request"
	pathWalletAcc    = prefix + "/web-payment/wallet/initiate-payment-request"
	pathBankOTP      = prefix + "/payment-request"
	pathWalletOTP    = prefix + "/web-payment/wallet/process-payment-request"
	pathStatus       = prefix + "/web-payment/check-status"
	pathInstitutions = prefix + "/get-institution-list"
)

// desk is one SDK over one gateway, everything real but the connection.
type desk struct {
	*WebSDK
	g      *gateway
	client *Client
	tokens *InMemoryTokenStore
	sub    *Subscription
	logs   *bytes.Buffer
	t      testing.TB
}

func (g *gateway) config() ClientConfig {
	return ClientConfig{
		Environment: Sandbox, BaseURL: "http://gateway.test", APIKey: NewSecret(secretAPIKey),
		SecretKey: NewSecret(secretKey), Dial: g.dial, Version: "1.2.3",
		Jitter: func(max time.Duration) time.Duration { return max / 2 },
	}
}

type deskOption func(*ClientConfig, *[]Option)

func newDesk(t testing.TB, options ...deskOption) *desk {
	g := newGateway(t)
	d := &desk{g: g, tokens: new(InMemoryTokenStore), logs: new(bytes.Buffer), t: t}
	logger := slog.New(slog.NewTextHandler(&lockedWriter{w: d.logs}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config := g.config()
	config.Logger = logger
	sdkOptions := []Option{WithLogger(logger), WithJitter(config.Jitter)}
	for _, o := range options {
		o(&config, &sdkOptions)
	}
	client, err := NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	d.client = client
	d.WebSDK = NewWebSDK(client, d.tokens, sdkOptions...)
	d.sub = d.SessionStream()
	t.Cleanup(func() { d.sub.Close(); d.Close(); client.Close() })
	return d
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func invoice() CreateInvoiceRequest {
	return CreateInvoiceRequest{OrderID: "ORDER-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: "key-1"}
}

func bankAccount() ValidateAccountRequest {
	return ValidateAccountRequest{Rail: RailBank, Account: NewSecret(secretAccount), InstitutionCode: "B1"}
}

func walletAccount() ValidateAccountRequest {
	return ValidateAccountRequest{Rail: RailWallet, Account: NewSecret(secretWallet), InstitutionCode: "W1"}
}

func otp() SubmitOTPRequest { return SubmitOTPRequest{OTP: NewSecret(secretOTP)} }

// must fails the test unless a call succeeded and left the session in a state.
func (d *desk) must(want State) func(PaymentSession, error) PaymentSession {
	d.t.Helper()
	return func(s PaymentSession, err error) PaymentSession {
		d.t.Helper()
		if err != nil || s.State != want {
			d.t.Fatalf("state %q, error %v; want state %q", s.State, err, want)
		}
		return s
	}
}

func (d *desk) open() PaymentSession {
	d.t.Helper()
	return d.must(StatePending)(d.CreateInvoice(context.Background(), invoice()))
}

func (d *desk) showQR() PaymentSession {
	d.t.Helper()
	return d.must(StateQRGenerated)(d.GenerateQR(context.Background(), GenerateQRRequest{}))
}

func (d *desk) validate(req ValidateAccountRequest) PaymentSession {
	d.t.Helper()
	return d.must(StateOTPRequired)(d.ValidateAccount(context.Background(), req))
}

func (d *desk) state() State {
	s, _ := d.CurrentSession()
	return s.State
}

// events drains what is in the stream now.
func (d *desk) events() (list []PaymentEvent) {
	for {
		e, ok := d.sub.TryNext()
		if !ok {
			return list
		}
		list = append(list, e)
	}
}

// kinds names drained events for comparison: kind, operation and move.
func kinds(events []PaymentEvent) []string {
	var list []string
	for _, e := range events {
		text := string(e.Kind)
		if e.Operation != "" {
			text += " " + string(e.Operation)
		}
		if e.Transition() {
			text += " >" + string(e.After.State)
		}
		list = append(list, text)
	}
	return list
}

func (d *desk) expectEvents(want ...string) {
	d.t.Helper()
	if got := kinds(d.events()); !slices.Equal(got, want) {
		d.t.Fatalf("events\n got %q\nwant %q", got, want)
	}
}

func bodyOf(t testing.TB, a arrival) map[string]any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader([]byte(a.body)))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		t.Fatalf("%s: %v in %q", a.path, err, a.body)
	}
	return m
}

func isAll(t *testing.T, err error, targets ...error) {
	t.Helper()
	for _, target := range targets {
		if !errors.Is(err, target) {
			t.Errorf("%v does not match %v", err, target)
		}
	}
}

func isNone(t *testing.T, err error, targets ...error) {
	t.Helper()
	for _, target := range targets {
		if errors.Is(err, target) {
			t.Errorf("%v matches %v", err, target)
		}
	}
}

// bubble runs a test in fake time.
func bubble(t *testing.T, f func(t *testing.T)) { t.Helper(); synctest.Test(t, f) }

func asError[E error](err error) (E, bool) {
	var e E
	ok := errors.As(err, &e)
	return e, ok
}

func errorsIs(err, target error) bool { return errors.Is(err, target) }
