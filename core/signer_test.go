package core

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"sanduq/core/wire"
)

func TestEachAttemptIsSignedAnew(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Signer, _ = wire.NewHMACSigner("client-1", NewSecret(secretHMAC))
		})
		d.g.on(pathBankQR, answer{status: 503, header: http.Header{"Retry-After": {"2"}}}, happy()[pathBankQR](1))
		if err := d.operate(OpGenerateQR); err != nil {
			t.Fatal(err)
		}
		seen := d.g.seen(pathBankQR)
		for _, name := range []string{"X-Service-Nonce", "X-Service-Timestamp", "X-Service-Signature"} {
			if a, b := seen[0].header.Get(name), seen[1].header.Get(name); a == "" || a == b {
				t.Errorf("%s: %q, then %q", name, a, b)
			}
		}
		if n := seen[0].header.Get("X-Service-Nonce"); len(n) != 32 {
			t.Errorf("the nonce has %d digits", len(n))
		}
		// What arrived is what was signed.
		a := seen[1]
		sum, mac := sha256.Sum256([]byte(a.body)), hmac.New(sha256.New, []byte(secretHMAC))
		_, _ = fmt.Fprintf(mac, "v1\n%s\n%s\n\nclient-1\n%s\n%s\n%x", a.method, a.path,
			a.header.Get("X-Service-Timestamp"), a.header.Get("X-Service-Nonce"), sum)
		if want := fmt.Sprintf("v1=%x", mac.Sum(nil)); a.header.Get("X-Service-Signature") != want {
			t.Errorf("the bytes that arrived are not those that were signed: want %s, got %v", want, a)
		}
	})
}

type signerFunc func(wire.SignInput) (http.Header, error)

func (f signerFunc) Sign(in wire.SignInput) (http.Header, error) { return f(in) }

func TestASignerMayNotTouchWhatTheContractReserves(t *testing.T) {
	failure := errors.New("no key")
	for name, sign := range map[string]signerFunc{
		"authorization": func(wire.SignInput) (http.Header, error) { return http.Header{"Authorization": {"x"}}, nil },
		"replay":        func(wire.SignInput) (http.Header, error) { return http.Header{"Idempotency-Key": {"x"}}, nil },
		"error":         func(wire.SignInput) (http.Header, error) { return nil, failure },
	} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Signer = sign })
			_, err := d.CreateInvoice(t.Context(), invoice())
			isAll(t, err, ErrNotSent)
			if d.g.total() != 0 || name == "error" && !errors.Is(err, failure) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Signer = signerFunc(func(wire.SignInput) (http.Header, error) { return http.Header{"x-own": {"1"}}, nil })
		})
		d.open()
		if d.g.seen(pathInitiate)[0].header.Get("X-Own") != "1" {
			t.Error("a signer's own header was lost")
		}
	})
}
