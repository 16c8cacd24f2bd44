package sandbox_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/webhooks"
)

// hook is one webhook as it arrived.
type hook struct {
	webhooks.Event
	header http.Header
	body   []byte
}

// receiver takes webhooks, or answers with whatever status it is told.
type receiver struct {
	t      *testing.T
	status atomic.Int32
	got    chan hook
	*httptest.Server
}

func newReceiver(t *testing.T, s *sandbox.Server) *receiver {
	r := &receiver{t: t, got: make(chan hook, 100)}
	r.status.Store(http.StatusNoContent)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		h := hook{header: q.Header}
		h.body, _ = io.ReadAll(q.Body)
		if err := json.Unmarshal(h.body, &h.Event); err != nil || q.Method != http.MethodPost {
			t.Errorf("%s %s: %v", q.Method, h.body, err)
		}
		w.WriteHeader(int(r.status.Load()))
		r.got <- h
	}))
	t.Cleanup(r.Close)
	if err := s.Webhooks().Add(r.URL); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *receiver) next() hook {
	r.t.Helper()
	select {
	case h := <-r.got:
		return h
	case <-time.After(10 * time.Second):
		r.t.Fatal("no webhook came")
		return hook{}
	}
}

// none checks that nothing is sent now.
func (r *receiver) none() {
	r.t.Helper()
	select {
	case h := <-r.got:
		r.t.Fatalf("%s came", h.body)
	case <-time.After(50 * time.Millisecond):
	}
}

func (r *receiver) expect(status string) hook {
	r.t.Helper()
	h := r.next()
	if h.PaymentStatus != status {
		r.t.Fatalf("%s, want %s", h.body, status)
	}
	return h
}

func signedWith(h hook, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("v1." + h.header.Get("X-Webhook-Timestamp") + "."))
	mac.Write(h.body)
	return h.header.Get("X-Webhook-Signature") == "v1="+hex.EncodeToString(mac.Sum(nil))
}

// failed waits until the one webhook on its way has failed so often.
func failed(t *testing.T, s *sandbox.Server, attempts int) {
	t.Helper()
	waitPending(t, s, func(p []webhooks.Pending) bool { return len(p) == 1 && p[0].Attempts == attempts })
}

func allTaken(t *testing.T, s *sandbox.Server) {
	t.Helper()
	waitPending(t, s, func(p []webhooks.Pending) bool { return len(p) == 0 })
}

func waitPending(t *testing.T, s *sandbox.Server, done func([]webhooks.Pending) bool) {
	t.Helper()
	for range 1000 {
		pending, err := s.Webhooks().Pending()
		if err != nil {
			t.Fatal(err)
		}
		if done(pending) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the queue does not come to that")
}

// TestWebhooks: each status sends one event, signed over time and body, in the contract's shape.
func TestWebhooks(t *testing.T) {
	s := start(t)
	r := newReceiver(t, s)
	doc, _ := contractRouter(t, s)
	c := opened(t, s, "A-1", "12.500", "LYD")
	c.qr()
	r.none()
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	first := r.expect("PROCESSING")
	s.Clock().Advance(2 * time.Second)
	paid := r.expect("SUCCESS")
	r.none()
	if paid.TransactionID == "" || first.TransactionID != "" || paid.OrderID != "A-1" || paid.PaymentID != c.paymentID || paid.EventID == first.EventID {
		t.Errorf("%s, %s", first.body, paid.body)
	}
	for _, h := range []hook{first, paid} {
		if !signedWith(h, s.Webhooks().Secret().Reveal()) || signedWith(h, "") {
			t.Errorf("%v is not signed", h.header)
		}
		var v any
		_ = json.Unmarshal(h.body, &v)
		if err := doc.Components.Schemas["WebhookEvent"].Value.VisitJSON(v, openapi3.MultiErrors()); err != nil {
			t.Error(err)
		}
	}
	if stamp, _ := strconv.ParseInt(paid.header.Get("X-Webhook-Timestamp"), 10, 64); stamp != s.Clock().Now().Unix() {
		t.Errorf("signed at %d, it is %d", stamp, s.Clock().Now().Unix())
	}
	c = opened(t, s, "A-2", "12.500", "LYD")
	c.submitBank(c.validateBank("2000300041"), otp(t, s))
	if h := r.expect("PROCESSING"); !h.ByAccountNumber {
		t.Errorf("%s", h.body)
	}
}

// TestWebhooksAreSentAgain, later each time and signed again, until they are taken or given up.
func TestWebhooksAreSentAgain(t *testing.T) {
	s := start(t, func(o *sandbox.Options) { o.Timing.Idle = 1000 * time.Hour })
	r := newReceiver(t, s)
	r.status.Store(http.StatusServiceUnavailable)
	c := opened(t, s, "A-1", "12.500", "LYD")
	c.qr()
	if err := s.Bank().Decline(c.paymentID); err != nil {
		t.Fatal(err)
	}
	last := r.expect("FAILED")
	for i, wait := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour} {
		failed(t, s, i+1)
		s.Clock().Advance(wait - time.Millisecond)
		r.none()
		s.Clock().Advance(time.Millisecond)
		again := r.expect("FAILED")
		if again.EventID != last.EventID || again.header.Get("X-Webhook-Timestamp") == last.header.Get("X-Webhook-Timestamp") || !signedWith(again, s.Webhooks().Secret().Reveal()) {
			t.Errorf("%s %v", again.body, again.header)
		}
		last = again
	}
	allTaken(t, s)
	s.Clock().Advance(24 * time.Hour)
	r.none()

	c = opened(t, s, "A-2", "12.500", "LYD")
	c.qr()
	r.status.Store(http.StatusFound) // is not followed, and not taken for a yes
	if err := s.Bank().Decline(c.paymentID); err != nil {
		t.Fatal(err)
	}
	r.expect("FAILED")
	failed(t, s, 1)
	r.status.Store(http.StatusOK)
	s.Clock().Advance(time.Second)
	r.expect("FAILED")
	allTaken(t, s)
}

// TestWebhookFaults: twice, in another order, never, with a lie, with a forged signature.
func TestWebhookFaults(t *testing.T) {
	s := start(t)
	r := newReceiver(t, s)
	decline := func(order string, faults ...faults.Fault) {
		t.Helper()
		for _, f := range faults {
			f.Op, f.Count = contract.OpWebhook, 1
			s.Faults().Inject(f)
		}
		c := opened(t, s, order, "12.500", "LYD")
		c.qr()
		if err := s.Bank().Decline(c.paymentID); err != nil {
			t.Fatal(err)
		}
	}
	decline("TWICE", faults.Fault{Kind: faults.DuplicateWebhook})
	if one, two := r.next(), r.next(); one.EventID != two.EventID {
		t.Errorf("%s, %s", one.body, two.body)
	}
	decline("LATE", faults.Fault{Kind: faults.Latency, Delay: time.Minute})
	decline("SOON")
	if h := r.next(); h.OrderID != "SOON" {
		t.Errorf("%s", h.body)
	}
	s.Clock().Advance(time.Minute)
	if h := r.next(); h.OrderID != "LATE" {
		t.Errorf("%s", h.body)
	}
	decline("NEVER", faults.Fault{Kind: faults.Drop})
	r.none()
	decline("LIE", faults.Fault{Kind: faults.FalseWebhook})
	if h := r.expect("SUCCESS"); !signedWith(h, s.Webhooks().Secret().Reveal()) {
		t.Error("a lie is signed like the truth")
	}
	decline("FORGED", faults.Fault{Kind: faults.ForgedWebhook})
	if h := r.expect("FAILED"); signedWith(h, s.Webhooks().Secret().Reveal()) {
		t.Error("it is not forged")
	}
	s.Faults().Inject(faults.Fault{Kind: faults.Status, Count: 1}) // of no operation in particular: not a webhook's
	if err := s.Webhooks().Add(r.URL); err != nil {
		t.Error(err)
	}
	if left := len(s.Faults().Active()); left != 1 {
		t.Errorf("%d faults left", left)
	}
	s.Faults().Clear()
}

// TestWebhooksSurviveARestart: what nobody took is sent after the next start, in a ledger that was made before there
// were any, too.
func TestWebhooksSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	o := sandbox.Options{Dir: dir, Addr: "127.0.0.1:0", Clock: clock.New()}
	s, err := sandbox.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	r := newReceiver(t, s)
	r.status.Store(http.StatusTeapot)
	c := opened(t, s, "A-1", "12.500", "LYD")
	c.qr()
	if err := s.Bank().Decline(c.paymentID); err != nil {
		t.Fatal(err)
	}
	first := r.expect("FAILED")
	failed(t, s, 1)
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.status.Store(http.StatusOK)
	if s, err = sandbox.Start(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	s.Clock().Advance(time.Second)
	if again := r.next(); again.EventID != first.EventID {
		t.Errorf("%s", again.body)
	}
	allTaken(t, s)
	r.none()
}

func TestWebhookReceivers(t *testing.T) {
	s := start(t)
	for _, address := range []string{"", "shop", "ftp://shop", "http://"} {
		if err := s.Webhooks().Add(address); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
	for i := range 9 {
		if err := s.Webhooks().Add("http://shop.example/" + strconv.Itoa(i)); (err == nil) != (i < 8) {
			t.Errorf("receiver %d: %v", i, err)
		}
	}
	if err := s.Webhooks().Add("http://shop.example/0"); err != nil {
		t.Errorf("known: %v", err)
	}
	if pending, err := s.Webhooks().Pending(); err != nil || pending == nil || len(pending) != 0 {
		t.Errorf("%v, %v", pending, err)
	}
}

// TestAReceiverThatHangsHoldsNoOtherUp: each receiver has its events, whatever another one does with its own.
func TestAReceiverThatHangsHoldsNoOtherUp(t *testing.T) {
	s := start(t)
	leave := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-leave }))
	t.Cleanup(func() { close(leave); hangs.Close() })
	if err := s.Webhooks().Add(hangs.URL); err != nil {
		t.Fatal(err)
	}
	r := newReceiver(t, s)
	began := time.Now()
	for _, order := range []string{"A-1", "A-2", "A-3"} {
		c := opened(t, s, order, "12.500", "LYD")
		c.qr()
		if err := s.Bank().Decline(c.paymentID); err != nil {
			t.Fatal(err)
		}
		if h := r.expect("FAILED"); h.OrderID != order {
			t.Errorf("%s, want one of %s", h.body, order)
		}
	}
	if took := time.Since(began); took > 4*time.Second { // one attempt at the other takes five
		t.Errorf("three events came after %v", took)
	}
}
