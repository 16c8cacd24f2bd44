package demoshop

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/webhook"
)

var webhookSecret = core.NewSecret("shared with the bank")

// stand is a shop with one open order, beside a gateway that counts.
type stand struct {
	t    *testing.T
	bank *coretest.Service
	shop *Shop
	web  *httptest.Server
	order
}

func newStand(t *testing.T) *stand {
	bank := coretest.Gateway(t)
	api, err := core.NewClient(bank.Config())
	if err != nil {
		t.Fatal(err)
	}
	shop, err := Open(Config{API: api, Dir: t.TempDir(), WebhookSecret: webhookSecret})
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{t: t, bank: bank, shop: shop, web: httptest.NewServer(shop)}
	t.Cleanup(func() { s.web.Close(); _ = shop.Close(); api.Close() })
	if s.order, err = shop.place(t.Context(), newOrder(), money.Amount{Minor: 12500, Currency: "LYD"}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stand) notice(event string) webhook.Notice {
	return webhook.Notice{EventID: event, PaymentID: s.PaymentID, OrderID: s.ID}
}

// post sends a webhook and returns the answer's status.
func (s *stand) post(header http.Header, body []byte) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.web.URL+WebhookPath, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = header.Clone()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return answer.StatusCode
}

// expect checks the answer, how often the gateway was asked, and the order.
func (s *stand) expect(status, want, asked int, state string) {
	s.t.Helper()
	n := 0
	for _, r := range s.bank.Requests() {
		if r == "check-status" {
			n++
		}
	}
	o, err := s.shop.orders.get(s.ID)
	if err != nil || status != want || n != asked || o.State != state {
		s.t.Errorf("answered %d, asked %d times, the order is %s (%v); want %d, %d, %s", status, n, o.State, err, want, asked, state)
	}
}

func TestAWebhookMakesTheShopAsk(t *testing.T) {
	s := newStand(t)
	header, body := coretest.GenerateWebhook(webhookSecret, time.Now(), s.notice("E-1"), "PROCESSING")
	s.bank.Report(s.ID, "SUCCESS")
	s.expect(s.post(header, body), http.StatusNoContent, 1, orderPaid)
	s.expect(s.post(header, body), http.StatusNoContent, 1, orderPaid)
	header, body = coretest.GenerateWebhook(webhookSecret, time.Now(), s.notice("E-2"), "FAILED")
	s.expect(s.post(header, body), http.StatusNoContent, 1, orderPaid)
}

func TestAWebhookThatLiesHasNoEffect(t *testing.T) {
	s := newStand(t)
	header, body := coretest.GenerateWebhook(webhookSecret, time.Now(), s.notice("E-1"), "SUCCESS")
	s.expect(s.post(header, body), http.StatusNoContent, 1, orderOpen)
	s.expect(s.post(header, body), http.StatusNoContent, 1, orderOpen) // a replay is not even a reason to ask
	again := webhook.Sign(webhookSecret, time.Now().Add(time.Second), body)
	s.expect(s.post(again, body), http.StatusNoContent, 1, orderOpen)
}

// What is not the bank's, not of now or not of this shop's payments asks nothing.
func TestAWebhookThatIsRefused(t *testing.T) {
	s := newStand(t)
	s.bank.Report(s.ID, "SUCCESS")
	now, n := time.Now(), s.notice("E-1")
	sign := func(secret string, at time.Time) http.Header {
		header, _ := coretest.GenerateWebhook(core.NewSecret(secret), at, n, "SUCCESS")
		return header
	}
	_, body := coretest.GenerateWebhook(webhookSecret, now, n, "SUCCESS")
	for name, header := range map[string]http.Header{
		"unsigned":        {},
		"another secret":  sign("another", now),
		"of an hour ago":  sign(webhookSecret.Reveal(), now.Add(-time.Hour)),
		"in an hour":      sign(webhookSecret.Reveal(), now.Add(time.Hour)),
		"of another body": webhook.Sign(webhookSecret, now, append(body, ' ')),
	} {
		t.Log(name)
		s.expect(s.post(header, body), http.StatusUnauthorized, 0, orderOpen)
	}
	for name, other := range map[string]webhook.Notice{
		"another order":   {EventID: "E-2", PaymentID: s.PaymentID, OrderID: newOrder()},
		"another payment": {EventID: "E-3", PaymentID: "P-99", OrderID: s.ID},
		"a path":          {EventID: "E-4", PaymentID: s.PaymentID, OrderID: "../../" + s.ID},
	} {
		t.Log(name)
		header, body := coretest.GenerateWebhook(webhookSecret, now, other, "SUCCESS")
		s.expect(s.post(header, body), http.StatusNoContent, 0, orderOpen)
	}
	long := []byte(strings.Repeat("x", maxWebhook+1))
	s.expect(s.post(webhook.Sign(webhookSecret, now, long), long), http.StatusRequestEntityTooLarge, 0, orderOpen)
	s.shop.webhooks = nil
	s.expect(s.post(sign(webhookSecret.Reveal(), now), body), http.StatusNotFound, 0, orderOpen)
}

// A question without an answer lets the bank's next attempt ask once more, and an
// order that is still being opened does too.
func TestAWebhookIsTakenAgainWhenNobodyAnswered(t *testing.T) {
	s := newStand(t)
	s.bank.Report(s.ID, "SUCCESS")
	header, body := coretest.GenerateWebhook(webhookSecret, time.Now(), s.notice("E-1"), "SUCCESS")
	opening := s.order
	opening.State, opening.PaymentID = orderOpening, ""
	if err := s.shop.orders.save(opening); err != nil {
		t.Fatal(err)
	}
	s.expect(s.post(header, body), http.StatusServiceUnavailable, 0, orderOpening)
	if err := s.shop.orders.save(s.order); err != nil {
		t.Fatal(err)
	}
	s.bank.Fail(1)
	s.expect(s.post(header, body), http.StatusServiceUnavailable, 1, orderOpen)
	s.expect(s.post(header, body), http.StatusNoContent, 2, orderPaid)
}
