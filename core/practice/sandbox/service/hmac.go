package service

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

const (
	signatureWindow = 5 * time.Minute
	maxNonce        = 128
)

// checkSignature verifies the four signature headers when a client id and a secret are configured. The signed text,
// one line each: v1, method, path, query sorted by name, client id, unix seconds, nonce, and the body's SHA-256 in
// hex. The reply never says what was wrong; the log does.
func (s *Service) checkSignature(c *call) *contract.Refusal {
	if s.opts.HMACSecret == "" {
		return nil
	}
	if err := s.verify(c.r, c.body); err != nil {
		return contract.RefuseBecause(http.StatusUnauthorized, contract.CodeInvalidSignature, "the request's signature is not valid", err)
	}
	return nil
}

func (s *Service) verify(r *http.Request, body []byte) error {
	one := func(name string) string {
		if v := r.Header.Values(name); len(v) == 1 {
			return v[0]
		}
		return ""
	}
	client, stamp := one("X-Service-Client-Id"), one("X-Service-Timestamp")
	nonce, signature := one("X-Service-Nonce"), one("X-Service-Signature")
	switch {
	case client == "" || stamp == "" || nonce == "" || signature == "":
		return errors.New("a signature header is missing or stands twice")
	case !secret.Same(client, s.opts.ClientID):
		return errors.New("another client id")
	case len(nonce) > maxNonce:
		return errors.New("the nonce is too long")
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return errors.New("the timestamp is not in unix seconds")
	}
	now := s.clock.Now().Add(s.faults.Skew())
	if off := now.Sub(time.Unix(seconds, 0)); off > signatureWindow || off < -signatureWindow {
		return errors.New("the timestamp is outside the window: a clock is wrong")
	}
	sum := sha256.Sum256(body)
	signed := strings.Join([]string{"v1", r.Method, r.URL.EscapedPath(), r.URL.Query().Encode(), client, stamp, nonce,
		hex.EncodeToString(sum[:])}, "\n")
	mac := hmac.New(sha256.New, []byte(s.opts.HMACSecret))
	mac.Write([]byte(signed))
	if !secret.Same(signature, "v1="+hex.EncodeToString(mac.Sum(nil))) {
		return errors.New("the signature differs")
	}
	// Only a request with a good signature gets this far: a stranger cannot fill the ledger.
	return s.ledger.Update(func(tx *ledger.Tx) error { return tx.SpendNonce(nonce, now, now.Add(-2*signatureWindow)) })
}
