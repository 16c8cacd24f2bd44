package sandbox_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

// every kind of address that the service answers at, with a method that it takes there.
func everyDoor(paymentID string) map[string]string {
	return map[string]string{
		"operation": "POST " + contract.Prefix + "/web-payment/initiate",
		"status":    "POST " + contract.Prefix + "/web-payment/check-status",
		"list":      "GET " + contract.Prefix + "/get-institution-list",
		"bank":      "GET /bank",
		"payment":   "GET /b/" + paymentID,
		"picture":   "GET /b/" + paymentID + "/qr.png",
		"approve":   "POST /b/" + paymentID + "/approve",
		"drill":     "POST /bank/drill",
		"behaviour": "POST /bank/behaviour",
		"events":    "GET /bank/events",
		"script":    "GET /bank/bank.js",
		"contract":  "GET /openapi.yaml",
		"control":   "GET /control/payments",
		"fault":     "POST /control/faults",
		"nowhere":   "GET /nowhere",
	}
}

// TestEveryDoorIsGuarded tries each address in the ways of an attacker's page: under a rebound name, by a form of
// another site, by a script of another site. Credentials are right wherever they could help.
func TestEveryDoorIsGuarded(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	c.qr()
	key, secret := s.Credentials()
	_, port, _ := strings.Cut(strings.TrimPrefix(s.BaseURL(), "http://"), ":")
	tried := 0
	for name, door := range everyDoor(c.paymentID) {
		method, path, _ := strings.Cut(door, " ")
		for attack, set := range map[string]func(*http.Request) int{
			"rebinding":        func(r *http.Request) int { r.Host = "evil.example:" + port; return 421 },
			"rebinding, bare":  func(r *http.Request) int { r.Host = "evil.example"; return 421 },
			"other port":       func(r *http.Request) int { r.Host = "127.0.0.1:1"; return 421 },
			"network address":  func(r *http.Request) int { r.Host = "192.168.1.9:" + port; return 421 },
			"name that begins": func(r *http.Request) int { r.Host = "127.0.0.1.evil.example:" + port; return 421 },
			"cross-site form": func(r *http.Request) int {
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("Origin", "http://evil.example")
				r.Header.Set("Sec-Fetch-Site", "cross-site")
				return 403
			},
			"form without origin": func(r *http.Request) int { r.Header.Set("Origin", "null"); return 403 },
			"cross-site fetch": func(r *http.Request) int {
				r.Header.Set("Origin", "https://evil.example")
				r.Header.Set("Sec-Fetch-Site", "cross-site")
				r.Header.Set("Sec-Fetch-Mode", "cors")
				return 403
			},
			"another program's page": func(r *http.Request) int {
				r.Header.Set("Origin", "http://localhost:1")
				r.Header.Set("Sec-Fetch-Site", "same-site")
				return 403
			},
			"old browser": func(r *http.Request) int { r.Header.Set("Origin", "http://evil.example"); return 403 },
		} {
			ctx, cancel := context.WithCancel(t.Context())
			req, err := http.NewRequestWithContext(ctx, method, s.BaseURL()+path, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + c.token},
				"Api-Key": {key.Reveal()}, "Secret-Key": {secret.Reveal()}}
			if strings.HasPrefix(path, "/control") {
				req.Header.Set("Authorization", "Bearer "+s.ControlToken().Reveal())
			}
			want := set(req)
			if want == 403 && method == "GET" {
				// Reading changes nothing; what keeps other sites from seeing the reply is checked below.
				want = 0
			}
			res, err := c.client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			closed(t, name+", "+attack, res.Header)
			if want != 0 && res.StatusCode != want {
				t.Errorf("%s, %s: %d, want %d", name, attack, res.StatusCode, want)
			}
			cancel()
			_ = res.Body.Close()
			tried++
		}
	}
	c.wantStatus(false, contract.StatusPending)
	if s.Bank().Behaviour() != faults.Answers || len(s.Faults().Active()) != 0 {
		t.Error("an attack changed the bank's behaviour")
	}
	t.Logf("%d attempts on %d addresses", tried, len(everyDoor("")))
}

// closed checks the headers that forbid framing, guessing types, reading from other sites and keeping copies.
func closed(t *testing.T, where string, h http.Header) {
	t.Helper()
	for name, want := range map[string]string{"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff",
		"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin"} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %s is %q", where, name, got)
		}
	}
	if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") ||
		!strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("%s: Content-Security-Policy is %q", where, csp)
	}
	if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Cache-Control") == "" || h.Get("X-Request-Id") == "" {
		t.Errorf("%s: %v", where, h)
	}
}

func TestNoPracticeBankWhereMoneyIsReal(t *testing.T) {
	for _, word := range []string{"live", "LIVE", " Live "} {
		t.Setenv("SERVICE_ENV", word)
		if _, err := sandbox.Start(t.Context(), sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0"}); !errors.Is(err, sandbox.ErrLive) {
			t.Errorf("SERVICE_ENV=%q: %v", word, err)
		}
	}
}

func TestOnlyLoopbackWithoutTheFlag(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.168.1.9:0", "example.org:0"} {
		if s, err := sandbox.Start(t.Context(), sandbox.Options{Dir: t.TempDir(), Addr: addr}); err == nil {
			_ = s.Close(context.Background())
			t.Errorf("it listens on %s", addr)
		}
	}
}
