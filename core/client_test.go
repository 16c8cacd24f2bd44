package core

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/wire"
)

// every runs each operation once and returns its arrival.
func everyCall(t *testing.T, d *desk) map[string]arrival {
	t.Helper()
	ctx, token := t.Context(), NewSecret(secretToken)
	check := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c, amount := d.client, invoice().Amount
	check(c.Initiate(ctx, wire.InitiateCall{OrderID: "O", Amount: amount, Description: "tea & cake"}))
	for _, rail := range []Rail{RailBank, RailWallet} {
		check(c.GenerateQR(ctx, wire.QRCall{Token: token, Rail: rail, PaymentID: "P", OrderID: "O"}))
		check(c.ValidateAccount(ctx, wire.ValidateCall{Token: token, Rail: rail, PaymentID: "P", OrderID: "O", Account: NewSecret(secretAccount), InstitutionCode: "I"}))
		check(c.SubmitOTP(ctx, wire.OTPCall{Token: token, Rail: rail, PaymentID: "P", OrderID: "O", OTP: NewSecret(secretOTP), Amount: amount,
			Account: NewSecret(secretAccount), InstitutionCode: "I", DPHReference: "D"}))
	}
	check(c.FetchStatus(ctx, wire.StatusCall{Token: token, PaymentID: "P", OrderID: "O", ByAccountNumber: true, Amount: amount}))
	check(c.FetchInstitutions(ctx, token))
	seen := make(map[string]arrival)
	for _, a := range d.g.arrivals {
		seen[a.path] = a
	}
	return seen
}

func TestBodiesAreExactlyTheContracts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		seen := everyCall(t, newDesk(t))
		for path, want := range map[string]string{
			pathInitiate:  `{"amount":12.500,"currency":"LYD","description":"tea \u0026 cake","orderId":"O"}`,
			pathBankQR:    `{"orderId":"O","paymentId":"P"}`,
			pathWalletQR:  `{"orderId":"O","paymentId":"P"}`,
			pathBankAcc:   `{"accountNumber":"` + secretAccount + `","institutionCode":"I","orderId":"O","paymentId":"P"}`,
			pathWalletAcc: `{"institutionCode":"I","orderId":"O","paymentId":"P","walletId":"` + secretAccount + `"}`,
			pathBankOTP: `{"amount":"12.500","currency":"LYD","debitorAccNumber":"` + secretAccount +
				`","dphReference":"D","institutionCode":"I","orderId":"O","otp":"` + secretOTP + `","paymentId":"P"}`,
			pathWalletOTP: `{"dphReference":"D","institutionCode":"I","orderId":"O","otp":"` + secretOTP +
				`","paymentId":"P","walletId":"` + secretAccount + `"}`,
			pathStatus:       `{"byAccountNumber":true,"orderId":"O"}`,
			pathInstitutions: ``,
		} {
			if got := seen[path].body; got != want {
				t.Errorf("%s\n got %s\nwant %s", path, got, want)
			}
			method := http.MethodPost
			if path == pathInstitutions {
				method = http.MethodGet
			}
			if seen[path].method != method {
				t.Errorf("%s: %s", path, seen[path].method)
			}
		}
	})
}

// The headers of each call are these and no others.
func TestHeadersAreExactlyTheTables(t *testing.T) {
	transportOwn := []string{"Accept", "Connection", "Content-Length", "User-Agent"}
	hmacOnes := []string{"X-Service-Client-Id", "X-Service-Nonce", "X-Service-Signature", "X-Service-Timestamp"}
	for _, c := range []struct {
		name                   string
		signed, merchantStatus bool
	}{{"plain", false, false}, {"signed", true, false}, {"merchant status", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t, func(config *ClientConfig, _ *[]Option) {
					config.Profile = wire.DefaultProfile()
					config.Profile.StatusPathRequiresMerchantAuth = c.merchantStatus
					if c.signed {
						config.Signer, _ = wire.NewHMACSigner("client-1", NewSecret(secretHMAC))
					}
				})
				for path, a := range everyCall(t, d) {
					want := []string{"X-Request-Id"}
					if path != pathInitiate {
						want = append(want, "Authorization")
					}
					if path == pathInitiate || path == pathStatus && c.merchantStatus {
						want = append(want, "Api-Key", "Secret-Key")
					}
					if path != pathInstitutions {
						want = append(want, "Content-Type")
					}
					if c.signed {
						want = append(want, hmacOnes...)
					}
					var got []string
					for name := range a.header {
						if !slices.Contains(transportOwn, name) {
							got = append(got, name)
						}
					}
					slices.Sort(got)
					slices.Sort(want)
					if !slices.Equal(got, want) {
						t.Errorf("%s\n got %q\nwant %q", path, got, want)
					}
					for name, value := range map[string]string{"Authorization": "Bearer " + secretToken, "Api-Key": secretAPIKey,
						"Secret-Key": secretKey, "Content-Type": "application/json", "User-Agent": "sanduq/1.2.3"} {
						if given := a.header.Get(name); given != "" && given != value {
							t.Errorf("%s: %s: %q", path, name, given)
						}
					}
				}
			})
		})
	}
}

func TestMerchantKeysAreNeededWhereTheyAreSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.APIKey = Secret{}
			c.Profile = wire.DefaultProfile()
			c.Profile.StatusPathRequiresMerchantAuth = true
		})
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		_, err = d.client.FetchStatus(t.Context(), wire.StatusCall{Token: NewSecret("x")})
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		_, err = d.client.GenerateQR(t.Context(), wire.QRCall{})
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		if d.g.total() != 0 {
			t.Fatal("something was sent")
		}
	})
}

func TestBaseURLs(t *testing.T) {
	for _, c := range []struct {
		environment Environment
		base        string
		ok          bool
	}{
		{Sandbox, "http://127.0.0.1:8080", true},
		{Sandbox, "https://sandbox.test/base/", true},
		{Live, "https://pay.test", true},
		{Live, "http://pay.test", false},
		{Live, "", false},
		{Sandbox, "", false},
		{Live, "https://", false},
		{Live, "https://:443", false},
		{Live, "ftp://pay.test", false},
		{Live, "https://user:pw@pay.test", false},
		{Live, "https://pay.test?x=1", false},
		{Live, "https://pay.test#x", false},
		{Live, "://", false},
		{"", "https://pay.test", false},
		{"Live", "https://pay.test", false},
	} {
		_, err := NewClient(ClientConfig{Environment: c.environment, BaseURL: c.base})
		if (err == nil) != c.ok {
			t.Errorf("%s %q: %v", c.environment, c.base, err)
		}
		if err != nil {
			isAll(t, err, ErrEnvironment)
		}
	}
}

func TestABaseURLWithAPath(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.BaseURL = "http://gateway.test/base/" })
		_, _ = d.CreateInvoice(t.Context(), invoice())
		if len(d.g.seen("/base"+pathInitiate)) != 1 {
			t.Fatalf("%+v", d.g.arrivals)
		}
	})
}

func TestParseEnvironment(t *testing.T) {
	for word, want := range map[string]Environment{"": Sandbox, " sandbox ": Sandbox, "live": Live} {
		if e, err := wire.ParseEnvironment(word); err != nil || e != want {
			t.Errorf("%q: %s, %v", word, e, err)
		}
	}
	for _, word := range []string{"Live", "prod", "sandbx"} {
		_, err := wire.ParseEnvironment(word)
		isAll(t, err, ErrEnvironment)
	}
}

func TestOnlyModernTLSWithAKnownAuthority(t *testing.T) {
	serve := func(maxVersion uint16) *httptest.Server {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"success":true,"data":{"paymentId":"P","token":"T"}}`))
		}))
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: maxVersion}
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.StartTLS()
		return s
	}
	for _, c := range []struct {
		name    string
		version uint16
		trusted bool
		ok      bool
	}{{"1.3", tls.VersionTLS13, true, true}, {"1.2", tls.VersionTLS12, true, true}, {"1.1", tls.VersionTLS11, true, false}, {"unknown authority", tls.VersionTLS13, false, false}} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(c.version)
			defer s.Close()
			roots := x509.NewCertPool()
			if c.trusted {
				roots.AddCert(s.Certificate())
			}
			client, err := NewClient(ClientConfig{Environment: Live, BaseURL: s.URL, APIKey: NewSecret("a"), SecretKey: NewSecret("b"),
				RootCAs: roots, Jitter: func(time.Duration) time.Duration { return 0 }})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			_, err = client.Initiate(t.Context(), wire.InitiateCall{OrderID: "O", Amount: invoice().Amount})
			if (err == nil) != c.ok {
				t.Fatal(err)
			}
			if !c.ok {
				isAll(t, err, ErrNotSent)
			}
		})
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			a := answer{status: status, header: http.Header{"Location": {"http://evil.test" + pathInitiate}}, body: `{"success":false,"code":"X"}`}
			d.g.on(pathInitiate, a)
			_, err := d.CreateInvoice(t.Context(), invoice())
			isAll(t, err, ErrBadReply, ErrOutcomeUnknown)
			if d.g.total() != 1 {
				t.Fatalf("%d requests", d.g.total())
			}
		})
	}
}

type attemptFunc func(wire.Attempt)

func (f attemptFunc) ObserveAttempt(_ context.Context, a wire.Attempt) { f(a) }

func TestMetricsHearOfEachAttempt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		type call struct {
			op              Operation
			status, attempt int
			took            time.Duration
		}
		var calls []call
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Observer = attemptFunc(func(a wire.Attempt) { calls = append(calls, call{a.Operation, a.Status, a.Number, a.Duration}) })
		})
		d.g.on(pathInstitutions, answer{status: 503}, answer{drop: true}, answer{delay: time.Second, body: `[]`})
		_, err := d.client.FetchInstitutions(t.Context(), NewSecret("t"))
		want := []call{{OpInstitutions, 503, 1, 0}, {OpInstitutions, 0, 2, 0}, {OpInstitutions, 200, 3, time.Second}}
		if err != nil || !slices.Equal(calls, want) {
			t.Fatalf("%v\n got %v\nwant %v", err, calls, want)
		}
	})
}

func TestARefusalCarriesTheGatewaysRequestID(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{status: 422, header: http.Header{"X-Request-Id": {"R-77"}}, body: `{"success":false,"error":{"code":"E1","message":"no"}}`})
		_, err := d.CreateInvoice(t.Context(), invoice())
		refusal, _ := asError[*PaymentAPIError](err)
		if refusal == nil || refusal.RequestID != "R-77" || refusal.Code != "E1" || refusal.Message != "no" || refusal.Operation != OpInitiate {
			t.Fatalf("%+v", err)
		}
		if !strings.Contains(err.Error(), "R-77") {
			t.Error("the log would not name the request")
		}
		isNone(t, err, ErrTokenExpired)
	})
}

func TestDeadlines(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		for path := range happy() {
			d.g.on(path, answer{delay: time.Hour})
		}
		token := NewSecret("t")
		for _, c := range []struct {
			name string
			want time.Duration
			call func(context.Context) error
		}{
			{"initiate", 20 * time.Second, func(ctx context.Context) error {
				_, err := d.client.Initiate(ctx, wire.InitiateCall{OrderID: "O", Amount: invoice().Amount})
				return err
			}},
			{"code", 20 * time.Second, func(ctx context.Context) error {
				_, err := d.client.SubmitOTP(ctx, wire.OTPCall{Token: token, Amount: invoice().Amount})
				return err
			}},
			{"status", 8 * time.Second, func(ctx context.Context) error {
				_, err := d.client.FetchStatus(ctx, wire.StatusCall{Token: token})
				return err
			}},
			{"qr, three attempts in all", 45 * time.Second, func(ctx context.Context) error {
				_, err := d.client.GenerateQR(ctx, wire.QRCall{Token: token})
				return err
			}},
		} {
			began := time.Now()
			err := c.call(t.Context())
			isAll(t, err, context.DeadlineExceeded)
			if took := time.Since(began); took != c.want {
				t.Errorf("%s took %s, want %s", c.name, took, c.want)
			}
		}
		d.g.mu.Lock()
		d.g.deaf = true
		d.g.mu.Unlock()
		began := time.Now()
		_, err := d.client.FetchStatus(t.Context(), wire.StatusCall{Token: token})
		isAll(t, err, ErrNotSent)
		if took := time.Since(began); took != connectTimeout {
			t.Errorf("connecting took %s", took)
		}
	})
}
