package service

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
)

func TestTokenIsPinned(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tk := tokens{key: []byte("0123456789abcdef0123456789abcdef"), ttl: time.Hour, now: func() time.Time { return now }}
	p := &ledger.Record{ID: "P1", OrderID: "A-1", CreatedAt: now}
	good, err := tk.issue(p)
	if err != nil {
		t.Fatal(err)
	}
	make := func(m jwt.SigningMethod, key any, change func(*claims)) string {
		c := claims{"A-1", jwt.RegisteredClaims{Issuer: tokenIssuer, Audience: jwt.ClaimStrings{tokenAudience}, Subject: "P1",
			ExpiresAt: jwt.NewNumericDate(now.Add(time.Hour))}}
		change(&c)
		s, err := jwt.NewWithClaims(m, c).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	same := func(*claims) {}
	for name, c := range map[string]struct{ header, Code string }{
		"good":       {"Bearer " + good, ""},
		"lower case": {"bearer " + good, ""},
		"none":       {"Bearer " + make(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, same), contract.CodeInvalidToken},
		"hs512":      {"Bearer " + make(jwt.SigningMethodHS512, tk.key, same), contract.CodeInvalidToken},
		"other key":  {"Bearer " + make(jwt.SigningMethodHS256, []byte("another"), same), contract.CodeInvalidToken},
		"no expiry":  {"Bearer " + make(jwt.SigningMethodHS256, tk.key, func(c *claims) { c.ExpiresAt = nil }), contract.CodeInvalidToken},
		"expired":    {"Bearer " + make(jwt.SigningMethodHS256, tk.key, func(c *claims) { c.ExpiresAt = jwt.NewNumericDate(now) }), contract.CodeTokenExpired},
		"audience":   {"Bearer " + make(jwt.SigningMethodHS256, tk.key, func(c *claims) { c.Audience = nil }), contract.CodeInvalidToken},
		"issuer":     {"Bearer " + make(jwt.SigningMethodHS256, tk.key, func(c *claims) { c.Issuer = "x" }), contract.CodeInvalidToken},
		"subject":    {"Bearer " + make(jwt.SigningMethodHS256, tk.key, func(c *claims) { c.Subject = "" }), contract.CodeInvalidToken},
		"basic":      {"Basic " + good, contract.CodeInvalidToken},
		"bare":       {good, contract.CodeInvalidToken},
		"nothing":    {"", contract.CodeInvalidToken},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		if c.header != "" {
			r.Header.Set("Authorization", c.header)
		}
		id, e := tk.payment(r)
		switch {
		case c.Code == "" && (e != nil || id != "P1"):
			t.Errorf("%s: refused: %v", name, e)
		case c.Code != "" && (e == nil || e.Code != c.Code || e.Status != 401 || id != ""):
			t.Errorf("%s: got %q, %v, want %s", name, id, e, c.Code)
		}
	}
	r := httptest.NewRequest("POST", "/", nil)
	r.Header["Authorization"] = []string{"Bearer " + good, "Bearer " + good}
	if _, e := tk.payment(r); e == nil {
		t.Error("two tokens were accepted")
	}
	now = now.Add(time.Hour)
	r.Header["Authorization"] = []string{"Bearer " + good}
	if _, e := tk.payment(r); e == nil || e.Code != contract.CodeTokenExpired {
		t.Errorf("an hour later: %v", e)
	}
}
