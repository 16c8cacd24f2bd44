package sandbox_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
)

const clientID, hmacSecret = "practice-client", "practice-hmac-secret"

// sign signs as a client that read the contract would.
func sign(method, path string, body []byte, at time.Time, nonce string) http.Header {
	sum := sha256.Sum256(body)
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(hmacSecret))
	fmt.Fprintf(mac, "v1\n%s\n%s\n\n%s\n%s\n%s\n%s", method, path, clientID, stamp, nonce, hex.EncodeToString(sum[:]))
	return http.Header{"X-Service-Client-Id": {clientID}, "X-Service-Timestamp": {stamp}, "X-Service-Nonce": {nonce},
		"X-Service-Signature": {"v1=" + hex.EncodeToString(mac.Sum(nil))}}
}

func TestSignedRequests(t *testing.T) {
	var logged bytes.Buffer
	o := sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock.New(), ClientID: clientID, HMACSecret: hmacSecret,
		Logger: slog.New(slog.NewTextHandler(&logged, nil))}
	o.Clock.Pause()
	s := reopen(t, nil, o)
	c := newTill(t, s, "A-1")
	const path = contract.Prefix + "/web-payment/initiate"
	body := []byte(`{"orderId":"A-1","amount":1,"currency":"LYD"}`)
	send := func(h http.Header, sent []byte) answer {
		for k, v := range c.merchant() {
			h[k] = v
		}
		return c.must(c.do("POST", path, sent, h))
	}
	now := o.Clock.Now()
	good := sign("POST", path, body, now, "n-good")
	if a := send(good.Clone(), body); a.status != 200 {
		t.Fatalf("a good signature: %d %s", a.status, a.raw)
	}
	without := func(name string) http.Header {
		h := sign("POST", path, body, now, "n-without-"+name)
		h.Del(name)
		return h
	}
	for name, h := range map[string]http.Header{
		"replayed":     good,
		"unsigned":     {},
		"no client":    without("X-Service-Client-Id"),
		"no time":      without("X-Service-Timestamp"),
		"no nonce":     without("X-Service-Nonce"),
		"no signature": without("X-Service-Signature"),
		"late":         sign("POST", path, body, now.Add(-301*time.Second), "n-late"),
		"early":        sign("POST", path, body, now.Add(302*time.Second), "n-early"),
		"other body":   sign("POST", path, []byte("{}"), now, "n-body"),
		"other path":   sign("POST", path+"x", body, now, "n-path"),
		"other method": sign("GET", path, body, now, "n-method"),
		"other client": func() http.Header {
			h := sign("POST", path, body, now, "n-client")
			h.Set("X-Service-Client-Id", "somebody")
			return h
		}(),
		"upper case": func() http.Header {
			h := sign("POST", path, body, now, "n-upper")
			h.Set("X-Service-Signature", strings.ToUpper(h.Get("X-Service-Signature")))
			return h
		}(),
	} {
		t.Log(name)
		wantRefusal(t, send(h.Clone(), body), 401, "INVALID_SIGNATURE")
	}
	if a := send(sign("POST", path, body, now.Add(-299*time.Second), "n-window"), body); a.status != 200 {
		t.Fatalf("inside the window: %s", a.raw)
	}
	s.Faults().SetSkew(10 * time.Minute)
	a := send(sign("POST", path, body, now, "n-skew"), body)
	wantRefusal(t, a, 401, "INVALID_SIGNATURE")
	if date, err := http.ParseTime(a.header.Get("Date")); err != nil || date.Sub(now) < 9*time.Minute {
		t.Fatalf("the Date header hides the wrong clock: %v %v", date, err)
	}
	s = reopen(t, s, o)
	c.s = s
	for _, reason := range []string{"used before", "missing", "another client", "clock is wrong", "differs"} {
		if !strings.Contains(logged.String(), reason) {
			t.Errorf("the log never says %q", reason)
		}
	}
	wantRefusal(t, send(good.Clone(), body), 401, "INVALID_SIGNATURE") // the nonce outlives a restart
	if _, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir(), ClientID: "alone"}); err == nil {
		t.Fatal("a client id without a secret was accepted")
	}
}
