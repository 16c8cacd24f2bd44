package demoshop

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/webhook"
	"sanduq/core/wire"
)

// legs is a gateway by whose bank account everything is paid, and by whose QR it is said to be once more.
type legs struct {
	coretest.API
	again atomic.Bool
}

func (l *legs) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	switch {
	case c.ByAccountNumber:
		return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-1"}, nil
	case l.again.Load():
		return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-2"}, nil
	}
	return coretest.Pending, nil
}

// TestAWebhookAboutAPaidOrder: it may be about a second debit of the payment. The shop asks, and says that it owes it.
func TestAWebhookAboutAPaidOrder(t *testing.T) {
	api := new(legs)
	shop, err := Open(Config{API: api, Dir: t.TempDir(), WebhookSecret: webhookSecret})
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{t: t, shop: shop, web: httptest.NewServer(shop)}
	t.Cleanup(func() { s.web.Close(); _ = shop.Close() })
	if s.order, err = shop.place(t.Context(), newOrder(), money.Amount{Minor: 12500, Currency: "LYD"}); err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	browser, page := &http.Client{Jar: jar}, ""
	read := func(r *http.Response, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		if page = string(text); err != nil || r.Body.Close() != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r.Status, err)
		}
	}
	post := func(step string, fields url.Values) {
		t.Helper()
		fields.Set("form", regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(page)[1])
		read(browser.PostForm(s.web.URL+s.Page+"/"+step, fields))
	}
	until := func(what string) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); !strings.Contains(page, what); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the shop does not say %q: %s", what, page)
			}
			read(browser.Get(s.web.URL + "/order/" + s.ID))
		}
	}
	read(browser.Get(s.web.URL + s.Page))
	post("qr", url.Values{})
	read(browser.Get(s.web.URL + s.Page + "?way=account"))
	post("account", url.Values{"rail": {"bank"}, "bank": {"FPB"}, "number": {"0020480000204417"}})
	post("code", url.Values{"code": {"481207"}})
	until("Practice: paid.")
	if strings.Contains(page, "twice") {
		t.Error("paid once, and the shop says twice")
	}
	api.again.Store(true)
	header, body := coretest.GenerateWebhook(webhookSecret, time.Now(), webhook.Notice{EventID: "E-1", PaymentID: s.PaymentID, OrderID: s.ID}, "SUCCESS")
	if status := s.post(header, body); status != http.StatusNoContent {
		t.Errorf("the webhook is answered %d", status)
	}
	until("It was paid twice. The shop owes 12.500 LYD back.")
}
