package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/faults"
)

// control calls the control interface as a script would.
func (c *till) control(method, path, body string) answer {
	c.t.Helper()
	return c.must(c.do(method, "/control"+path, []byte(body), http.Header{"Authorization": {"Bearer " + c.s.ControlToken().Reveal()}}))
}

func TestControlNeedsItsToken(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	for _, path := range []string{"/payments", "/inbox", "/orders/A-1", "/calls", "/duplicates", "/test-numbers", "/ledger", "/faults", "/webhooks"} {
		for _, token := range []string{"", "x", c.token} {
			a := c.must(c.do("GET", "/control"+path, nil, http.Header{"Authorization": {"Bearer " + token}}))
			wantRefusal(t, a, 401, "INVALID_TOKEN")
		}
		if a := c.control("GET", path, ""); a.status != 200 {
			t.Errorf("%s: %d %s", path, a.status, a.raw)
		}
	}
}

func TestScriptPlaysTheCustomer(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	c.qr()
	v := c.validateBank("2000300040")
	var inbox []struct{ OTP, PaymentID string }
	if err := json.Unmarshal(c.control("GET", "/inbox", "").raw, &inbox); err != nil || inbox[0].OTP != otp(t, s) || inbox[0].PaymentID != c.paymentID {
		t.Fatal(inbox, err)
	}
	if a := c.control("POST", "/payments/"+c.paymentID+"/approve", ""); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	wantRefusal(t, c.control("POST", "/payments/"+c.paymentID+"/approve", ""), 409, "PAYMENT_IN_PROGRESS")
	wantRefusal(t, c.control("POST", "/payments/NOSUCH/approve", ""), 404, "NOT_FOUND")
	wantRefusal(t, c.submitBank(v, inbox[0].OTP), 409, "PAYMENT_IN_PROGRESS")
	before := s.Clock().Now()
	if a := c.control("POST", "/clock", `{"advance":"90s"}`); a.status != 200 || s.Clock().Now().Sub(before) != 90*time.Second {
		t.Fatalf("%s", a.raw)
	}
	c.wantStatus(false, "SUCCESS")
	if a := c.control("POST", "/webhooks", `{"url":"http://127.0.0.1:1/hook"}`); a.status != 200 {
		t.Errorf("%d %s", a.status, a.raw)
	}
	wantRefusal(t, c.control("POST", "/webhooks", `{"url":"nowhere"}`), 400, "INVALID_FIELD")
	if a := c.control("POST", "/faults", `{"op":"status","kind":"status","status":500,"count":1}`); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	if a := c.ask(false); a.status != 500 {
		t.Fatal(a.status)
	}
	if a := c.control("POST", "/faults", `{"kind":"latency","delay":"1h"}`); a.status != 200 || s.Faults().Active()[0].Delay != time.Hour {
		t.Fatalf("%s", a.raw)
	}
	wantRefusal(t, c.control("POST", "/faults", `{"kind":"rain"}`), 400, "INVALID_FIELD")
	c.control("DELETE", "/faults", "")
	if a := c.control("POST", "/bank", `{"behaviour":"slow"}`); a.status != 200 || s.Bank().Behaviour() != faults.Slow {
		t.Fatalf("%s", a.raw)
	}
	wantRefusal(t, c.control("POST", "/bank", `{"behaviour":"kind"}`), 400, "INVALID_FIELD")
	wantRefusal(t, c.control("POST", "/bank", `{"mood":"kind"}`), 400, "MALFORMED_JSON")
	var order struct{ InitiateArrived, PaymentsOpened int }
	if err := json.Unmarshal(c.control("GET", "/orders/A-1", "").raw, &order); err != nil || order.InitiateArrived != 1 || order.PaymentsOpened != 1 {
		t.Fatal(order, err)
	}
}

// TestNoSecretIsLogged plays all routes and then searches everything that was logged or kept.
func TestNoSecretIsLogged(t *testing.T) {
	var logged bytes.Buffer
	s := start(t, func(o *sandbox.Options) {
		o.Logger = slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	key, secret := s.Credentials()
	secrets := []string{key.Reveal(), secret.Reveal(), s.ControlToken().Reveal(), "2000300040", "0912345678"}
	for i := range 2 { // the second time makes a duplicate, which is logged
		c := opened(t, s, "A-1", "1", "LYD")
		c.qr()
		v := c.validateBank("2000300040")
		secrets = append(secrets, c.token, otp(t, s), v["customerName"].(string))
		c.submitBank(v, "000000")
		w := c.validateWallet("0912345678")
		secrets = append(secrets, otp(t, s))
		c.submitWallet(w, otp(t, s))
		c.ask(i == 0)
		c.token += "x"
		c.ask(false)
	}
	kept, err := json.Marshal(s.Calls().Newest(1000))
	if err != nil {
		t.Fatal(err)
	}
	all := logged.String() + string(kept) + fmt.Sprintf("%v %+v %#v %s %x %d", key, secret, secret, key, key, key)
	if !strings.Contains(logged.String(), "MORE THAN ONCE") || !strings.Contains(string(kept), "••••0040") {
		t.Fatalf("the log lacks what it should show: %s", all)
	}
	for _, each := range secrets {
		if strings.Contains(all, each) {
			t.Errorf("logged: %s", each)
		}
	}
	if calls := s.Calls().Newest(3); len(calls) != 3 || calls[2].Status != 401 || calls[2].RequestID == "" {
		t.Fatal(calls)
	}
}

func TestRunServesUntilItIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	out := &said{first: make(chan struct{})}
	ended := make(chan error, 1)
	go func() { ended <- sandbox.Run(ctx, sandbox.Options{Dir: dir, Addr: "127.0.0.1:0"}, out) }()
	<-out.first
	data, err := os.ReadFile(filepath.Join(dir, sandbox.KeysFile))
	if err != nil {
		t.Fatal(err)
	}
	var keys struct{ BaseURL, APIKey, SecretKey, ControlToken string }
	if err := json.Unmarshal(data, &keys); err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(keys.BaseURL + "/openapi.yaml")
	if err != nil || res.StatusCode != 200 {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.Contains(text, keys.SecretKey) || strings.Contains(text, keys.ControlToken) || !strings.Contains(text, keys.BaseURL) ||
		!strings.Contains(text, "1000000001") {
		t.Fatal(text)
	}
	if info, err := os.Stat(filepath.Join(dir, sandbox.KeysFile)); err != nil || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		t.Fatal(info.Mode(), err)
	}
}

// said collects what Run says; first closes when all of it was said, which the last line of the table shows.
type said struct {
	bytes.Buffer
	first chan struct{}
}

func (s *said) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Contains(s.String(), "amount ends in 47") {
		select {
		case <-s.first:
		default:
			close(s.first)
		}
	}
	return n, err
}
