package demoshop

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/wire"
)

// slow is a gateway that takes its time, and whose answer nobody has who leaves.
type slow struct {
	core.PaymentAPI
	opened atomic.Int32
}

func (s *slow) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	s.opened.Add(1)
	select {
	case <-time.After(500 * time.Millisecond):
	case <-ctx.Done():
		return wire.InitiateResult{}, context.Cause(ctx)
	}
	return s.PaymentAPI.Initiate(ctx, c)
}

// A customer who clicks twice, since the gateway is slow, has one payment and
// comes to its page: the browser gives the first click's request up.
func TestADoubleClickOnASlowGateway(t *testing.T) {
	bank := coretest.Gateway(t)
	client, err := core.NewClient(bank.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	api := &slow{PaymentAPI: client}
	shop, err := Open(Config{API: api, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(shop)
	t.Cleanup(func() { web.Close(); _ = shop.Close() })
	id := newOrder()
	click := func(ctx context.Context) (*http.Response, error) {
		form := url.Values{"order": {id}, "dates": {"1"}}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, web.URL+"/order", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return http.DefaultClient.Do(r)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if answer, err := click(ctx); err == nil {
		_ = answer.Body.Close()
		t.Fatal("the first click was answered")
	}
	began := time.Now()
	answer, err := click(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if waited := time.Since(began); waited > 300*time.Millisecond {
		t.Errorf("the second click waited for %v", waited)
	}
	if !strings.Contains(string(page), "One moment") {
		t.Errorf("the second click leads to %s", page)
	}
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(answer.Request.URL.Path, "/pay/"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the customer stays at %s", answer.Request.URL)
		}
		if answer, err = http.Get(web.URL + "/order/" + id + "?opening"); err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	if n := api.opened.Load(); n != 1 {
		t.Errorf("%d payments were opened", n)
	}
}
