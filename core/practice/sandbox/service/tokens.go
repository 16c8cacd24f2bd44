package service

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

const (
	tokenIssuer   = "first-practice-bank"
	tokenAudience = "payment-integration"
)

// tokens issues and verifies the JWT of a payment. Its subject is the paymentId: a token opens this payment only.
type tokens struct {
	key []byte
	ttl time.Duration
	now func() time.Time
}

type claims struct {
	OrderID string `json:"orderId"`
	jwt.RegisteredClaims
}

func (t tokens) issue(p *ledger.Record) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{p.OrderID, jwt.RegisteredClaims{
		Issuer: tokenIssuer, Audience: jwt.ClaimStrings{tokenAudience}, Subject: p.ID, ID: secret.ID(10),
		IssuedAt: jwt.NewNumericDate(p.CreatedAt), ExpiresAt: jwt.NewNumericDate(p.CreatedAt.Add(t.ttl)),
	}}).SignedString(t.key)
}

// payment returns the paymentId that the bearer token of a request names. The algorithm is pinned: what the token's
// own header asks for does not matter.
func (t tokens) payment(r *http.Request) (string, *contract.Refusal) {
	deny := func(code, message string, cause error) (string, *contract.Refusal) {
		return "", contract.RefuseBecause(http.StatusUnauthorized, code, message, cause)
	}
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return deny(contract.CodeInvalidToken, "one bearer token is needed", nil)
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return deny(contract.CodeInvalidToken, "one bearer token is needed", nil)
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithTimeFunc(t.now),
		jwt.WithIssuer(tokenIssuer), jwt.WithAudience(tokenAudience), jwt.WithExpirationRequired())
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return deny(contract.CodeTokenExpired, "the token has expired", err)
	case err != nil || c.Subject == "":
		return deny(contract.CodeInvalidToken, "the token is not valid", err)
	}
	return c.Subject, nil
}
