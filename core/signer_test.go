package core

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// vector is one signature computed by openssl; see testdata/hmac/README.md.
type vector struct {
	Name, Secret, ClientID, Method, Path, Query, Body, Nonce, Signature string
	Unix                                                                int64
}

func TestSignaturesMatchOpenSSL(t *testing.T) {
	content, err := os.ReadFile("testdata/hmac/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(content, &vectors); err != nil || len(vectors) < 4 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		s, err := NewHMACSigner(v.ClientID, NewSecret(v.Secret))
		if err != nil {
			t.Fatal(err)
		}
		s.now = func() time.Time { return time.Unix(v.Unix, 999) }
		s.random = func(b []byte) {
			for i := range b {
				b[i] = hexByte(v.Nonce[2*i])<<4 | hexByte(v.Nonce[2*i+1])
			}
		}
		h, err := s.Sign(SignInput{Method: v.Method, Path: v.Path, Query: v.Query, Body: []byte(v.Body)})
		if err != nil || h.Get("X-Service-Signature") != "v1="+v.Signature || h.Get("X-Service-Nonce") != v.Nonce ||
			h.Get("X-Service-Client-Id") != v.ClientID || len(h) != 4 {
			t.Errorf("%s: %v, %v", v.Name, h, err)
		}
	}
}

func hexByte(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c)) }

func TestASignerNeedsIDAndSecret(t *testing.T) {
	_, err := NewHMACSigner(" ", NewSecret("x"))
	isAll(t, err, ErrInvalidRequest)
	_, err = NewHMACSigner("x", Secret{})
	isAll(t, err, ErrInvalidRequest)
}

func TestEachAttemptIsSignedAnew(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Signer, _ = NewHMACSigner("client-1", NewSecret(secretHMAC)) })
		d.g.on(pathBankQR, answer{status: 503, header: http.Header{"Retry-After": {"2"}}}, happy()[pathBankQR](1))
		if err := d.operate(OpGenerateQR); err != nil {
			t.Fatal(err)
		}
		seen := d.g.seen(pathBankQR)
		for _, name := range []string{headerNonce, headerTimestamp, headerSignature} {
			if a, b := seen[0].header.Get(name), seen[1].header.Get(name); a == "" || a == b {
				t.Errorf("%s: %q, then %q", name, a, b)
			}
		}
		if n := seen[0].header.Get(headerNonce); len(n) != 32 {
			t.Errorf("the nonce has %d digits", len(n))
		}
		// What arrived is what was signed.
		a := seen[1]
		check, _ := NewHMACSigner("client-1", NewSecret(secretHMAC))
		check.now = func() time.Time { return time.Now() }
		check.random = func(b []byte) {
			nonce := a.header.Get(headerNonce)
			for i := range b {
				b[i] = hexByte(nonce[2*i])<<4 | hexByte(nonce[2*i+1])
			}
		}
		h, _ := check.Sign(SignInput{Method: a.method, Path: a.path, Body: []byte(a.body)})
		if h.Get(headerSignature) != a.header.Get(headerSignature) {
			t.Errorf("the bytes that arrived are not those that were signed: %v, %v", h, a)
		}
	})
}

type signerFunc func(SignInput) (http.Header, error)

func (f signerFunc) Sign(in SignInput) (http.Header, error) { return f(in) }

func TestASignerMayNotTouchWhatTheContractReserves(t *testing.T) {
	failure := errors.New("no key")
	for name, sign := range map[string]signerFunc{
		"authorization": func(SignInput) (http.Header, error) { return http.Header{"Authorization": {"x"}}, nil },
		"replay":        func(SignInput) (http.Header, error) { return http.Header{"Idempotency-Key": {"x"}}, nil },
		"error":         func(SignInput) (http.Header, error) { return nil, failure },
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
			c.Signer = signerFunc(func(SignInput) (http.Header, error) { return http.Header{"x-own": {"1"}}, nil })
		})
		d.open()
		if d.g.seen(pathInitiate)[0].header.Get("X-Own") != "1" {
			t.Error("a signer's own header was lost")
		}
	})
}
