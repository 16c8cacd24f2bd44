package core

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/wire"
)

// heard is an Observer that keeps what it hears.
type heard struct {
	mu       sync.Mutex
	attempts []wire.Attempt
	value    any
}

type traceKey struct{}

func (h *heard) ObserveAttempt(ctx context.Context, a wire.Attempt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.attempts, h.value = append(h.attempts, a), ctx.Value(traceKey{})
}

func TestARequestIDIsOnEverythingOfACall(t *testing.T) {
	bubble(t, func(t *testing.T) {
		observer := new(heard)
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Observer = observer })
		d.g.on(pathBankQR, answer{status: 503}, happy()[pathBankQR](1))
		ctx := context.WithValue(t.Context(), traceKey{}, "span")
		if _, err := d.CreateInvoice(ctx, invoice()); err != nil {
			t.Fatal(err)
		}
		if _, err := d.GenerateQR(wire.WithRequestID(ctx, "mine-1"), GenerateQRRequest{}); err != nil {
			t.Fatal(err)
		}
		d.StopStatusPolling()
		if _, err := d.FetchInstitutions(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := d.RefreshStatus(ctx, "P1"); err != nil {
			t.Fatal(err)
		}
		d.g.on(pathStatus, answer{status: 500})
		_, err := d.RefreshStatus(ctx, "P1")

		events := d.events()
		for i, path := range []string{pathInitiate, pathBankQR, pathInstitutions, pathStatus} {
			for _, a := range d.g.seen(path)[:1] {
				if id := a.header.Get("X-Request-Id"); id == "" || id != events[i].RequestID {
					t.Errorf("%s went out as %q, and its event has %q", path, id, events[i].RequestID)
				}
			}
		}
		qrs := d.g.seen(pathBankQR)
		if len(qrs) != 2 || qrs[0].header.Get("X-Request-Id") != "mine-1" || qrs[1].header.Get("X-Request-Id") != "mine-1" {
			t.Errorf("%+v", qrs)
		}
		if sent := d.g.seen(pathStatus)[1].header.Get("X-Request-Id"); RequestIDOf(err) != sent || !strings.Contains(err.Error(), sent) {
			t.Errorf("%v is not about %q", err, sent)
		}
		if RequestIDOf(nil) != "" || wire.RequestIDFrom(ctx) != "" {
			t.Error("an id out of nothing")
		}
		observer.mu.Lock()
		defer observer.mu.Unlock()
		first, second := observer.attempts[1], observer.attempts[2]
		if len(observer.attempts) != 6 || first.Number != 1 || first.Status != 503 || first.Err == nil || second.Number != 2 || second.Err != nil ||
			second.Operation != OpGenerateQR || second.PaymentID != "P1" || second.RequestID != "mine-1" {
			t.Errorf("%+v", observer.attempts)
		}
		if observer.attempts[0].PaymentID != "" {
			t.Error("a payment before it was opened")
		}
	})
}

func TestAnErrorAndAnUnresolvedCodeNameTheirRequest(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.validate(bankAccount())
		d.events()
		d.g.on(pathBankOTP, answer{drop: true})
		_, err := d.SubmitOTP(t.Context(), otp())
		d.StopStatusPolling()
		sent := d.g.seen(pathBankOTP)[0].header.Get("X-Request-Id")
		if e := d.events(); RequestIDOf(err) != sent || e[0].RequestID != sent {
			t.Errorf("%q: %v, %+v", sent, err, e)
		}
		for _, bad := range []string{strings.Repeat("x", 65), "a\nb", "é"} {
			_, _ = d.RefreshStatus(wire.WithRequestID(t.Context(), bad), "P1")
		}
		for _, a := range d.g.seen(pathStatus) {
			if id := a.header.Get("X-Request-Id"); len(id) > 64 || strings.ContainsAny(id, "\né") {
				t.Errorf("%q was sent", id)
			}
		}
	})
}

type observerFunc func()

func (f observerFunc) ObserveAttempt(context.Context, wire.Attempt) { f() }

func TestAnObserverThatFails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		stop := make(chan struct{})
		defer close(stop)
		for _, o := range []observerFunc{func() { panic("boom") }, func() { <-stop }} {
			d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Observer = o })
			d.open()
			d.showQR()
			d.StopStatusPolling()
		}
	})
}

// waiting is a signer that waits for its context.
type waiting struct {
	signerFunc
	seen chan wire.SignInput
}

func (w waiting) SignContext(ctx context.Context, in wire.SignInput) (http.Header, error) {
	select {
	case w.seen <- in:
		return http.Header{"X-Own": {"1"}}, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func TestASignerGetsContextAndURL(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := waiting{seen: make(chan wire.SignInput, 1)}
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Signer = w })
		d.open()
		if in := <-w.seen; in.URL != "http://gateway.test"+pathInitiate || in.Path != pathInitiate {
			t.Errorf("%+v", in)
		}
		w.seen <- wire.SignInput{} // the next one has to wait
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.GenerateQR(ctx, GenerateQRRequest{})
		isAll(t, err, ErrNotSent, context.DeadlineExceeded)
	})
}

func TestAGatewayThatAsksForACertificate(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TLS.PeerCertificates) != 1 || r.TLS.Version < tls.VersionTLS12 {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = w.Write([]byte(`{"success":true,"data":[]}`))
	}))
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	ask := func(c *tls.Config) error {
		client, err := NewClient(ClientConfig{Environment: Live, BaseURL: server.URL, RootCAs: roots, TLS: c})
		if err != nil {
			return err
		}
		defer client.Close()
		_, err = client.FetchInstitutions(t.Context(), NewSecret("t"))
		return err
	}
	given := &tls.Config{Certificates: server.TLS.Certificates, MinVersion: tls.VersionTLS10}
	if err := ask(given); err != nil {
		t.Error(err)
	}
	if given.MinVersion != tls.VersionTLS10 || given.RootCAs != nil {
		t.Error("the program's configuration was changed")
	}
	if err := ask(nil); err == nil {
		t.Error("accepted without a certificate")
	}
	isAll(t, ask(&tls.Config{InsecureSkipVerify: true}), ErrEnvironment)
}

// slowTLS is a gateway of one name, whose handshake begins late.
type slowTLS struct {
	server *httptest.Server
	roots  *x509.CertPool
}

func newSlowTLS() slowTLS {
	s := slowTLS{httptest.NewTLSServer(nil), x509.NewCertPool()} // its certificate is of example.com
	s.server.Close()
	s.roots.AddCert(s.server.Certificate())
	return s
}

// ask asks once with what a program sets.
func (s slowTLS) ask(t *testing.T, begins time.Duration, address string, c *tls.Config, limit time.Duration) error {
	dial := func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			time.Sleep(begins)
			line := tls.Server(there, &tls.Config{Certificates: s.server.TLS.Certificates, SessionTicketsDisabled: true})
			if _, err := http.ReadRequest(bufio.NewReader(line)); err == nil {
				_, _ = io.WriteString(line, "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{\"success\":true,\"data\":[]}")
			}
		}()
		return here, nil
	}
	client, err := NewClient(ClientConfig{Environment: Live, BaseURL: address, RootCAs: s.roots, TLS: c, Dial: dial, Limits: wire.Limits{Connect: limit}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	_, err = client.FetchInstitutions(t.Context(), NewSecret("t"))
	return err
}

// TestTheHandshakeIsAsTheProgramSays: a gateway is reached by a name that its certificate does not
// have, over a link as slow as the limit allows.
func TestTheHandshakeIsAsTheProgramSays(t *testing.T) {
	g := newSlowTLS()
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			begins, limit time.Duration
			address       string
			config        *tls.Config
			works         bool
		}{
			"its own name":       {0, 0, "https://example.com", nil, true},
			"another address":    {0, 0, "https://10.0.0.7", nil, false},
			"the name is given":  {0, 0, "https://10.0.0.7", &tls.Config{ServerName: "example.com"}, true},
			"another is given":   {0, 0, "https://example.com", &tls.Config{ServerName: "other.example"}, false},
			"slow":               {7 * time.Second, 0, "https://example.com", nil, false},
			"slow and allowed":   {7 * time.Second, 15 * time.Second, "https://example.com", nil, true},
			"slower than it may": {4 * time.Second, 3 * time.Second, "https://example.com", nil, false},
		} {
			if err := g.ask(t, c.begins, c.address, c.config, c.limit); (err == nil) != c.works {
				t.Errorf("%s: %v", name, err)
			}
			time.Sleep(c.begins) // the gateway's side ends too
		}
	})
}

func TestLimits(t *testing.T) {
	for name, l := range map[string]wire.Limits{
		"negative":          {Call: -1},
		"endless":           {Attempt: time.Hour},
		"no attempt":        {Attempts: map[Operation]int{OpGenerateQR: 0}},
		"too many":          {Attempts: map[Operation]int{OpInstitutions: 6}},
		"a third code":      {Attempts: map[Operation]int{OpValidateAccount: 3}},
		"a second status":   {Attempts: map[Operation]int{OpFetchStatus: 2}},
		"no such operation": {Attempts: map[Operation]int{"refund": 1}},
	} {
		if _, err := NewClient(ClientConfig{Environment: Sandbox, BaseURL: "http://localhost", Limits: l}); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Limits = wire.Limits{Status: time.Second, Attempt: 2 * time.Second, Attempts: map[Operation]int{OpGenerateQR: 1, OpSubmitOTP: 5}}
		})
		d.open()
		slow := answer{delay: time.Minute, body: pendingReply}
		d.g.on(pathStatus, slow)
		d.g.on(pathBankQR, slow)
		began := time.Now()
		_, err := d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, context.DeadlineExceeded)
		_, err = d.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, context.DeadlineExceeded, ErrOutcomeUnknown)
		if took := time.Since(began); took != 3*time.Second || len(d.g.seen(pathBankQR)) != 1 {
			t.Errorf("%v, %d requests", took, len(d.g.seen(pathBankQR)))
		}
		d.g.on(pathStatus, isPending) // of the QR, which may be out
		d.validate(bankAccount())
		d.g.on(pathBankOTP, answer{drop: true})
		_, err = d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		if n := len(d.g.seen(pathBankOTP)); n != 1 {
			t.Errorf("a setting had a code sent %d times", n)
		}
		d.StopStatusPolling()
	})
}
